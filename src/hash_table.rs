//! The memory of hash tables that threads share without locks: buckets of entries of two words.
//!
//! A bucket of four entries fills a cache line. The index of the bucket of a key is the high half
//! of its product with the number of buckets, so any size is possible.
//!
//! An entry is an identity and a data word, stored as two atomic words: the data, and the identity
//! XORed with a product of the data. Words from two different writes give a wrong identity, so a
//! torn entry is a miss, never wrong data. The product carries a difference in the low bits of the
//! data into the high bits of the identity.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

use crate::memory;
use rayon::prelude::*;

/// There is not enough memory for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a table of {hash_mib} MiB")]
pub struct OutOfMemory {
    /// The requested size.
    pub hash_mib: usize,
}

/// 2^64 divided by the golden ratio: an odd constant without structure.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// An entry in memory.
#[derive(Default)]
pub(crate) struct SharedEntry {
    check: AtomicU64,
    data: AtomicU64,
}

/// The content of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct EntryWords {
    /// What the data belong to, such as bits of a key.
    pub(crate) identity: u64,
    /// The data.
    pub(crate) data: u64,
}

impl SharedEntry {
    /// Reads both words. Another thread may write between the two reads.
    #[inline(always)]
    pub(crate) fn read(&self) -> EntryWords {
        let check = self.check.load(Ordering::Relaxed);
        let data = self.data.load(Ordering::Relaxed);
        EntryWords { identity: check ^ data.wrapping_mul(GOLDEN_RATIO), data }
    }

    /// Writes both words. Another thread may read or write between the two writes.
    #[inline(always)]
    pub(crate) fn write(&self, words: EntryWords) {
        let check = words.identity ^ words.data.wrapping_mul(GOLDEN_RATIO);
        self.check.store(check, Ordering::Relaxed);
        self.data.store(words.data, Ordering::Relaxed);
    }
}

/// The entries of one cache line.
#[repr(align(64))]
#[derive(Default)]
pub(crate) struct Bucket(pub(crate) [SharedEntry; BUCKET_SIZE]);

/// The number of entries in a bucket.
const BUCKET_SIZE: usize = 4;

#[cfg(not(loom))]
const _: () = assert!(size_of::<SharedEntry>() == 16 && size_of::<Bucket>() == 64);

/// Returns whether this thread belongs to a rayon pool. Parallel work from any other thread would
/// start the global pool.
fn is_in_rayon_pool() -> bool {
    rayon::current_thread_index().is_some()
}

/// The buckets of a table.
pub(crate) struct Buckets(Vec<Bucket>);

impl Buckets {
    /// Creates empty buckets of `hash_mib` MiB, at least one. If the current thread belongs to a
    /// rayon pool, all its threads write the memory, otherwise the current thread alone. A size
    /// above the available memory is an error; the process is not killed.
    pub(crate) fn new(hash_mib: usize) -> Result<Buckets, OutOfMemory> {
        let error = OutOfMemory { hash_mib };
        let bytes = hash_mib.max(1).checked_mul(1 << 20).ok_or(error)?;
        if memory::available_bytes().is_some_and(|available| bytes as u64 > available) {
            return Err(error);
        }
        Buckets::with_count(bytes / size_of::<Bucket>()).ok_or(error)
    }

    /// Creates this number of empty buckets; `None` if the memory cannot be allocated.
    pub(crate) fn with_count(count: usize) -> Option<Buckets> {
        let mut buckets = memory::vec_on_huge_pages(count).ok()?;
        match is_in_rayon_pool() {
            true => buckets.par_extend((0..count).into_par_iter().map(|_| Bucket::default())),
            false => buckets.resize_with(count, Bucket::default),
        }
        Some(Buckets(buckets))
    }

    /// Returns the size in MiB.
    pub(crate) fn size_mib(&self) -> usize {
        size_of_val(&self.0[..]) >> 20
    }

    /// Empties all entries, with the same threads as [`Buckets::new`].
    pub(crate) fn clear(&mut self) {
        let clear = |bucket: &mut Bucket| *bucket = Bucket::default();
        match is_in_rayon_pool() {
            true => self.0.par_iter_mut().with_min_len(1 << 12).for_each(clear),
            false => self.0.iter_mut().for_each(clear),
        }
    }

    /// Returns the bucket of a key.
    #[inline(always)]
    pub(crate) fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.0.len() as u128) >> 64;
        &self.0[index as usize]
    }

    /// Prefetches the bucket of this key.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: a prefetch does not access memory, so it cannot fault or race; the pointer
            // comes from a reference and is valid. SSE is part of x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns all entries, bucket by bucket.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &SharedEntry> {
        self.0.iter().flat_map(|bucket| &bucket.0)
    }
}

/// Returns what a reader finds if it reads the check word of the first write and the data word of
/// the second.
#[cfg(all(test, not(loom)))]
pub(crate) fn torn_words(first: EntryWords, second: EntryWords) -> EntryWords {
    let [first, second] = [first, second].map(|words| {
        let entry = SharedEntry::default();
        entry.write(words);
        entry
    });
    SharedEntry { check: first.check, data: second.data }.read()
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn torn_entry_has_another_identity() {
        let words = |number: u64| EntryWords {
            identity: number.wrapping_mul(0xd6e8_feb8_6659_fd93),
            data: number,
        };
        for first in (0..50).map(words) {
            assert_eq!(torn_words(first, first), first);
            for second in (0..50).map(words).filter(|second| *second != first) {
                let torn = torn_words(first, second);
                assert_eq!(torn.data, second.data);
                assert_ne!(torn.identity, first.identity);
                assert_ne!(torn.identity, second.identity);
            }
        }
    }

    #[test]
    fn new_rejects_impossible_size() {
        for hash_mib in [1 << 30, usize::MAX] {
            assert_eq!(Buckets::new(hash_mib).err(), Some(OutOfMemory { hash_mib }));
        }
    }
}
