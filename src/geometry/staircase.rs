//! The staircase: three fixed boards of 4×4 cells, 24 posts for platforms, and the names of all
//! places.
//!
//! Places are numbered:
//!
//! - 0–47: the cells of the fixed boards, 16 for each, White's board first; within a board file by
//!   file, ranks ascending,
//! - 48–143: the cells of the posts, four for each, again file by file; a cell exists in a position
//!   only while a platform stands on its post,
//! - 144–167: the posts, in the order of a FEN: by file, by rank of the corner, above before below.
//!
//! `sixfold` turns the stack upside down: there White's board, with ranks 1–4, is the highest.

use super::columns::{FILES, RANKS, column};
use super::place::{Place, Point};

/// The number of fixed cells.
pub(crate) const FIXED_CELLS: usize = 48;
/// The number of posts.
pub(crate) const POST_COUNT: usize = 24;
/// The number of cells that exist in some position.
pub(crate) const CELL_COUNT: usize = FIXED_CELLS + 4 * POST_COUNT;
/// The number of places: cells, then posts.
pub(crate) const PLACE_COUNT: usize = CELL_COUNT + POST_COUNT;
/// The lowest rank of each fixed board, White's first.
const BOARD_RANKS: [u8; 3] = [1, 3, 5];
/// The corners along one side file of the fixed boards, in the order of the posts: (rank, board).
const CORNERS: [(u8, usize); 6] = [(1, 0), (3, 1), (4, 0), (5, 2), (6, 1), (8, 2)];

/// A post: a corner of a fixed board, above it or below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Post {
    /// The corner cell.
    pub(crate) corner: Point,
    /// Whether the post is above the corner, not below it.
    pub(crate) above: bool,
    /// The cell of a platform here with the lowest file and rank.
    pub(crate) origin: Point,
    /// The columns that a platform here covers.
    pub(crate) columns: u64,
}

/// The staircase with White's board lowest, or highest if `UPSIDE_DOWN`.
pub(crate) struct Staircase<const UPSIDE_DOWN: bool>;

impl<const UPSIDE_DOWN: bool> Staircase<UPSIDE_DOWN> {
    /// The level of each fixed board, White's first.
    pub(crate) const BOARD_LEVELS: [u8; 3] = if UPSIDE_DOWN { [6, 4, 2] } else { [2, 4, 6] };

    /// The posts by index.
    pub(crate) const POSTS: [Post; POST_COUNT] = {
        let nowhere = Point { file: 0, rank: 0, level: 0 };
        let mut table =
            [Post { corner: nowhere, above: false, origin: nowhere, columns: 0 }; POST_COUNT];
        let mut post = 0;
        while post < POST_COUNT {
            let (rank, board) = CORNERS[post % 12 / 2];
            let (above, right) = (post.is_multiple_of(2), post >= 12);
            let level = Self::BOARD_LEVELS[board];
            let low_rank = rank - (rank == BOARD_RANKS[board]) as u8;
            let low_file = if right { 4 } else { 0 };
            let origin = column(low_file as usize, low_rank as usize);
            table[post] = Post {
                corner: Point { file: if right { 4 } else { 1 }, rank, level },
                above,
                origin: Point {
                    file: low_file,
                    rank: low_rank,
                    level: if above { level + 1 } else { level - 1 },
                },
                columns: 0b11 << origin | 0b11 << column(low_file as usize + 1, low_rank as usize),
            };
            post += 1;
        }
        table
    };

    /// The cells by index.
    pub(crate) const CELLS: [Point; CELL_COUNT] = {
        let mut table = [Point { file: 0, rank: 0, level: 0 }; CELL_COUNT];
        let mut cell = 0;
        while cell < CELL_COUNT {
            table[cell] = if cell < FIXED_CELLS {
                let (board, index) = (cell / 16, cell as u8 % 16);
                Point {
                    file: 1 + index / 4,
                    rank: BOARD_RANKS[board] + index % 4,
                    level: Self::BOARD_LEVELS[board],
                }
            } else {
                let post = Self::POSTS[(cell - FIXED_CELLS) / 4];
                let (origin, index) = (post.origin, cell as u8 % 4);
                Point { file: origin.file + index / 2, rank: origin.rank + index % 2, ..origin }
            };
            cell += 1;
        }
        table
    };

    /// The column of each cell.
    pub(crate) const COLUMN: [u8; CELL_COUNT] = {
        let (mut table, mut cell) = ([0; CELL_COUNT], 0);
        while cell < CELL_COUNT {
            let point = Self::CELLS[cell];
            table[cell] = column(point.file as usize, point.rank as usize) as u8;
            cell += 1;
        }
        table
    };

    /// Returns the columns of the fixed board on this level; the empty set for a level without one.
    pub(crate) const fn board_columns(level: usize) -> u64 {
        let (mut set, mut cell) = (0, 0);
        while cell < FIXED_CELLS {
            if Self::CELLS[cell].level as usize == level {
                set |= 1 << Self::COLUMN[cell];
            }
            cell += 1;
        }
        set
    }

    /// The cell at each file, rank and level.
    const CELL_AT: [[[Option<Place>; 8]; RANKS]; FILES] = {
        let (mut table, mut cell) = ([[[None; 8]; RANKS]; FILES], 0);
        while cell < CELL_COUNT {
            let Point { file, rank, level } = Self::CELLS[cell];
            table[file as usize][rank as usize][level as usize] = Some(cell as Place);
            cell += 1;
        }
        table
    };

