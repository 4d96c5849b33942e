//! Operations on a set of up to 64 members in one word ([`pext`], [`pdep`], [`line_attacks`],
//! iteration) and on four such sets at once ([`bits_at`]); and what sets of other sizes share with
//! them, [`Bitboard`].
//!
//! `pext` and `pdep` are one instruction each if the build targets BMI2, and `bits_at` is a shift
//! and a gathering of sign bits if it targets AVX2. Otherwise portable code returns the same
//! results.

use super::Place;
use std::ops::{BitAnd, BitOr, Not};

/// Gathers the bits of `word` that `mask` selects into the low bits, in order ("parallel extract").
#[inline(always)]
pub(crate) fn pext(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the build targets BMI2; the instruction has no other precondition.
    unsafe {
        core::arch::x86_64::_pext_u64(word, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pext_portable(word, mask)
}

/// Scatters the low bits of `word` to the positions that `mask` selects, in order ("parallel
/// deposit").
#[inline(always)]
pub(crate) fn pdep(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the build targets BMI2; the instruction has no other precondition.
    unsafe {
        core::arch::x86_64::_pdep_u64(word, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pdep_portable(word, mask)
}

/// Returns bit `index`, which is below 64, of each of four words. The bit of the first word is the
/// lowest.
#[inline(always)]
pub(crate) fn bits_at(words: &[u64; 4], index: Place) -> usize {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    // SAFETY: the build targets AVX2, and both types have 32 bytes in which every bit pattern is
    // valid.
    unsafe {
        use core::arch::x86_64::*;
        let words = std::mem::transmute::<[u64; 4], __m256i>(*words);
        let to_sign = _mm_cvtsi32_si128(i32::from(63 - index));
        _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_sll_epi64(words, to_sign))) as usize
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    bits_at_portable(words, index)
}

/// Computes [`bits_at`] word by word, for builds without AVX2.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
#[inline(always)]
fn bits_at_portable(words: &[u64; 4], index: Place) -> usize {
    words.iter().rev().fold(0, |bits, word| bits << 1 | (word >> index & 1) as usize)
}

/// Computes [`pext`] in a loop, for builds without BMI2.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
pub(crate) const fn pext_portable(word: u64, mut mask: u64) -> u64 {
    let (mut out, mut bit) = (0, 1u64);
    while mask != 0 {
        if word & mask & mask.wrapping_neg() != 0 {
            out |= bit;
        }
        bit = bit.wrapping_shl(1);
        mask &= mask - 1;
    }
    out
}

/// Computes [`pdep`] in a loop, for tables built at compile time and for builds without BMI2.
pub(crate) const fn pdep_portable(mut word: u64, mut mask: u64) -> u64 {
    let mut out = 0;
    while mask != 0 {
        if word & 1 != 0 {
            out |= mask & mask.wrapping_neg();
        }
        word >>= 1;
        mask &= mask - 1;
    }
    out
}

/// Returns the part of a line that a slider on `origin` attacks, in both directions up to and
/// including the first blocker. `line` does not contain the origin.
///
/// This is the obstruction difference of the chess programming wiki. The nearest blockers are the
/// lowest one above the origin and the highest one below it; `2 * lowest - highest` sets exactly
/// the bits from the one to the other. Without a blocker above, `lowest` is 0 and the difference
/// sets all bits up to bit 63; without a blocker below, bit 0 takes its place.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
#[inline(always)]
pub(crate) const fn line_attacks(line: u64, origin: usize, blockers: u64) -> u64 {
    let above = u64::MAX << origin;
    let lower = line & !above & blockers | 1;
    let upper = line & above & blockers;
    let lowest = upper & upper.wrapping_neg();
    let highest = 63 - lower.leading_zeros();
    (lowest.wrapping_mul(2).wrapping_sub(1 << highest)) & line
}

/// A set of cells, by their numbers or by those of squares.
pub trait Bitboard:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Whether a set has several words.
    const IS_LARGE: bool = false;

    /// Returns whether the set is empty.
    fn is_empty(self) -> bool;
    /// Returns whether the set contains a cell.
    fn contains(self, cell: Place) -> bool;
    /// Returns the set without a cell.
    fn without_cell(self, cell: Place) -> Self;
    /// Counts the cells.
    fn count(self) -> u32;
    /// Calls `visit` for every cell, the lowest first.
    fn for_each(self, visit: impl FnMut(Place));
}

impl Bitboard for u64 {
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn contains(self, cell: Place) -> bool {
        self >> cell & 1 != 0
    }
    #[inline(always)]
    fn without_cell(self, cell: Place) -> u64 {
        self & !(1 << cell)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn for_each(self, visit: impl FnMut(Place)) {
        places(self).for_each(visit);
    }
}

impl Bitboard for u128 {
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn contains(self, cell: Place) -> bool {
        self >> cell & 1 != 0
    }
    #[inline(always)]
    fn without_cell(self, cell: Place) -> u128 {
        self & !(1 << cell)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn for_each(self, mut visit: impl FnMut(Place)) {
        places(self as u64).for_each(&mut visit);
        places((self >> 64) as u64).for_each(|bit| visit(64 + bit));
    }
}

/// Iterates over the indices of the set bits of a word as places, lowest first.
#[inline(always)]
pub(crate) fn places(word: u64) -> impl Iterator<Item = Place> + Clone {
    BitIter(word).map(Place::from)
}

/// Iterates over the indices of the set bits of a word, lowest first.
#[derive(Clone, Copy)]
pub(crate) struct BitIter(pub(crate) u64);

impl Iterator for BitIter {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_match_portable_versions() {
        let mut word = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            let mask = word.rotate_left(23) & word.rotate_left(41);
            assert_eq!(pext(word, mask), pext_portable(word, mask));
            assert_eq!(pdep(word, mask), pdep_portable(word, mask));
            assert_eq!(pdep(pext(word, mask), mask), word & mask);
        }
        let words = [word, !word, word.rotate_left(11), word.rotate_left(29)];
        for index in 0..64 {
            assert_eq!(bits_at(&words, index), bits_at_portable(&words, index));
        }
        assert_eq!(bits_at(&[1, 0, 1 << 63, 0], 63), 0b0100);
        assert_eq!(BitIter(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
