//! What the rules of Space Chess name: start cells, promotion cells, castling, the elevators; and
//! from where pawns attack.

use crate::geometry::Place;
use crate::geometry::plane::{WIDTH, rank_squares, square, step};
use crate::geometry::stack::{CELLS, CellSet, LEVELS, MIDDLE, cell, level_of, square_of};
use crate::moves::Side;

/// S5: pawns as their side sees them. Black's view of the stack is White's turned upside down and
/// back to front.
#[derive(Clone, Copy)]
pub struct PawnRules {
    /// The level of the pawns that start in front of the men.
    pub home_level: usize,
    /// The level farthest from it.
    pub far_level: usize,
    /// One rank ahead and one level on, as differences of cell numbers.
    pub ahead: i16,
    /// See `ahead`.
    pub up: i16,
    /// The start cells by file, on the home level and then on the middle one.
    pub starts: [Place; 2 * WIDTH],
    /// Arrival here may promote.
    pub may_promote: CellSet,
    /// Arrival here must promote.
    pub must_promote: CellSet,
    /// Pawns elsewhere cannot promote by their next move.
    pub near_promotion: CellSet,
}

/// The pawns of each side.
pub const PAWN_RULES: [PawnRules; 2] = [pawn_rules(Side::White), pawn_rules(Side::Black)];

/// A rank counted from a side's own end of the board.
const fn relative_rank(side: Side, rank: usize) -> usize {
    match side {
        Side::White => rank,
        Side::Black => WIDTH - 1 - rank,
    }
}

const fn pawn_rules(side: Side) -> PawnRules {
    let (home, beyond, sign) = match side {
        Side::White => (0, LEVELS - 1, 1),
        Side::Black => (LEVELS - 1, 0, -1),
    };
    let (mut starts, mut file) = ([0; 2 * WIDTH], 0);
    while file < WIDTH {
        starts[file] = cell(home, square(file, relative_rank(side, 1)));
        starts[WIDTH + file] = cell(MIDDLE, square(file, relative_rank(side, 0)));
        file += 1;
    }
    let [third_last, second_last, last] = [
        rank_squares(relative_rank(side, 5)),
        rank_squares(relative_rank(side, 6)),
        rank_squares(relative_rank(side, 7)),
    ];
    let [mut may_promote, mut must_promote, mut near_promotion] = [CellSet::EMPTY; 3];
    may_promote.0[MIDDLE] = last;
    may_promote.0[beyond] = second_last;
    must_promote.0[beyond] = last;
    near_promotion.0[home] = last;
    near_promotion.0[MIDDLE] = second_last | last;
    near_promotion.0[beyond] = third_last | second_last;
    let (ahead, rise) = (sign * WIDTH as i16, sign * (WIDTH * WIDTH) as i16);
    PawnRules {
        home_level: home,
        far_level: beyond,
        ahead,
        up: rise,
        starts,
        may_promote,
        must_promote,
        near_promotion,
    }
}

/// The bit of a pawn in the set of those that may still make their first move: for each side its
/// start cells as listed. Cells where no pawn starts have a bit that is never set.
pub static UNMOVED_BIT: [u8; 256] = {
    let (mut table, mut side) = ([63; 256], 0);
    while side < 2 {
        let mut index = 0;
        while index < 2 * WIDTH {
            table[PAWN_RULES[side].starts[index] as usize] = (side * 2 * WIDTH + index) as u8;
            index += 1;
        }
        side += 1;
    }
    table
};

/// By side and cell: from where a pawn of that side attacks the cell.
pub static PAWN_ATTACKERS: [[CellSet; CELLS]; 2] = {
    let (mut table, mut side) = ([[CellSet::EMPTY; CELLS]; 2], 0);
    while side < 2 {
        let sign = if side == 0 { 1 } else { -1 };
        let mut at = 0;
        while at < CELLS {
            let (level, square) = (level_of(at as u8), square_of(at as u8));
            let below = level as i32 - sign;
            let mut file = -1;
            while file <= 1 {
                if let Some(from) = step(square, (file, -sign)) {
                    table[side][at].0[level] |= 1 << from;
                }
                if 0 <= below
                    && below < LEVELS as i32
                    && let Some(from) = step(square, (file, 0))
                {
                    table[side][at].0[below as usize] |= 1 << from;
                }
                file += 2;
            }
            at += 1;
        }
        side += 1;
    }
    table
};

