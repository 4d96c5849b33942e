//! The transposition table: what earlier searches found out, shared by all threads without locks.
//!
//! Buckets of four entries fill a cache line each; a key's bucket is the high half of its product
//! with the number of buckets, so that any size will do. An entry that is overwritten while it is
//! read is taken for a miss (see `entry`). What can go wrong: a move that is read back belongs to
//! another position with the same 48 bits of key, so the search asks the rules before it plays it;
//! a score may be wrong once in 10^14.

mod entry;

pub use entry::TtData;

use crate::memory;
use crate::score::Bound;
use entry::{PackedEntry, TtEntry};
use rayon::prelude::*;

/// The entries that share a cache line.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([TtEntry; BUCKET_SIZE]);

/// Entries in a bucket.
const BUCKET_SIZE: usize = 4;

#[cfg(not(loom))]
const _: () = assert!(size_of::<TtEntry>() == 16 && size_of::<Bucket>() == 64);

/// How many plies of depth an entry loses in worth for each search that has passed since.
const AGE_WEIGHT: i32 = 4;

/// A table of that size could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a table of {hash_mib} MiB")]
pub struct OutOfMemory {
    /// The size asked for.
    pub hash_mib: usize,
}

/// Without this question, work from a thread of no pool would start rayon's global one.
fn is_in_rayon_pool() -> bool {
    rayon::current_thread_index().is_some()
}

/// The table.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The number of the present search, round and round.
    generation: u8,
}

