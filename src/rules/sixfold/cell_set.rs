//! Sets of cells in three words: the fixed boards, the left wing, the right wing.
//!
//! The left wing has the cells on files a and b: those of the twelve posts there and copies of the
//! twelve fixed cells of file b. The right wing has the same for files e and f. So every line
//! longer than a step lies in one word: lines in the plane of a fixed board in the first, all
//! others, which never leave their file, in the wing of that file (see `lines`). No line joins
//! the platforms of the two wings.
//!
//! | word | bits 0–47 | bits 48–59 |
//! |---|---|---|
//! | 0, [`FIXED_BOARDS`] | cells 0–47 | |
//! | 1, [`LEFT`] | cells 48–95 | the fixed cells of file b |
//! | 2, [`RIGHT`] | cells 96–143 | the fixed cells of file e |
//!
//! Invariant: a set stores a fixed cell of file b or e in both words. [`CellSet::from_word`] adds
//! the copies to the bits of one word. Only where a comment says so, a set has each cell in one
//! word.

use crate::geometry::bits::{Bitboard, pdep, pext, places};
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS};
use crate::geometry::{Place, PlaceSet, byte_index};
use std::ops::{BitAnd, BitOr, Not};

/// The word of the fixed boards.
pub(super) const FIXED_BOARDS: usize = 0;
/// The word of files a and b.
pub(super) const LEFT: usize = 1;
/// The word of files e and f.
pub(super) const RIGHT: usize = 2;
/// The words of both wings.
pub(super) const WINGS: [usize; 2] = [LEFT, RIGHT];

/// The number of cells of a wing's posts.
pub(super) const WING_CELLS: usize = 48;
/// The bits of a wing's posts.
pub(super) const ON_POSTS: u64 = (1 << WING_CELLS) - 1;
/// The lowest bit of each post's four cells.
pub(super) const POST_LOW_BITS: u64 = 0x1111_1111_1111;
/// The bits of a wing's copies of fixed cells.
pub(super) const DUPLICATES: u64 = 0xfff << WING_CELLS;
/// The same cells in the word of the fixed boards, by the word of the wing.
const INNER_FILES: [u64; 3] = [0, 0x000f_000f_000f, 0xf000_f000_f000];

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellSet(pub [u64; 3]);

impl CellSet {
    /// All cells.
    pub(crate) const ALL: CellSet =
        CellSet([ON_POSTS, ON_POSTS | DUPLICATES, ON_POSTS | DUPLICATES]);
    /// No cell.
    pub(crate) const EMPTY: CellSet = CellSet([0; 3]);

    /// Returns the set of one cell.
    pub(crate) const fn from_cell(cell: Place) -> CellSet {
        let mut words = [0; 3];
        let mut word = 0;
        while word < 3 {
            words[word] = match bit_in(word, cell) {
                Some(bit) => 1 << bit,
                None => 0,
            };
            word += 1;
        }
        CellSet(words)
    }

    /// Returns the set of the cells of these bits of a word.
    #[inline]
    pub(crate) fn from_word(word: usize, bits: u64) -> CellSet {
        let mut words = [0; 3];
        words[word] = bits;
        if word == FIXED_BOARDS {
            for wing in WINGS {
                words[wing] = pext(bits, INNER_FILES[wing]) << WING_CELLS;
            }
            return CellSet(words);
        }
        let copies = bits >> WING_CELLS;
        words[FIXED_BOARDS] = pdep(copies, INNER_FILES[word]);
        CellSet(words)
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Returns whether the set contains a cell.
    #[inline(always)]
    pub(crate) fn contains(self, cell: Place) -> bool {
        let (word, bit) = word_and_bit(cell);
        self.0[word] >> bit & 1 != 0
    }

    /// Returns the cells as a set of places.
    #[inline(always)]
    pub(crate) fn to_places(self) -> PlaceSet {
        let [fixed, left, right] = self.0;
        let (left, right) = (left & ON_POSTS, right & ON_POSTS);
        PlaceSet::from_words([
            fixed | left << FIXED_CELLS,
            left >> (64 - FIXED_CELLS) | right << 32,
            right >> 32,
        ])
    }

    /// Returns the number of cells.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        let [fixed, left, right] = self.0;
        fixed.count_ones() + (left & ON_POSTS).count_ones() + (right & ON_POSTS).count_ones()
    }

    /// Returns the lowest cell of a set that is not empty.
    #[inline(always)]
    pub(crate) fn first(self) -> Place {
        let [fixed, left, right] = self.0;
        let bit = |bits: u64| bits.trailing_zeros() as Place;
        if fixed != 0 {
            bit(fixed)
        } else if left != 0 {
            FIXED_CELLS as Place + bit(left)
        } else {
            (FIXED_CELLS + WING_CELLS) as Place + bit(right)
        }
    }

