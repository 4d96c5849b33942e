//! Eight words side by side: a set for each level.
//!
//! Where the build targets AVX-512 they are one register, and counting, cascading and casting rays
//! take all levels at once; elsewhere they are an array, and [`WIDE`] tells the few places where
//! another way is then the faster one. The results are the same.

use std::ops::{BitAnd, BitOr, Not};

/// The number of words.
pub const LANES: usize = 8;

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vpopcntdq"
))]
pub use register::{HAS_AVX512, LaneCounter, U64x8};

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vpopcntdq"
))]
mod register {
    //! Eight words in a register.
    use super::*;
    use core::arch::x86_64::*;

    /// Are eight words one register?
    pub const HAS_AVX512: bool = true;

    /// Eight words.
    #[derive(Clone, Copy)]
    pub struct U64x8(__m512i);

    // SAFETY of every block below: the instructions exist, since the build targets the features
    // that this module is compiled under; they work on registers and have no other precondition.
    impl U64x8 {
        /// These words, the first in lane 0.
        #[inline(always)]
        pub const fn new(words: [u64; LANES]) -> U64x8 {
            // SAFETY: any eight words are a register's content.
            U64x8(unsafe { std::mem::transmute::<[u64; LANES], __m512i>(words) })
        }

        /// All words zero.
        pub const ZERO: U64x8 = U64x8::new([0; LANES]);

        /// The words in memory, to be indexed.
        #[inline(always)]
        pub fn words(&self) -> &[u64; LANES] {
            // SAFETY: the register type is as large as the array and aligned more strictly, and
            // its bytes are plain data.
            unsafe { &*std::ptr::from_ref(&self.0).cast() }
        }

        /// The same word in all lanes.
        #[inline(always)]
        pub fn splat(word: u64) -> U64x8 {
            // SAFETY: see above.
            U64x8(unsafe { _mm512_set1_epi64(word as i64) })
        }

        /// Puts a word into a lane.
        #[inline(always)]
        pub fn with_lane<const LANE: usize>(self, word: u64) -> U64x8 {
            // SAFETY: see above.
            U64x8(unsafe { _mm512_mask_set1_epi64(self.0, 1 << LANE, word as i64) })
        }

        /// The lanes (a bit each) that share a bit with this word.
        #[inline(always)]
        pub fn lanes_intersecting(self, word: u64) -> u8 {
            // SAFETY: see above.
            unsafe { _mm512_test_epi64_mask(self.0, _mm512_set1_epi64(word as i64)) }
        }

        /// Clears the bits of this word in these lanes (a bit each).
        #[inline(always)]
        pub fn clear(self, word: u64, lanes: u8) -> U64x8 {
            // SAFETY: see above.
            unsafe {
                let word = _mm512_set1_epi64(word as i64);
                U64x8(_mm512_mask_andnot_epi64(self.0, lanes, word, self.0))
            }
        }

        /// The lanes picked by number.
        #[inline(always)]
        pub fn permute(self, from: U64x8) -> U64x8 {
            // SAFETY: see above.
            U64x8(unsafe { _mm512_permutexvar_epi64(from.0, self.0) })
        }

        /// All words rotated left by so many bits.
        #[inline(always)]
        pub fn rotate(self, by: i8) -> U64x8 {
            // SAFETY: see above.
            U64x8(unsafe { _mm512_rolv_epi64(self.0, _mm512_set1_epi64(i64::from(by & 63))) })
        }

