//! Places by number and cells by coordinates, for every rule set.

/// A cell or a post, by its number in the geometry of the rule set: cells first, then posts.
pub type Place = u16;

/// Returns the number of a place of a rule set with less than 256, as an index of a table with 256
/// entries. The compiler knows its bound, so that no index is tested.
#[inline(always)]
pub(crate) const fn byte_index(place: Place) -> usize {
    place as u8 as usize
}

/// An upper bound on the number of places of any rule set: the cells of the largest game from a
/// file.
const MAX_PLACES: usize = 512;

/// A set of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlaceSet([u64; MAX_PLACES / 64]);

impl PlaceSet {
    /// The empty set.
    pub const EMPTY: PlaceSet = PlaceSet([0; MAX_PLACES / 64]);

    /// Returns the set of the places whose bits are set, place 0 in the lowest bit of the first
    /// word.
    #[inline(always)]
    pub(crate) const fn from_words<const N: usize>(words: [u64; N]) -> PlaceSet {
        const { assert!(N <= MAX_PLACES / 64) };
        let mut set = PlaceSet::EMPTY;
        let mut index = 0;
        while index < N {
            set.0[index] = words[index];
            index += 1;
        }
        set
    }

    /// Returns whether the set contains a place. No set contains a number that is no place.
    #[inline(always)]
    pub fn contains(&self, place: Place) -> bool {
        self.0.get(usize::from(place) / 64).is_some_and(|word| word >> (place % 64) & 1 != 0)
    }
}

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
