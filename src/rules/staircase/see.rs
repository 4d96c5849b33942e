//! Static exchange evaluation on the staircase.
//!
//! A platform never takes part in an exchange.

use super::state::StaircaseState;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::Rules;
use crate::rules::see::{Attacker, see_ge_with};

/// Returns whether the static exchange evaluation of a move is at least `threshold` centipawns.
///
/// `attackers` returns those of a set of pieces that attack a square while these squares are occupied,
/// or some of them with the least valuable one. It is called anew after each capture, to find the
/// attackers behind the captured pieces.
#[inline(always)]
pub(crate) fn see_ge<B: Rules>(
    board: &B,
    state: &StaircaseState,
    mv: Move,
    threshold: i32,
    attackers: impl Fn(u8, u64, u64) -> u64,
) -> bool {
    let value = |kind: PieceType| B::PIECE_VALUES[kind.index()];
    if matches!(mv.kind(), MoveType::Platform | MoveType::Castling) {
        return threshold <= 0;
    }
    let (from, to) = (state.square(mv.from()), state.square(mv.to()));
    let mut occupied = state.occupied() & !(1 << from);
    let mut gain = -threshold;
    if let Some((captured, cell)) = board.captured(mv) {
        gain += value(captured);
        occupied &= !(1 << state.square(cell));
    }
    let mut standing = board.moved_piece(mv);
    if let Some(kind) = mv.promotion() {
        gain += value(kind) - value(PieceType::Pawn);
        standing = kind;
    }
    let mut side = state.side;
    see_ge_with(gain, standing, &B::PIECE_VALUES, || {
        side = side.other();
        let capturers = attackers(to, occupied, occupied & state.pieces(side));
        let (square, kind) = state.pieces.least_valuable(capturers)?;
        occupied &= !(1 << square);
        // Only a king needs to know, and what it captures with opens no line.
        let defended = kind == PieceType::King
            && attackers(to, occupied, occupied & state.pieces(side.other())) != 0;
        Some(Attacker { kind, defended })
    })
}
