//! Eight 64-bit words, one for each level: [`U64x8`].
//!
//! If the build targets AVX-512, the eight words are one register, and all levels are counted,
//! cascaded and traversed by rays at once. Otherwise they are an array. Both return the same
//! results. Code for which the array is the slower choice asks [`HAS_AVX512`] and takes another
//! way.

use std::ops::{BitAnd, BitOr, Not};

/// The number of words in a [`U64x8`].
pub(crate) const LANES: usize = 8;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vpopcntdq"
))]
pub(crate) use register::{HAS_AVX512, LaneCounter, U64x8};

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vpopcntdq"
))]
mod register {
    //! Eight words in an AVX-512 register.
    use super::*;
    use core::arch::x86_64::*;

    /// Whether eight words are one register.
    pub(crate) const HAS_AVX512: bool = true;

    /// Eight words.
    #[derive(Clone, Copy)]
    pub(crate) struct U64x8(__m512i);

    impl U64x8 {
        /// Returns these words as lanes, the first as lane 0.
        #[inline(always)]
        pub(crate) const fn new(words: [u64; LANES]) -> U64x8 {
            // SAFETY: both types have 64 bytes, and every bit pattern is valid in both.
            U64x8(unsafe { std::mem::transmute::<[u64; LANES], __m512i>(words) })
        }

        /// Zero in all lanes.
        pub(crate) const ZERO: U64x8 = U64x8::new([0; LANES]);

        /// Returns the lanes as an array in memory.
        #[inline(always)]
        pub(crate) fn words(&self) -> &[u64; LANES] {
            // SAFETY: the register type has the size of the array and a larger alignment, and every
            // bit pattern is a valid array.
            unsafe { &*std::ptr::from_ref(&self.0).cast() }
        }

        /// Returns the same word in all lanes.
        #[inline(always)]
        pub(crate) fn splat(word: u64) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            U64x8(unsafe { _mm512_set1_epi64(word as i64) })
        }

        /// Replaces one lane.
        #[inline(always)]
        pub(crate) fn with_lane<const LANE: usize>(self, word: u64) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            U64x8(unsafe { _mm512_mask_set1_epi64(self.0, 1 << LANE, word as i64) })
        }

        /// Returns the lanes that share a bit with this word, one bit for each lane.
        #[inline(always)]
        pub(crate) fn lanes_intersecting(self, word: u64) -> u8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            unsafe { _mm512_test_epi64_mask(self.0, _mm512_set1_epi64(word as i64)) }
        }

        /// Clears the bits of `word` in `lanes`, which has one bit for each lane.
        #[inline(always)]
        pub(crate) fn clear(self, word: u64, lanes: u8) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            unsafe {
                let word = _mm512_set1_epi64(word as i64);
                U64x8(_mm512_mask_andnot_epi64(self.0, lanes, word, self.0))
            }
        }

        /// Returns the lanes in another order: lane i of the result is lane `from[i] % 8`.
        #[inline(always)]
        pub(crate) fn permute(self, from: U64x8) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            U64x8(unsafe { _mm512_permutexvar_epi64(from.0, self.0) })
        }

        /// Rotates all words left by `by` bits; by a negative number, right.
        #[inline(always)]
        pub(crate) fn rotate(self, by: i8) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            U64x8(unsafe { _mm512_rolv_epi64(self.0, _mm512_set1_epi64(i64::from(by & 63))) })
        }

        /// Carries bits from lane to lane: `x[i] = x[i - 1] & kept[i] | self[i]`, where `x[-1]` has
        /// all bits set.
        ///
        /// With the occupied columns of each level in `self`, and in `kept` the columns that have
        /// no cell on that level, lane h of the result has the columns that block under ceiling h:
        /// those whose highest cell at or below h is occupied, and those without such a cell.
        #[inline(always)]
        pub(crate) fn cascade(self, kept: U64x8) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            unsafe {
                // A parallel prefix in three steps. At the end `new` has the bits that are set in
                // this lane or in a lower one and kept in all lanes after that, and `kept` has the
                // bits kept in all lanes from 0 to this one.
                let (none, all) = (_mm512_setzero_si512(), _mm512_set1_epi64(-1));
                let (mut new, mut kept) = (self.0, kept.0);
                macro_rules! span {
                    ($by:literal) => {
                        let below = _mm512_alignr_epi64::<{ 8 - $by }>(new, none);
                        new = _mm512_or_si512(new, _mm512_and_si512(below, kept));
                        kept =
                            _mm512_and_si512(kept, _mm512_alignr_epi64::<{ 8 - $by }>(kept, all));
                    };
                }
                span!(1);
                span!(2);
                span!(4);
                U64x8(_mm512_or_si512(new, kept))
            }
        }

        /// Returns in each lane the bits of `line` up to and including its lowest bit that is set
        /// in the lane; all of `line` if none is.
        #[inline(always)]
        pub(crate) fn ray_up(self, line: u64) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            unsafe {
                let line = _mm512_set1_epi64(line as i64);
                let set = _mm512_and_si512(self.0, line);
                let minus_one = _mm512_add_epi64(set, _mm512_set1_epi64(-1));
                U64x8(_mm512_and_si512(line, _mm512_xor_si512(set, minus_one)))
            }
        }

        /// Returns in each lane the bits of `line` down to and including its highest bit that is
        /// set in the lane; all of `line` if none is.
        #[inline(always)]
        pub(crate) fn ray_down(self, line: u64) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            unsafe {
                let line = _mm512_set1_epi64(line as i64);
                // Bit 0 stands for the end of the line, so that a highest bit exists.
                let set = _mm512_or_si512(_mm512_and_si512(self.0, line), _mm512_set1_epi64(1));
                let top = _mm512_set1_epi64(i64::MIN);
                U64x8(_mm512_and_si512(line, _mm512_srav_epi64(top, _mm512_lzcnt_epi64(set))))
            }
        }
    }

    impl BitAnd for U64x8 {
        type Output = U64x8;
        #[inline(always)]
        fn bitand(self, other: U64x8) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            U64x8(unsafe { _mm512_and_si512(self.0, other.0) })
        }
    }

    impl BitOr for U64x8 {
        type Output = U64x8;
        #[inline(always)]
        fn bitor(self, other: U64x8) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            U64x8(unsafe { _mm512_or_si512(self.0, other.0) })
        }
    }

    impl Not for U64x8 {
        type Output = U64x8;
        #[inline(always)]
        fn not(self) -> U64x8 {
            // SAFETY: the build targets the features of these instructions; registers only.
            U64x8(unsafe { _mm512_xor_si512(self.0, _mm512_set1_epi64(-1)) })
        }
    }

    /// Counts the set bits of lanes.
    #[derive(Clone, Copy)]
    pub(crate) struct LaneCounter(__m512i);

    impl LaneCounter {
        /// Starts at zero.
        #[inline(always)]
        pub(crate) fn zero() -> LaneCounter {
            // SAFETY: the build targets the features of these instructions; registers only.
            LaneCounter(unsafe { _mm512_setzero_si512() })
        }

        /// Adds the number of set bits of all lanes.
        #[inline(always)]
        pub(crate) fn add(&mut self, lanes: U64x8) {
            // SAFETY: the build targets the features of these instructions; registers only.
            self.0 = unsafe { _mm512_add_epi64(self.0, _mm512_popcnt_epi64(lanes.0)) };
        }

        /// Returns the sum so far.
        #[inline(always)]
        pub(crate) fn total(self) -> u64 {
            // SAFETY: the build targets the features of these instructions; registers only.
            unsafe { _mm512_reduce_add_epi64(self.0) as u64 }
        }
    }
}

