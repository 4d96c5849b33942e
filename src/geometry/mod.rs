//! Space, and nothing of chess: sets of bits, the staircase with its columns and the lines over
//! them, the plane of eight by eight.
//!
//! Everything here is a constant table or a pure function. What can go wrong: a table built over
//! the wrong numbering. The numbering of columns is fixed in [`columns`], that of the cells and
//! posts of the staircase in [`staircase`], that of the squares of a plane in [`plane`]; nothing
//! else may assume it.

pub mod bits;
pub mod columns;
pub mod lanes;
pub mod plane;
pub mod stack;
pub mod staircase;

/// A cell or a post, by its number in the geometry of the rule set.
pub type Place = u8;

/// An upper bound on the number of places of any rule set (Space Chess has 192 cells; the
/// staircase 144 cells and 24 posts): the side of a table indexed by place.
pub const MAX_PLACES: usize = 192;

/// One step of the stack of coordinates: file and rank in the plane, level up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// 0 for the a file.
    pub file: u8,
    /// The rank, as written.
    pub rank: u8,
    /// The level, as written; 1 for a game with a single level.
    pub level: u8,
}
