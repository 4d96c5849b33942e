//! Material and cell values, summed up as men come and go.

use crate::moves::{Kind, Man, Place, Side};
use crate::rules::{Observer, Play};
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value for the middlegame and one for the endgame, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// With all men on the board.
    pub middle: i32,
    /// With kings and pawns only.
    pub end: i32,
}

impl Tapered {
    /// A value for each phase.
    pub const fn new(middle: i32, end: i32) -> Tapered {
        Tapered { middle, end }
    }

    /// The value at a phase, from [`FULL_PHASE`] (all men) to 0 (kings and pawns only).
    pub const fn at(self, phase: i32) -> i32 {
        let phase = if phase > FULL_PHASE { FULL_PHASE } else { phase };
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

impl Add for Tapered {
    type Output = Tapered;
    fn add(self, other: Tapered) -> Tapered {
        Tapered::new(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    fn sub(self, other: Tapered) -> Tapered {
        Tapered::new(self.middle - other.middle, self.end - other.end)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    fn neg(self) -> Tapered {
        Tapered::new(-self.middle, -self.end)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    fn mul(self, by: i32) -> Tapered {
        Tapered::new(self.middle * by, self.end * by)
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
const PHASE: [i32; Kind::COUNT] = [0, 1, 1, 2, 4, 0, 0];

/// What men are worth where they stand, from their own side's point of view.
pub trait CellValues: 'static {
    /// The value of a man on a cell, material included.
    fn value(man: Man, cell: Place) -> Tapered;
}

/// The sums of [`CellValues`] over a board; an observer that keeps them up to date.
pub struct Sums<V> {
    /// White's men less Black's.
    pub balance: Tapered,
    /// How much of the middlegame is left, up to [`FULL_PHASE`] and beyond after promotions.
    pub phase: i32,
    values: PhantomData<fn() -> V>,
}

impl<V: CellValues> Sums<V> {
    /// The sums over a board, computed afresh.
    pub fn of<B: Play>(board: &B) -> Self {
        let mut sums = Sums::default();
        for cell in 0..B::CELLS {
            if let Some(man) = board.man_at(cell as Place) {
                sums.place(man, cell as Place);
            }
        }
        sums
    }
}

// Derived, these would ask `V` for more than it has.
impl<V> Clone for Sums<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Sums<V> {}

impl<V> Default for Sums<V> {
    fn default() -> Self {
        Sums { balance: Tapered::default(), phase: 0, values: PhantomData }
    }
}

impl<V> PartialEq for Sums<V> {
    fn eq(&self, other: &Self) -> bool {
        (self.balance, self.phase) == (other.balance, other.phase)
    }
}

impl<V> std::fmt::Debug for Sums<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} at phase {}", self.balance, self.phase)
    }
}

impl<V: CellValues> Observer for Sums<V> {
    #[inline]
    fn lift(&mut self, man: Man, cell: Place) {
        self.phase -= PHASE[man.kind.index()];
        match man.side {
            Side::White => self.balance -= V::value(man, cell),
            Side::Black => self.balance += V::value(man, cell),
        }
    }

    #[inline]
    fn place(&mut self, man: Man, cell: Place) {
        self.phase += PHASE[man.kind.index()];
        match man.side {
            Side::White => self.balance += V::value(man, cell),
            Side::Black => self.balance -= V::value(man, cell),
        }
    }

    #[inline(always)]
    fn lift_platform(&mut self, _: Option<Side>, _: Place) {}

    #[inline(always)]
    fn place_platform(&mut self, _: Option<Side>, _: Place) {}
}