/// S5: the cells that a run can pass, by rank ahead and level on from its start.
pub const PASSABLE: [(i16, i16); 5] = [(1, 0), (2, 0), (0, 1), (1, 1), (0, 2)];

/// S5: which of the passable cells a run passes, by steps ahead, levels on, and which of them are
/// free: those inside an order of the steps that meets free cells only.
pub static CELLS_PASSED: [[[u8; 32]; 3]; 4] = {
    let (mut table, mut ahead) = ([[[0; 32]; 3]; 4], 0);
    while ahead < 4 {
        let mut on = 0;
        while on < 3 {
            let mut free = 0;
            while free < 32 {
                if ahead + on <= 3 {
                    table[ahead][on][free] = trace_run(free as u8, (0, 0), (ahead, on)).1;
                }
                free += 1;
            }
            on += 1;
        }
        ahead += 1;
    }
    table
};

/// Can a pawn that has come so far go on to the goal, and over which passable cells?
const fn trace_run(free: u8, at: (usize, usize), goal: (usize, usize)) -> (bool, u8) {
    if at.0 == goal.0 && at.1 == goal.1 {
        return (true, 0);
    }
    let mut inside = 0;
    if at.0 + at.1 > 0 {
        let mut index = 0;
        while PASSABLE[index].0 as usize != at.0 || PASSABLE[index].1 as usize != at.1 {
            index += 1;
        }
        if free >> index & 1 == 0 {
            return (false, 0);
        }
        inside = 1 << index;
    }
    let ahead = if at.0 < goal.0 { trace_run(free, (at.0 + 1, at.1), goal) } else { (false, 0) };
    let on = if at.1 < goal.1 { trace_run(free, (at.0, at.1 + 1), goal) } else { (false, 0) };
    if ahead.0 || on.0 { (true, inside | ahead.1 | on.1) } else { (false, 0) }
}

/// S4: a castling, by right in the order `KQkq`.
pub struct Castling {
    /// Where the king stands.
    pub king: Place,
    /// Where the rook stands.
    pub rook: Place,
    /// Where the king goes.
    pub king_to: Place,
    /// Where the rook goes.
    pub rook_to: Place,
    /// The cells between king and rook: none of them may be occupied or attacked.
    pub between: CellSet,
}

/// The castlings by right, bits in the order `KQkq`.
pub static CASTLINGS: [Castling; 4] =
    [castling(0, 0, true), castling(0, 0, false), castling(2, 7, true), castling(2, 7, false)];

const fn castling(level: usize, rank: usize, kings_side: bool) -> Castling {
    // Files from 0: the king stands on the fifth.
    let (rook, king_to, rook_to, first, last) =
        if kings_side { (7, 6, 5, 5, 6) } else { (0, 2, 3, 1, 3) };
    let (mut between, mut file) = (CellSet::EMPTY, first);
    while file <= last {
        between.0[level] |= 1 << square(file, rank);
        file += 1;
    }
    Castling {
        king: cell(level, square(4, rank)),
        rook: cell(level, square(rook, rank)),
        king_to: cell(level, square(king_to, rank)),
        rook_to: cell(level, square(rook_to, rank)),
        between,
    }
}

/// The castling rights that remain when a man leaves a cell or comes to it.
pub static RIGHTS_KEPT: [u8; 256] = {
    let (mut table, mut right) = ([0b1111; 256], 0);
    while right < 4 {
        table[CASTLINGS[right].king as usize] &= !(1 << right);
        table[CASTLINGS[right].rook as usize] &= !(1 << right);
        right += 1;
    }
    table
};

/// S3: the elevator of each side: where the other side's king's bishop starts.
pub const ELEVATORS: [Place; 2] = [cell(2, square(5, 7)), cell(0, square(5, 0))];

/// The cells of an elevator's column.
pub const fn elevator_column(side: Side) -> CellSet {
    let square = 1 << square_of(ELEVATORS[side.index()]);
    CellSet([square; LEVELS])
}