#[cfg(any(
    test,
    not(all(
        target_arch = "x86_64",
        target_feature = "avx512cd",
        target_feature = "avx512vpopcntdq"
    ))
))]
mod portable {
    //! Eight words in an array, for any CPU.
    use super::*;
    use std::array::from_fn;

    /// Whether eight words are one register.
    #[cfg_attr(test, allow(dead_code, reason = "the tests use the constant of the register"))]
    pub(crate) const HAS_AVX512: bool = false;

    /// Eight words.
    #[derive(Clone, Copy)]
    pub(crate) struct U64x8([u64; LANES]);

    impl U64x8 {
        /// Returns these words as lanes, the first as lane 0.
        #[inline(always)]
        pub(crate) const fn new(words: [u64; LANES]) -> U64x8 {
            U64x8(words)
        }

        /// Zero in all lanes.
        pub(crate) const ZERO: U64x8 = U64x8::new([0; LANES]);

        /// Returns the lanes as an array in memory.
        #[inline(always)]
        pub(crate) fn words(&self) -> &[u64; LANES] {
            &self.0
        }

        /// Returns the same word in all lanes.
        #[inline(always)]
        pub(crate) fn splat(word: u64) -> U64x8 {
            U64x8([word; LANES])
        }

        /// Replaces one lane.
        #[inline(always)]
        pub(crate) fn with_lane<const LANE: usize>(mut self, word: u64) -> U64x8 {
            self.0[LANE] = word;
            self
        }

        /// Returns the lanes that share a bit with this word, one bit for each lane.
        #[inline(always)]
        pub(crate) fn lanes_intersecting(self, word: u64) -> u8 {
            let intersects = |lane: usize| u8::from(self.0[lane] & word != 0) << lane;
            (0..LANES).fold(0, |lanes, lane| lanes | intersects(lane))
        }

        /// Clears the bits of `word` in `lanes`, which has one bit for each lane.
        #[inline(always)]
        pub(crate) fn clear(self, word: u64, lanes: u8) -> U64x8 {
            let cleared = |lane: usize| word & u64::from(lanes >> lane & 1).wrapping_neg();
            U64x8(from_fn(|lane| self.0[lane] & !cleared(lane)))
        }

        /// Returns the lanes in another order: lane i of the result is lane `from[i] % 8`.
        #[inline(always)]
        pub(crate) fn permute(self, from: U64x8) -> U64x8 {
            U64x8(from.0.map(|lane| self.0[lane as usize % LANES]))
        }

