//! Static exchange evaluation: what the captures on one cell come to.
//!
//! Lines are looked at afresh after each capture, since several men of a column may stand on a
//! path. A platform never takes part in an exchange.

use super::Board;
use super::scene::Scene;
use crate::moves::{Kind, Manner, Move};
use crate::rules::Play;
use crate::rules::codes::KIND_OF_CODE;
use crate::rules::exchange::{Taker, holds};

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// Does the exchange that a move begins give the mover at least `threshold` centipawns, each
    /// side taking with its cheapest man and stopping when that is better?
    pub(super) fn exchange(&self, mv: Move, threshold: i32) -> bool {
        let value = |kind: Kind| Self::VALUES[kind.index()];
        if matches!(mv.manner(), Manner::Platform | Manner::Castling) {
            return threshold <= 0;
        }
        let (from, to) = (self.square(mv.from()), self.square(mv.to()));
        let mut occupied = self.occupied() & !(1 << from);
        let mut gain = -threshold;
        if let Some((captured, cell)) = self.captured(mv) {
            gain += value(captured);
            occupied &= !(1 << self.square(cell));
        }
        let mut standing = self.moved(mv);
        if let Some(kind) = mv.promotion() {
            gain += value(kind) - value(Kind::Pawn);
            standing = kind;
        }
        let shape = self.shape();
        let at = shape.place(to);
        let mut side = self.side;
        holds(gain, standing, &Self::VALUES, || {
            side = side.other();
            let scene = Scene::new(&shape, occupied | 1 << to);
            let attackers = self.attackers(&scene, at, occupied);
            let (square, kind) = self.cheapest(attackers & self.men(side))?;
            occupied &= !(1 << square);
            Some(Taker { kind, defended: attackers & self.men(side.other()) != 0 })
        })
    }

    fn cheapest(&self, men: u64) -> Option<(u8, Kind)> {
        let sets = [
            self.pawns(),
            self.knights(),
            self.on_diagonals() & !self.on_lines(),
            self.on_lines() & !self.on_diagonals(),
            self.on_lines() & self.on_diagonals(),
            self.kings(),
        ];
        let set = sets.into_iter().map(|set| set & men).find(|&set| set != 0)?;
        let square = set.trailing_zeros() as u8;
        Some((square, KIND_OF_CODE[self.code(square)]?))
    }
}
