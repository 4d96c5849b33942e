//! Static exchange evaluation: what the captures on one cell come to. A platform never takes part.

use super::board::Board;
use super::cell_set::{CellSet, SINGLE_CELL};
use crate::geometry::Place;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::Rules;
use crate::rules::quad_bitboards::by_increasing_value;
use crate::rules::see::{Attacker, see_ge_with};

impl Board {
    /// Does the exchange that a move begins give the mover at least `threshold` centipawns, each
    /// side taking with its cheapest man and stopping when that is better?
    pub(super) fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let value = |kind: PieceType| Self::PIECE_VALUES[kind.index()];
        if mv.kind() == MoveType::Platform {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let mut gain = -threshold;
        if let Some((captured, _)) = self.captured(mv) {
            gain += value(captured);
        }
        let mut standing = self.moved_piece(mv);
        if let Some(kind) = mv.promotion() {
            gain += value(kind) - value(PieceType::Pawn);
            standing = kind;
        }
        let mut blockers = self.blockers() & !SINGLE_CELL[usize::from(from)];
        let mut side = self.side;
        see_ge_with(gain, standing, &Self::PIECE_VALUES, || {
            side = side.other();
            let attackers = self.attackers(to, &blockers);
            let (taker, kind) = self.least_valuable(attackers & self.pieces(side))?;
            blockers = blockers & !SINGLE_CELL[usize::from(taker)];
            Some(Attacker { kind, defended: !(attackers & self.pieces(side.other())).is_empty() })
        })
    }

    fn least_valuable(&self, men: CellSet) -> Option<(Place, PieceType)> {
        let sliders = [self.rooks_and_queens(), self.bishops_and_queens()];
        let mut sets = by_increasing_value(self.pawns(), self.knights(), sliders, self.kings());
        // A bishop is worth less than a knight here.
        sets.swap(1, 2);
        let (set, kind) = sets.into_iter().find(|&(set, _)| !(set & men).is_empty())?;
        Some(((set & men).first(), kind))
    }
}
