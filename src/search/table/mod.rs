//! The transposition table, which all threads share without locks.
//!
//! Its memory is that of `hash_table`, so a reader treats an entry that is overwritten while it
//! reads as a miss.
//!
//! An entry may belong to another position with the same 48 bits of the key. So test whether its
//! move is legal before making it. A score is wrong about once in 10^14 lookups.

mod entry;

pub use entry::TtData;

use crate::hash_table::{Buckets, OutOfMemory};
use crate::score::Bound;
use entry::{DepthAge, PackedEntry};
use rayon::ThreadPool;

/// The depth that an entry loses for replacement with each new search.
const AGE_WEIGHT: i32 = 4;

/// A transposition table.
pub struct TranspositionTable {
    buckets: Buckets,
    /// The number of the current search, modulo 256.
    generation: u8,
}

impl TranspositionTable {
    /// Creates an empty table of `hash_mib` MiB, at least one. If the current thread belongs to a
    /// rayon pool, all its threads write the table, otherwise the current thread alone. A size
    /// above the available memory is an error; the process is not killed.
    pub fn new(hash_mib: usize) -> Result<TranspositionTable, OutOfMemory> {
        Ok(TranspositionTable { buckets: Buckets::new(hash_mib)?, generation: 0 })
    }

    /// As [`TranspositionTable::new`], on the threads of a pool if there is one.
    pub(super) fn new_on(
        threads: Option<&ThreadPool>,
        hash_mib: usize,
    ) -> Result<TranspositionTable, OutOfMemory> {
        match threads {
            None => TranspositionTable::new(hash_mib),
            Some(threads) => threads.install(|| TranspositionTable::new(hash_mib)),
        }
    }

    /// Returns the size in MiB.
    pub fn size_mib(&self) -> usize {
        self.buckets.size_mib()
    }

    /// Clears the table, with the same threads as [`TranspositionTable::new`].
    pub fn clear(&mut self) {
        self.generation = 0;
        self.buckets.clear();
    }

    /// Clears the table on the threads of a pool if there is one.
    pub(super) fn clear_on(&mut self, threads: Option<&ThreadPool>) {
        match threads {
            None => self.clear(),
            Some(threads) => threads.install(|| self.clear()),
        }
    }

    /// Starts a new search: the entries of earlier searches age.
    pub fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Returns the data of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtData> {
        let entries = &self.buckets.bucket(key).0;
        entries.iter().find_map(|entry| PackedEntry(entry.read()).unpack(key))
    }

    /// Prefetches the bucket of this key for a later [`TranspositionTable::probe`].
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        self.buckets.prefetch(key);
    }

    /// Stores a node. Replaces the entry of the same position, unless the new score is only a bound
    /// and the entry is of this search and much deeper. If there is none, replaces the entry of the
    /// bucket with the least depth, reduced by its age.
    #[inline]
    pub fn store(&self, key: u64, mut data: TtData) {
        let mut replaced = None;
        let mut min_value = i32::MAX;
        for entry in &self.buckets.bucket(key).0 {
            let packed = PackedEntry(entry.read());
            if let Some(old) = packed.unpack(key) {
                let is_current = packed
                    .depth_age()
                    .is_some_and(|depth_age| depth_age.generation == self.generation);
                if is_current && data.bound != Bound::Exact && data.depth + 4 < old.depth {
                    return;
                }
                data.mv = data.mv.or(old.mv);
                replaced = Some(entry);
                break;
            }
            let value = match packed.depth_age() {
                None => i32::MIN,
                Some(DepthAge { depth, generation }) => {
                    let age = i32::from(self.generation.wrapping_sub(generation));
                    i32::from(depth) - AGE_WEIGHT * age
                }
            };
            if value < min_value {
                min_value = value;
                replaced = Some(entry);
            }
        }
        if let Some(entry) = replaced {
            entry.write(PackedEntry::pack(key, self.generation, &data).0);
        }
    }

    /// Returns the fill of the table with entries of the current search in permille, estimated from
    /// its first thousand entries.
    pub fn hashfull(&self) -> u32 {
        let entries = self.buckets.entries().take(1000);
        let used = entries.filter(|entry| {
            PackedEntry(entry.read())
                .depth_age()
                .is_some_and(|depth_age| depth_age.generation == self.generation)
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

    /// Returns a key of the first bucket of any table.
    fn key(number: u64) -> u64 {
        number << 8 | 1
    }

    #[test]
    fn probe_returns_stored_entry() {
        let table = TranspositionTable::new(1).expect("enough memory");
        assert_eq!(table.size_mib(), 1);
        assert_eq!(table.probe(key(1)), None);
        table.store(key(1), data(5, Bound::Lower));
        table.prefetch(key(1));
        assert_eq!(table.probe(key(1)), Some(data(5, Bound::Lower)));
        assert_eq!(table.probe(key(2)), None);
    }

    #[test]
    fn store_keeps_old_move_without_new_move() {
        let table = TranspositionTable::new(1).expect("enough memory");
        table.store(key(1), data(5, Bound::Lower));
        table.store(key(1), TtData { mv: None, ..data(6, Bound::Upper) });
        assert_eq!(table.probe(key(1)), Some(data(6, Bound::Upper)));
    }

    #[test]
    fn store_keeps_much_deeper_entry_of_same_search() {
        let mut table = TranspositionTable::new(1).expect("enough memory");
        table.store(key(1), data(20, Bound::Lower));
        table.store(key(1), data(2, Bound::Upper));
        assert_eq!(table.probe(key(1)), Some(data(20, Bound::Lower)));
        table.new_search();
        table.store(key(1), data(2, Bound::Upper));
        assert_eq!(table.probe(key(1)), Some(data(2, Bound::Upper)));
    }

    #[test]
    fn store_replaces_shallow_and_old_entries() {
        let mut table = TranspositionTable::new(1).expect("enough memory");
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
        let mut table = TranspositionTable::new(1).expect("enough memory");
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
    fn concurrent_writes_never_mix_entries() {
        let table = TranspositionTable::new(1).expect("enough memory");
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
