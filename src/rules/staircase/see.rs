//! Static exchange evaluation: what the captures on one cell come to.
//!
//! A platform never takes part in an exchange.

use super::state::StaircaseState;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::Rules;
use crate::rules::see::{Attacker, see_ge_with};

/// Does the exchange that a move begins give the mover at least `threshold` centipawns, each side
/// taking with its cheapest man and stopping when that is better? `attackers` tells the men that
/// attack a square, of those on a set of squares that are occupied.
///
/// Lines are looked at afresh after each capture.
#[inline(always)]
pub fn see_ge<B: Rules>(
    board: &B,
    placement: &StaircaseState,
    mv: Move,
    threshold: i32,
    attackers: impl Fn(u8, u64) -> u64,
) -> bool {
    let value = |kind: PieceType| B::PIECE_VALUES[kind.index()];
    if matches!(mv.kind(), MoveType::Platform | MoveType::Castling) {
        return threshold <= 0;
    }
    let (from, to) = (placement.square(mv.from()), placement.square(mv.to()));
    let mut occupied = placement.occupied() & !(1 << from);
    let mut gain = -threshold;
    if let Some((captured, cell)) = board.captured(mv) {
        gain += value(captured);
        occupied &= !(1 << placement.square(cell));
    }
    let mut standing = board.moved_piece(mv);
    if let Some(kind) = mv.promotion() {
        gain += value(kind) - value(PieceType::Pawn);
        standing = kind;
    }
    let mut side = placement.side;
    see_ge_with(gain, standing, &B::PIECE_VALUES, || {
        side = side.other();
        let attackers = attackers(to, occupied);
        let (square, kind) = placement.pieces.least_valuable(attackers & placement.pieces(side))?;
        occupied &= !(1 << square);
        Some(Attacker { kind, defended: attackers & placement.pieces(side.other()) != 0 })
    })
}
