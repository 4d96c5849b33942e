//! A table of perft counts by position and depth, which threads share without locks.
//!
//! The key selects the bucket. The identity of an entry is a hash of the key, the pieces, the
//! platforms and the depth, so that an entry of another position matches a lookup only if it has
//! both the bucket and the 64 bits in common: with four entries in a bucket, one lookup in 2^62
//! returns a wrong count.

use crate::hash_table::{Buckets, EntryWords, OutOfMemory};
use crate::rules::Rules;
use crate::rules::zobrist::hash_words;

/// The counts below the positions of one perft.
///
/// A table belongs to one root position and depth: rules that depend on the number of the move
/// make the counts below a position depend on its distance from the root.
pub struct PerftTable(Buckets);

/// Where the count of a position and depth is stored.
#[derive(Clone, Copy)]
pub(super) struct TableKey {
    key: u64,
    identity: u64,
}

impl PerftTable {
    /// Creates an empty table of `hash_mib` MiB, at least one.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(hash_mib: usize) -> Result<PerftTable, OutOfMemory> {
        Buckets::new(hash_mib).map(PerftTable)
    }

    /// Returns where the count of sequences of `depth` moves is stored.
    #[inline]
    pub(super) fn key<B: Rules>(&self, board: &B, depth: u32) -> TableKey {
        let key = board.key();
        self.0.prefetch(key);
        let parts = board.correction_keys();
        let [white, black] = parts.non_pawn;
        let words = [key, parts.pawn, white, black, parts.platform, u64::from(depth)];
        TableKey { key, identity: hash_words(words) }
    }

    /// Returns the stored count.
    #[inline]
    pub(super) fn probe(&self, key: TableKey) -> Option<u64> {
        let read = self.0.bucket(key.key).0.iter().map(|entry| entry.read());
        let found = read.into_iter().find(|words| words.identity == key.identity);
        // An empty entry has the data 0.
        found.and_then(|words| words.data.checked_sub(1))
    }

    /// Stores a count in place of the smallest one of the bucket, which is the cheapest to compute
    /// again.
    #[inline]
    pub(super) fn store(&self, key: TableKey, count: u64) {
        let words = EntryWords { identity: key.identity, data: count.saturating_add(1) };
        let entries = self.0.bucket(key.key).0.iter();
        if let Some(entry) = entries.min_by_key(|entry| entry.read().data) {
            entry.write(words);
        }
    }
}

#[cfg(all(test, not(loom)))]
impl PerftTable {
    /// Creates a table of one bucket.
    pub(super) fn smallest() -> PerftTable {
        PerftTable(Buckets::with_count(1).expect("enough memory"))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::rules::{BuiltIn, Chess};

    #[test]
    fn probe_separates_depths_and_zero_counts() {
        let table = PerftTable::smallest();
        let board = Chess::startpos();
        let [two, three] = [2, 3].map(|depth| table.key(&board, depth));
        assert_eq!(table.probe(two), None);
        table.store(two, 0);
        assert_eq!((table.probe(two), table.probe(three)), (Some(0), None));
        table.store(three, 8902);
        assert_eq!((table.probe(two), table.probe(three)), (Some(0), Some(8902)));
    }

    #[test]
    fn store_replaces_smallest_count() {
        let table = PerftTable::smallest();
        let board = Chess::startpos();
        for depth in [5, 2, 4, 3, 6] {
            table.store(table.key(&board, depth), u64::from(depth));
        }
        let stored = [2, 3, 4, 5, 6].map(|depth| table.probe(table.key(&board, depth)));
        assert_eq!(stored, [None, Some(3), Some(4), Some(5), Some(6)]);
    }
}
