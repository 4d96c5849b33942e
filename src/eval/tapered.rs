//! Tapered evaluation: every weight has a middlegame and an endgame value, and the phase of the
//! game interpolates between them (CPW: tapered eval).

use std::ops::{Add, AddAssign, Mul, SubAssign};

/// A value for the middlegame and one for the endgame, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// The value with all pieces on the board.
    pub mg: i32,
    /// The value with kings and pawns only.
    pub eg: i32,
}

impl Tapered {
    /// Returns the weight with these two values.
    pub const fn new(mg: i32, eg: i32) -> Tapered {
        Tapered { mg, eg }
    }

    /// Interpolates between the two values. `phase` runs from `full_phase` (all pieces) to 0 (kings
    /// and pawns only); promotions can raise it above `full_phase`, which counts as full.
    #[inline(always)]
    pub const fn at(self, phase: i32, full_phase: i32) -> i32 {
        let phase = if phase > full_phase { full_phase } else { phase };
        (self.mg * phase + self.eg * (full_phase - phase)) / full_phase
    }
}

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        Tapered::new(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    fn mul(self, by: i32) -> Tapered {
        Tapered::new(self.mg * by, self.eg * by)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        *self = Tapered::new(self.mg - other.mg, self.eg - other.eg);
    }
}
