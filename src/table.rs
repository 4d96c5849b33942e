//! The transposition table: what earlier searches found out, shared by all threads without locks.
//!
//! Buckets of four entries fill a cache line each; a key's bucket is the high half of its product
//! with the number of buckets, so that any size will do. An entry that is overwritten while it is
//! read is taken for a miss (see `entry`). What can go wrong: a move that is read back belongs to
//! another position with the same 48 bits of key, so the search asks the rules before it plays it;
//! a score may be wrong once in 10^14.

mod entry;

pub use entry::Content;

use crate::memory;
use crate::search::score::Bound;
use entry::{Entry, Words};
use rayon::prelude::*;

/// The entries that share a cache line.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Entry; BUCKET]);

/// Entries in a bucket.
const BUCKET: usize = 4;

#[cfg(not(loom))]
const _: () = assert!(size_of::<Entry>() == 16 && size_of::<Bucket>() == 64);

/// How many plies of depth an entry loses in worth for each search that has passed since.
const AGE_WEIGHT: i32 = 4;

/// A table of that size could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a table of {mebibytes} MiB")]
pub struct OutOfMemory {
    /// The size asked for.
    pub mebibytes: usize,
}

/// Without this question, work from a thread of no pool would start rayon's global one.
fn in_a_pool() -> bool {
    rayon::current_thread_index().is_some()
}

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    /// The number of the present search, round and round.
    age: u8,
}

