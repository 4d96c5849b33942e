//! Constant tables: which squares a step in the plane leads to, as the platforms stand.
//!
//! A board holds its men on 64 logical squares: 48 fixed ones, then four for each platform, the
//! platforms in post order. A table by column therefore has a fixed part and, for the platforms in
//! the first two slots and in the last two, a part for each pair of posts that they can hold.

use crate::geometry::columns::{
    BISHOP_LINES, COLUMNS, KING_STEPS, KNIGHT_STEPS, ROOK_LINES, column, file_of, step_table,
};
use crate::geometry::staircase::{CELLS, FIXED, POSTS, Post, Staircase, cell_of_post};
use crate::moves::{Place, Side};

/// The staircase as `federation` has it, White's board lowest.
pub type Space = Staircase<false>;

/// The posts by number.
pub static POST: [Post; POSTS] = Space::POSTS;
/// The column of each cell.
pub static COLUMN_OF: [u8; CELLS] = Space::COLUMN;
/// The level of each cell.
pub static LEVEL_OF: [u8; CELLS] = {
    let (mut table, mut cell) = ([0; CELLS], 0);
    while cell < CELLS {
        table[cell] = Space::CELLS[cell].level;
        cell += 1;
    }
    table
};
/// The columns of the low, the mid and the high board.
pub const LOW: u64 = Space::board_columns(2);
/// The columns of the mid board.
pub const MID: u64 = Space::board_columns(4);
/// The columns of the high board.
pub const HIGH: u64 = Space::board_columns(6);

/// The number of a pair of posts, for the tables below.
#[inline(always)]
pub const fn pair(first: u8, second: u8) -> usize {
    first as usize * POSTS + second as usize
}

/// The number of pairs of posts.
pub const PAIRS: usize = POSTS * POSTS;

/// The live columns that a pair of posts gives to levels 1, 3, 5 and 7.
pub static PAIR_LIVE: [[u64; 4]; PAIRS] = {
    let mut table = [[0; 4]; PAIRS];
    let mut number = 0;
    while number < PAIRS {
        let (first, second) = (Space::POSTS[number / POSTS], Space::POSTS[number % POSTS]);
        table[number][first.origin.level as usize / 2] |= first.columns;
        table[number][second.origin.level as usize / 2] |= second.columns;
        number += 1;
    }
    table
};

/// For each column a set of squares, as the platforms stand.
pub struct Squares {
    fixed: [u64; COLUMNS],
    pairs: [[u8; 64]; PAIRS],
}