    /// Iterates over the cells in ascending order.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = Place> {
        let [fixed, left, right] = self.0;
        let left = places(left & ON_POSTS).map(|bit| FIXED_CELLS as Place + bit);
        let right = places(right & ON_POSTS).map(|bit| (FIXED_CELLS + WING_CELLS) as Place + bit);
        places(fixed).chain(left).chain(right)
    }
}

impl Bitboard for CellSet {
    #[inline(always)]
    fn is_empty(self) -> bool {
        CellSet::is_empty(self)
    }
    #[inline(always)]
    fn contains(self, cell: Place) -> bool {
        CellSet::contains(self, cell)
    }
    #[inline(always)]
    fn without_cell(self, cell: Place) -> CellSet {
        self & !SINGLE_CELL[byte_index(cell)]
    }
    #[inline(always)]
    fn count(self) -> u32 {
        CellSet::count(self)
    }
    #[inline(always)]
    fn for_each(self, visit: impl FnMut(Place)) {
        self.iter().for_each(visit);
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline(always)]
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet([0, 1, 2].map(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline(always)]
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet([0, 1, 2].map(|word| self.0[word] | other.0[word]))
    }
}

impl Not for CellSet {
    type Output = CellSet;
    /// Returns all other bits, including those of no cell.
    #[inline(always)]
    fn not(self) -> CellSet {
        CellSet(self.0.map(|word| !word))
    }
}

/// Returns the bit of a cell in a word, if the word has one for it.
pub(super) const fn bit_in(word: usize, cell: Place) -> Option<u8> {
    let (board, file, rank) = (cell / 16, cell % 16 / 4, cell % 4);
    let has_copy = (word == LEFT && file == 0) || (word == RIGHT && file == 3);
    if (cell as usize) < FIXED_CELLS {
        match word {
            FIXED_BOARDS => Some(cell as u8),
            _ if has_copy => Some((WING_CELLS as Place + 4 * board + rank) as u8),
            _ => None,
        }
    } else if word != FIXED_BOARDS && (cell as usize - FIXED_CELLS) / WING_CELLS == word - 1 {
        Some((cell as usize - FIXED_CELLS) as u8 % WING_CELLS as u8)
    } else {
        None
    }
}

/// Returns the word of a cell and its bit there; for a fixed cell those of the fixed boards.
#[inline(always)]
pub(super) const fn word_and_bit(cell: Place) -> (usize, u8) {
    let cell = cell as usize;
    if cell < FIXED_CELLS {
        (FIXED_BOARDS, cell as u8)
    } else if cell < FIXED_CELLS + WING_CELLS {
        (LEFT, (cell - FIXED_CELLS) as u8)
    } else {
        (RIGHT, (cell - FIXED_CELLS - WING_CELLS) as u8)
    }
}

/// Returns the cell of a wing's bit. The bit must be one of a post.
#[inline(always)]
pub(super) fn cell_on_wing(wing: usize, bit: u8) -> Place {
    (FIXED_CELLS + (wing - 1) * WING_CELLS) as Place + Place::from(bit)
}

/// The set of each single cell, with an entry for every
/// [`byte_index`](crate::geometry::byte_index).
pub(super) static SINGLE_CELL: [CellSet; 256] = {
    let (mut table, mut cell) = ([CellSet::EMPTY; 256], 0);
    while cell < CELL_COUNT {
        table[cell] = CellSet::from_cell(cell as Place);
        cell += 1;
    }
    table
};

/// The cell of each bit of a wing, by the word of the wing minus one.
pub(super) static CELL_OF_WING: [[Place; 64]; 2] = {
    let (mut table, mut word) = ([[0; 64]; 2], LEFT);
    while word <= RIGHT {
        let mut cell = 0;
        while cell < CELL_COUNT {
            if let Some(bit) = bit_in(word, cell as Place) {
                table[word - 1][bit as usize] = cell as Place;
            }
            cell += 1;
        }
        word += 1;
    }
    table
};

/// Returns the posts (a bit set) whose cells these bits of a word are.
#[inline(always)]
pub(super) fn posts_of(word: usize, bits: u64) -> u32 {
    let bits = bits & ON_POSTS;
    let pairs = bits | bits >> 1;
    let posts = pext(pairs | pairs >> 2, POST_LOW_BITS) as u32;
    match word {
        FIXED_BOARDS => 0,
        LEFT => posts,
        _ => posts << 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_represent_same_cell() {
        for cell in 0..CELL_COUNT as Place {
            let single = CellSet::from_cell(cell);
            assert_eq!(single.iter().collect::<Vec<_>>(), [cell]);
            assert_eq!((single.first(), single.count()), (cell, 1));
            assert!(single.contains(cell) && (single & CellSet::ALL) == single);
            for word in 0..3 {
                let Some(bit) = bit_in(word, cell) else { continue };
                assert_eq!(CellSet::from_word(word, 1 << bit), single);
                assert!(word == FIXED_BOARDS || CELL_OF_WING[word - 1][usize::from(bit)] == cell);
            }
        }
        assert_eq!(CellSet::ALL.count() as usize, CELL_COUNT);
    }
}
