//! The cells that pieces reach over empty cells, looked up by what stands in the way.
//!
//! For each cell of a piece there is a list of results, each with the cells that must be empty. The
//! cells that matter at all, the *blockers*, form the mask of the cell; a table has an entry for
//! every subset of them. A slide, a bent path and a double step are all of this form. The index of
//! the subset is found by PEXT.

use super::cells::{CellSet, CellTable};
use crate::geometry::Place;
use crate::geometry::bits::pext;
use std::collections::HashMap;

/// The largest number of blockers of a cell.
const MAX_BLOCKERS: u32 = 12;
/// The largest size of one table in bytes.
const MAX_TABLE: usize = 4 << 20;
/// The largest size of one table of single words in bytes.
const MAX_WORD_TABLE: usize = 1 << 20;

/// A cell that can be reached, and the cells that must be empty for this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reached<const W: usize> {
    pub(super) cell: Place,
    pub(super) over: CellSet<W>,
}

/// The results of each cell.
pub(super) type Lists<const W: usize> = Vec<Vec<Reached<W>>>;

/// The cells reached from each cell.
pub(super) enum Lookup<const W: usize> {
    /// Blockers and results are in one word.
    Word(WordLookup<W>),
    /// Blockers and results are anywhere.
    Full(FullLookup<W>),
    /// Too many blockers for a table: the results are tested one by one.
    List(Lists<W>),
}

/// A cell's part of a table of single words.
#[derive(Clone, Copy)]
struct WordPart {
    mask: u64,
    /// The first entry of the table.
    offset: u32,
    /// The number of the word.
    word: u32,
}

/// Lookups within one word. Cells with the same blockers and results share a part of the table: the
/// levels of a board of 64 cells a level.
pub(super) struct WordLookup<const W: usize> {
    parts: CellTable<WordPart, W>,
    table: Box<[u64]>,
}

/// A cell's part of a table of sets.
#[derive(Clone, Copy)]
struct FullPart<const W: usize> {
    mask: [u64; W],
    /// The first entry of the table.
    offset: u32,
    /// The number of blockers in the words before each word.
    shift: [u8; 8],
}

/// Lookups over the whole board.
pub(super) struct FullLookup<const W: usize> {
    parts: CellTable<FullPart<W>, W>,
    table: Box<[CellSet<W>]>,
}

impl<const W: usize> WordLookup<W> {
    /// Returns the number of a word and the cells of it that are reached.
    #[inline(always)]
    pub(super) fn get(&self, from: Place, occupied: &CellSet<W>) -> (usize, u64) {
        let part = self.parts.get(from);
        let word = (part.word as usize).min(W - 1);
        let index = part.offset as usize + pext(occupied.0[word], part.mask) as usize;
        // SAFETY: `pext` is less than 2^(number of bits of the mask), and `WordLookup::build` reserves
        // that many entries from `offset` on for each cell.
        (word, unsafe { *self.table.get_unchecked(index) })
    }

    fn build(lists: &Lists<W>) -> Option<Self> {
        let mut parts = CellTable::new(WordPart { mask: 0, offset: 0, word: 0 });
        let mut table: Vec<u64> = vec![0];
        let mut known: HashMap<(u64, Vec<(u64, u64)>), u32> = HashMap::new();
        for (from, list) in (0..).zip(lists) {
            let Some(first) = list.first() else { continue };
            let word = usize::from(first.cell) / 64;
            let mut mask = 0;
            let mut results = Vec::new();
            for reached in list {
                let is_here = |(index, bits): (usize, &u64)| index == word || *bits == 0;
                if usize::from(reached.cell) / 64 != word
                    || !reached.over.0.iter().enumerate().all(is_here)
                {
                    return None;
                }
                mask |= reached.over.0[word];
                results.push((1 << (reached.cell % 64), reached.over.0[word]));
            }
            if mask.count_ones() > MAX_BLOCKERS || table.len() * 8 > MAX_WORD_TABLE {
                return None;
            }
            let offset = *known.entry((mask, results)).or_insert_with_key(|(mask, results)| {
                let offset = table.len() as u32;
                for_each_subset(&[*mask], |blockers| {
                    let reached = results.iter().filter(|(_, over)| over & blockers[0] == 0);
                    table.push(reached.fold(0, |set, (cell, _)| set | cell));
                });
                offset
            });
            *parts.get_mut(from) = WordPart { mask, offset, word: word as u32 };
        }
        (table.len() * 8 <= MAX_WORD_TABLE).then(|| WordLookup { parts, table: table.into() })
    }
}

