//! Static exchange evaluation: what the captures on one cell come to. A platform never takes part.

use super::Board;
use super::cells::{Cells, SINGLE};
use crate::moves::{Kind, Manner, Move, Place};
use crate::rules::Play;
use crate::rules::exchange::{Taker, holds};
use crate::rules::men::cheapest_first;

impl Board {
    /// Does the exchange that a move begins give the mover at least `threshold` centipawns, each
    /// side taking with its cheapest man and stopping when that is better?
    pub(super) fn exchange(&self, mv: Move, threshold: i32) -> bool {
        let value = |kind: Kind| Self::VALUES[kind.index()];
        if mv.manner() == Manner::Platform {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let mut gain = -threshold;
        if let Some((captured, _)) = self.captured(mv) {
            gain += value(captured);
        }
        let mut standing = self.moved(mv);
        if let Some(kind) = mv.promotion() {
            gain += value(kind) - value(Kind::Pawn);
            standing = kind;
        }
        let mut blockers = self.blockers() & !SINGLE[usize::from(from)];
        let mut side = self.side;
        holds(gain, standing, &Self::VALUES, || {
            side = side.other();
            let attackers = self.attackers(to, &blockers);
            let (taker, kind) = self.cheapest(attackers & self.men(side))?;
            blockers = blockers & !SINGLE[usize::from(taker)];
            Some(Taker { kind, defended: !(attackers & self.men(side.other())).is_empty() })
        })
    }

    fn cheapest(&self, men: Cells) -> Option<(Place, Kind)> {
        let sliders = [self.on_lines(), self.on_diagonals()];
        let mut sets = cheapest_first(self.pawns(), self.knights(), sliders, self.kings());
        // A bishop is worth less than a knight here.
        sets.swap(1, 2);
        let (set, kind) = sets.into_iter().find(|&(set, _)| !(set & men).is_empty())?;
        Some(((set & men).first(), kind))
    }
}
