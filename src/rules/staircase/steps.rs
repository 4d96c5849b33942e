//! Steps in the plane for whole sets of columns.

use crate::geometry::columns::{COLUMNS, RANKS, step};
use crate::geometry::lanes::U64x8;
use crate::moves::Side;

/// Shifts columns by a step in the plane. Drops those that leave the board.
#[inline(always)]
pub(crate) const fn shift(columns: u64, step: Step) -> u64 {
    let kept = columns & step.from;
    if step.by >= 0 { kept << step.by } else { kept >> -step.by }
}

/// Shifts the columns of all levels by a step in the plane.
#[inline(always)]
pub(crate) fn shift_lanes(columns: U64x8, step: Step) -> U64x8 {
    (columns & U64x8::splat(step.from)).rotate(step.by)
}

/// A step in the plane for sets of columns.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    /// The columns from which the step stays on the board.
    from: u64,
    /// The difference between the numbers of the columns.
    pub(crate) by: i8,
}

impl Step {
    /// Returns the step by these numbers of files and ranks.
    pub(crate) const fn new(files: i32, ranks: i32) -> Step {
        let (mut from, mut column) = (0, 0);
        while column < COLUMNS {
            if step(column, (files, ranks)).is_some() {
                from |= 1 << column;
            }
            column += 1;
        }
        Step { from, by: (files * RANKS as i32 + ranks) as i8 }
    }
}

/// The captures ahead of each side's pawns, to either side.
pub(crate) const PAWN_CAPTURES: [[Step; 2]; 2] =
    [[Step::new(-1, 1), Step::new(1, 1)], [Step::new(-1, -1), Step::new(1, -1)]];

/// Returns the columns that the pawns of a side in these columns attack by captures ahead.
#[inline(always)]
pub(crate) fn columns_attacked_by_pawns(side: Side, columns: u64) -> u64 {
    let [left, right] = *side.select(&PAWN_CAPTURES);
    shift(columns, left) | shift(columns, right)
}
