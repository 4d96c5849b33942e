//! Sets of up to 64 things in a word: extract, deposit, iterate.
//!
//! `extract` and `deposit` are one instruction each where the build targets BMI2; elsewhere a
//! portable loop gives the same results.

/// Gathers the bits of `word` selected by `mask` into the low bits, in order.
#[inline(always)]
pub fn pext(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the instruction exists, since the build targets BMI2; it has no other precondition.
    unsafe {
        core::arch::x86_64::_pext_u64(word, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pext_portable(word, mask)
}

/// Scatters the low bits of `word` to the places selected by `mask`, in order.
#[inline(always)]
pub fn pdep(word: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the instruction exists, since the build targets BMI2; it has no other precondition.
    unsafe {
        core::arch::x86_64::_pdep_u64(word, mask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pdep_portable(word, mask)
}

/// [`extract`] by a loop over the mask, for tables made at compile time and builds without BMI2.
pub const fn pext_portable(word: u64, mut mask: u64) -> u64 {
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

/// [`deposit`] by a loop over the mask, for tables made at compile time and builds without BMI2.
pub const fn pdep_portable(mut word: u64, mut mask: u64) -> u64 {
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

/// The part of a line that is seen from its `origin`, each way up to the first blocker included.
/// `line` lacks the origin itself. Below the origin the highest blocker ends the line, above it the
/// lowest, and one subtraction between the two marks all that is reached.
#[inline(always)]
pub const fn line_attacks(line: u64, origin: usize, blockers: u64) -> u64 {
    let above = u64::MAX << origin;
    let lower = line & !above & blockers | 1;
    let upper = line & above & blockers;
    let lowest = upper & upper.wrapping_neg();
    let highest = 63 - lower.leading_zeros();
    (lowest.wrapping_mul(2).wrapping_sub(1 << highest)) & line
}

/// The bits of a word, lowest first, by number.
#[derive(Clone, Copy)]
pub struct BitIter(pub u64);

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
    fn pext_and_pdep_match_portable_versions() {
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
        assert_eq!(BitIter(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
