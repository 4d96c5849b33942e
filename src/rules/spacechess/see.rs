//! Static exchange evaluation: what the captures on one cell come to.

use super::board::Board;
use crate::geometry::Place;
use crate::geometry::stack::CellSet;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::Rules;
use crate::rules::quad_bitboards::by_increasing_value;
use crate::rules::see::{Attacker, see_ge_with};

impl Board {
    /// Does the exchange that a move begins give the mover at least `threshold` centipawns?
    pub(super) fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let value = |kind: PieceType| Self::PIECE_VALUES[kind.index()];
        let captured = self.captured(mv);
        let mut gain = captured.map_or(0, |(kind, _)| value(kind)) - threshold;
        if matches!(mv.kind(), MoveType::Castling | MoveType::Platform | MoveType::ElevatorRide) {
            // Nobody can take the king where a legal ride ends.
            return gain >= 0;
        }
        let mut occupied = self.occupied() & !CellSet::from_cell(mv.from());
        if let Some((_, cell)) = captured {
            occupied = occupied & !CellSet::from_cell(cell);
        }
        let mut standing = self.moved_piece(mv);
        if let Some(kind) = mv.promotion() {
            gain += value(kind) - value(PieceType::Pawn);
            standing = kind;
        }
        let mut side = self.side;
        see_ge_with(gain, standing, &Self::PIECE_VALUES, || {
            side = side.other();
            let attackers = self.attackers(mv.to(), &occupied);
            let (cell, kind) = self.least_valuable(attackers & self.pieces(side))?;
            occupied = occupied & !CellSet::from_cell(cell);
            let defended = !(attackers & self.pieces(side.other())).is_empty();
            Some(Attacker { kind, defended })
        })
    }

    fn least_valuable(&self, men: CellSet) -> Option<(Place, PieceType)> {
        let sliders = [self.rooks_and_queens(), self.bishops_and_queens()];
        let sets = by_increasing_value(self.pawns(), self.knights(), sliders, self.kings());
        sets.into_iter().find_map(|(set, kind)| Some(((set & men).iter().next()?, kind)))
    }
}
