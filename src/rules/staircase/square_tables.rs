//! Constant tables by column: the squares to which steps in the plane lead.
//!
//! Pieces stand on 64 logical squares: 48 fixed ones, then four for each platform in post order. A
//! table by column has a fixed part; for the platforms in the first two slots, and for those in the
//! last two, it has a part for each pair of posts that they can hold.

use crate::geometry::columns::{
    BISHOP_RAYS, COLUMNS, DIAGONALS, KING_STEPS, KNIGHT_STEPS, ORTHOGONALS, ROOK_RAYS, step_table,
};
use crate::geometry::lanes::{LANES, U64x8};
use crate::geometry::staircase::{
    CELL_COUNT, FIXED_CELLS, POST_COUNT, Post, Staircase, cell_of_post,
};
use crate::geometry::{Place, byte_index};

/// The staircase with White's board lowest.
pub(crate) type Space = Staircase<false>;

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

/// The columns and level of a post's cells.
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

/// The start of the row for a pair of posts in the tables below: 64 entries, one for each column.
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
pub(crate) static COLUMN_SQUARES: SquareTable = SquareTable::new(&step_table(&[(0, 0)]));
/// The squares a king attacks from a column.
pub(crate) static KING_ATTACKS: SquareTable = SquareTable::new(&step_table(&KING_STEPS));
/// The squares a knight attacks from a column.
pub(crate) static KNIGHT_ATTACKS: SquareTable = SquareTable::new(&step_table(&KNIGHT_STEPS));
/// The squares next to a column along files and ranks.
pub(crate) static ROOK_STEP: SquareTable = SquareTable::new(&step_table(&ORTHOGONALS));
/// The squares next to a column along diagonals.
pub(crate) static BISHOP_STEP: SquareTable = SquareTable::new(&step_table(&DIAGONALS));
/// The squares in line with a column, along files and ranks.
pub(crate) static ROOK_RAY_SQUARES: SquareTable = SquareTable::new(&ROOK_RAYS);
/// The squares in line with a column, along diagonals.
pub(crate) static BISHOP_RAY_SQUARES: SquareTable = SquareTable::new(&BISHOP_RAYS);

/// The squares from which a pawn of each side attacks a column: one diagonal step before it.
pub(crate) static PAWN_ATTACKS: [SquareTable; 2] = [
    SquareTable::new(&step_table(&[(-1, -1), (1, -1)])),
    SquareTable::new(&step_table(&[(-1, 1), (1, 1)])),
];
