//! Pawn moves, set-wise: all pawns of a side step at once.
//!
//! A step is a rotation of the set, so that both sides share one code with other numbers. What
//! would leave the board sideways is masked out before; ahead nothing leaves it, since no pawn
//! stands on the last rank.

use super::Board;
use super::generate::GenFilter;
use super::legality::Legality;
use super::sinks::MoveSink;
use crate::geometry::Place;
use crate::geometry::plane::{SQUARES, WIDTH, file_squares, rank_squares, square, step};
use crate::moves::Side;

/// A step of a side's pawns.
struct Step {
    /// The pawns that it does not take off the board.
    from: u64,
    /// By how much the set is rotated to the left.
    rotation: u32,
    /// The number of the cell gone to less that of the cell left.
    by: i8,
    /// For each cell what lies in line with it along this step.
    line: [u64; SQUARES],
}

/// The steps of a side's pawns.
struct Steps {
    ahead: Step,
    captures: [Step; 2],
    /// The rank that pawns come to with their first step.
    first: u64,
    /// The rank that they come to with a first step of two.
    second: u64,
    /// Where they promote.
    promotion: u64,
    /// Where they stand before the last step.
    before_promotion: u64,
}

const fn step_by(by: (i32, i32)) -> Step {
    let by_cells = by.1 * WIDTH as i32 + by.0;
    Step {
        from: match by.0 {
            -1 => !file_squares(0),
            1 => !file_squares(WIDTH - 1),
            _ => u64::MAX,
        },
        rotation: by_cells.rem_euclid(SQUARES as i32) as u32,
        by: by_cells as i8,
        line: lines(by),
    }
}

/// For each cell those in line with it along a step and back.
const fn lines(by: (i32, i32)) -> [u64; SQUARES] {
    let (mut table, mut from) = ([0; SQUARES], 0);
    while from < SQUARES {
        let mut at = from;
        while let Some(next) = step(at, by) {
            table[from] |= 1 << next;
            table[next] |= 1 << from;
            at = next;
        }
        from += 1;
    }
    table
}

static STEPS: [Steps; 2] = [
    Steps {
        ahead: step_by((0, 1)),
        captures: [step_by((-1, 1)), step_by((1, 1))],
        first: rank_squares(2),
        second: rank_squares(3),
        promotion: rank_squares(7),
        before_promotion: rank_squares(6),
    },
    Steps {
        ahead: step_by((0, -1)),
        captures: [step_by((-1, -1)), step_by((1, -1))],
        first: rank_squares(5),
        second: rank_squares(4),
        promotion: rank_squares(0),
        before_promotion: rank_squares(1),
    },
];

/// The ranks on which no pawn can stand.
pub const NO_PAWNS: u64 = rank_squares(0) | rank_squares(7);

/// By side and cell: what a pawn there attacks. There is an entry for any byte.
static ATTACKS: [[u64; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut from = 0;
    while from < SQUARES {
        let mut side = 0;
        while side < 2 {
            let ahead = if side == 0 { 1 } else { -1 };
            let mut by = -1;
            while by <= 1 {
                if let Some(to) = step(from, (by, ahead)) {
                    table[side][from] |= 1 << to;
                }
                by += 2;
            }
            side += 1;
        }
        from += 1;
    }
    table
};

/// By side and cell: the next cell ahead of a pawn of that side; itself on the last rank.
static AHEAD: [[Place; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut from = 0;
    while from < SQUARES {
        let mut side = 0;
        while side < 2 {
            let ahead = step(from, (0, if side == 0 { 1 } else { -1 }));
            table[side][from] = match ahead {
                Some(to) => to as Place,
                None => from as Place,
            };
            side += 1;
        }
        from += 1;
    }
    table
};

/// What a pawn of that side on a cell attacks.
#[inline(always)]
pub fn attacks(side: Side, from: usize) -> u64 {
    ATTACKS[side.index()][from % 256]
}

/// What all these pawns of a side attack.
#[inline(always)]
pub fn attacks_of(side: Side, pawns: u64) -> u64 {
    let [left, right] = &STEPS[side.index()].captures;
    left.targets(pawns) | right.targets(pawns)
}

/// The cell ahead of a pawn of that side.
#[inline(always)]
pub fn ahead(side: Side, from: Place) -> Place {
    AHEAD[side.index()][usize::from(from)]
}

/// The cell behind a pawn of that side.
#[inline(always)]
pub fn behind(side: Side, from: Place) -> Place {
    ahead(side.other(), from)
}

/// The start cell of a side's pawns on a file.
pub fn start_cell(side: Side, file: usize) -> Place {
    square(file, if side == Side::White { 1 } else { 6 }) as Place
}

/// The cell that a move of a side's pawn passes over: one for a first move of two.
#[inline(always)]
pub fn double_step_ep_cell(side: Side, from: Place, to: Place) -> Option<Place> {
    let over = ahead(side, from);
    let twice = STEPS[side.index()].second >> to & 1 != 0 && ahead(side, over) == to;
    twice.then_some(over)
}

impl Step {
    /// Where these pawns come to.
    #[inline(always)]
    fn targets(&self, pawns: u64) -> u64 {
        (pawns & self.from).rotate_left(self.rotation)
    }
}

impl Board {
    /// The moves of the pawns, en passant apart. A pinned pawn goes along the line of its pin,
    /// which is the line through it and the king.
    #[inline(always)]
    pub(super) fn pawn_moves<S: MoveSink>(
        &self,
        legality: &Legality,
        wanted: GenFilter,
        sink: &mut S,
    ) {
        let steps = &STEPS[self.side.index()];
        let occupied = self.pieces.occupied();
        let pawns = self.pieces.pawns() & self.pieces.by_side(self.side) & wanted.sources;
        let king = legality.king % SQUARES;
        let movable = |step: &Step| pawns & (!legality.pinned | step.line[king]);
        let promoting = pawns & steps.before_promotion != 0;

        let once = steps.ahead.targets(movable(&steps.ahead)) & !occupied;
        let one = once & legality.evasions;
        if wanted.quiet {
            let two = steps.ahead.targets(once & steps.first) & !occupied & legality.evasions;
            sink.pawn_moves(one & !steps.promotion, steps.ahead.by);
            sink.pawn_moves(two, 2 * steps.ahead.by);
        }
        if wanted.noisy {
            if promoting {
                sink.promotions(one & steps.promotion, steps.ahead.by);
            }
            let enemy = occupied & !self.pieces.by_side(self.side) & legality.evasions;
            for step in &steps.captures {
                let takes = step.targets(movable(step)) & enemy;
                sink.pawn_moves(takes & !steps.promotion, step.by);
                if promoting {
                    sink.promotions(takes & steps.promotion, step.by);
                }
            }
        }
    }
}
