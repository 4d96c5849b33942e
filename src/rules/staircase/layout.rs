//! What follows from where the platforms stand: their columns, cells and rows of the tables. The
//! constant tables of the squares to which steps in the plane lead, by column, are here too.
//!
//! Pieces stand on 64 logical squares: 48 fixed ones, then four for each platform in post order. A
//! table by column has a fixed part; for the platforms in the first two slots, and for those in the
//! last two, it has a part for each pair of posts that they can hold.

use crate::geometry::bits::{pdep, pext};
use crate::geometry::columns::{BISHOP_RAYS, COLUMNS, GRID, ROOK_RAYS};
use crate::geometry::grid::{DIAGONALS, KING_STEPS, KNIGHT_STEPS, ORTHOGONALS};
use crate::geometry::lanes::{LANES, U64x8};
use crate::geometry::staircase::{
    CELL_COUNT, FIXED_CELLS, POST_COUNT, Post, Staircase, cell_of_post,
};
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

    /// Returns the cell of a square.
    #[inline(always)]
    pub(crate) fn cell(&self, square: u8) -> Place {
        self.cells[usize::from(square) / 4 % 16] + Place::from(square % 4)
    }

    /// Returns the column of a square.
    #[inline(always)]
    pub(crate) fn column(&self, square: u8) -> usize {
        usize::from(COLUMN_OF[byte_index(self.cell(square))])
    }

    /// Returns the column and level of a square.
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

    /// Returns the columns that the platform of each slot covers.
    #[inline(always)]
    pub(crate) fn platform_columns(&self) -> [u64; 4] {
        self.platforms.map(|platform| platform.columns)
    }
}

/// The staircase with White's board lowest.
pub(crate) type Space = Staircase<false>;

/// Returns the column of a cell as a set.
#[inline(always)]
pub(crate) fn column_bit(cell: Place) -> u64 {
    1 << COLUMN_OF[byte_index(cell)]
}

/// The column of each cell. Tables by cell have an entry for every [`byte_index`].
pub(crate) static COLUMN_OF: [u8; 256] = {
    let (mut table, mut cell) = ([0; 256], 0);
    while cell < CELL_COUNT {
        table[cell] = Space::COLUMN[cell];
        cell += 1;
    }
    table
};
/// The column and level of each cell, the level in the high byte.
static COLUMN_AND_LEVEL_OF: [u16; 256] = {
    let (mut table, mut cell) = ([0; 256], 0);
    while cell < CELL_COUNT {
        table[cell] = Space::COLUMN[cell] as u16 | (Space::CELLS[cell].level as u16) << 8;
        cell += 1;
    }
    table
};
/// Returns the column and level of a cell.
#[inline(always)]
pub(crate) fn column_and_level_of(cell: Place) -> (usize, usize) {
    let place = usize::from(COLUMN_AND_LEVEL_OF[byte_index(cell)]);
    (place % 256, place / 256)
}

/// The level of each cell.
pub(crate) static LEVEL_OF: [u8; 256] = {
    let (mut table, mut cell) = ([0; 256], 0);
    while cell < CELL_COUNT {
        table[cell] = Space::CELLS[cell].level;
        cell += 1;
    }
    table
};

/// The columns and level of a post's cells.
#[derive(Clone, Copy)]
pub(crate) struct PostColumns {
    /// The columns that a platform here covers.
    pub(crate) columns: u64,
    /// The same columns in the lane of their level.
    pub(crate) by_level: U64x8,
    /// The level of its cells.
    pub(crate) level: usize,
}

/// The posts by number.
static POST_COLUMNS: [PostColumns; 32] = {
    let mut table = [PostColumns { columns: 0, by_level: U64x8::ZERO, level: 0 }; 32];
    let mut post = 0;
    while post < POST_COUNT {
        let Post { columns, origin, .. } = Space::POSTS[post];
        let mut by_level = [0; LANES];
        by_level[origin.level as usize] = columns;
        let by_level = U64x8::new(by_level);
        table[post] = PostColumns { columns, by_level, level: origin.level as usize };
        post += 1;
    }
    table
};

/// Returns the columns and level of a post's cells.
#[inline(always)]
pub(crate) fn post_columns(post: u8) -> &'static PostColumns {
    &POST_COLUMNS[usize::from(post) & 31]
}

