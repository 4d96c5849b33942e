//! Static exchange evaluation: what the captures on one cell come to.

use super::Board;
use crate::geometry::plane::{bishop, rook};
use crate::moves::{Kind, Manner, Move};
use crate::rules::Play;
use crate::rules::exchange::{Taker, holds};

const fn value(kind: Kind) -> i32 {
    Board::VALUES[kind.index()]
}

impl Board {
    /// Does the exchange that a move begins give the mover at least `threshold` centipawns, each
    /// side taking with its cheapest man and stopping when that is better?
    pub(super) fn exchange(&self, mv: Move, threshold: i32) -> bool {
        if mv.manner() == Manner::Castling {
            return threshold <= 0;
        }
        let to = mv.to();
        let mut occupied = self.men.occupied() & !(1 << mv.from());
        let mut gain = -threshold;
        if let Some((captured, cell)) = self.captured(mv) {
            gain += value(captured);
            occupied &= !(1 << cell);
        }
        let mut standing = self.moved(mv);
        if let Some(kind) = mv.promotion() {
            gain += value(kind) - value(Kind::Pawn);
            standing = kind;
        }
        let (lines, diagonals) = (self.men.on_lines(), self.men.on_diagonals());
        let mut attackers = self.attackers(to.into(), occupied);
        let mut side = self.side;
        holds(gain, standing, &Self::VALUES, || {
            side = side.other();
            attackers &= occupied;
            let own = attackers & self.men.of(side);
            let (cell, kind) = self.men.cheapest(own)?;
            // Whoever stood behind him attacks now.
            occupied &= !(1 << cell);
            if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
                attackers |= bishop(to.into(), occupied) & diagonals;
            }
            if matches!(kind, Kind::Rook | Kind::Queen) {
                attackers |= rook(to.into(), occupied) & lines;
            }
            Some(Taker { kind, defended: attackers & !own != 0 })
        })
    }
}
