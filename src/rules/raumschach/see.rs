//! Static exchange evaluation (SEE).

use super::board::Board;
use crate::geometry::Place;
use crate::geometry::cube::set_of;
use crate::moves::{Move, PieceType};
use crate::rules::Rules;
use crate::rules::see::{Attacker, see_ge_with};

/// Returns whether the exchange that `mv` starts gives the mover at least `threshold` centipawns.
pub(super) fn see_ge(board: &Board, mv: Move, threshold: i32) -> bool {
    let value = |kind: PieceType| Board::PIECE_VALUES[kind.index()];
    let captured = board.captured(mv);
    let mut gain = captured.map_or(0, |(kind, _)| value(kind)) - threshold;
    let mut occupied = board.occupied() & !(set_of(mv.from()) | set_of(mv.to()));
    let mut standing = board.moved_piece(mv);
    if let Some(kind) = mv.promotion() {
        gain += value(kind) - value(PieceType::Pawn);
        standing = kind;
    }
    let mut side = board.side;
    see_ge_with(gain, standing, &Board::PIECE_VALUES, || {
        side = side.other();
        let attackers = board.attackers(mv.to(), occupied);
        let (cell, kind) = least_valuable(board, attackers & board.pieces(side))?;
        occupied &= !set_of(cell);
        let defended = attackers & board.pieces(side.other()) != 0;
        Some(Attacker { kind, defended })
    })
}

/// Returns the least valuable of these pieces.
fn least_valuable(board: &Board, pieces: u128) -> Option<(Place, PieceType)> {
    let (lines, edges) = (board.rooks_and_queens(), board.bishops_and_queens());
    let corners = board.unicorns_and_queens();
    let by_increasing_value = [
        (board.pawns(), PieceType::Pawn),
        (corners & !lines, PieceType::Unicorn),
        (board.knights(), PieceType::Knight),
        (edges & !lines, PieceType::Bishop),
        (lines & !edges, PieceType::Rook),
        (lines & edges, PieceType::Queen),
        (board.kings(), PieceType::King),
    ];
    let mut sets = by_increasing_value.into_iter().map(|(set, kind)| (set & pieces, kind));
    let (set, kind) = sets.find(|&(set, _)| set != 0)?;
    Some((set.trailing_zeros() as Place, kind))
}