        /// Lets words fall from lane to lane: `x[i] = x[i - 1] & kept[i] | self[i]`, with all bits
        /// set before lane 0.
        #[inline(always)]
        pub fn cascade(self, kept: U64x8) -> U64x8 {
            // SAFETY: see above.
            unsafe {
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

        /// The bits of a line up to the lowest bit that is set on it, included; the whole line if
        /// none is.
        #[inline(always)]
        pub fn ray_up(self, line: u64) -> U64x8 {
            // SAFETY: see above.
            unsafe {
                let line = _mm512_set1_epi64(line as i64);
                let set = _mm512_and_si512(self.0, line);
                let less = _mm512_add_epi64(set, _mm512_set1_epi64(-1));
                U64x8(_mm512_and_si512(line, _mm512_xor_si512(set, less)))
            }
        }

        /// The bits of a line down to the highest bit that is set on it, included; the whole line
        /// if none is.
        #[inline(always)]
        pub fn ray_down(self, line: u64) -> U64x8 {
            // SAFETY: see above.
            unsafe {
                let line = _mm512_set1_epi64(line as i64);
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
            // SAFETY: see above.
            U64x8(unsafe { _mm512_and_si512(self.0, other.0) })
        }
    }

    impl BitOr for U64x8 {
        type Output = U64x8;
        #[inline(always)]
        fn bitor(self, other: U64x8) -> U64x8 {
            // SAFETY: see above.
            U64x8(unsafe { _mm512_or_si512(self.0, other.0) })
        }
    }

    impl Not for U64x8 {
        type Output = U64x8;
        #[inline(always)]
        fn not(self) -> U64x8 {
            // SAFETY: see above.
            U64x8(unsafe { _mm512_xor_si512(self.0, _mm512_set1_epi64(-1)) })
        }
    }

    /// A number that grows by the bits of lanes.
    #[derive(Clone, Copy)]
    pub struct LaneCounter(__m512i);

    impl LaneCounter {
        /// Zero.
        #[inline(always)]
        pub fn zero() -> LaneCounter {
            // SAFETY: see above.
            LaneCounter(unsafe { _mm512_setzero_si512() })
        }

        /// Adds the number of bits.
        #[inline(always)]
        pub fn add(&mut self, lanes: U64x8) {
            // SAFETY: see above.
            self.0 = unsafe { _mm512_add_epi64(self.0, _mm512_popcnt_epi64(lanes.0)) };
        }

        /// The number.
        #[inline(always)]
        pub fn total(self) -> u64 {
            // SAFETY: see above.
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
    //! Eight words in an array.
    use super::*;
    use std::array::from_fn;

    /// Are eight words one register?
    #[cfg_attr(test, allow(dead_code, reason = "the register's is in use"))]
    pub const HAS_AVX512: bool = false;

    /// Eight words.
    #[derive(Clone, Copy)]
    pub struct U64x8([u64; LANES]);

    impl U64x8 {
        /// These words, the first in lane 0.
        #[inline(always)]
        pub const fn new(words: [u64; LANES]) -> U64x8 {
            U64x8(words)
        }

        /// All words zero.
        pub const ZERO: U64x8 = U64x8::new([0; LANES]);

        /// The words in memory, to be indexed.
        #[inline(always)]
        pub fn words(&self) -> &[u64; LANES] {
            &self.0
        }

        /// The same word in all lanes.
        #[inline(always)]
        pub fn splat(word: u64) -> U64x8 {
            U64x8([word; LANES])
        }

        /// Puts a word into a lane.
        #[inline(always)]
        pub fn with_lane<const LANE: usize>(mut self, word: u64) -> U64x8 {
            self.0[LANE] = word;
            self
        }

        /// The lanes (a bit each) that share a bit with this word.
        #[inline(always)]
        pub fn lanes_intersecting(self, word: u64) -> u8 {
            let touches = |lane: usize| u8::from(self.0[lane] & word != 0) << lane;
            (0..LANES).fold(0, |lanes, lane| lanes | touches(lane))
        }

        /// Clears the bits of this word in these lanes (a bit each).
        #[inline(always)]
        pub fn clear(self, word: u64, lanes: u8) -> U64x8 {
            let cleared = |lane: usize| word & u64::from(lanes >> lane & 1).wrapping_neg();
            U64x8(from_fn(|lane| self.0[lane] & !cleared(lane)))
        }

        /// The lanes picked by number.
        #[inline(always)]
        pub fn permute(self, from: U64x8) -> U64x8 {
            U64x8(from.0.map(|lane| self.0[lane as usize % LANES]))
        }

        /// All words rotated left by so many bits.
        #[inline(always)]
        pub fn rotate(self, by: i8) -> U64x8 {
            U64x8(self.0.map(|word| word.rotate_left(by as u32 & 63)))
        }

        /// Lets words fall from lane to lane: `x[i] = x[i - 1] & kept[i] | self[i]`, with all bits
        /// set before lane 0.
        #[inline(always)]
        pub fn cascade(mut self, kept: U64x8) -> U64x8 {
            let mut before = u64::MAX;
            for (word, kept) in self.0.iter_mut().zip(kept.0) {
                before = before & kept | *word;
                *word = before;
            }
            self
        }

        /// The bits of a line up to the lowest bit that is set on it, included; the whole line if
        /// none is.
        #[inline(always)]
        pub fn ray_up(self, line: u64) -> U64x8 {
            U64x8(self.0.map(|word| line & (word & line ^ (word & line).wrapping_sub(1))))
        }

        /// The bits of a line down to the highest bit that is set on it, included; the whole line
        /// if none is.
        #[inline(always)]
        pub fn ray_down(self, line: u64) -> U64x8 {
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

    /// A number that grows by the bits of lanes.
    #[derive(Clone, Copy)]
    pub struct LaneCounter(u64);

    impl LaneCounter {
        /// Zero.
        #[inline(always)]
        pub fn zero() -> LaneCounter {
            LaneCounter(0)
        }

        /// Adds the number of bits.
        #[inline(always)]
        pub fn add(&mut self, lanes: U64x8) {
            self.0 += lanes.0.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        }

        /// The number.
        #[inline(always)]
        pub fn total(self) -> u64 {
            self.0
        }
    }
}

#[cfg(not(all(
    target_arch = "x86_64",
    target_feature = "avx512cd",
    target_feature = "avx512vpopcntdq"
)))]
pub use portable::{HAS_AVX512, LaneCounter, U64x8};

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
            let (mut tally, mut portable) = (LaneCounter::zero(), portable::LaneCounter::zero());
            tally.add(x);
            tally.add(y);
            portable.add(p);
            portable.add(q);
            assert_eq!(tally.total(), portable.total());
        }
    }
}
