//! Castling, from the classical start position and from those of Chess960.
//!
//! The king moves to the c or g file of its rank and the rook to the d or f file. No other piece
//! may stand on a cell that either of them passes or enters. No enemy piece may attack a cell that
//! the king leaves, passes or enters.

use super::board::Board;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{between, file_of, rank_of, rank_squares, square};
use crate::moves::{Move, MoveType, Side};

/// The cells that king and rook move to.
#[derive(Clone, Copy)]
pub(super) struct CastlingTargets {
    /// The king's new cell.
    pub king: Place,
    /// The rook's new cell.
    pub rook: Place,
}

/// Returns the new cells of king and rook when they castle from these cells of one rank.
#[inline(always)]
pub(super) fn castling_targets(king: Place, rook: Place) -> CastlingTargets {
    let on_file = |file| square(file, rank_of(king.into())) as Place;
    match rook > king {
        true => CastlingTargets { king: on_file(6), rook: on_file(5) },
        false => CastlingTargets { king: on_file(2), rook: on_file(3) },
    }
}

/// Returns the rank on which a side castles.
#[inline(always)]
pub(super) const fn home_rank(side: Side) -> u64 {
    match side {
        Side::White => rank_squares(0),
        Side::Black => rank_squares(7),
    }
}

/// Returns whether king and rook stand on files of the classical start position.
pub(super) fn is_classical(king: Place, rook: Place) -> bool {
    file_of(king.into()) == 4 && matches!(file_of(rook.into()), 0 | 7)
}

impl Board {
    /// Calls `visit` with each castling move. The side to move must not be in check. With `legal`
    /// false, includes castling into check and over attacked cells.
    #[inline(always)]
    pub(super) fn castling_moves(&self, legal: bool, mut visit: impl FnMut(Move)) {
        let rooks = self.castling & home_rank(self.side);
        if rooks == 0 {
            return;
        }
        let king = self.king_cell(self.side);
        for rook in BitIter(rooks) {
            if self.can_castle(king, rook, legal) {
                visit(Move::new(king, rook, MoveType::Castling));
            }
        }
    }

    #[inline(always)]
    fn can_castle(&self, king: Place, rook: Place, legal: bool) -> bool {
        let targets = castling_targets(king, rook);
        let (king_bit, rook_bit) = (1 << king, 1 << rook);
        let king_path = between(king.into(), targets.king.into()) | 1 << targets.king;
        let rook_path = between(rook.into(), targets.rook.into()) | 1 << targets.rook;
        let others = self.pieces.occupied() & !king_bit & !rook_bit;
        if (king_path | rook_path) & others != 0 {
            return false;
        }
        if !legal {
            return true;
        }
        let entered = king_path & !king_bit;
        if self.safe_for_king(king.into(), entered) != entered {
            return false;
        }
        // The rook may have shielded the king's new cell from a slider on its rank.
        let after = others | 1 << targets.king | 1 << targets.rook;
        let enemy = self.pieces.by_side(self.side.other());
        self.slider_attackers(targets.king.into(), after) & enemy == 0
    }
}