impl<const W: usize> FullLookup<W> {
    /// Returns the cells that are reached.
    #[inline(always)]
    pub(super) fn get(&self, from: Place, occupied: &CellSet<W>) -> CellSet<W> {
        let part = self.parts.get(from);
        let mut index = 0;
        for word in 0..W {
            index |= pext(occupied.0[word], part.mask[word]) << (part.shift[word] & 63);
        }
        // SAFETY: the index is less than 2^(number of bits of all masks), and `FullLookup::build`
        // reserves that many entries from `offset` on for each cell.
        unsafe { *self.table.get_unchecked(part.offset as usize + index as usize) }
    }

    fn build(lists: &Lists<W>) -> Option<Self> {
        let none = FullPart { mask: [0; W], offset: 0, shift: [0; 8] };
        let mut parts = CellTable::new(none);
        let mut table = vec![CellSet::EMPTY];
        for (from, list) in (0..).zip(lists) {
            if list.is_empty() {
                continue;
            }
            let mask = list.iter().fold(CellSet::EMPTY, |mask, reached| mask | reached.over);
            let size = (table.len() + (1 << mask.count().min(20))) * size_of::<CellSet<W>>();
            if mask.count() > MAX_BLOCKERS || size > MAX_TABLE {
                return None;
            }
            let (mut shift, mut before) = ([0; 8], 0);
            for (shift, word) in shift.iter_mut().zip(mask.0) {
                *shift = before;
                before += word.count_ones() as u8;
            }
            *parts.get_mut(from) = FullPart { mask: mask.0, offset: table.len() as u32, shift };
            for_each_subset(&mask.0, |blockers| {
                let blockers = CellSet(*blockers);
                let reached = list.iter().filter(|reached| (reached.over & blockers).is_empty());
                table.push(reached.map(|reached| reached.cell).collect());
            });
        }
        Some(FullLookup { parts, table: table.into() })
    }
}

impl<const W: usize> Lookup<W> {
    /// Builds the tables of these lists.
    pub(super) fn build(lists: Lists<W>) -> Self {
        if let Some(lookup) = WordLookup::build(&lists) {
            return Lookup::Word(lookup);
        }
        match FullLookup::build(&lists) {
            Some(lookup) => Lookup::Full(lookup),
            None => Lookup::List(lists),
        }
    }

    /// Returns the cells that are reached.
    #[inline(always)]
    pub(super) fn get(&self, from: Place, occupied: &CellSet<W>) -> CellSet<W> {
        match self {
            Lookup::Word(lookup) => {
                let (word, bits) = lookup.get(from, occupied);
                let mut set = CellSet::EMPTY;
                set.0[word] = bits;
                set
            }
            Lookup::Full(lookup) => lookup.get(from, occupied),
            Lookup::List(lists) => from_list(lists, from, occupied),
        }
    }
}

/// Returns the results of a cell whose empty cells are empty.
#[inline(never)]
pub(super) fn from_list<const W: usize>(
    lists: &Lists<W>,
    from: Place,
    occupied: &CellSet<W>,
) -> CellSet<W> {
    let list = lists.get(usize::from(from)).map_or(&[][..], Vec::as_slice);
    let reached = list.iter().filter(|reached| (reached.over & *occupied).is_empty());
    reached.map(|reached| reached.cell).collect()
}

/// Returns whether the blockers and results of each cell are in one word.
pub(super) fn fits_words<const W: usize>(lists: &Lists<W>) -> bool {
    lists.iter().all(|list| {
        let word_of = |cell: Place| usize::from(cell) / 64;
        let Some(first) = list.first() else { return true };
        list.iter().all(|reached| {
            word_of(reached.cell) == word_of(first.cell)
                && reached.over.iter().all(|cell| word_of(cell) == word_of(first.cell))
        })
    })
}

/// Returns whether these lists have tables of allowed size.
pub(super) fn fits_table<const W: usize>(lists: &Lists<W>) -> bool {
    let words = fits_words(lists);
    let mut entries = 0usize;
    for list in lists {
        let mask = list.iter().fold(CellSet::<W>::EMPTY, |mask, reached| mask | reached.over);
        if mask.count() > MAX_BLOCKERS {
            return false;
        }
        entries += 1 << mask.count();
    }
    // Levels share their tables of words; how far is known only after they are built.
    words || entries * size_of::<CellSet<W>>() <= MAX_TABLE / 2
}

/// Calls `visit` for every subset of a mask, in the order of their index.
fn for_each_subset<const N: usize>(mask: &[u64; N], mut visit: impl FnMut(&[u64; N])) {
    let mut subset = [0; N];
    loop {
        visit(&subset);
        let mut carry = true;
        for (word, mask) in subset.iter_mut().zip(mask) {
            if carry {
                *word = word.wrapping_sub(*mask) & mask;
                carry = *word == 0;
            }
        }
        if carry {
            return;
        }
    }
}
