//! Static exchange evaluation: what the captures on one cell come to. A platform never takes part.

use super::cells::{Cells, SINGLE};
use super::{Board, KIND_OF_CODE};
use crate::moves::{Kind, Manner, Move, Place};
use crate::rules::Play;
use crate::rules::exchange::{Taker, holds};

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
        let (lines, diagonals) = (self.on_lines(), self.on_diagonals());
        let sets = [
            self.pawns(),
            diagonals & !lines,
            self.knights(),
            lines & !diagonals,
            lines & diagonals,
            self.kings(),
        ];
        let set = sets.into_iter().map(|set| set & men).find(|set| !set.is_empty())?;
        let cell = set.first();
        Some((cell, KIND_OF_CODE[self.code(cell)]?))
    }
}