impl Squares {
    /// All squares in the columns that the table gives for a column.
    const fn new(columns: &[u64; COLUMNS]) -> Squares {
        let mut fixed = [0; COLUMNS];
        let mut nibbles = [[0u8; COLUMNS]; POSTS];
        let mut from = 0;
        while from < COLUMNS {
            let mut square = 0;
            while square < FIXED {
                fixed[from] |= (columns[from] >> Space::COLUMN[square] & 1) << square;
                square += 1;
            }
            let mut post = 0;
            while post < POSTS {
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
        let mut pairs = [[0; 64]; PAIRS];
        let mut number = 0;
        while number < PAIRS {
            let mut from = 0;
            while from < COLUMNS {
                pairs[number][from] =
                    nibbles[number / POSTS][from] | nibbles[number % POSTS][from] << 4;
                from += 1;
            }
            number += 1;
        }
        Squares { fixed, pairs }
    }

    /// The squares for a column, the platforms standing on these pairs of posts.
    #[inline(always)]
    pub fn at(&self, column: usize, pairs: [u16; 2]) -> u64 {
        self.fixed[column]
            | u64::from(self.pairs[pairs[0] as usize][column]) << FIXED
            | u64::from(self.pairs[pairs[1] as usize][column]) << (FIXED + 8)
    }
}

/// The squares of a column itself.
pub static COLUMN_SQUARES: Squares = Squares::new(&step_table(&[(0, 0)]));
/// The squares a king attacks from a column.
pub static KING: Squares = Squares::new(&step_table(&KING_STEPS));
/// The squares a knight attacks from a column.
pub static KNIGHT: Squares = Squares::new(&step_table(&KNIGHT_STEPS));
/// The squares in line with a column, along files and ranks.
pub static ROOK_LINE_SQUARES: Squares = Squares::new(&ROOK_LINES);
/// The squares in line with a column, along diagonals.
pub static BISHOP_LINE_SQUARES: Squares = Squares::new(&BISHOP_LINES);

/// How the pawns of a side capture.
pub struct PawnTables {
    /// The squares that a pawn in a column attacks.
    pub takes: Squares,
    /// The squares from which a pawn attacks a column.
    pub taken_from: Squares,
}

/// The tables of pawns by side, under the rook-pawn rule.
pub static ROOK_PAWNS: [PawnTables; 2] = pawn_tables(true);
/// The tables of pawns by side, without the rook-pawn rule.
pub static PLAIN_PAWNS: [PawnTables; 2] = pawn_tables(false);

const fn pawn_tables(rook_pawns: bool) -> [PawnTables; 2] {
    [pawn_table(rook_pawns, Side::White), pawn_table(rook_pawns, Side::Black)]
}

const fn pawn_table(rook_pawns: bool, side: Side) -> PawnTables {
    let ahead = match side {
        Side::White => 1,
        Side::Black => -1,
    };
    let ahead_only = step_table(&[(1, ahead), (-1, ahead)]);
    // From the outermost files a step aside is a step inward, so "one file inward and one rank
    // backward" needs no further condition.
    let with_backward = step_table(&[(1, ahead), (-1, ahead), (1, -ahead), (-1, -ahead)]);
    let (mut takes, mut taken_from) = ([0; COLUMNS], [0; COLUMNS]);
    let mut from = 0;
    while from < COLUMNS {
        let outermost = file_of(from) == 0 || file_of(from) == 5;
        takes[from] = if rook_pawns && outermost { with_backward[from] } else { ahead_only[from] };
        let mut to = 0;
        while to < COLUMNS {
            taken_from[to] |= (takes[from] >> to & 1) << from;
            to += 1;
        }
        from += 1;
    }
    PawnTables { takes: Squares::new(&takes), taken_from: Squares::new(&taken_from) }
}

/// The posts that a platform may go to from a post, as a set of post numbers: the same file, at
/// most two ranks from corner to corner, upright or inverted, not the same post.
pub static PLATFORM_STEPS: [u32; POSTS] = {
    let mut table = [0; POSTS];
    let mut from = 0;
    while from < POSTS {
        let mut to = 0;
        while to < POSTS {
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

/// The fixed squares on which a side's pawns promote.
pub static PROMOTION_SQUARES: [u64; 2] = {
    let (mut table, mut square) = ([0; 2], 0);
    while square < FIXED {
        if Space::CELLS[square].rank == 8 {
            table[0] |= 1 << square;
        }
        if Space::CELLS[square].rank == 1 {
            table[1] |= 1 << square;
        }
        square += 1;
    }
    table
};

/// Does a pawn of that side promote on this platform, wherever it stands there?
#[inline(always)]
pub fn promotes_on_post(side: Side, post: u8) -> bool {
    match side {
        Side::White => POST[post as usize].origin.rank == 8,
        Side::Black => POST[post as usize].origin.rank == 0,
    }
}

/// A cell by name, for the tables that the rules give by name.
const fn cell(file: u8, rank: u8, level: u8) -> Place {
    let mut cell = 0;
    while cell < CELLS {
        let point = Space::CELLS[cell];
        if point.file == file && point.rank == rank && point.level == level {
            return cell as Place;
        }
        cell += 1;
    }
    panic!("no such cell")
}

/// The cells of one castling.
#[derive(Clone, Copy)]
pub struct Castling {
    /// The king's cell.
    pub king: Place,
    /// The rook's cell.
    pub rook: Place,
    /// Where the king goes.
    pub king_to: Place,
    /// Where the rook goes.
    pub rook_to: Place,
    /// The cell that must be empty, if one must.
    pub empty: Option<Place>,
}

const fn castlings(rank: u8, level: u8) -> [Castling; 2] {
    let (a, b) = (cell(0, rank, level), cell(1, rank, level));
    let (e, f) = (cell(4, rank, level), cell(5, rank, level));
    [
        Castling { king: e, rook: f, king_to: f, rook_to: e, empty: None },
        Castling { king: e, rook: a, king_to: b, rook_to: e, empty: Some(b) },
    ]
}

/// The castlings in the order of the letters `KQkq`.
pub static CASTLINGS: [Castling; 4] = {
    let ([king, queen], [black_king, black_queen]) = (castlings(0, 3), castlings(9, 7));
    [king, queen, black_king, black_queen]
};

/// The castling rights (bits in the order `KQkq`) that outlast a move from or to this cell.
pub static RIGHTS_KEPT: [u8; CELLS] = {
    let mut table = [0b1111; CELLS];
    let mut right = 0;
    while right < 4 {
        table[CASTLINGS[right].king as usize] &= !(1 << right);
        table[CASTLINGS[right].rook as usize] &= !(1 << right);
        right += 1;
    }
    table
};

/// The start cells of each side's pawns, as a set of cell numbers in three words.
pub static PAWN_STARTS: [[Place; 8]; 2] = [
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

/// The set of columns of the outermost files.
pub const OUTERMOST: u64 = crate::geometry::columns::file(0) | crate::geometry::columns::file(5);

/// One column inward, for a column of an outermost file.
#[inline(always)]
pub fn inward(from: usize) -> usize {
    if file_of(from) == 0 { from + column(1, 0) } else { from - column(1, 0) }
}
