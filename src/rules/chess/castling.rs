//! Castling from wherever king and rooks began the game.
//!
//! The king goes to the c or g file of its rank and the rook to the cell that the king passes
//! last: from the classical start as from the 959 others. What both pass must be empty but for
//! themselves, and nothing that the king passes or comes to may be attacked.

use super::board::Board;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{between, file_of, rank_of, rank_squares, square};
use crate::moves::{Move, MoveType, Side};

/// A castling: where king and rook go.
#[derive(Clone, Copy)]
pub struct CastlingTargets {
    /// The king's goal.
    pub king: Place,
    /// The rook's goal.
    pub rook: Place,
}

/// Where king and rook go when they castle from these cells of one rank.
#[inline(always)]
pub fn castling_targets(king: Place, rook: Place) -> CastlingTargets {
    let on_file = |file| square(file, rank_of(king.into())) as Place;
    match rook > king {
        true => CastlingTargets { king: on_file(6), rook: on_file(5) },
        false => CastlingTargets { king: on_file(2), rook: on_file(3) },
    }
}

/// The rank on which a side castles.
#[inline(always)]
pub const fn home_rank(side: Side) -> u64 {
    match side {
        Side::White => rank_squares(0),
        Side::Black => rank_squares(7),
    }
}

/// Is this where king and rook stand before the first move of a game from the classical start?
pub fn is_classical(king: Place, rook: Place) -> bool {
    file_of(king.into()) == 4 && matches!(file_of(rook.into()), 0 | 7)
}

impl Board {
    /// Calls `visit` with each castling of the side to move, which is not in check; if `legal` is
    /// false, with those into check and over attacked cells too.
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
        let goals = castling_targets(king, rook);
        let (king_bit, rook_bit) = (1 << king, 1 << rook);
        let passed_by_king = between(king.into(), goals.king.into()) | 1 << goals.king;
        let passed_by_rook = between(rook.into(), goals.rook.into()) | 1 << goals.rook;
        let standing = self.pieces.occupied() & !king_bit & !rook_bit;
        if (passed_by_king | passed_by_rook) & standing != 0 {
            return false;
        }
        if !legal {
            return true;
        }
        let entered = passed_by_king & !king_bit;
        if self.safe_for_king(king.into(), entered) != entered {
            return false;
        }
        // The rook may have hidden the king's goal.
        let after = standing | 1 << goals.king | 1 << goals.rook;
        let enemy = self.pieces.by_side(self.side.other());
        self.slider_attackers(goals.king.into(), after) & enemy == 0
    }
}