impl TranspositionTable {
    /// An empty table of that many MiB (at least one), written by all threads of the rayon pool
    /// on one of whose threads this runs, else by this thread alone. A size that the machine
    /// cannot give is an error, not the end of the program.
    pub fn new(mebibytes: usize) -> Result<TranspositionTable, OutOfMemory> {
        let error = OutOfMemory { hash_mib: mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        if memory::available_bytes().is_some_and(|available| bytes as u64 > available) {
            return Err(error);
        }
        let count = bytes / size_of::<Bucket>();
        let mut buckets = memory::vec_on_huge_pages(count).map_err(|_| error)?;
        match is_in_rayon_pool() {
            true => buckets.par_extend((0..count).into_par_iter().map(|_| Bucket::default())),
            false => buckets.resize_with(count, Bucket::default),
        }
        Ok(TranspositionTable { buckets, generation: 0 })
    }

    /// Its size in MiB.
    pub fn size_mib(&self) -> usize {
        size_of_val(&self.buckets[..]) >> 20
    }

    /// Forgets everything; shares the work as [`Table::new`] does.
    pub fn clear(&mut self) {
        self.generation = 0;
        let clear = |bucket: &mut Bucket| {
            for entry in &bucket.0 {
                entry.write(PackedEntry::EMPTY);
            }
        };
        match is_in_rayon_pool() {
            true => self.buckets.par_iter_mut().with_min_len(1 << 12).for_each(clear),
            false => self.buckets.iter_mut().for_each(clear),
        }
    }

    /// Tells the table that a new search begins: what is in it becomes older.
    pub fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtData> {
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
    pub fn store(&self, key: u64, mut content: TtData) {
        let mut victim = None;
        let mut least = i32::MAX;
        for entry in &self.bucket(key).0 {
            let words = entry.read();
            if let Some(old) = words.unpack(key) {
                let fresh =
                    words.depth_age().is_some_and(|stamp| stamp.generation == self.generation);
                if fresh && content.bound != Bound::Exact && content.depth + 4 < old.depth {
                    return;
                }
                content.mv = content.mv.or(old.mv);
                victim = Some(entry);
                break;
            }
            let worth = match words.depth_age() {
                None => i32::MIN,
                Some(stamp) => {
                    let searches_ago = i32::from(self.generation.wrapping_sub(stamp.generation));
                    i32::from(stamp.depth) - AGE_WEIGHT * searches_ago
                }
            };
            if worth < least {
                least = worth;
                victim = Some(entry);
            }
        }
        if let Some(entry) = victim {
            entry.write(PackedEntry::pack(key, self.generation, &content));
        }
    }

    /// How full the table is with entries of the present search, in permille, judged by its
    /// first thousand entries.
    pub fn hashfull(&self) -> u32 {
        let entries = self.buckets.iter().flat_map(|bucket| &bucket.0).take(1000);
        let used = entries.filter(|entry| {
            entry.read().depth_age().is_some_and(|stamp| stamp.generation == self.generation)
        });
        used.count() as u32
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::moves::{Move, MoveType};

    fn data(depth: i32, bound: Bound) -> TtData {
        let mv = Some(Move::new(1, 2, MoveType::Normal));
        TtData { mv, score: 12, bound, raw_eval: Some(-7), depth }
    }

    /// A key of the first bucket of any table.
    fn key(number: u64) -> u64 {
        number << 8 | 1
    }

    #[test]
    fn probe_returns_stored_entry() {
        let table = TranspositionTable::new(1).expect("a mebibyte");
        assert_eq!(table.size_mib(), 1);
        assert_eq!(table.probe(key(1)), None);
        table.store(key(1), data(5, Bound::Lower));
        table.prefetch(key(1));
        assert_eq!(table.probe(key(1)), Some(data(5, Bound::Lower)));
        assert_eq!(table.probe(key(2)), None);
    }

    #[test]
    fn store_keeps_old_move_without_new_move() {
        let table = TranspositionTable::new(1).expect("a mebibyte");
        table.store(key(1), data(5, Bound::Lower));
        table.store(key(1), TtData { mv: None, ..data(6, Bound::Upper) });
        assert_eq!(table.probe(key(1)), Some(data(6, Bound::Upper)));
    }

    #[test]
    fn store_keeps_much_deeper_entry_of_same_search() {
        let mut table = TranspositionTable::new(1).expect("a mebibyte");
        table.store(key(1), data(20, Bound::Lower));
        table.store(key(1), data(2, Bound::Upper));
        assert_eq!(table.probe(key(1)), Some(data(20, Bound::Lower)));
        table.new_search();
        table.store(key(1), data(2, Bound::Upper));
        assert_eq!(table.probe(key(1)), Some(data(2, Bound::Upper)));
    }

    #[test]
    fn store_replaces_shallow_and_old_entries() {
        let mut table = TranspositionTable::new(1).expect("a mebibyte");
        for (number, depth) in [(1, 9), (2, 3), (3, 8), (4, 12)] {
            table.store(key(number), data(depth, Bound::Exact));
        }
        table.store(key(5), data(1, Bound::Exact));
        assert_eq!(table.probe(key(2)), None, "the shallowest is replaced");
        for _ in 0..4 {
            table.new_search();
            table.store(key(1), data(9, Bound::Exact));
        }
        table.store(key(6), data(1, Bound::Exact));
        assert_eq!(table.probe(key(5)), None);
        table.store(key(7), data(1, Bound::Exact));
        assert!(table.probe(key(1)).is_some() && table.probe(key(7)).is_some());
        assert_eq!(table.probe(key(3)), None, "old depth counts less than new");
    }

    #[test]
    fn hashfull_counts_current_search_only() {
        let mut table = TranspositionTable::new(1).expect("a mebibyte");
        assert_eq!(table.hashfull(), 0);
        for number in 0..4 {
            table.store(key(number), data(1, Bound::Exact));
        }
        assert_eq!(table.hashfull(), 4);
        table.new_search();
        assert_eq!(table.hashfull(), 0);
        table.clear();
        assert_eq!(table.probe(key(1)), None);
    }

    #[test]
    fn new_rejects_impossible_size() {
        for hash_mib in [1 << 30, usize::MAX] {
            assert_eq!(TranspositionTable::new(hash_mib).err(), Some(OutOfMemory { hash_mib }));
        }
    }

    #[test]
    fn concurrent_writes_never_mix_entries() {
        let table = TranspositionTable::new(1).expect("a mebibyte");
        std::thread::scope(|scope| {
            for writer in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..50_000u64 {
                        let number = round % 7;
                        let depth = (number * 3 + writer % 2) as i32;
                        let score = 100 * depth;
                        table.store(key(number), TtData { score, ..data(depth, Bound::Exact) });
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
