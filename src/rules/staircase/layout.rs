//! What follows from where the platforms stand: their columns, cells and rows of the tables.

use super::square_tables::{
    COLUMN_OF, HIGH, LOW, MID, PostColumns, TableRows, column_and_level_of, post_columns, table_row,
};
use crate::geometry::bits::{pdep, pext};
use crate::geometry::lanes::{LANES, U64x8};
use crate::geometry::staircase::{FIXED_CELLS, cell_of_post};
use crate::geometry::{Place, byte_index};
use std::array::from_fn;

/// The columns, cells and table rows that follow from where the platforms stand.
pub(crate) struct PlatformLayout {
    platforms: [&'static PostColumns; 4],
    /// The rows of the tables by column.
    pub(crate) table_rows: TableRows,
    /// The first cell of each group of four squares.
    cells: [Place; 16],
    /// The live columns by level.
    pub(crate) live: U64x8,
}

impl PlatformLayout {
    /// Returns the layout of platforms on these posts, slot by slot.
    #[inline(always)]
    pub(crate) fn new(posts: [u8; 4]) -> PlatformLayout {
        let platforms = posts.map(post_columns);
        let [w, x, y, z] = posts.map(|post| cell_of_post(post, 0));
        let [a, b, c, d] = platforms.map(|platform| platform.by_level);
        let live = const { U64x8::new([0, 0, LOW, 0, MID, 0, HIGH, 0]) } | (a | b) | (c | d);
        PlatformLayout {
            platforms,
            table_rows: Self::table_rows(posts),
            cells: [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, w, x, y, z],
            live,
        }
    }

    /// Returns the rows of the tables by column for platforms on these posts.
    #[inline(always)]
    pub(crate) fn table_rows([a, b, c, d]: [u8; 4]) -> TableRows {
        [table_row(a, b), table_row(c, d)]
    }

    /// The cell of a square.
    #[inline(always)]
    pub(crate) fn cell(&self, square: u8) -> Place {
        self.cells[usize::from(square) / 4 % 16] + Place::from(square % 4)
    }

    /// The column of a square.
    #[inline(always)]
    pub(crate) fn column(&self, square: u8) -> usize {
        usize::from(COLUMN_OF[byte_index(self.cell(square))])
    }

    /// The column and level of a square.
    #[inline(always)]
    pub(crate) fn column_and_level(&self, square: u8) -> (usize, usize) {
        column_and_level_of(self.cell(square))
    }

    /// Returns the squares in these columns, given as one set for each level.
    #[inline(always)]
    pub(crate) fn squares(&self, reach: &U64x8) -> u64 {
        let reach = reach.words();
        self.gather(reach[2], reach[4], reach[6], |level| reach[level % LANES])
    }

    /// Returns the squares in these columns on all levels.
    #[inline(always)]
    pub(crate) fn squares_at(&self, columns: u64) -> u64 {
        self.gather(columns, columns, columns, |_| columns)
    }

    #[inline(always)]
    fn gather(&self, low: u64, mid: u64, high: u64, on: impl Fn(usize) -> u64) -> u64 {
        let mut squares = pext(low, LOW) | pext(mid, MID) << 16 | pext(high, HIGH) << 32;
        for (slot, platform) in self.platforms.iter().enumerate() {
            squares |= pext(on(platform.level), platform.columns) << (FIXED_CELLS + 4 * slot);
        }
        squares
    }

    /// Returns the columns of these squares, by level.
    #[inline(always)]
    pub(crate) fn columns_by_level(&self, squares: u64) -> U64x8 {
        let mut columns = U64x8::ZERO
            .with_lane::<2>(pdep(squares, LOW))
            .with_lane::<4>(pdep(squares >> 16, MID))
            .with_lane::<6>(pdep(squares >> 32, HIGH));
        for (slot, platform) in self.platforms.iter().enumerate() {
            let here = pdep(squares >> (FIXED_CELLS + 4 * slot), platform.columns);
            columns = columns | U64x8::splat(here) & platform.by_level;
        }
        columns
    }

    /// Returns the columns of these squares, all levels together.
    #[inline(always)]
    pub(crate) fn columns_of(&self, squares: u64) -> u64 {
        let fixed = pdep(squares, LOW) | pdep(squares >> 16, MID) | pdep(squares >> 32, HIGH);
        fixed | self.platform_columns_of(squares)
    }

    /// Returns the columns of the squares that are on platforms.
    #[inline(always)]
    pub(crate) fn platform_columns_of(&self, squares: u64) -> u64 {
        let [a, b, c, d] = self.columns_by_slot(squares >> FIXED_CELLS);
        (a | b) | (c | d)
    }

    /// Returns the columns of squares on each platform, given without the fixed squares.
    #[inline(always)]
    pub(crate) fn columns_by_slot(&self, squares: u64) -> [u64; 4] {
        from_fn(|slot| pdep(squares >> (4 * slot), self.platforms[slot].columns))
    }

    /// The columns that the platform of each slot covers.
    #[inline(always)]
    pub(crate) fn platform_columns(&self) -> [u64; 4] {
        self.platforms.map(|platform| platform.columns)
    }

    /// Returns the ranks that these squares occupy on each file, with an empty file on either side:
    /// file a has index 1.
    #[inline(always)]
    pub(crate) fn files_and_ranks(&self, squares: u64) -> [u16; 8] {
        let columns = self.columns_of(squares);
        let file = |file: usize| (columns >> (10 * file)) as u16 & 0x3ff;
        [0, file(0), file(1), file(2), file(3), file(4), file(5), 0]
    }
}
