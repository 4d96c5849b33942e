//! What the evaluation sums up move by move: the tables over all pieces, the phase, the pieces.

use super::tables::Tables;
use super::tapered::Tapered;
use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::rules::{AnyBoard, Observer};

/// The sums over the pieces of a board. As an [`Observer`] they follow the moves.
#[derive(Clone, Copy)]
pub struct Accumulator {
    pub(super) tables: &'static Tables,
    /// The values of White's pieces minus those of Black's.
    pub(super) pieces: Tapered,
    /// The mobility that White's pieces have on average minus that of Black's.
    pub(super) mean_mobility: i32,
    phase: i32,
    /// By side: the number of pieces.
    counts: [i32; 2],
}

impl Accumulator {
    /// Sums up a board.
    pub(super) fn new(tables: &'static Tables, board: &dyn AnyBoard) -> Accumulator {
        let mut accumulator = Accumulator {
            tables,
            pieces: Tapered::default(),
            mean_mobility: 0,
            phase: 0,
            counts: [0; 2],
        };
        for cell in board.game().cells() {
            if let Some(piece) = board.piece_at(cell) {
                accumulator.piece_added(piece, cell);
            }
        }
        accumulator
    }

    /// The phase with all pieces on the board.
    #[inline(always)]
    pub fn full_phase(&self) -> i32 {
        self.tables.full_phase
    }

    /// The phase of the game: from [`Accumulator::full_phase`] with all pieces to 0 with kings and
    /// pawns only.
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        // Promotions can raise it above the full phase.
        self.phase.min(self.tables.full_phase)
    }

    /// Returns the side with pieces against a bare king, if it has more than pawns.
    #[inline(always)]
    pub(super) fn side_against_bare_king(&self) -> Option<Side> {
        match self.counts {
            _ if self.phase == 0 => None,
            [1, _] => Some(Side::Black),
            [_, 1] => Some(Side::White),
            _ => None,
        }
    }

    /// Adds a piece `times` times: 1 or -1.
    #[inline(always)]
    fn add(&mut self, piece: Piece, cell: Place, times: i32) {
        self.phase += times * self.tables.phases[piece.kind.index()];
        self.counts[piece.side.index()] += times;
        let times = if piece.side == Side::White { times } else { -times };
        self.pieces += self.tables.value(piece, cell) * times;
        self.mean_mobility += self.tables.mean_mobility[piece.kind.index()] * times;
    }
}

impl Observer for Accumulator {
    #[inline]
    fn piece_removed(&mut self, piece: Piece, cell: Place) {
        self.add(piece, cell, -1);
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, cell: Place) {
        self.add(piece, cell, 1);
    }

    #[inline(always)]
    fn platform_removed(&mut self, _: Option<Side>, _: Place) {}

    #[inline(always)]
    fn platform_added(&mut self, _: Option<Side>, _: Place) {}
}
