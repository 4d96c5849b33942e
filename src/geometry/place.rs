//! Places by number and cells by coordinates, for every rule set.

/// A cell or a post, by its number in the geometry of the rule set: cells first, then posts.
pub type Place = u8;

/// An upper bound on the number of places of any rule set, for tables indexed by place. Space Chess
/// has 192 cells; the staircase has 144 cells and 24 posts.
pub(crate) const MAX_PLACES: usize = 192;

/// The coordinates of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// 0 for the a file.
    pub file: u8,
    /// The rank, as written in the notation of the rule set.
    pub rank: u8,
    /// The level, as written in the notation of the rule set; 1 for a game with a single level.
    pub level: u8,
}
