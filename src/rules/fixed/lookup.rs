//! The cells that pieces reach over empty cells, looked up by what stands in the way.
//!
//! For each cell of a piece there is a list of results, each with the cells that must be empty. The
//! cells that matter at all, the *blockers*, form the mask of the cell; a table has an entry for
//! every subset of them. A slide, a bent path and a double step are all of this form. The index of
//! the subset is found by PEXT.

use super::cells::{CellSet, CellTable};
use super::outline::WordsForm;
use crate::geometry::Place;
use crate::geometry::bits::{BitIter, pext};
use fxhash::FxHashMap;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};
use std::sync::Arc;

/// The largest number of blockers of a cell.
const MAX_BLOCKERS: u32 = 12;
/// The largest size of one table in bytes.
const MAX_TABLE: usize = 4 << 20;
/// The largest size of one table by blockers in one word, in bytes: a part of a cache.
const MAX_NARROW_TABLE: usize = 64 << 10;

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
    /// By blockers in one word: the lines of a board with a level a word.
    Words(WordsLookup<W>),
    /// Blockers and results are anywhere.
    Full(FullLookup<W>),
    /// Too many blockers for a table: the results are tested one by one.
    List(Lists<W>),
}

/// The largest number of parts of a [`WordsLookup`] within words.
const MAX_WITHIN: usize = 4;

/// The parts of a cell: what a lookup reads besides its results, in one line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct WordsParts {
    /// The blockers in the word of the cell, by part.
    masks: [u64; MAX_WITHIN],
    /// The blockers of the part across words, in one word.
    across: u64,
    /// The first entry of the table, by part.
    offsets: [u32; MAX_WITHIN],
    across_offset: u32,
    /// A cell in the word of `across`.
    across_in: Place,
}

/// Lookups by blockers in one word. Cells with the same blockers and results share entries of the
/// tables: the levels of a board of 64 cells a level.
pub(super) struct WordsLookup<const W: usize> {
    parts: CellTable<WordsParts, W>,
    /// The results in the word of the origin.
    within: Box<[u64]>,
    /// The results anywhere.
    across: Box<[CellSet<W>]>,
    pub(super) form: WordsForm,
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

/// Cells that a piece reaches, as an entry of a table.
pub(super) trait ReachedCells<const W: usize>:
    Copy + Eq + Hash + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// No cells.
    const NONE: Self;

    /// Returns a cell that is reached over blockers in one word; `None` if it has no entry.
    fn of_cell(cell: Place, word: usize) -> Option<Self>;
}

impl<const W: usize> ReachedCells<W> for u64 {
    const NONE: Self = 0;

    fn of_cell(cell: Place, word: usize) -> Option<Self> {
        (usize::from(cell) / 64 == word).then_some(1 << (cell % 64))
    }
}

impl<const W: usize> ReachedCells<W> for CellSet<W> {
    const NONE: Self = CellSet::EMPTY;

    fn of_cell(cell: Place, _: usize) -> Option<Self> {
        Some(CellSet::from_cell(cell))
    }
}

/// A cell's part of a table by blockers in one word.
struct NarrowPart {
    mask: u64,
    /// The first entry of the table.
    offset: u32,
    /// The number of the word.
    word: Place,
}

/// Adds the entries of lists whose blockers are in one word to a table. Returns the part of each
/// cell; `None` if the lists do not fit.
fn add_entries<R: ReachedCells<W>, const W: usize>(
    table: &mut Vec<R>,
    lists: &Lists<W>,
) -> Option<Vec<NarrowPart>> {
    let first = table.len();
    let mut known: FxHashMap<(u64, Vec<(R, u64)>), u32> = FxHashMap::default();
    let mut parts = Vec::new();
    for (from, list) in (0..).zip(lists) {
        let blocker = list.iter().find_map(|reached| reached.over.first());
        let word = usize::from(blocker.unwrap_or(from)) / 64;
        let mut mask = 0;
        let mut results = Vec::new();
        for reached in list {
            let is_here = |(index, bits): (usize, &u64)| index == word || *bits == 0;
            if !reached.over.0.iter().enumerate().all(is_here) {
                return None;
            }
            mask |= reached.over.0[word];
            results.push((R::of_cell(reached.cell, word)?, reached.over.0[word]));
        }
        if mask.count_ones() > MAX_BLOCKERS {
            return None;
        }
        let offset = *known.entry((mask, results)).or_insert_with_key(|(mask, results)| {
            let offset = table.len() as u32;
            let blockers: Vec<u64> = BitIter(*mask).map(|bit| 1 << bit).collect();
            push_entries(table, results, &blockers, |over, blocker| over & blocker != 0);
            offset
        });
        if size_of_val(&table[first..]) > MAX_NARROW_TABLE {
            return None;
        }
        parts.push(NarrowPart { mask, offset, word: word as Place });
    }
    Some(parts)
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
            let results: Vec<(CellSet<W>, CellSet<W>)> = list
                .iter()
                .map(|reached| (CellSet::from_cell(reached.cell), reached.over))
                .collect();
            let blockers: Vec<Place> = mask.iter().collect();
            push_entries(&mut table, &results, &blockers, |over, &blocker| over.contains(blocker));
        }
        Some(FullLookup { parts, table: table.into() })
    }
}

