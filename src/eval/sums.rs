//! What the evaluation adds up, by feature.

use super::tapered::Tapered;
use std::ops::{AddAssign, SubAssign};

/// What features add up to.
#[derive(Clone, Copy, Default)]
pub(super) struct Sums {
    /// The values of White's pieces minus those of Black's.
    pub(super) pieces: Tapered,
    /// The mobility that White's pieces have on average minus that of Black's.
    pub(super) mean_mobility: i32,
    /// What the pieces add to the phase.
    pub(super) phase: i32,
    /// By side: the number of pieces.
    pub(super) counts: [i32; 2],
}

impl AddAssign<&Sums> for Sums {
    #[inline(always)]
    fn add_assign(&mut self, other: &Sums) {
        self.pieces += other.pieces;
        self.mean_mobility += other.mean_mobility;
        self.phase += other.phase;
        self.counts[0] += other.counts[0];
        self.counts[1] += other.counts[1];
    }
}

impl SubAssign<&Sums> for Sums {
    #[inline(always)]
    fn sub_assign(&mut self, other: &Sums) {
        self.pieces -= other.pieces;
        self.mean_mobility -= other.mean_mobility;
        self.phase -= other.phase;
        self.counts[0] -= other.counts[0];
        self.counts[1] -= other.counts[1];
    }
}