    /// Returns the cell at this point, whether it exists at present or not. No two posts share a
    /// cell.
    pub(crate) const fn cell_at(point: Point) -> Option<Place> {
        let (file, rank, level) = (point.file as usize, point.rank as usize, point.level as usize);
        if file < FILES && rank < RANKS && level < 8 {
            Self::CELL_AT[file][rank][level]
        } else {
            None
        }
    }

    /// Returns the cell at these coordinates.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) const fn cell(file: u8, rank: u8, level: u8) -> Place {
        Self::cell_at(Point { file, rank, level }).expect("a cell at these coordinates")
    }

    /// Returns the cell this number of files, ranks and levels away, whether it exists at present
    /// or not.
    pub(crate) const fn offset(from: Place, by: (i8, i8, i8)) -> Option<Place> {
        let Point { file, rank, level } = Self::CELLS[from as usize];
        let (Some(file), Some(rank), Some(level)) = (
            file.checked_add_signed(by.0),
            rank.checked_add_signed(by.1),
            level.checked_add_signed(by.2),
        ) else {
            return None;
        };
        Self::cell_at(Point { file, rank, level })
    }

    /// Returns the name of a cell (`b22`) or a post (`b12+`).
    ///
    /// # Panics
    /// If `place` is not below [`PLACE_COUNT`].
    pub(crate) fn place_name(place: Place) -> String {
        let place = usize::from(place);
        if place < CELL_COUNT {
            return cell_name(Self::CELLS[place]);
        }
        let post = Self::POSTS[place - CELL_COUNT];
        format!("{}{}", cell_name(post.corner), if post.above { '+' } else { '-' })
    }

    /// Parses the name of a cell or a post.
    pub(crate) fn place_from_name(text: &str) -> Option<Place> {
        let mut letters = text.chars();
        let point = Point {
            file: letters.next()?.to_digit(16)?.checked_sub(10)? as u8,
            rank: letters.next()?.to_digit(10)? as u8,
            level: letters.next()?.to_digit(10)? as u8,
        };
        // `to_digit` accepts upper case, too.
        if text.starts_with(|first: char| first.is_ascii_uppercase()) {
            return None;
        }
        let above = match letters.next() {
            None => return Self::cell_at(point),
            Some('+') => true,
            Some('-') => false,
            Some(_) => return None,
        };
        if letters.next().is_some() {
            return None;
        }
        let post = Self::POSTS.iter().position(|post| post.corner == point && post.above == above);
        post.map(|post| (CELL_COUNT + post) as Place)
    }
}

fn cell_name(point: Point) -> String {
    format!("{}{}{}", (b'a' + point.file) as char, point.rank, point.level)
}

/// Returns cell `index` (0–3) of the platform on this post (0–23).
#[inline(always)]
pub(crate) const fn cell_of_post(post: u8, index: u8) -> Place {
    (FIXED_CELLS as u8 + post * 4 + index) as Place
}

/// Returns the place of a post (0–23).
#[inline(always)]
pub(crate) const fn post_place(post: u8) -> Place {
    (CELL_COUNT as u8 + post) as Place
}

/// Returns the post (0–23) of a place that is one.
#[inline(always)]
pub(crate) const fn post_number(place: Place) -> u8 {
    (place - CELL_COUNT as Place) as u8
}

/// Returns the post (0–23) that a place is, or whose cell it is; `None` for a fixed cell.
pub(crate) fn post_of_place(place: Place) -> Option<usize> {
    let place = usize::from(place);
    match place.checked_sub(CELL_COUNT) {
        Some(post) => Some(post),
        None => place.checked_sub(FIXED_CELLS).map(|cell| cell / 4),
    }
}

/// The corner of a post in coordinates of its fixed board, which do not depend on which way up the
/// stack is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Corner {
    /// The fixed board: 0 for White's.
    pub(crate) board: usize,
    /// The file on that board, 0 to 3 from White's left.
    pub(crate) file: u8,
    /// The rank on that board, 0 to 3 from White's end.
    pub(crate) rank: u8,
    /// Whether the post is above the corner, not below it.
    pub(crate) above: bool,
}

/// Returns the corner of a post (0–23).
pub(crate) const fn corner_of_post(post: usize) -> Corner {
    let (rank, board) = CORNERS[post % 12 / 2];
    Corner {
        board,
        file: if post >= 12 { 3 } else { 0 },
        rank: rank - BOARD_RANKS[board],
        above: post.is_multiple_of(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_names_round_trip() {
        fn check<const U: bool>() {
            for place in 0..PLACE_COUNT as Place {
                let name = Staircase::<U>::place_name(place);
                assert_eq!(Staircase::<U>::place_from_name(&name), Some(place), "{name}");
            }
            for (index, cell) in Staircase::<U>::CELLS.iter().enumerate() {
                assert!(!Staircase::<U>::CELLS[..index].contains(cell));
            }
        }
        check::<false>();
        check::<true>();
        for invalid in ["", "b", "b2", "g22", "b21", "b12*", "b12++", "B22", "a12+", "é22"] {
            assert_eq!(Staircase::<false>::place_from_name(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn platforms_cover_cells_of_the_rules() {
        type Upright = Staircase<false>;
        let covered = |name: &str| {
            let post = post_number(Upright::place_from_name(name).unwrap());
            (0..4).map(|i| Upright::place_name(cell_of_post(post, i))).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(covered("b12+"), "a03 a13 b03 b13");
        assert_eq!(covered("b34+"), "a25 a35 b25 b35");
        assert_eq!(covered("e86-"), "e85 e95 f85 f95");
        assert_eq!(covered("b42-"), "a41 a51 b41 b51");
        assert_eq!(covered("e56+"), "e47 e57 f47 f57");
        assert_eq!(covered("e64-"), "e63 e73 f63 f73");
    }
}
