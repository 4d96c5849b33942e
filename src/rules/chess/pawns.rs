//! Set-wise pawn moves: all pawns of a side step at once.
//!
//! A step rotates the set, so both sides share the code with different numbers. Pawns that would
//! leave the board sideways are masked out first. No pawn leaves it ahead, since none stands on the
//! last rank.

use crate::geometry::Place;
use crate::geometry::plane::{GRID, SQUARES, WIDTH, file_squares, rank_squares, square};
use crate::moves::Side;

/// A step of a side's pawns: ahead, or a capture.
pub(super) struct PawnStep {
    /// The cells from which the step stays on the board.
    from: u64,
    /// The number of bits by which the set is rotated to the left.
    rotation: u32,
    /// The number of the target cell minus that of the origin.
    pub(super) by: i8,
    /// By cell, the cells in line with it along this step.
    pub(super) line: [u64; SQUARES],
}

/// The steps of a side's pawns.
pub(super) struct PawnSteps {
    pub(super) ahead: PawnStep,
    pub(super) captures: [PawnStep; 2],
    /// The rank that pawns reach with a single step from their start cells.
    pub(super) first: u64,
    /// The rank that they reach with a double step.
    pub(super) second: u64,
    /// The rank on which they promote.
    pub(super) promotion: u64,
    /// The rank before it.
    pub(super) before_promotion: u64,
}

const fn step_by(by: (i32, i32)) -> PawnStep {
    let by_cells = by.1 * WIDTH as i32 + by.0;
    PawnStep {
        from: match by.0 {
            -1 => !file_squares(0),
            1 => !file_squares(WIDTH - 1),
            _ => u64::MAX,
        },
        rotation: by_cells.rem_euclid(SQUARES as i32) as u32,
        by: by_cells as i8,
        line: GRID.ray_table(&[by, (-by.0, -by.1)]),
    }
}

pub(super) static STEPS: [PawnSteps; 2] = [
    PawnSteps {
        ahead: step_by((0, 1)),
        captures: [step_by((-1, 1)), step_by((1, 1))],
        first: rank_squares(2),
        second: rank_squares(3),
        promotion: rank_squares(7),
        before_promotion: rank_squares(6),
    },
    PawnSteps {
        ahead: step_by((0, -1)),
        captures: [step_by((-1, -1)), step_by((1, -1))],
        first: rank_squares(5),
        second: rank_squares(4),
        promotion: rank_squares(0),
        before_promotion: rank_squares(1),
    },
];

/// The ranks on which no pawn may stand.
pub(super) const NO_PAWNS: u64 = rank_squares(0) | rank_squares(7);

/// The cells that a pawn attacks, by side and cell, with an entry for every
/// [`byte_index`](crate::geometry::byte_index).
static ATTACKS: [[u64; 256]; 2] =
    [GRID.step_table(&[(-1, 1), (1, 1)]), GRID.step_table(&[(-1, -1), (1, -1)])];

/// The cell ahead of a pawn by side and cell; on the last rank the cell itself.
static AHEAD: [[Place; 256]; 2] = {
    let mut table = [[0; 256]; 2];
    let mut from = 0;
    while from < SQUARES {
        let mut side = 0;
        while side < 2 {
            let ahead = GRID.step(from, (0, if side == 0 { 1 } else { -1 }));
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

/// Returns the cells that a pawn of that side attacks from a cell.
#[inline(always)]
pub(super) fn attacks(side: Side, from: usize) -> u64 {
    ATTACKS[side.index()][from % 256]
}

/// Returns the cells that these pawns of a side attack.
#[inline(always)]
pub(super) fn attacks_of(side: Side, pawns: u64) -> u64 {
    let [left, right] = &STEPS[side.index()].captures;
    left.targets(pawns) | right.targets(pawns)
}

/// Returns the cell ahead of a pawn of that side.
#[inline(always)]
pub(super) fn ahead(side: Side, from: Place) -> Place {
    AHEAD[side.index()][crate::geometry::byte_index(from)]
}

/// Returns the cell behind a pawn of that side.
#[inline(always)]
pub(super) fn behind(side: Side, from: Place) -> Place {
    ahead(side.other(), from)
}

/// Returns the start cell of a side's pawn on a file.
pub(super) fn start_cell(side: Side, file: usize) -> Place {
    square(file, if side == Side::White { 1 } else { 6 }) as Place
}

/// Returns the cell that a side's pawn passes if its move is a double step.
#[inline(always)]
pub(super) fn double_step_ep_cell(side: Side, from: Place, to: Place) -> Option<Place> {
    let over = ahead(side, from);
    let is_double_step = STEPS[side.index()].second >> to & 1 != 0 && ahead(side, over) == to;
    is_double_step.then_some(over)
}

impl PawnStep {
    /// Returns the cells that these pawns reach.
    #[inline(always)]
    pub(super) fn targets(&self, pawns: u64) -> u64 {
        (pawns & self.from).rotate_left(self.rotation)
    }
}
