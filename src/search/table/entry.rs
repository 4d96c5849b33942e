//! One entry of the transposition table: two atomic words tied together, so that no reader takes
//! one writer's first word with another's second.
//!
//! The data word holds move, score, evaluation and bound; the other holds 48 bits of the key, the
//! depth and the age, XORed with a product of the data word. Whoever reads two words that were not
//! written together finds a key that is not his: a wrong entry is a miss, never a wrong score.
//! The product carries a difference in the low bits of the data into the bits of the key.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering};

use crate::moves::Move;
use crate::score::Bound;

/// What the table keeps of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtData {
    /// The best move, or the one that refuted.
    pub mv: Option<Move>,
    /// The score from the side to move, mates counted from the node; in 16 bits.
    pub score: i32,
    /// What the score says of the true one.
    pub bound: Bound,
    /// The static evaluation in centipawns, where it was computed; in 16 bits, and not
    /// `i16::MIN`.
    pub raw_eval: Option<i32>,
    /// The depth searched, from 0 (quiescence) to 255.
    pub depth: i32,
}

/// Stands for "no evaluation".
const NO_EVAL: i16 = i16::MIN;

/// An odd constant without structure (the golden ratio).
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// How old an entry is and how deep, readable without its key.
#[derive(Clone, Copy)]
pub(super) struct DepthAge {
    pub depth: u8,
    pub generation: u8,
}

/// A place for the [`Content`] of one position.
#[derive(Default)]
pub(super) struct TtEntry {
    check: AtomicU64,
    data: AtomicU64,
}

/// Both words as they were read.
#[derive(Clone, Copy)]
pub(super) struct PackedEntry {
    check: u64,
    data: u64,
}

impl TtEntry {
    /// Reads both words, each by itself.
    #[inline(always)]
    pub fn read(&self) -> PackedEntry {
        let check = self.check.load(Ordering::Relaxed);
        PackedEntry { check, data: self.data.load(Ordering::Relaxed) }
    }

    /// Writes both words, each by itself.
    #[inline(always)]
    pub fn write(&self, words: PackedEntry) {
        self.check.store(words.check, Ordering::Relaxed);
        self.data.store(words.data, Ordering::Relaxed);
    }
}

impl PackedEntry {
    /// No entry.
    pub const EMPTY: PackedEntry = PackedEntry { check: 0, data: 0 };

    /// Packs an entry.
    #[inline(always)]
    pub fn pack(key: u64, age: u8, content: &TtData) -> PackedEntry {
        let bound = match content.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let evaluation = content.raw_eval.map_or(NO_EVAL, |value| value as i16);
        let data = u64::from(content.mv.map_or(0, Move::to_bits))
            | u64::from(content.score as i16 as u16) << 24
            | u64::from(evaluation as u16) << 40
            | bound << 56;
        let stamp = u64::from(content.depth as u8) | u64::from(age) << 8;
        PackedEntry { check: (key << 16 | stamp) ^ data.wrapping_mul(GOLDEN_RATIO), data }
    }

    /// The entry, if it is one of this key.
    #[inline(always)]
    pub fn unpack(self, key: u64) -> Option<TtData> {
        let check = self.check ^ self.data.wrapping_mul(GOLDEN_RATIO);
        let bound = match self.data >> 56 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        if (check ^ key << 16) >> 16 != 0 {
            return None;
        }
        let evaluation = (self.data >> 40) as i16;
        Some(TtData {
            mv: Move::from_bits(self.data as u32 & 0xff_ffff),
            score: i32::from((self.data >> 24) as i16),
            bound,
            raw_eval: (evaluation != NO_EVAL).then_some(i32::from(evaluation)),
            depth: i32::from(check as u8),
        })
    }

    /// Depth and age of whatever entry this is; `None` if it is empty.
    #[inline(always)]
    pub fn depth_age(self) -> Option<DepthAge> {
        if self.data >> 56 == 0 {
            return None;
        }
        let check = self.check ^ self.data.wrapping_mul(GOLDEN_RATIO);
        Some(DepthAge { depth: check as u8, generation: (check >> 8) as u8 })
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::moves::{MoveType, PieceType};

    fn sample_data() -> Vec<TtData> {
        let mv = Move::new(17, 160, MoveType::Normal);
        let mut list = Vec::new();
        for mv in
            [None, Some(mv), Some(mv.with_promotions(PieceType::Queen, Some(PieceType::Rook)))]
        {
            for (score, depth) in [(0, 0), (-32_000, 255), (32_000, 9), (-1, 77)] {
                for evaluation in [None, Some(0), Some(-20_000), Some(20_000)] {
                    for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                        list.push(TtData { mv, score, bound, raw_eval: evaluation, depth });
                    }
                }
            }
        }
        list
    }

    #[test]
    fn pack_unpack_round_trip() {
        for (index, content) in sample_data().iter().enumerate() {
            let key = (index as u64 + 1).wrapping_mul(GOLDEN_RATIO);
            let words = PackedEntry::pack(key, 200, content);
            assert_eq!(words.unpack(key).as_ref(), Some(content));
            let stamp = words.depth_age().expect("not empty");
            assert_eq!((i32::from(stamp.depth), stamp.generation), (content.depth, 200));
            assert_eq!(words.unpack(key ^ 1 << 20), None);
        }
        assert_eq!(PackedEntry::EMPTY.unpack(0), None);
    }

    #[test]
    fn torn_entry_is_a_miss() {
        let key = 0x0123_4567_89ab_cdef;
        let list = sample_data();
        for first in &list {
            for second in list.iter().filter(|second| *second != first) {
                let (one, other) =
                    (PackedEntry::pack(key, 1, first), PackedEntry::pack(key, 1, second));
                // Equal data words differ in the stamp alone: any mixture is one of the two.
                if one.data != other.data {
                    let torn = PackedEntry { check: one.check, data: other.data };
                    assert_eq!(torn.unpack(key), None, "{first:?} {second:?}");
                }
            }
        }
    }
}

/// `RUSTFLAGS="--cfg loom" cargo test --release --lib loom_model`
#[cfg(all(test, loom))]
mod loom_model {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    /// Two writers and a reader of one key: the reader finds nothing, or what one of them wrote.
    #[test]
    fn a_reader_never_mixes_two_writers() {
        loom::model(|| {
            let key = 0x0123_4567_89ab_cdef;
            let content = |score, depth| TtData {
                mv: None,
                score,
                bound: Bound::Exact,
                evaluation: None,
                depth,
            };
            let written = [content(25, 3), content(-40, 8)];
            let entry = Arc::new(TtEntry::default());
            let writers = written.map(|content| {
                let entry = Arc::clone(&entry);
                thread::spawn(move || entry.write(PackedEntry::pack(key, 1, &content)))
            });
            if let Some(read) = entry.read().unpack(key) {
                assert!(written.contains(&read), "{read:?}");
            }
            for writer in writers {
                writer.join().expect("a writer does not panic");
            }
        });
    }
}