        /// Rotates all words left by `by` bits; by a negative number, right.
        #[inline(always)]
        pub(crate) fn rotate(self, by: i8) -> U64x8 {
            U64x8(self.0.map(|word| word.rotate_left(by as u32 & 63)))
        }

        /// Carries bits from lane to lane: `x[i] = x[i - 1] & kept[i] | self[i]`, where `x[-1]` has
        /// all bits set.
        ///
        /// With the occupied columns of each level in `self`, and in `kept` the columns that have
        /// no cell on that level, lane h of the result has the columns that block under ceiling h:
        /// those whose highest cell at or below h is occupied, and those without such a cell.
        #[inline(always)]
        pub(crate) fn cascade(mut self, kept: U64x8) -> U64x8 {
            let mut carried = u64::MAX;
            for (word, kept) in self.0.iter_mut().zip(kept.0) {
                carried = carried & kept | *word;
                *word = carried;
            }
            self
        }

        /// Returns in each lane the bits of `line` up to and including its lowest bit that is set
        /// in the lane; all of `line` if none is.
        #[inline(always)]
        pub(crate) fn ray_up(self, line: u64) -> U64x8 {
            U64x8(self.0.map(|word| line & (word & line ^ (word & line).wrapping_sub(1))))
        }

        /// Returns in each lane the bits of `line` down to and including its highest bit that is
        /// set in the lane; all of `line` if none is.
        #[inline(always)]
        pub(crate) fn ray_down(self, line: u64) -> U64x8 {
            U64x8(self.0.map(|word| line & u64::MAX << (63 - (word & line | 1).leading_zeros())))
        }
    }

    impl BitAnd for U64x8 {
        type Output = U64x8;
        #[inline(always)]
        fn bitand(self, other: U64x8) -> U64x8 {
            U64x8(from_fn(|lane| self.0[lane] & other.0[lane]))
        }
    }

    impl BitOr for U64x8 {
        type Output = U64x8;
        #[inline(always)]
        fn bitor(self, other: U64x8) -> U64x8 {
            U64x8(from_fn(|lane| self.0[lane] | other.0[lane]))
        }
    }

    impl Not for U64x8 {
        type Output = U64x8;
        #[inline(always)]
        fn not(self) -> U64x8 {
            U64x8(self.0.map(|word| !word))
        }
    }

    /// Counts the set bits of lanes.
    #[derive(Clone, Copy)]
    pub(crate) struct LaneCounter(u64);

    impl LaneCounter {
        /// Starts at zero.
        #[inline(always)]
        pub(crate) fn zero() -> LaneCounter {
            LaneCounter(0)
        }

        /// Adds the number of set bits of all lanes.
        #[inline(always)]
        pub(crate) fn add(&mut self, lanes: U64x8) {
            self.0 += lanes.0.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        }

        /// Returns the sum so far.
        #[inline(always)]
        pub(crate) fn total(self) -> u64 {
            self.0
        }
    }
}

#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vpopcntdq"
)))]
pub(crate) use portable::{HAS_AVX512, LaneCounter, U64x8};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn register_lanes_match_portable_lanes() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word & word.rotate_left(29)
        };
        for _ in 0..200 {
            let (a, b): ([u64; LANES], [u64; LANES]) =
                ([0; 8].map(|_| next()), [0; 8].map(|_| next()));
            let order = b.map(|word| word % 8);
            let line = next() & next();
            let (x, y) = (U64x8::new(a), U64x8::new(b));
            let (p, q) = (portable::U64x8::new(a), portable::U64x8::new(b));
            assert_eq!(x.words(), p.words());
            assert_eq!((x & U64x8::ZERO).words(), portable::U64x8::ZERO.words());
            assert_eq!((x & y).words(), (p & q).words());
            assert_eq!((x | !y).words(), (p | !q).words());
            assert_eq!(x.with_lane::<3>(line).words(), p.with_lane::<3>(line).words());
            assert_eq!(U64x8::splat(line).words(), portable::U64x8::splat(line).words());
            assert_eq!(
                x.permute(U64x8::new(order)).words(),
                p.permute(portable::U64x8::new(order)).words()
            );
            assert_eq!(x.cascade(y).words(), p.cascade(q).words());
            for line in [line, 0, u64::MAX, 1] {
                assert_eq!(x.rotate(-10).words(), p.rotate(-10).words());
                assert_eq!(x.lanes_intersecting(line), p.lanes_intersecting(line));
                assert_eq!(x.clear(line, a[0] as u8).words(), p.clear(line, a[0] as u8).words());
                assert_eq!(x.ray_up(line).words(), p.ray_up(line).words());
                assert_eq!(x.ray_down(line).words(), p.ray_down(line).words());
            }
            let (mut counter, mut portable) = (LaneCounter::zero(), portable::LaneCounter::zero());
            counter.add(x);
            counter.add(y);
            portable.add(p);
            portable.add(q);
            assert_eq!(counter.total(), portable.total());
        }
    }
}
