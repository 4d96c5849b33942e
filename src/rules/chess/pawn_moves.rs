//! Set-wise generation of pawn moves.

use super::board::Board;
use super::legality::Legality;
use super::pawns::{STEPS, Step};
use crate::geometry::plane::SQUARES;
use crate::rules::CHESS_PROMOTIONS;
use crate::rules::generate::GenFilter;
use crate::rules::sinks::{MoveSink, PawnMoves};

impl Board {
    /// Generates the pawn moves except en passant. A pinned pawn may move only along the line
    /// through it and the king.
    #[inline(always)]
    pub(super) fn pawn_moves<S: MoveSink<u64>>(
        &self,
        legality: &Legality,
        filter: GenFilter,
        sink: &mut S,
    ) {
        let steps = &STEPS[self.side.index()];
        let occupied = self.pieces.occupied();
        let pawns = self.pieces.pawns() & self.pieces.by_side(self.side) & filter.sources;
        let king = legality.king % SQUARES;
        let movable = |step: &Step| pawns & (!legality.pinned | step.line[king]);
        let promoting = pawns & steps.before_promotion != 0;

        let once = steps.ahead.targets(movable(&steps.ahead)) & !occupied;
        let one = once & legality.evasions;
        if filter.quiet {
            let two = steps.ahead.targets(once & steps.first) & !occupied & legality.evasions;
            sink.moves(PawnMoves(one & !steps.promotion, steps.ahead.by.into()));
            sink.moves(PawnMoves(two, 2 * i16::from(steps.ahead.by)));
        }
        if filter.noisy {
            if promoting {
                sink.promotions(
                    PawnMoves(one & steps.promotion, steps.ahead.by.into()),
                    &CHESS_PROMOTIONS,
                );
            }
            let enemy = occupied & !self.pieces.by_side(self.side) & legality.evasions;
            for step in &steps.captures {
                let captures = step.targets(movable(step)) & enemy;
                sink.moves(PawnMoves(captures & !steps.promotion, step.by.into()));
                if promoting {
                    sink.promotions(
                        PawnMoves(captures & steps.promotion, step.by.into()),
                        &CHESS_PROMOTIONS,
                    );
                }
            }
        }
    }
}