impl Table {
    /// An empty table of that many MiB (at least one), written by all threads of the rayon pool
    /// on one of whose threads this runs, else by this thread alone. A size that the machine
    /// cannot give is an error, not the end of the program.
    pub fn new(mebibytes: usize) -> Result<Table, OutOfMemory> {
        let error = OutOfMemory { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        if memory::available().is_some_and(|available| bytes as u64 > available) {
            return Err(error);
        }
        let count = bytes / size_of::<Bucket>();
        let mut buckets = memory::room_for(count).map_err(|_| error)?;
        match in_a_pool() {
            true => buckets.par_extend((0..count).into_par_iter().map(|_| Bucket::default())),
            false => buckets.resize_with(count, Bucket::default),
        }
        Ok(Table { buckets, age: 0 })
    }

    /// Its size in MiB.
    pub fn mebibytes(&self) -> usize {
        size_of_val(&self.buckets[..]) >> 20
    }

    /// Forgets everything; shares the work as [`Table::new`] does.
    pub fn clear(&mut self) {
        self.age = 0;
        let clear = |bucket: &mut Bucket| {
            for entry in &bucket.0 {
                entry.write(Words::EMPTY);
            }
        };
        match in_a_pool() {
            true => self.buckets.par_iter_mut().with_min_len(1 << 12).for_each(clear),
            false => self.buckets.iter_mut().for_each(clear),
        }
    }

    /// Tells the table that a new search begins: what is in it becomes older.
    pub fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Content> {
        self.bucket(key).0.iter().find_map(|entry| entry.read().unpack(key))
    }

    /// Has the processor fetch what [`Table::probe`] will read, while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: prefetching does not access memory, and the pointer is a valid one besides.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Remembers a node. The entry of the same position gives way unless it is much deeper;
    /// otherwise the shallowest and oldest of the bucket does.
    #[inline]
    pub fn store(&self, key: u64, mut content: Content) {
        let mut victim = None;
        let mut least = i32::MAX;
        for entry in &self.bucket(key).0 {
            let words = entry.read();
            if let Some(old) = words.unpack(key) {
                let fresh = words.stamp().is_some_and(|stamp| stamp.age == self.age);
                if fresh && content.bound != Bound::Exact && content.depth + 4 < old.depth {
                    return;
                }
                content.mv = content.mv.or(old.mv);
                victim = Some(entry);
                break;
            }
            let worth = match words.stamp() {
                None => i32::MIN,
                Some(stamp) => {
                    let searches_ago = i32::from(self.age.wrapping_sub(stamp.age));
                    i32::from(stamp.depth) - AGE_WEIGHT * searches_ago
                }
            };
            if worth < least {
                least = worth;
                victim = Some(entry);
            }
        }
        if let Some(entry) = victim {
            entry.write(Words::pack(key, self.age, &content));
        }
    }

    /// How full the table is with entries of the present search, in permille, judged by its
    /// first thousand entries.
    pub fn permille_full(&self) -> u32 {
        let entries = self.buckets.iter().flat_map(|bucket| &bucket.0).take(1000);
        let used =
            entries.filter(|entry| entry.read().stamp().is_some_and(|stamp| stamp.age == self.age));
        used.count() as u32
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::moves::{Manner, Move};

    fn content(depth: i32, bound: Bound) -> Content {
        let mv = Some(Move::new(1, 2, Manner::Plain));
        Content { mv, score: 12, bound, evaluation: Some(-7), depth }
    }

    /// A key of the first bucket of any table.
    fn key(number: u64) -> u64 {
        number << 8 | 1
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).expect("a mebibyte");
        assert_eq!(table.mebibytes(), 1);
        assert_eq!(table.probe(key(1)), None);
        table.store(key(1), content(5, Bound::Lower));
        table.prefetch(key(1));
        assert_eq!(table.probe(key(1)), Some(content(5, Bound::Lower)));
        assert_eq!(table.probe(key(2)), None);
    }

    #[test]
    fn the_move_outlives_a_search_that_found_none() {
        let table = Table::new(1).expect("a mebibyte");
        table.store(key(1), content(5, Bound::Lower));
        table.store(key(1), Content { mv: None, ..content(6, Bound::Upper) });
        assert_eq!(table.probe(key(1)), Some(content(6, Bound::Upper)));
    }

    #[test]
    fn a_much_deeper_entry_of_this_search_stays() {
        let mut table = Table::new(1).expect("a mebibyte");
        table.store(key(1), content(20, Bound::Lower));
        table.store(key(1), content(2, Bound::Upper));
        assert_eq!(table.probe(key(1)), Some(content(20, Bound::Lower)));
        table.grow_older();
        table.store(key(1), content(2, Bound::Upper));
        assert_eq!(table.probe(key(1)), Some(content(2, Bound::Upper)));
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let mut table = Table::new(1).expect("a mebibyte");
        for (number, depth) in [(1, 9), (2, 3), (3, 8), (4, 12)] {
            table.store(key(number), content(depth, Bound::Exact));
        }
        table.store(key(5), content(1, Bound::Exact));
        assert_eq!(table.probe(key(2)), None, "the shallowest is replaced");
        for _ in 0..4 {
            table.grow_older();
            table.store(key(1), content(9, Bound::Exact));
        }
        table.store(key(6), content(1, Bound::Exact));
        assert_eq!(table.probe(key(5)), None);
        table.store(key(7), content(1, Bound::Exact));
        assert!(table.probe(key(1)).is_some() && table.probe(key(7)).is_some());
        assert_eq!(table.probe(key(3)), None, "old depth counts less than new");
    }

    #[test]
    fn fullness_counts_this_search_only() {
        let mut table = Table::new(1).expect("a mebibyte");
        assert_eq!(table.permille_full(), 0);
        for number in 0..4 {
            table.store(key(number), content(1, Bound::Exact));
        }
        assert_eq!(table.permille_full(), 4);
        table.grow_older();
        assert_eq!(table.permille_full(), 0);
        table.clear();
        assert_eq!(table.probe(key(1)), None);
    }

    #[test]
    fn an_impossible_size_is_an_error() {
        for mebibytes in [1 << 30, usize::MAX] {
            assert_eq!(Table::new(mebibytes).err(), Some(OutOfMemory { mebibytes }));
        }
    }

    #[test]
    fn threads_that_write_over_each_other_leave_no_mixture() {
        let table = Table::new(1).expect("a mebibyte");
        std::thread::scope(|scope| {
            for writer in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..50_000u64 {
                        let number = round % 7;
                        let depth = (number * 3 + writer % 2) as i32;
                        let score = 100 * depth;
                        table.store(key(number), Content { score, ..content(depth, Bound::Exact) });
                        if let Some(read) = table.probe(key(number)) {
                            assert_eq!(read.score, 100 * read.depth);
                            assert_eq!(read.depth as u64 / 3, number);
                        }
                    }
                });
            }
        });
    }
}
