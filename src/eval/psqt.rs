//! Material and cell values, summed up as men come and go.

use crate::geometry::Place;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::{Observer, Rules};
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value for the middlegame and one for the endgame, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// With all men on the board.
    pub mg: i32,
    /// With kings and pawns only.
    pub eg: i32,
}

impl Tapered {
    /// A value for each phase.
    pub const fn new(mg: i32, eg: i32) -> Tapered {
        Tapered { mg, eg }
    }

    /// The value at a phase, from [`FULL_PHASE`] (all men) to 0 (kings and pawns only).
    pub const fn at(self, phase: i32) -> i32 {
        let phase = if phase > FULL_PHASE { FULL_PHASE } else { phase };
        (self.mg * phase + self.eg * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        Tapered::new(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    fn sub(self, other: Tapered) -> Tapered {
        Tapered::new(self.mg - other.mg, self.eg - other.eg)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    fn neg(self) -> Tapered {
        Tapered::new(-self.mg, -self.eg)
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
        *self = *self - other;
    }
}

/// The phase with all men on the board.
pub const FULL_PHASE: i32 = 24;

/// What a man adds to the phase, by kind.
const PHASE: [i32; PieceType::COUNT] = [0, 1, 1, 2, 4, 0, 0];

/// What men are worth where they stand, from their own side's point of view.
pub trait Psqt: 'static {
    /// The value of a man on a cell, material included.
    fn value(man: Piece, cell: Place) -> Tapered;
}

/// The sums of [`CellValues`] over a board; an observer that keeps them up to date.
pub struct PsqtAccumulator<V> {
    /// White's men less Black's.
    pub psqt: Tapered,
    /// How much of the middlegame is left, up to [`FULL_PHASE`] and beyond after promotions.
    pub phase: i32,
    values: PhantomData<fn() -> V>,
}

impl<V: Psqt> PsqtAccumulator<V> {
    /// The sums over a board, computed afresh.
    pub fn new<B: Rules>(board: &B) -> Self {
        let mut sums = PsqtAccumulator::default();
        for cell in 0..B::CELLS {
            if let Some(man) = board.piece_at(cell as Place) {
                sums.piece_added(man, cell as Place);
            }
        }
        sums
    }
}

// Derived, these would ask `V` for more than it has.
impl<V> Clone for PsqtAccumulator<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for PsqtAccumulator<V> {}

impl<V> Default for PsqtAccumulator<V> {
    fn default() -> Self {
        PsqtAccumulator { psqt: Tapered::default(), phase: 0, values: PhantomData }
    }
}

impl<V> PartialEq for PsqtAccumulator<V> {
    fn eq(&self, other: &Self) -> bool {
        (self.psqt, self.phase) == (other.psqt, other.phase)
    }
}

impl<V> std::fmt::Debug for PsqtAccumulator<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} at phase {}", self.psqt, self.phase)
    }
}

impl<V: Psqt> Observer for PsqtAccumulator<V> {
    #[inline]
    fn piece_removed(&mut self, man: Piece, cell: Place) {
        self.phase -= PHASE[man.kind.index()];
        match man.side {
            Side::White => self.psqt -= V::value(man, cell),
            Side::Black => self.psqt += V::value(man, cell),
        }
    }

    #[inline]
    fn piece_added(&mut self, man: Piece, cell: Place) {
        self.phase += PHASE[man.kind.index()];
        match man.side {
            Side::White => self.psqt += V::value(man, cell),
            Side::Black => self.psqt -= V::value(man, cell),
        }
    }

    #[inline(always)]
    fn platform_removed(&mut self, _: Option<Side>, _: Place) {}

    #[inline(always)]
    fn platform_added(&mut self, _: Option<Side>, _: Place) {}
}
