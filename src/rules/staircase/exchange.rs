//! Static exchange evaluation: what the captures on one cell come to.
//!
//! A platform never takes part in an exchange.

use super::placement::Placement;
use crate::moves::{Kind, Manner, Move};
use crate::rules::Play;
use crate::rules::exchange::{Taker, holds};

/// Does the exchange that a move begins give the mover at least `threshold` centipawns, each side
/// taking with its cheapest man and stopping when that is better? `attackers` tells the men that
/// attack a square, of those on a set of squares that are occupied.
///
/// Lines are looked at afresh after each capture.
#[inline(always)]
pub fn exchange_at_least<B: Play>(
    board: &B,
    placement: &Placement,
    mv: Move,
    threshold: i32,
    attackers: impl Fn(u8, u64) -> u64,
) -> bool {
    let value = |kind: Kind| B::VALUES[kind.index()];
    if matches!(mv.manner(), Manner::Platform | Manner::Castling) {
        return threshold <= 0;
    }
    let (from, to) = (placement.square(mv.from()), placement.square(mv.to()));
    let mut occupied = placement.occupied() & !(1 << from);
    let mut gain = -threshold;
    if let Some((captured, cell)) = board.captured(mv) {
        gain += value(captured);
        occupied &= !(1 << placement.square(cell));
    }
    let mut standing = board.moved(mv);
    if let Some(kind) = mv.promotion() {
        gain += value(kind) - value(Kind::Pawn);
        standing = kind;
    }
    let mut side = placement.side;
    holds(gain, standing, &B::VALUES, || {
        side = side.other();
        let attackers = attackers(to, occupied);
        let (square, kind) = placement.men.cheapest(attackers & placement.men(side))?;
        occupied &= !(1 << square);
        Some(Taker { kind, defended: attackers & placement.men(side.other()) != 0 })
    })
}
