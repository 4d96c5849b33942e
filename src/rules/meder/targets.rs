//! Sets of squares counted by column.

use crate::geometry::bits::pdep;
use crate::geometry::staircase::FIXED_CELLS;
use crate::rules::staircase::{HIGH, LOW, MID, PlatformLayout};
use std::array::from_fn;

/// The columns of a set of squares on each fixed board and on the platform of each slot.
#[derive(Clone, Copy)]
pub(crate) struct BoardColumns {
    low: u64,
    mid: u64,
    high: u64,
    platforms: [u64; 4],
}

impl BoardColumns {
    /// Returns the columns of these squares.
    #[inline(always)]
    pub(crate) fn new(layout: &PlatformLayout, squares: u64) -> BoardColumns {
        BoardColumns {
            low: pdep(squares, LOW),
            mid: pdep(squares >> 16, MID),
            high: pdep(squares >> 32, HIGH),
            platforms: layout.columns_by_slot(squares >> FIXED_CELLS),
        }
    }

    /// Returns the columns of all squares.
    #[inline(always)]
    pub(crate) fn live(layout: &PlatformLayout) -> BoardColumns {
        BoardColumns { low: LOW, mid: MID, high: HIGH, platforms: layout.platform_columns() }
    }

    /// Combines two sets board by board.
    #[inline(always)]
    pub(crate) fn zip(self, other: BoardColumns, combine: impl Fn(u64, u64) -> u64) -> Self {
        BoardColumns {
            low: combine(self.low, other.low),
            mid: combine(self.mid, other.mid),
            high: combine(self.high, other.high),
            platforms: from_fn(|slot| combine(self.platforms[slot], other.platforms[slot])),
        }
    }

    /// Returns the squares of this set that are not in another.
    #[inline(always)]
    pub(crate) fn without(self, other: BoardColumns) -> BoardColumns {
        self.zip(other, |columns, removed| columns & !removed)
    }
}

/// How many squares of a set lie in each column: tier i has the columns with more than i of them. No
/// column has more than four live cells: of two fixed boards, and of two platforms.
#[derive(Clone, Copy)]
pub(crate) struct ColumnTiers([u64; 4]);

impl ColumnTiers {
    /// Counts the squares of a set.
    #[inline(always)]
    fn new(columns: &BoardColumns) -> ColumnTiers {
        // The low and the high board have no column in common.
        let (outer, mid) = (columns.low | columns.high, columns.mid);
        let (fixed, fixed_twice) = (outer | mid, outer & mid);
        let [a, b, c, d] = columns.platforms;
        let (left, right) = (a | b, c | d);
        let platforms = left | right;
        let platforms_twice = a & b | c & d | left & right;
        ColumnTiers([
            fixed | platforms,
            fixed_twice | fixed & platforms | platforms_twice,
            fixed_twice & platforms | fixed & platforms_twice,
            fixed_twice & platforms_twice,
        ])
    }

    /// The columns with at least one of the squares.
    #[inline(always)]
    pub(crate) fn columns(&self) -> u64 {
        self.0[0]
    }

    /// Counts the squares in these columns.
    #[inline(always)]
    pub(crate) fn count_in(&self, columns: u64) -> u64 {
        let count = |tier: usize| u64::from((self.0[tier] & columns).count_ones());
        let first = count(0) + count(1);
        if self.0[2] == 0 { first } else { first + count(2) + count(3) }
    }
}

/// Destinations, as squares and counted by column.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    /// The squares.
    pub(crate) squares: u64,
    /// The squares counted by column.
    pub(crate) tiers: ColumnTiers,
}

impl Targets {
    /// Returns these squares as destinations.
    #[inline(always)]
    pub(crate) fn new(layout: &PlatformLayout, squares: u64) -> Targets {
        Targets::from_columns(squares, &BoardColumns::new(layout, squares))
    }

    /// Returns squares with these columns as destinations.
    #[inline(always)]
    pub(crate) fn from_columns(squares: u64, columns: &BoardColumns) -> Targets {
        Targets { squares, tiers: ColumnTiers::new(columns) }
    }
}
