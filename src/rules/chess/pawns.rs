//! Pawn moves, set-wise: all pawns of a side step at once.
//!
//! A step is a rotation of the set, so that both sides share one code with other numbers. What
//! would leave the board sideways is masked out before; ahead nothing leaves it, since no pawn
//! stands on the last rank.

use super::Board;
use super::generate::Wanted;
use super::legality::Legality;
use super::sinks::Sink;
use crate::geometry::plane::{SIDE, SQUARES, file, rank, square, step};
use crate::moves::{Place, Side};

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
    takes: [Step; 2],
    /// The rank that pawns come to with their first step.
    first: u64,
    /// The rank that they come to with a first step of two.
    second: u64,
    /// Where they promote.
    far: u64,
    /// Where they stand before the last step.
    near_far: u64,
}

const fn step_by(by: (i32, i32)) -> Step {
    let by_cells = by.1 * SIDE as i32 + by.0;
    Step {
        from: match by.0 {
            -1 => !file(0),
            1 => !file(SIDE - 1),
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
        takes: [step_by((-1, 1)), step_by((1, 1))],
        first: rank(2),
        second: rank(3),
        far: rank(7),
        near_far: rank(6),
    },
    Steps {
        ahead: step_by((0, -1)),
        takes: [step_by((-1, -1)), step_by((1, -1))],
        first: rank(5),
        second: rank(4),
        far: rank(0),
        near_far: rank(1),
    },
];

/// The ranks on which no pawn can stand.
pub const NO_PAWNS: u64 = rank(0) | rank(7);

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
    let [left, right] = &STEPS[side.index()].takes;
    left.goals(pawns) | right.goals(pawns)
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
pub fn start(side: Side, file: usize) -> Place {
    square(file, if side == Side::White { 1 } else { 6 }) as Place
}

/// The cell that a move of a side's pawn passes over: one for a first move of two.
#[inline(always)]
pub fn passed_over(side: Side, from: Place, to: Place) -> Option<Place> {
    let over = ahead(side, from);
    let twice = STEPS[side.index()].second >> to & 1 != 0 && ahead(side, over) == to;
    twice.then_some(over)
}

impl Step {
    /// Where these pawns come to.
    #[inline(always)]
    fn goals(&self, pawns: u64) -> u64 {
        (pawns & self.from).rotate_left(self.rotation)
    }
}

impl Board {
    /// The moves of the pawns, en passant apart. A pinned pawn goes along the line of its pin,
    /// which is the line through it and the king.
    #[inline(always)]
    pub(super) fn pawn_moves<S: Sink>(&self, legality: &Legality, wanted: Wanted, sink: &mut S) {
        let steps = &STEPS[self.side.index()];
        let occupied = self.men.occupied();
        let pawns = self.men.pawns() & self.men.of(self.side) & wanted.sources;
        let king = legality.king % SQUARES;
        let movable = |step: &Step| pawns & (!legality.pinned | step.line[king]);
        let promoting = pawns & steps.near_far != 0;

        let once = steps.ahead.goals(movable(&steps.ahead)) & !occupied;
        let one = once & legality.evasions;
        if wanted.quiet {
            let two = steps.ahead.goals(once & steps.first) & !occupied & legality.evasions;
            sink.pawns(one & !steps.far, steps.ahead.by);
            sink.pawns(two, 2 * steps.ahead.by);
        }
        if wanted.noisy {
            if promoting {
                sink.promotions(one & steps.far, steps.ahead.by);
            }
            let enemy = occupied & !self.men.of(self.side) & legality.evasions;
            for step in &steps.takes {
                let takes = step.goals(movable(step)) & enemy;
                sink.pawns(takes & !steps.far, step.by);
                if promoting {
                    sink.promotions(takes & steps.far, step.by);
                }
            }
        }
    }
}
