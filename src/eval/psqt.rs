//! Material and piece-square tables, summed incrementally as moves add and remove pieces.

use super::tapered::{FULL_PHASE, Tapered};
use crate::eval::kinds::{EVAL_KINDS, eval_row};
use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::rules::{Observer, Rules};
use std::marker::PhantomData;

/// The contribution of each piece type to the phase.
pub(super) const PHASE: [i32; EVAL_KINDS] = [0, 1, 1, 1, 2, 4, 0, 0];

// Both sides start with two knights, two bishops, two rooks and a queen in every rule set.
const _: () = assert!(FULL_PHASE == 2 * (2 * PHASE[2] + 2 * PHASE[3] + 2 * PHASE[4] + PHASE[5]));

/// The piece-square table of a rule set.
pub trait Psqt: 'static {
    /// The phase with all pieces on the board. A rule set with other pieces than those of ordinary
    /// chess adds theirs.
    const FULL_PHASE: i32 = FULL_PHASE;

    /// The value of a piece on a cell from the point of view of its own side, material included.
    fn value(piece: Piece, cell: Place) -> Tapered;
}

/// The sum of a [`Psqt`] over a board. As an [`Observer`] it follows the moves.
pub struct PsqtAccumulator<V> {
    /// The values of White's pieces minus those of Black's.
    pub psqt: Tapered,
    /// The phase of the game: [`Psqt::FULL_PHASE`] with all pieces, 0 with kings and pawns only.
    /// Promotions can raise it above the full phase.
    pub phase: i32,
    table: PhantomData<fn() -> V>,
}

impl<V: Psqt> PsqtAccumulator<V> {
    /// Sums the table over a board.
    pub fn new<B: Rules>(board: &B) -> Self {
        let mut accumulator = PsqtAccumulator::default();
        for cell in 0..B::CELLS as Place {
            if let Some(piece) = board.piece_at(cell) {
                accumulator.piece_added(piece, cell);
            }
        }
        accumulator
    }
}

// `derive` would require the same trait of `V`.
impl<V> Clone for PsqtAccumulator<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for PsqtAccumulator<V> {}

impl<V> Default for PsqtAccumulator<V> {
    fn default() -> Self {
        PsqtAccumulator { psqt: Tapered::default(), phase: 0, table: PhantomData }
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
    fn piece_removed(&mut self, piece: Piece, cell: Place) {
        self.phase -= PHASE[eval_row(piece.kind)];
        match piece.side {
            Side::White => self.psqt -= V::value(piece, cell),
            Side::Black => self.psqt += V::value(piece, cell),
        }
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, cell: Place) {
        self.phase += PHASE[eval_row(piece.kind)];
        match piece.side {
            Side::White => self.psqt += V::value(piece, cell),
            Side::Black => self.psqt -= V::value(piece, cell),
        }
    }

    #[inline(always)]
    fn platform_removed(&mut self, _: Option<Side>, _: Place) {}

    #[inline(always)]
    fn platform_added(&mut self, _: Option<Side>, _: Place) {}
}
