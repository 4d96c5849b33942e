//! Static exchange evaluation (SEE).

use super::board::Board;
use crate::geometry::Place;
use crate::geometry::stack::CellSet;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::Rules;
use crate::rules::quad_bitboards::by_increasing_value;
use crate::rules::see::{Attacker, see_ge_with};

/// Returns whether the exchange that `mv` starts gives the mover at least `threshold` centipawns.
pub(super) fn see_ge(board: &Board, mv: Move, threshold: i32) -> bool {
    let value = |kind: PieceType| Board::PIECE_VALUES[kind.index()];
    let captured = board.captured(mv);
    let mut gain = captured.map_or(0, |(kind, _)| value(kind)) - threshold;
    if matches!(mv.kind(), MoveType::Castling | MoveType::Platform | MoveType::ElevatorRide) {
        // The move is legal, so no piece attacks the king on its last cell.
        return gain >= 0;
    }
    let mut occupied = board.occupied() & !CellSet::from_cell(mv.from());
    if let Some((_, cell)) = captured {
        occupied = occupied & !CellSet::from_cell(cell);
    }
    let mut standing = board.moved_piece(mv);
    if let Some(kind) = mv.promotion() {
        gain += value(kind) - value(PieceType::Pawn);
        standing = kind;
    }
    let mut side = board.side;
    see_ge_with(gain, standing, &Board::PIECE_VALUES, || {
        side = side.other();
        let attackers = board.attackers(mv.to(), &occupied);
        let (cell, kind) = least_valuable(board, attackers & board.pieces(side))?;
        occupied = occupied & !CellSet::from_cell(cell);
        let defended = !(attackers & board.pieces(side.other())).is_empty();
        Some(Attacker { kind, defended })
    })
}

/// Returns the least valuable of these pieces.
fn least_valuable(board: &Board, pieces: CellSet) -> Option<(Place, PieceType)> {
    let sliders = [board.rooks_and_queens(), board.bishops_and_queens()];
    let sets = by_increasing_value(board.pawns(), board.knights(), sliders, board.kings());
    sets.into_iter().find_map(|(set, kind)| Some(((set & pieces).iter().next()?, kind)))
}
