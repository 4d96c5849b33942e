//! Static exchange evaluation: what the captures on one cell come to.

use super::Board;
use crate::geometry::stack::Cells;
use crate::moves::{Kind, Manner, Move, Place};
use crate::rules::Play;
use crate::rules::exchange::{Taker, holds};
use crate::rules::men::cheapest_first;

impl Board {
    /// Does the exchange that a move begins give the mover at least `threshold` centipawns?
    pub(super) fn exchange(&self, mv: Move, threshold: i32) -> bool {
        let value = |kind: Kind| Self::VALUES[kind.index()];
        let captured = self.captured(mv);
        let mut gain = captured.map_or(0, |(kind, _)| value(kind)) - threshold;
        if matches!(mv.manner(), Manner::Castling | Manner::Platform | Manner::Ride) {
            // Nobody can take the king where a legal ride ends.
            return gain >= 0;
        }
        let mut occupied = self.occupied() & !Cells::of(mv.from());
        if let Some((_, cell)) = captured {
            occupied = occupied & !Cells::of(cell);
        }
        let mut standing = self.moved(mv);
        if let Some(kind) = mv.promotion() {
            gain += value(kind) - value(Kind::Pawn);
            standing = kind;
        }
        let mut side = self.side;
        holds(gain, standing, &Self::VALUES, || {
            side = side.other();
            let attackers = self.attackers(mv.to(), &occupied);
            let (cell, kind) = self.cheapest(attackers & self.men(side))?;
            occupied = occupied & !Cells::of(cell);
            let defended = !(attackers & self.men(side.other())).is_empty();
            Some(Taker { kind, defended })
        })
    }

    fn cheapest(&self, men: Cells) -> Option<(Place, Kind)> {
        let sliders = [self.on_lines(), self.on_diagonals()];
        let sets = cheapest_first(self.pawns(), self.knights(), sliders, self.kings());
        sets.into_iter().find_map(|(set, kind)| Some(((set & men).iter().next()?, kind)))
    }
}
