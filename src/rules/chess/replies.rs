//! Replies counted for perft.

use super::board::Chess;
use super::legality::{castling_path, castling_targets, home_rank};
use super::pawns::{self, STEPS};
use crate::geometry::Place;
use crate::geometry::bits::places;
use crate::geometry::plane::{between, bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::moves::{Move, MoveType, Side};
use crate::rules::generate::MoveGenerator;
use crate::rules::shared_replies::SharedReplies;
use crate::rules::sinks::MoveCounter;
use crate::rules::{BulkCount, Checks, Rules};

impl BulkCount for Chess {
    #[inline(always)]
    fn count_replies_to(&self, side: Side, moves: &[Move]) -> u64 {
        let board = Chess { side, ..*self };
        let shared = self.make_null().shared_replies();
        let mut counter = MoveCounter(0);
        for &mv in moves {
            if mv.kind() == MoveType::Normal && shared.places & board.changed_cells(mv) == 0 {
                counter.0 += shared.count.0;
                continue;
            }
            let mut child = board;
            child.apply_move(mv, &mut ());
            child.side = side.other();
            child.generate_into(&child.check_info(), Self::ALL_MOVES, &mut counter);
        }
        counter.0
    }
}

impl Chess {
    /// Returns the cells that a normal move changes, with that which a double step passes.
    #[inline(always)]
    fn changed_cells(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let changed = 1 << from | 1 << to;
        if self.pieces.pawns() >> from & 1 == 0 {
            return changed;
        }
        changed | between(from.into(), to.into())
    }

    /// Counts the legal moves, and collects the cells that they depend on.
    #[inline(never)]
    fn shared_replies(&self) -> SharedReplies<u64> {
        let legality = self.check_info();
        debug_assert_eq!(legality.checkers, 0, "a side cannot pass in check");
        let mut shared = SharedReplies::default();
        self.generate_into(&legality, Self::ALL_MOVES, &mut shared);
        let (side, own) = (self.side, self.pieces.by_side(self.side));
        let steps = &STEPS[side.index()];
        let pawns = self.pieces.pawns() & own;
        let once = steps.ahead.targets(pawns);
        let twice = steps.ahead.targets(once & steps.first);
        shared.places |= own | once | twice | pawns::attacks_of(side, pawns);

        let king = legality.king;
        let mut entered = king_attacks(king) & !own;
        // Neither the king nor a castling rook shields the cells behind it.
        let mut blockers = self.pieces.occupied() & !(1 << king);
        for rook in places(self.castling & home_rank(side)) {
            let path = castling_path(king as Place, rook);
            if path & own == 0 {
                let to = castling_targets(king as Place, rook).king;
                entered |= path | 1 << to | between(king, to.into());
                blockers &= !(1 << rook);
            }
        }
        let lines = |cell: usize, blockers: u64| {
            rook_attacks(cell, blockers) | bishop_attacks(cell, blockers)
        };
        for cell in places(entered | 1 << king) {
            let cell = usize::from(cell);
            let leaps = knight_attacks(cell) | king_attacks(cell);
            shared.places |= leaps | lines(cell, blockers);
        }
        // A slider behind the first piece may pin it.
        shared.places |= entered | lines(king, blockers & !lines(king, blockers));
        shared
    }
}
