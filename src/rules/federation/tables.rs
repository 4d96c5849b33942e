//! Constant tables: the squares to which steps in the plane lead.
//!
//! Pieces stand on 64 logical squares: 48 fixed ones, then four for each platform in post order. A
//! table by column has a fixed part; for the platforms in the first two slots, and for those in the
//! last two, it has a part for each pair of posts that they can hold.

use crate::geometry::Place;
use crate::geometry::columns::{
    BISHOP_RAYS, COLUMNS, DIAGONALS, FILES, KING_STEPS, KNIGHT_STEPS, ORTHOGONALS, RANKS,
    ROOK_RAYS, file_columns, file_of, rank_columns, step, step_table,
};
use crate::geometry::lanes::{LANES, U64x8};
use crate::geometry::staircase::{
    CELL_COUNT, FIXED_CELLS, POST_COUNT, Post, Staircase, cell_of_post,
};
use crate::moves::Side;
use crate::rules::staircase::{Castling, PawnStarts};

/// The staircase of `federation`, White's board lowest.
pub(crate) type Space = Staircase<false>;

/// The column of each cell. Tables with a byte as their index have 256 entries, so that no index
/// needs a bounds check.
pub(crate) static COLUMN_OF: [u8; 256] = {
    let (mut table, mut cell) = ([0; 256], 0);
    while cell < CELL_COUNT {
        table[cell] = Space::COLUMN[cell];
        cell += 1;
    }
    table
};
/// The column and level of each cell, the level in the high byte.
pub(crate) static COLUMN_AND_LEVEL_OF: [u16; 256] = {
    let (mut table, mut cell) = ([0; 256], 0);
    while cell < CELL_COUNT {
        table[cell] = Space::COLUMN[cell] as u16 | (Space::CELLS[cell].level as u16) << 8;
        cell += 1;
    }
    table
};
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
    const fn new(columns: &[u64; COLUMNS]) -> SquareTable {
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

/// The squares from which a pawn of each side attacks a column, under the rook-pawn rule.
pub(crate) static ROOK_PAWN_ATTACKS: [SquareTable; 2] = pawn_tables(true);
/// The same without the rook-pawn rule.
pub(crate) static PLAIN_PAWN_ATTACKS: [SquareTable; 2] = pawn_tables(false);

const fn pawn_tables(rook_pawns: bool) -> [SquareTable; 2] {
    [pawn_table(rook_pawns, Side::White), pawn_table(rook_pawns, Side::Black)]
}

const fn pawn_table(rook_pawns: bool, side: Side) -> SquareTable {
    let steps = pawn_steps(side);
    let mut attacked_from = [0; COLUMNS];
    let mut from = 0;
    while from < COLUMNS {
        let mut captures =
            shift(1 << from, steps.captures[0]) | shift(1 << from, steps.captures[1]);
        if rook_pawns && file_of(from) == 0 {
            captures |= shift(1 << from, steps.backward[0]);
        }
        if rook_pawns && file_of(from) == FILES - 1 {
            captures |= shift(1 << from, steps.backward[1]);
        }
        let mut to = 0;
        while to < COLUMNS {
            attacked_from[to] |= (captures >> to & 1) << from;
            to += 1;
        }
        from += 1;
    }
    SquareTable::new(&attacked_from)
}

/// The posts to which a platform may go from a post, as a set of post numbers: on the same file,
/// with corners at most two ranks apart, upright or inverted, but not the same post.
pub(crate) static PLATFORM_STEPS: [u32; POST_COUNT] = {
    let mut table = [0; POST_COUNT];
    let mut from = 0;
    while from < POST_COUNT {
        let mut to = 0;
        while to < POST_COUNT {
            let (here, there) = (Space::POSTS[from].corner, Space::POSTS[to].corner);
            if from != to && here.file == there.file && here.rank.abs_diff(there.rank) <= 2 {
                table[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The columns on which a side's pawns promote, at any level.
pub(crate) const PROMOTION_COLUMNS: [u64; 2] =
    [rank_columns(8) | rank_columns(9), rank_columns(0) | rank_columns(1)];

/// The posts on whose platforms a side's pawns promote, as a set of post numbers.
pub(crate) static PROMOTION_POSTS: [u32; 2] = {
    let (mut table, mut post) = ([0; 2], 0);
    while post < POST_COUNT {
        match Space::POSTS[post].origin.rank {
            8 => table[0] |= 1 << post,
            0 => table[1] |= 1 << post,
            _ => {}
        }
        post += 1;
    }
    table
};

/// Returns the cell at these coordinates, for the tables of the rules.
const fn cell(file: u8, rank: u8, level: u8) -> Place {
    let mut cell = 0;
    while cell < CELL_COUNT {
        let point = Space::CELLS[cell];
        if point.file == file && point.rank == rank && point.level == level {
            return cell as Place;
        }
        cell += 1;
    }
    panic!("no such cell")
}

const fn castlings(rank: u8, level: u8) -> [Castling; 2] {
    let (a, b) = (cell(0, rank, level), cell(1, rank, level));
    let (e, f) = (cell(4, rank, level), cell(5, rank, level));
    [
        Castling { king: e, rook: f, king_to: f, rook_to: e },
        Castling { king: e, rook: a, king_to: b, rook_to: e },
    ]
}

/// The castlings in the order of the letters `KQkq`.
pub(crate) const CASTLINGS: [Castling; 4] = {
    let ([king, queen], [black_king, black_queen]) = (castlings(0, 3), castlings(9, 7));
    [king, queen, black_king, black_queen]
};

/// For each castling the cell that must be empty, if any.
pub(crate) static MUST_BE_EMPTY: [Option<Place>; 4] =
    [None, Some(cell(1, 0, 3)), None, Some(cell(1, 9, 7))];

/// The highest fixed cell of each column at or below each level, or `Place::MAX`.
pub(crate) static TOP_FIXED: [[Place; 8]; COLUMNS] = {
    let mut table = [[Place::MAX; 8]; COLUMNS];
    // The lowest board comes first, so that higher cells overwrite lower ones.
    let mut cell = 0;
    while cell < FIXED_CELLS {
        let mut level = Space::CELLS[cell].level as usize;
        while level < 8 {
            table[Space::COLUMN[cell] as usize][level] = cell as Place;
            level += 1;
        }
        cell += 1;
    }
    table
};

/// The start cells of each side's pawns.
pub(crate) static PAWN_STARTS: PawnStarts = [
    [
        cell(0, 1, 3),
        cell(1, 1, 3),
        cell(1, 2, 2),
        cell(2, 2, 2),
        cell(3, 2, 2),
        cell(4, 1, 3),
        cell(4, 2, 2),
        cell(5, 1, 3),
    ],
    [
        cell(0, 8, 7),
        cell(1, 7, 6),
        cell(1, 8, 7),
        cell(2, 7, 6),
        cell(3, 7, 6),
        cell(4, 7, 6),
        cell(4, 8, 7),
        cell(5, 8, 7),
    ],
];

/// The columns of the leftmost file, from which a rook pawn may step inward.
pub(crate) const LEFTMOST: u64 = file_columns(0);
/// The columns of the rightmost file; see [`LEFTMOST`].
pub(crate) const RIGHTMOST: u64 = file_columns(FILES - 1);

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

/// The steps of a side's pawns.
pub(crate) struct PawnSteps {
    /// One rank ahead.
    pub(crate) ahead: Step,
    /// A capture ahead, to either side.
    pub(crate) captures: [Step; 2],
    /// A rook pawn's backward capture, inward from the a file and from the f file.
    pub(crate) backward: [Step; 2],
}

/// Returns the steps of a side's pawns.
pub(crate) const fn pawn_steps(side: Side) -> PawnSteps {
    let ahead = match side {
        Side::White => 1,
        Side::Black => -1,
    };
    PawnSteps {
        ahead: Step::new(0, ahead),
        captures: [Step::new(-1, ahead), Step::new(1, ahead)],
        backward: [Step::new(1, -ahead), Step::new(-1, -ahead)],
    }
}

/// One file inward, from the a file and from the f file.
pub(crate) const INWARD: [Step; 2] = [Step::new(1, 0), Step::new(-1, 0)];

/// The left half of the board.
pub(crate) const LEFT_HALF: u64 = (1 << (COLUMNS / 2)) - 1;