impl<const W: usize> WordsLookup<W> {
    /// Builds the tables of lists; `None` if they do not fit.
    fn build(lists: &[Lists<W>]) -> Option<Self> {
        let (within, across): (Vec<_>, Vec<_>) = lists.iter().partition(|lists| is_within(lists));
        if within.len() > MAX_WITHIN || across.len() > 1 {
            return None;
        }
        let form = WordsForm { within: within.len(), across: !across.is_empty() };
        let mut parts = CellTable::new(WordsParts {
            masks: [0; MAX_WITHIN],
            across: 0,
            offsets: [0; MAX_WITHIN],
            across_offset: 0,
            across_in: 0,
        });
        let (mut within_table, mut across_table) = (vec![0], vec![CellSet::EMPTY]);
        for (index, lists) in within.into_iter().enumerate() {
            for (from, part) in (0..).zip(add_entries(&mut within_table, lists)?) {
                let parts = parts.get_mut(from);
                (parts.masks[index], parts.offsets[index]) = (part.mask, part.offset);
            }
        }
        for lists in across {
            for (from, part) in (0..).zip(add_entries(&mut across_table, lists)?) {
                let parts = parts.get_mut(from);
                (parts.across, parts.across_offset) = (part.mask, part.offset);
                parts.across_in = part.word * 64;
            }
        }
        let (within, across) = (within_table.into(), across_table.into());
        Some(WordsLookup { parts, within, across, form })
    }

    /// Returns the cells that are reached. The form is that of the lookup, as a constant where the
    /// caller knows it.
    #[inline(always)]
    pub(super) fn get(&self, form: WordsForm, from: Place, occupied: &CellSet<W>) -> CellSet<W> {
        let parts = self.parts.get(from);
        let own = occupied.word_with(from);
        let mut bits = 0;
        for (mask, offset) in parts.masks.iter().zip(&parts.offsets).take(form.within) {
            let index = *offset as usize + pext(own, *mask) as usize;
            // SAFETY: `pext` is less than 2^(number of bits of the mask), and `add_entries`
            // reserves that many entries from the offset on for each cell. Where nothing is
            // reserved, the mask and the offset are 0, and the tables have a first entry.
            bits |= unsafe { *self.within.get_unchecked(index) };
        }
        let mut reached = CellSet::from_word(usize::from(from) / 64, bits);
        if form.across {
            let blockers = occupied.word_with(parts.across_in);
            let index = parts.across_offset as usize + pext(blockers, parts.across) as usize;
            // SAFETY: `add_entries` has reserved an entry from the offset on for each value of
            // `pext`. Where nothing is reserved, the index is 0, and the table has a first entry.
            reached |= unsafe { *self.across.get_unchecked(index) };
        }
        reached
    }
}

impl<const W: usize> Lookup<W> {
    /// Builds the tables of some lists: one lookup if they fit words.
    pub(super) fn build_all(lists: Vec<Lists<W>>) -> Vec<Self> {
        if let Some(lookup) = WordsLookup::build(&lists) {
            return vec![Lookup::Words(lookup)];
        }
        let build = |lists: Lists<W>| {
            let words = WordsLookup::build(std::slice::from_ref(&lists)).map(Lookup::Words);
            let table = words.or_else(|| FullLookup::build(&lists).map(Lookup::Full));
            table.unwrap_or(Lookup::List(lists))
        };
        lists.into_iter().map(build).collect()
    }