/// The columns of the low board.
pub(crate) const LOW: u64 = Space::board_columns(2);
/// The columns of the mid board.
pub(crate) const MID: u64 = Space::board_columns(4);
/// The columns of the high board.
pub(crate) const HIGH: u64 = Space::board_columns(6);

/// Returns the start of the row for a pair of posts in the tables below: 64 entries, one for each
/// column.
#[inline(always)]
pub(crate) const fn table_row(first: u8, second: u8) -> u16 {
    (first as u16 * 32 + second as u16) * 64
}

/// The rows for the first two slots and for the last two.
pub(crate) type TableRows = [u16; 2];

/// A set of squares for each column, dependent on where the platforms stand.
pub(crate) struct SquareTable {
    fixed: [u64; 64],
    pairs: [u8; 1 << 16],
}

impl SquareTable {
    /// Builds a table of the squares in the columns that `columns` gives for each column.
    pub(crate) const fn new(columns: &[u64; COLUMNS]) -> SquareTable {
        let mut fixed = [0; 64];
        let mut nibbles = [[0u8; COLUMNS]; POST_COUNT];
        let mut from = 0;
        while from < COLUMNS {
            let mut square = 0;
            while square < FIXED_CELLS {
                fixed[from] |= (columns[from] >> Space::COLUMN[square] & 1) << square;
                square += 1;
            }
            let mut post = 0;
            while post < POST_COUNT {
                let mut within = 0;
                while within < 4 {
                    let at = Space::COLUMN[cell_of_post(post as u8, within) as usize];
                    nibbles[post][from] |= ((columns[from] >> at & 1) as u8) << within;
                    within += 1;
                }
                post += 1;
            }
            from += 1;
        }
        let mut pairs = [0; 1 << 16];
        let mut number = 0;
        while number < POST_COUNT * POST_COUNT {
            let (first, second) = (number / POST_COUNT, number % POST_COUNT);
            let row = table_row(first as u8, second as u8) as usize;
            let mut from = 0;
            while from < COLUMNS {
                pairs[row + from] = nibbles[first][from] | nibbles[second][from] << 4;
                from += 1;
            }
            number += 1;
        }
        SquareTable { fixed, pairs }
    }

    /// Returns the squares for a column, by the rows for the posts of the platforms.
    #[inline(always)]
    pub(crate) fn at(&self, column: usize, rows: TableRows) -> u64 {
        // A row starts at a multiple of 64 and a column is less than 64: the index has 16 bits.
        let part = |row: u16| u64::from(self.pairs[usize::from(row | column as u16)]);
        self.fixed[column % 64] | (part(rows[0]) | part(rows[1]) << 8) << FIXED_CELLS
    }
}

/// The squares of a column itself.
pub(crate) static COLUMN_SQUARES: SquareTable = SquareTable::new(&GRID.step_table(&[(0, 0)]));
/// The columns a king attacks from each column.
pub(crate) static KING_COLUMNS: [u64; COLUMNS] = GRID.step_table(&KING_STEPS);
/// The squares a king attacks from a column.
pub(crate) static KING_ATTACKS: SquareTable = SquareTable::new(&KING_COLUMNS);
/// The columns a knight attacks from each column.
pub(crate) static KNIGHT_COLUMNS: [u64; COLUMNS] = GRID.step_table(&KNIGHT_STEPS);
/// The squares a knight attacks from a column.
pub(crate) static KNIGHT_ATTACKS: SquareTable = SquareTable::new(&KNIGHT_COLUMNS);
/// The squares next to a column along files and ranks.
pub(crate) static ROOK_STEP: SquareTable = SquareTable::new(&GRID.step_table(&ORTHOGONALS));
/// The squares next to a column along diagonals.
pub(crate) static BISHOP_STEP: SquareTable = SquareTable::new(&GRID.step_table(&DIAGONALS));
/// The squares in line with a column, along files and ranks.
pub(crate) static ROOK_RAY_SQUARES: SquareTable = SquareTable::new(&ROOK_RAYS);
/// The squares in line with a column, along diagonals.
pub(crate) static BISHOP_RAY_SQUARES: SquareTable = SquareTable::new(&BISHOP_RAYS);

/// The squares from which a pawn of each side attacks a column: one diagonal step before it.
pub(crate) static PAWN_ATTACKS: [SquareTable; 2] = [
    SquareTable::new(&GRID.step_table(&[(-1, -1), (1, -1)])),
    SquareTable::new(&GRID.step_table(&[(-1, 1), (1, 1)])),
];
