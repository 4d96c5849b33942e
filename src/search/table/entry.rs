//! An entry of the transposition table, packed into the two words of a [`SharedEntry`].
//!
//! The data word holds move, bound, score and evaluation. The identity holds 48 bits of the key,
//! the depth and the generation.
//!
//! [`SharedEntry`]: crate::hash_table::SharedEntry

use crate::hash_table::EntryWords;
use crate::moves::Move;
use crate::score::Bound;

/// The data of a node in the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtData {
    /// The best move, or the move that caused the cutoff.
    pub mv: Option<Move>,
    /// The score from the side to move, with mates counted from the node. It must fit 16 bits.
    pub score: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The raw evaluation in centipawns, if it was computed. It must fit 16 bits and not be
    /// `i16::MIN`.
    pub raw_eval: Option<i32>,
    /// The depth, from 0 (quiescence) to 255.
    pub depth: i32,
}

/// The bound stands above the move, then score and evaluation.
const BOUND_SHIFT: u32 = Move::BITS;

/// The stored value of a missing evaluation.
const NO_EVAL: i16 = i16::MIN;

/// The depth and generation of an entry, which can be read without its key.
#[derive(Clone, Copy)]
pub(super) struct DepthAge {
    pub(super) depth: u8,
    pub(super) generation: u8,
}

/// An entry as it is stored; the default is an empty one.
#[derive(Clone, Copy, Default)]
pub(super) struct PackedEntry(pub(super) EntryWords);

impl PackedEntry {
    /// Packs the data of the position with this key.
    #[inline(always)]
    pub(super) fn pack(key: u64, generation: u8, tt_data: &TtData) -> PackedEntry {
        let bound = match tt_data.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let raw_eval = tt_data.raw_eval.map_or(NO_EVAL, |eval| eval as i16);
        let data = u64::from(tt_data.mv.map_or(0, Move::to_bits))
            | bound << BOUND_SHIFT
            | u64::from(tt_data.score as i16 as u16) << 32
            | u64::from(raw_eval as u16) << 48;
        let depth_age = u64::from(tt_data.depth as u8) | u64::from(generation) << 8;
        PackedEntry(EntryWords { identity: key << 16 | depth_age, data })
    }

    /// Returns the data if the entry belongs to this key.
    #[inline(always)]
    pub(super) fn unpack(self, key: u64) -> Option<TtData> {
        let EntryWords { identity, data } = self.0;
        if (identity ^ key << 16) >> 16 != 0 {
            return None;
        }
        let bound = match data >> BOUND_SHIFT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let raw_eval = (data >> 48) as i16;
        Some(TtData {
            mv: Move::from_bits(data as u32 & ((1 << Move::BITS) - 1)),
            score: i32::from((data >> 32) as i16),
            bound,
            raw_eval: (raw_eval != NO_EVAL).then_some(i32::from(raw_eval)),
            depth: i32::from(identity as u8),
        })
    }

    /// Returns the depth and generation of the entry; `None` if it is empty.
    #[inline(always)]
    pub(super) fn depth_age(self) -> Option<DepthAge> {
        let EntryWords { identity, data } = self.0;
        if data >> BOUND_SHIFT & 3 == 0 {
            return None;
        }
        Some(DepthAge { depth: identity as u8, generation: (identity >> 8) as u8 })
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::hash_table::torn_words;
    use crate::moves::{MoveType, PieceType};

    fn sample_data() -> Vec<TtData> {
        let mv = Move::new(17, 160, MoveType::Normal);
        let mut list = Vec::new();
        for mv in
            [None, Some(mv), Some(mv.with_promotions(PieceType::QUEEN, Some(PieceType::ROOK)))]
        {
            for (score, depth) in [(0, 0), (-32_000, 255), (32_000, 9), (-1, 77)] {
                for raw_eval in [None, Some(0), Some(-20_000), Some(20_000)] {
                    for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                        list.push(TtData { mv, score, bound, raw_eval, depth });
                    }
                }
            }
        }
        list
    }

    #[test]
    fn pack_unpack_round_trip() {
        for (index, data) in sample_data().iter().enumerate() {
            let key = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let words = PackedEntry::pack(key, 200, data);
            assert_eq!(words.unpack(key).as_ref(), Some(data));
            let depth_age = words.depth_age().expect("not empty");
            assert_eq!((i32::from(depth_age.depth), depth_age.generation), (data.depth, 200));
            assert_eq!(words.unpack(key ^ 1 << 20), None);
        }
        assert_eq!(PackedEntry::default().unpack(0), None);
    }

    /// A difference of the data changes the 48 bits of the key, not only depth and generation.
    #[test]
    fn torn_entry_is_a_miss() {
        let key = 0x0123_4567_89ab_cdef;
        let list = sample_data();
        for first in &list {
            for second in list.iter().filter(|second| *second != first) {
                let [first, second] = [first, second].map(|data| PackedEntry::pack(key, 1, data).0);
                // Entries with equal data words differ only in the check word, so they cannot tear.
                if first.data != second.data {
                    let torn = PackedEntry(torn_words(first, second));
                    assert_eq!(torn.unpack(key), None, "{first:?} {second:?}");
                }
            }
        }
    }
}

/// Run with `RUSTFLAGS="--cfg loom" cargo test --no-default-features --lib loom_model`.
#[cfg(all(test, loom))]
mod loom_model {
    use super::*;
    use crate::hash_table::SharedEntry;
    use loom::sync::Arc;
    use loom::thread;

    /// Two threads write entries of one key; the reader gets nothing, or the data of one write.
    #[test]
    fn reader_never_mixes_two_writers() {
        loom::model(|| {
            let key = 0x0123_4567_89ab_cdef;
            let data = |score, depth| TtData {
                mv: None,
                score,
                bound: Bound::Exact,
                raw_eval: None,
                depth,
            };
            let written = [data(25, 3), data(-40, 8)];
            let entry = Arc::new(SharedEntry::default());
            let writers = written.map(|data| {
                let entry = Arc::clone(&entry);
                thread::spawn(move || entry.write(PackedEntry::pack(key, 1, &data).0))
            });
            if let Some(read) = PackedEntry(entry.read()).unpack(key) {
                assert!(written.contains(&read), "{read:?}");
            }
            for writer in writers {
                writer.join().expect("a writer does not panic");
            }
        });
    }
}