    /// Returns the cells that are reached.
    #[inline(always)]
    pub(super) fn get(&self, from: Place, occupied: &CellSet<W>) -> CellSet<W> {
        match self {
            Lookup::Words(lookup) => lookup.get(lookup.form, from, occupied),
            Lookup::Full(lookup) => lookup.get(from, occupied),
            Lookup::List(lists) => from_list(lists, from, occupied),
        }
    }
}

/// The lookups that were built, by their lists: both sides use one where they move in the same way,
/// so that the caches hold it once.
#[derive(Default)]
pub(super) struct KnownLookups<const W: usize>(Vec<(Vec<Lists<W>>, Vec<Arc<Lookup<W>>>)>);

impl<const W: usize> KnownLookups<W> {
    /// Returns the lookups of some lists, as [`Lookup::build_all`].
    pub(super) fn of(&mut self, lists: Vec<Lists<W>>) -> Vec<Arc<Lookup<W>>> {
        if let Some((_, lookups)) = self.0.iter().find(|(known, _)| *known == lists) {
            return lookups.clone();
        }
        let lookups: Vec<_> = Lookup::build_all(lists.clone()).into_iter().map(Arc::new).collect();
        self.0.push((lists, lookups.clone()));
        lookups
    }
}

/// Returns the cells that a piece reaches from a cell: those with no piece on the cells between.
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

/// Returns whether the blockers and results of each cell are in its word.
pub(super) fn is_within<const W: usize>(lists: &Lists<W>) -> bool {
    (0..).zip(lists).all(|(from, list)| {
        let is_here = |cell: Place| cell / 64 == from / 64;
        list.iter().all(|reached| is_here(reached.cell) && reached.over.iter().all(is_here))
    })
}

/// Returns whether the table of these lists is small.
pub(super) fn fits_table<const W: usize>(lists: &Lists<W>) -> bool {
    if is_within(lists) {
        return add_entries::<u64, W>(&mut Vec::new(), lists).is_some();
    }
    let mask = |list: &Vec<Reached<W>>| {
        list.iter().fold(CellSet::EMPTY, |mask, reached| mask | reached.over).count()
    };
    let masks: Vec<u32> = lists.iter().map(mask).collect();
    let entries = |masks: &[u32]| masks.iter().map(|&count| 1usize << count).sum::<usize>();
    masks.iter().all(|&count| count <= MAX_BLOCKERS)
        && entries(&masks) * size_of::<CellSet<W>>() <= MAX_TABLE / 2
}

/// Adds to a table what is reached over each subset of the blockers, in the order of its bits. A
/// result of a cell is a cell reached, and what must be empty.
fn push_entries<R: ReachedCells<W>, S: Copy, B, const W: usize>(
    table: &mut Vec<R>,
    results: &[(R, S)],
    blockers: &[B],
    is_blocked: impl Fn(&S, &B) -> bool + Copy,
) {
    let (mut ways, mut others, mut all) = (Vec::new(), Vec::new(), R::NONE);
    for &(cell, over) in results {
        if all & cell == R::NONE {
            all = all | cell;
            ways.push((cell, over));
        } else {
            others.push((cell, over));
        }
    }
    let behind = |blocker| {
        let blocked = ways.iter().filter(|(_, over)| is_blocked(over, blocker));
        blocked.fold(R::NONE, |set, (cell, _)| set | *cell)
    };
    let kept: Vec<R> = blockers.iter().map(|blocker| !behind(blocker)).collect();
    // An entry follows from the one without its lowest blocker, which takes away what is behind it.
    let (first, count) = (table.len(), 1 << blockers.len());
    table.reserve(count);
    table.push(all);
    for subset in 1..count {
        let without_lowest = table[first + (subset & (subset - 1))];
        table.push(without_lowest & kept[subset.trailing_zeros() as usize]);
    }
    // Another way to the same cell has other blockers, so these are counted apart.
    if !others.is_empty() {
        let mut more = Vec::new();
        push_entries(&mut more, &others, blockers, is_blocked);
        table[first..].iter_mut().zip(more).for_each(|(entry, other)| *entry = *entry | other);
    }
}
