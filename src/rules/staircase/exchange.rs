//! Static exchange evaluation: what the captures on one cell come to.
//!
//! A platform never takes part in an exchange.

use super::placement::Placement;
use crate::moves::{Kind, Manner, Move};
use crate::rules::Play;

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
    if gain < 0 {
        return false;
    }
    // What the side that has just been taken from must win back; none is enough for the mover
    // if he can lose what stands there for nothing.
    let mut owed = value(standing) - gain;
    if owed <= 0 && standing != Kind::King {
        return true;
    }
    let (mut side, mut passes) = (placement.side, true);
    loop {
        side = side.other();
        let attackers = attackers(to, occupied);
        let Some((square, kind)) = cheapest(placement, attackers & placement.men(side)) else {
            return passes;
        };
        passes = !passes;
        if kind == Kind::King {
            // The king cannot take what is defended.
            return passes ^ (attackers & placement.men(side.other()) != 0);
        }
        owed = value(kind) - owed;
        if owed < i32::from(passes) {
            return passes;
        }
        occupied &= !(1 << square);
    }
}

fn cheapest(placement: &Placement, men: u64) -> Option<(u8, Kind)> {
    let (lines, diagonals) = (placement.on_lines(), placement.on_diagonals());
    let sets = [
        placement.pawns(),
        placement.knights(),
        diagonals & !lines,
        lines & !diagonals,
        lines & diagonals,
        placement.kings(),
    ];
    let set = sets.into_iter().map(|set| set & men).find(|&set| set != 0)?;
    let square = set.trailing_zeros() as u8;
    Some((square, placement.kind_on(square)?))
}
