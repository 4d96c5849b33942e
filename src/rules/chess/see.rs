//! Static exchange evaluation (SEE).

use super::board::Board;
use crate::geometry::plane::{bishop_attacks, rook_attacks};
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::Rules;
use crate::rules::see::{Attacker, see_ge_with};

/// Returns whether the exchange that `mv` starts gives the mover at least `threshold` centipawns.
pub(super) fn see_ge(board: &Board, mv: Move, threshold: i32) -> bool {
    if mv.kind() == MoveType::Castling {
        return threshold <= 0;
    }
    let value = |kind: PieceType| Board::PIECE_VALUES[kind.index()];
    let (to, pieces) = (mv.to(), &board.pieces);
    let mut occupied = pieces.occupied() & !(1 << mv.from());
    let mut gain = -threshold;
    if let Some((captured, cell)) = board.captured(mv) {
        gain += value(captured);
        occupied &= !(1 << cell);
    }
    let mut standing = board.moved_piece(mv);
    if let Some(kind) = mv.promotion() {
        gain += value(kind) - value(PieceType::Pawn);
        standing = kind;
    }
    let (lines, diagonals) = (pieces.rooks_and_queens(), pieces.bishops_and_queens());
    // Many exchanges are decided without attackers.
    let mut attackers = None;
    let mut side = board.side;
    see_ge_with(gain, standing, &Board::PIECE_VALUES, || {
        side = side.other();
        let attackers = attackers.get_or_insert_with(|| board.attackers(to.into(), occupied));
        *attackers &= occupied;
        let own = *attackers & pieces.by_side(side);
        let (cell, kind) = pieces.least_valuable(own)?;
        // A slider behind the capturing piece now attacks the cell (x-ray).
        occupied &= !(1 << cell);
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            *attackers |= bishop_attacks(to.into(), occupied) & diagonals;
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            *attackers |= rook_attacks(to.into(), occupied) & lines;
        }
        Some(Attacker { kind, defended: *attackers & !own != 0 })
    })
}
