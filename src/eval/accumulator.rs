//! What the evaluation sums up over the pieces: their values, the phase, their numbers.

use super::features::{FeatureChanges, active_features};
use super::sums::Sums;
use super::tables::Tables;
use crate::moves::Side;
use crate::rules::AnyBoard;

/// The sums over the pieces of a board. Those after a move follow from its [`FeatureChanges`].
#[derive(Clone, Copy)]
pub struct Accumulator {
    pub(super) tables: &'static Tables,
    pub(super) sums: Sums,
}

impl Accumulator {
    /// Sums up a board.
    pub(super) fn new(tables: &'static Tables, board: &dyn AnyBoard) -> Accumulator {
        let mut sums = Sums::default();
        for feature in active_features(board) {
            sums += tables.sums(feature);
        }
        Accumulator { tables, sums }
    }

    /// Returns the accumulator after a move.
    #[inline(always)]
    pub fn after(&self, changes: &FeatureChanges) -> Accumulator {
        let mut sums = self.sums;
        for &feature in &changes.removed {
            sums -= self.tables.sums(feature);
        }
        for &feature in &changes.added {
            sums += self.tables.sums(feature);
        }
        Accumulator { tables: self.tables, sums }
    }

    /// Returns the phase with all pieces on the board.
    #[inline(always)]
    pub fn full_phase(&self) -> i32 {
        self.tables.full_phase
    }

    /// Returns the phase of the game: from [`Accumulator::full_phase`] with all pieces to 0 with
    /// kings and pawns only.
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        // Promotions can raise it above the full phase.
        self.sums.phase.min(self.tables.full_phase)
    }

    /// Returns the side with pieces against a bare king, if it has more than pawns.
    #[inline(always)]
    pub(super) fn side_against_bare_king(&self) -> Option<Side> {
        match self.sums.counts {
            _ if self.sums.phase == 0 => None,
            [1, _] => Some(Side::Black),
            [_, 1] => Some(Side::White),
            _ => None,
        }
    }
}
