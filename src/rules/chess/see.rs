//! Static exchange evaluation: what the captures on one cell come to.

use super::board::Board;
use crate::geometry::plane::{bishop_attacks, rook_attacks};
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::Rules;
use crate::rules::see::{Attacker, see_ge_with};

const fn value(kind: PieceType) -> i32 {
    Board::PIECE_VALUES[kind.index()]
}

impl Board {
    /// Does the exchange that a move begins give the mover at least `threshold` centipawns, each
    /// side taking with its cheapest man and stopping when that is better?
    pub(super) fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if mv.kind() == MoveType::Castling {
            return threshold <= 0;
        }
        let to = mv.to();
        let mut occupied = self.pieces.occupied() & !(1 << mv.from());
        let mut gain = -threshold;
        if let Some((captured, cell)) = self.captured(mv) {
            gain += value(captured);
            occupied &= !(1 << cell);
        }
        let mut standing = self.moved_piece(mv);
        if let Some(kind) = mv.promotion() {
            gain += value(kind) - value(PieceType::Pawn);
            standing = kind;
        }
        let (lines, diagonals) = (self.pieces.rooks_and_queens(), self.pieces.bishops_and_queens());
        let mut attackers = self.attackers(to.into(), occupied);
        let mut side = self.side;
        see_ge_with(gain, standing, &Self::PIECE_VALUES, || {
            side = side.other();
            attackers &= occupied;
            let own = attackers & self.pieces.by_side(side);
            let (cell, kind) = self.pieces.least_valuable(own)?;
            // Whoever stood behind him attacks now.
            occupied &= !(1 << cell);
            if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
                attackers |= bishop_attacks(to.into(), occupied) & diagonals;
            }
            if matches!(kind, PieceType::Rook | PieceType::Queen) {
                attackers |= rook_attacks(to.into(), occupied) & lines;
            }
            Some(Attacker { kind, defended: attackers & !own != 0 })
        })
    }
}
