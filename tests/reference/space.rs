//! Cells, posts and platforms by coordinates, and the fixed boards of each rule set.
//!
//! The cells of a post are computed on each call.

use std::fmt;

/// A cell. Cells sort by file, rank and level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Cell {
    /// The file; 0 is the a file.
    pub file: i8,
    /// The rank, as in the cell's name.
    pub rank: i8,
    /// The level, as in the cell's name; 1 in `chess`.
    pub level: i8,
}

impl Cell {
    /// Parses the name of a cell: `b22`.
    pub(crate) fn from_name(name: &str) -> Cell {
        let [file, rank, level] = name.as_bytes() else { panic!("no cell is named {name}") };
        Cell { file: (file - b'a') as i8, rank: (rank - b'0') as i8, level: (level - b'0') as i8 }
    }

    /// Parses a list of names without separators.
    pub(crate) fn parse_list(names: &str) -> Vec<Cell> {
        (0..names.len()).step_by(3).map(|at| Cell::from_name(&names[at..at + 3])).collect()
    }

    /// Returns the cell at this distance in files, ranks and levels.
    pub(crate) fn step(self, (files, ranks, levels): (i8, i8, i8)) -> Cell {
        Cell { file: self.file + files, rank: self.rank + ranks, level: self.level + levels }
    }

    /// Returns the distance to another cell in files, ranks and levels.
    pub(crate) fn vector_to(self, other: Cell) -> (i8, i8, i8) {
        (other.file - self.file, other.rank - self.rank, other.level - self.level)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", (b'a' + self.file as u8) as char, self.rank, self.level)
    }
}

/// A post: a corner of a fixed board, above or below it. Posts sort in FEN order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Post {
    /// The corner of the fixed board.
    pub corner: Cell,
    /// Whether the platform hangs below the corner.
    pub below: bool,
}

impl Post {
    /// Parses the name of a post: `b12+`.
    pub(crate) fn from_name(name: &str) -> Post {
        Post { corner: Cell::from_name(&name[..3]), below: name.ends_with('-') }
    }

    /// Returns the lower of the two files covered: the corner's file and the next one outward.
    pub(crate) fn min_file(self) -> i8 {
        if self.corner.file == 1 { 0 } else { 4 }
    }

    /// Returns the lower of the two ranks covered. Outward is backward from the first rank of a
    /// fixed board (1, 3, 5) and forward from its last rank (4, 6, 8).
    pub(crate) fn min_rank(self) -> i8 {
        if self.corner.rank % 2 == 1 { self.corner.rank - 1 } else { self.corner.rank }
    }

    /// Returns the level of a platform on the post.
    pub(crate) fn level(self) -> i8 {
        if self.below { self.corner.level - 1 } else { self.corner.level + 1 }
    }

    /// Returns the four cells that a platform on the post covers, ascending.
    pub(crate) fn cells(self) -> [Cell; 4] {
        let (file, rank, level) = (self.min_file(), self.min_rank(), self.level());
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(files, ranks)| Cell {
            file: file + files,
            rank: rank + ranks,
            level,
        })
    }

    /// Returns whether a platform on the post covers the cell.
    pub(crate) fn covers(self, cell: Cell) -> bool {
        cell.level == self.level()
            && (self.min_file()..=self.min_file() + 1).contains(&cell.file)
            && (self.min_rank()..=self.min_rank() + 1).contains(&cell.rank)
    }

    /// Returns where a piece on this cell stands after its platform has moved to the other post.
    pub(crate) fn carried_cell(self, cell: Cell, other: Post) -> Cell {
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

/// A fixed board: a square of cells on one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FixedBoard {
    /// The level.
    pub level: i8,
    /// The first file.
    pub file: i8,
    /// The first rank.
    pub rank: i8,
    /// The number of files and of ranks.
    pub size: i8,
}

impl FixedBoard {
    /// Returns whether the cell lies on the board.
    pub(crate) fn covers(self, cell: Cell) -> bool {
        cell.level == self.level
            && (self.file..self.file + self.size).contains(&cell.file)
            && (self.rank..self.rank + self.size).contains(&cell.rank)
    }
}

/// The fixed part of a game's space.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Space {
    /// The fixed boards, from the top level down, as in a FEN.
    pub boards: &'static [FixedBoard],
    /// Whether platforms can stand below a corner, too.
    pub has_posts_below: bool,
    /// The start cells of White's pawns and of Black's.
    pub pawn_starts: [&'static str; 2],
}

const fn fixed_board(level: i8, rank: i8) -> FixedBoard {
    FixedBoard { level, file: 1, rank, size: 4 }
}

/// The fixed boards of the staircase, from the top level down.
pub(crate) const STAIRCASE: [FixedBoard; 3] =
    [fixed_board(6, 5), fixed_board(4, 3), fixed_board(2, 1)];

/// The fixed boards of `sixfold`, from the top level down.
pub(crate) const INVERTED_STAIRCASE: [FixedBoard; 3] =
    [fixed_board(6, 1), fixed_board(4, 3), fixed_board(2, 5)];

impl Space {
    /// Returns every post: the corners of the fixed boards, above and, if the game has such posts,
    /// below.
    pub(crate) fn posts(&self) -> Vec<Post> {
        let mut posts = Vec::new();
        for board in self.boards {
            for file in [board.file, board.file + board.size - 1] {
                for rank in [board.rank, board.rank + board.size - 1] {
                    let corner = Cell { file, rank, level: board.level };
                    posts.push(Post { corner, below: false });
                    if self.has_posts_below {
                        posts.push(Post { corner, below: true });
                    }
                }
            }
        }
        posts.sort();
        posts
    }
}
