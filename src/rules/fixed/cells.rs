//! Sets of cells of one to eight words, and tables by cell.

use crate::geometry::Place;
use crate::geometry::bits::Bitboard;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells: cell `n` is bit `n % 64` of word `n / 64`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct CellSet<const W: usize>(pub(super) [u64; W]);

/// The largest number of words of which one is chosen rather than indexed.
const MAX_CHOSEN: usize = 3;

impl<const W: usize> CellSet<W> {
    /// The empty set.
    pub const EMPTY: Self = CellSet([0; W]);
    /// All bits, cells of the board or not.
    pub const FULL: Self = CellSet([u64::MAX; W]);

    /// Returns the number of the word of a cell; the last one for a number beyond it.
    #[inline(always)]
    pub(super) const fn word_of(cell: Place) -> usize {
        let word = cell as usize / 64;
        match W.is_power_of_two() {
            true => word % W,
            false if word < W => word,
            false => W - 1,
        }
    }

    /// Returns the set of one cell; the empty set for a number beyond the last word.
    #[inline(always)]
    pub const fn from_cell(cell: Place) -> Self {
        Self::from_word(cell as usize / 64, 1 << (cell % 64))
    }

    /// Returns the set with these bits of a word; the empty set for a number beyond the last word.
    #[inline(always)]
    pub(super) const fn from_word(index: usize, bits: u64) -> Self {
        // A choice for each word keeps the set in registers.
        let mut set = [0; W];
        let mut word = 0;
        while word < W {
            set[word] = if index == word { bits } else { 0 };
            word += 1;
        }
        CellSet(set)
    }

    /// Returns the word of a cell, which is on the board.
    #[inline(always)]
    pub(super) const fn word_with(&self, cell: Place) -> u64 {
        let index = cell as usize / 64;
        if W > MAX_CHOSEN {
            return self.0[Self::word_of(cell)];
        }
        // A choice keeps the set in registers.
        let (mut bits, mut word) = (0, 0);
        while word < W {
            bits = if index == word { self.0[word] } else { bits };
            word += 1;
        }
        bits
    }

    /// Returns whether the set contains a cell.
    #[inline(always)]
    pub const fn contains(&self, cell: Place) -> bool {
        (cell as usize) < W * 64 && self.word_with(cell) >> (cell % 64) & 1 != 0
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns whether the set has exactly one cell.
    #[inline(always)]
    pub fn is_single(&self) -> bool {
        self.count() == 1
    }

    /// Counts the cells.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Calls `visit` for every cell, the lowest first.
    #[inline(always)]
    pub fn for_each(&self, mut visit: impl FnMut(Place)) {
        for index in 0..W {
            let mut word = self.0[index];
            while word != 0 {
                visit((index as Place) << 6 | (word.trailing_zeros() as Place & 63));
                word &= word - 1;
            }
        }
    }

    /// Iterates over the cells, the lowest first.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let (mut set, mut index) = (self.0, 0);
        std::iter::from_fn(move || {
            while index < W {
                if set[index] != 0 {
                    let cell = (index as Place) << 6 | (set[index].trailing_zeros() as Place & 63);
                    set[index] &= set[index] - 1;
                    return Some(cell);
                }
                index += 1;
            }
            None
        })
    }

    /// Returns the first cell.
    #[inline(always)]
    pub fn first(self) -> Option<Place> {
        self.iter().next()
    }

    /// Adds a cell.
    #[inline(always)]
    pub fn insert(&mut self, cell: Place) {
        self.0[Self::word_of(cell)] |= 1 << (cell % 64);
    }

    /// Removes a cell.
    #[inline(always)]
    pub fn remove(&mut self, cell: Place) {
        self.0[Self::word_of(cell)] &= !(1 << (cell % 64));
    }

    /// Returns the set without some cells.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        CellSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Returns the set if `condition` holds, else the empty set.
    #[inline(always)]
    #[must_use]
    pub fn only_if(self, condition: bool) -> Self {
        let mask = 0u64.wrapping_sub(u64::from(condition));
        CellSet(self.0.map(|word| word & mask))
    }
}

impl<const W: usize> Bitboard for CellSet<W> {
    const IS_LARGE: bool = true;

    #[inline(always)]
    fn is_empty(self) -> bool {
        CellSet::is_empty(&self)
    }
    #[inline(always)]
    fn contains(self, cell: Place) -> bool {
        CellSet::contains(&self, cell)
    }
    #[inline(always)]
    fn without_cell(self, cell: Place) -> Self {
        self.without(CellSet::from_cell(cell))
    }
    #[inline(always)]
    fn count(self) -> u32 {
        CellSet::count(&self)
    }
    #[inline(always)]
    fn for_each(self, visit: impl FnMut(Place)) {
        CellSet::for_each(&self, visit);
    }
}

impl<const W: usize> FromIterator<Place> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = Place>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set |= Self::from_cell(cell));
        set
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        CellSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        CellSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> BitAndAssign for CellSet<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> Not for CellSet<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        CellSet(self.0.map(|word| !word))
    }
}

/// A table by cell. Rows of 64 entries let an index that comes from a [`CellSet`] be used without a
/// test of its bounds.
pub(super) struct CellTable<T, const W: usize>(Box<[[T; 64]; W]>);

impl<T: Copy, const W: usize> CellTable<T, W> {
    /// Returns a table with the same entry for every cell.
    pub(super) fn new(entry: T) -> Self {
        let rows = vec![[entry; 64]; W].into_boxed_slice();
        match rows.try_into() {
            Ok(rows) => CellTable(rows),
            Err(_) => unreachable!("a vector of W rows converts to an array of W rows"),
        }
    }

    /// Returns the entry of a cell.
    #[inline(always)]
    pub(super) fn get(&self, cell: Place) -> &T {
        &self.0[CellSet::<W>::word_of(cell)][cell as usize % 64]
    }

    /// Returns the entry of a cell, to change it.
    pub(super) fn get_mut(&mut self, cell: Place) -> &mut T {
        &mut self.0[CellSet::<W>::word_of(cell)][cell as usize % 64]
    }
}

/// Returns the set of a region.
pub(super) fn cell_set<const W: usize>(region: &[bool]) -> CellSet<W> {
    (0..).zip(region).filter(|&(_, &is_in)| is_in).map(|(cell, _)| cell).collect()
}
