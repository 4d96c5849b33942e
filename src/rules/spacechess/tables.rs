//! Constants of the rules of Space Chess: start and promotion cells of pawns, castling, elevators,
//! and the cells from which pawns attack.

use crate::geometry::Place;
use crate::geometry::plane::{WIDTH, rank_squares, square, step};
use crate::geometry::stack::{CELLS, CellSet, LEVELS, MIDDLE, cell, level_of, square_of};
use crate::moves::Side;

/// The constants of a side's pawns (rule S5). Black sees the stack upside down and from the other
/// end.
#[derive(Clone, Copy)]
pub(super) struct PawnRules {
    /// The level on which the king and the pieces beside it start.
    pub home_level: usize,
    /// The level farthest from the home level.
    pub far_level: usize,
    /// A step of one rank ahead, as a difference of cell numbers.
    pub ahead: i16,
    /// A step of one level up, as a difference of cell numbers.
    pub up: i16,
    /// The start cells by file: those on the home level, then those on the middle one.
    pub starts: [Place; 2 * WIDTH],
    /// The cells on which a pawn may promote.
    pub may_promote: CellSet,
    /// The cells on which a pawn must promote.
    pub must_promote: CellSet,
    /// A pawn on any other cell cannot promote by its next move.
    pub near_promotion: CellSet,
}

/// The constants of each side's pawns.
pub(super) const PAWN_RULES: [PawnRules; 2] = [pawn_rules(Side::White), pawn_rules(Side::Black)];

/// Returns the rank with a number counted from a side's own end of the board.
const fn relative_rank(side: Side, rank: usize) -> usize {
    match side {
        Side::White => rank,
        Side::Black => WIDTH - 1 - rank,
    }
}

const fn pawn_rules(side: Side) -> PawnRules {
    let (home_level, far_level, sign) = match side {
        Side::White => (0, LEVELS - 1, 1),
        Side::Black => (LEVELS - 1, 0, -1),
    };
    let (mut starts, mut file) = ([0; 2 * WIDTH], 0);
    while file < WIDTH {
        starts[file] = cell(home_level, square(file, relative_rank(side, 1)));
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
    may_promote.0[far_level] = second_last;
    must_promote.0[far_level] = last;
    near_promotion.0[home_level] = last;
    near_promotion.0[MIDDLE] = second_last | last;
    near_promotion.0[far_level] = third_last | second_last;
    let (ahead, up) = (sign * WIDTH as i16, sign * (WIDTH * WIDTH) as i16);
    PawnRules {
        home_level,
        far_level,
        ahead,
        up,
        starts,
        may_promote,
        must_promote,
        near_promotion,
    }
}

/// The bit of a start cell in a set of unmoved pawns: the start cells of White, then those of
/// Black, as listed in [`PAWN_RULES`]. Other cells have a bit that is never set.
pub(super) static UNMOVED_BIT: [u8; 256] = {
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

/// The cells from which a pawn of that side attacks a cell, by side and cell.
pub(super) static PAWN_ATTACKERS: [[CellSet; CELLS]; 2] = {
    let (mut table, mut side) = ([[CellSet::EMPTY; CELLS]; 2], 0);
    while side < 2 {
        let sign = if side == 0 { 1 } else { -1 };
        let mut at = 0;
        while at < CELLS {
            let (level, square) = (level_of(at as Place), square_of(at as Place));
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

/// The cells that a run can pass (rule S5), in ranks ahead and levels up from its start.
pub(super) const PASSABLE: [(i16, i16); 5] = [(1, 0), (2, 0), (0, 1), (1, 1), (0, 2)];

/// The cells that a run passes (rule S5), as bits in the order of [`PASSABLE`], by steps ahead,
/// steps up and the set of empty passable cells. A run passes a cell if some order of its steps
/// passes the cell and only empty cells.
pub(super) static CELLS_PASSED: [[[u8; 32]; 3]; 4] = {
    let (mut table, mut ahead) = ([[[0; 32]; 3]; 4], 0);
    while ahead < 4 {
        let mut up = 0;
        while up < 3 {
            let mut free = 0;
            while free < 32 {
                if ahead + up <= 3 {
                    table[ahead][up][free] = trace_run(free as u8, (0, 0), (ahead, up)).1;
                }
                free += 1;
            }
            up += 1;
        }
        ahead += 1;
    }
    table
};

/// Returns whether a run that has come to `at` can reach `target` over free cells, and the passable
/// cells on its paths.
const fn trace_run(free: u8, at: (usize, usize), target: (usize, usize)) -> (bool, u8) {
    if at.0 == target.0 && at.1 == target.1 {
        return (true, 0);
    }
    let mut own_bit = 0;
    if at.0 + at.1 > 0 {
        let mut index = 0;
        while PASSABLE[index].0 as usize != at.0 || PASSABLE[index].1 as usize != at.1 {
            index += 1;
        }
        if free >> index & 1 == 0 {
            return (false, 0);
        }
        own_bit = 1 << index;
    }
    let ahead =
        if at.0 < target.0 { trace_run(free, (at.0 + 1, at.1), target) } else { (false, 0) };
    let up = if at.1 < target.1 { trace_run(free, (at.0, at.1 + 1), target) } else { (false, 0) };
    if ahead.0 || up.0 { (true, own_bit | ahead.1 | up.1) } else { (false, 0) }
}

/// A castling move (rule S4).
pub(super) struct Castling {
    /// The king's cell.
    pub king: Place,
    /// The rook's cell.
    pub rook: Place,
    /// The king's new cell.
    pub king_to: Place,
    /// The rook's new cell.
    pub rook_to: Place,
    /// The cells between king and rook, which must be empty and not attacked.
    pub between: CellSet,
}

/// The castling moves by bit of the right, in the order `KQkq`.
pub(super) static CASTLINGS: [Castling; 4] =
    [castling(0, 0, true), castling(0, 0, false), castling(2, 7, true), castling(2, 7, false)];

const fn castling(level: usize, rank: usize, kings_side: bool) -> Castling {
    // Files count from 0; the king starts on file 4.
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

/// The castling rights that remain after a move from or to a cell.
pub(super) static RIGHTS_KEPT: [u8; 256] = {
    let (mut table, mut right) = ([0b1111; 256], 0);
    while right < 4 {
        table[CASTLINGS[right].king as usize] &= !(1 << right);
        table[CASTLINGS[right].rook as usize] &= !(1 << right);
        right += 1;
    }
    table
};

/// The elevator of each side (rule S3): the start cell of the enemy's king's bishop.
pub(super) const ELEVATORS: [Place; 2] = [cell(2, square(5, 7)), cell(0, square(5, 0))];

/// Returns the cells of the column of a side's elevator.
pub(super) const fn elevator_column(side: Side) -> CellSet {
    let square = 1 << square_of(ELEVATORS[side.index()]);
    CellSet([square; LEVELS])
}
