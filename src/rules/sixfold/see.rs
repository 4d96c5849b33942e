//! Static exchange evaluation (SEE). Platforms take no part in exchanges.

use super::board::Board;
use super::cell_set::{CellSet, SINGLE_CELL};
use crate::geometry::Place;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::Rules;
use crate::rules::quad_bitboards::by_increasing_value;
use crate::rules::see::{Attacker, see_ge_with};

/// Returns whether the exchange that `mv` starts gives the mover at least `threshold` centipawns.
pub(super) fn see_ge(board: &Board, mv: Move, threshold: i32) -> bool {
    let value = |kind: PieceType| Board::PIECE_VALUES[kind.index()];
    if mv.kind() == MoveType::Platform {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let mut gain = -threshold;
    if let Some((captured, _)) = board.captured(mv) {
        gain += value(captured);
    }
    let mut standing = board.moved_piece(mv);
    if let Some(kind) = mv.promotion() {
        gain += value(kind) - value(PieceType::Pawn);
        standing = kind;
    }
    let mut blockers = board.blockers() & !SINGLE_CELL[usize::from(from)];
    let mut side = board.side;
    see_ge_with(gain, standing, &Board::PIECE_VALUES, || {
        side = side.other();
        let attackers = board.attackers(to, &blockers);
        let (cell, kind) = least_valuable(board, attackers & board.pieces(side))?;
        blockers = blockers & !SINGLE_CELL[usize::from(cell)];
        Some(Attacker { kind, defended: !(attackers & board.pieces(side.other())).is_empty() })
    })
}

/// Returns the least valuable of these pieces.
fn least_valuable(board: &Board, pieces: CellSet) -> Option<(Place, PieceType)> {
    let sliders = [board.rooks_and_queens(), board.bishops_and_queens()];
    let mut sets = by_increasing_value(board.pawns(), board.knights(), sliders, board.kings());
    // A bishop is worth less than a knight in this game, so it captures first.
    sets.swap(1, 2);
    let (set, kind) = sets.into_iter().find(|&(set, _)| !(set & pieces).is_empty())?;
    Some(((set & pieces).first(), kind))
}
