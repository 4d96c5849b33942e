//! Cells, posts and platforms by coordinates; the fixed boards of each game.
//!
//! A platform is nothing but its post (and owner): which cells it covers is worked out afresh
//! whenever it is asked.

use std::fmt;

/// A cell: file 0 for a, rank and level as written. Cells sort by file, rank, level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// 0 for the a file.
    pub file: i8,
    /// The rank, as written.
    pub rank: i8,
    /// The level, as written; 1 in `chess`.
    pub level: i8,
}

impl Cell {
    /// The cell of that name: `b22`.
    pub fn from_name(name: &str) -> Cell {
        let [file, rank, level] = name.as_bytes() else { panic!("{name} is no cell") };
        Cell { file: (file - b'a') as i8, rank: (rank - b'0') as i8, level: (level - b'0') as i8 }
    }

    /// The cells of a list without separators.
    pub fn parse_list(names: &str) -> Vec<Cell> {
        (0..names.len()).step_by(3).map(|at| Cell::from_name(&names[at..at + 3])).collect()
    }

    /// The cell that lies so many files, ranks and levels away.
    pub fn step(self, (files, ranks, levels): (i8, i8, i8)) -> Cell {
        Cell { file: self.file + files, rank: self.rank + ranks, level: self.level + levels }
    }

    /// How many files, ranks and levels away the other cell lies.
    pub fn vector_to(self, other: Cell) -> (i8, i8, i8) {
        (other.file - self.file, other.rank - self.rank, other.level - self.level)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", (b'a' + self.file as u8) as char, self.rank, self.level)
    }
}

/// A post: a corner of a fixed board, above it or below it. Posts sort as position strings list
/// them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Post {
    /// The corner of the fixed board.
    pub corner: Cell,
    /// Does a platform hang below it?
    pub below: bool,
}

impl Post {
    /// The post of that name: `b12+`.
    pub fn from_name(name: &str) -> Post {
        Post { corner: Cell::from_name(&name[..3]), below: name.ends_with('-') }
    }

    /// The lower of the two files covered: the corner's own column and outward.
    pub fn min_file(self) -> i8 {
        if self.corner.file == 1 { 0 } else { 4 }
    }

    /// The lower of the two ranks covered: outward means backward from the first rank of the
    /// fixed board (1, 3, 5), forward from its last (4, 6, 8).
    pub fn min_rank(self) -> i8 {
        if self.corner.rank % 2 == 1 { self.corner.rank - 1 } else { self.corner.rank }
    }

    /// The level of a platform there.
    pub fn level(self) -> i8 {
        if self.below { self.corner.level - 1 } else { self.corner.level + 1 }
    }

    /// The four cells a platform there covers, ascending.
    pub fn cells(self) -> [Cell; 4] {
        let (file, rank, level) = (self.min_file(), self.min_rank(), self.level());
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(files, ranks)| Cell {
            file: file + files,
            rank: rank + ranks,
            level,
        })
    }

    /// Is the cell one of those four?
    pub fn covers(self, cell: Cell) -> bool {
        cell.level == self.level()
            && (self.min_file()..=self.min_file() + 1).contains(&cell.file)
            && (self.min_rank()..=self.min_rank() + 1).contains(&cell.rank)
    }

    /// Where a man on the cell of this post comes to stand when its platform goes to the other.
    pub fn carried_cell(self, cell: Cell, other: Post) -> Cell {
        Cell {
            file: cell.file - self.min_file() + other.min_file(),
            rank: cell.rank - self.min_rank() + other.min_rank(),
            level: other.level(),
        }
    }
}

impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.corner, if self.below { '-' } else { '+' })
    }
}

/// A fixed board: a rectangle on one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixedBoard {
    /// Its level.
    pub level: i8,
    /// Its first file.
    pub file: i8,
    /// Its first rank.
    pub rank: i8,
    /// Files and ranks to a side.
    pub size: i8,
}

impl FixedBoard {
    /// Is the cell one of its own?
    pub fn covers(self, cell: Cell) -> bool {
        cell.level == self.level
            && (self.file..self.file + self.size).contains(&cell.file)
            && (self.rank..self.rank + self.size).contains(&cell.rank)
    }
}

/// The space of a game: what never moves.
#[derive(PartialEq, Eq, Debug)]
pub struct Space {
    /// The fixed boards, from the top level down: the order of position strings.
    pub boards: &'static [FixedBoard],
    /// The cells on which White's pawns start, and Black's.
    pub pawn_starts: [&'static str; 2],
}

const fn fixed_board(level: i8, rank: i8) -> FixedBoard {
    FixedBoard { level, file: 1, rank, size: 4 }
}

/// The boards of the staircase, high to low.
pub const STAIRCASE: [FixedBoard; 3] = [fixed_board(6, 5), fixed_board(4, 3), fixed_board(2, 1)];

/// The boards of the staircase turned upside down (`sixfold`), high to low.
pub const INVERTED_STAIRCASE: [FixedBoard; 3] =
    [fixed_board(6, 1), fixed_board(4, 3), fixed_board(2, 5)];

impl Space {
    /// Every post: the corners of the fixed boards, above and below.
    pub fn posts(&self) -> Vec<Post> {
        let mut posts = Vec::new();
        for board in self.boards {
            for file in [board.file, board.file + board.size - 1] {
                for rank in [board.rank, board.rank + board.size - 1] {
                    let corner = Cell { file, rank, level: board.level };
                    posts.extend([false, true].map(|below| Post { corner, below }));
                }
            }
        }
        posts.sort();
        posts
    }
}
