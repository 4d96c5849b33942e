//! Replies counted for perft.

use super::board::{Lines, Meder};
use super::tables::CORNER_SQUARES;
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::{Move, MoveType, Side};
use crate::rules::generate::MoveGenerator;
use crate::rules::shared_replies::SharedReplies;
use crate::rules::sinks::MoveCounter;
use crate::rules::staircase::{
    KING_ATTACKS, MakeMove, PlatformLayout, castling_squares, changed_columns,
    columns_attacked_by_pawns, king_columns, pawn_steps,
};
use crate::rules::{BulkCount, Rules};

impl BulkCount for Meder {
    #[inline(always)]
    fn count_replies_to(&self, side: Side, moves: &[Move]) -> u64 {
        let mut board = *self;
        board.state.side = side;
        let layout = board.layout();
        let shared = self.make_null().shared_replies(&layout);
        let mut counter = MoveCounter(0);
        for &mv in moves {
            let mut child = board;
            if mv.kind() == MoveType::Normal && !mv.is_promotion() {
                if shared.places & changed_columns(&board.state, mv) == 0 {
                    counter.0 += shared.count.0;
                    continue;
                }
                board.make_normal(mv, &mut child, &mut ());
            } else {
                child = self.make(mv, &mut ());
            }
            // No change: it shows the compiler a constant.
            child.state.side = side.other();
            if let Some(square) = child.waiting_square() {
                counter.0 += child.count_with_waiting(square);
                continue;
            }
            // Only a platform move changes the layout.
            let changed;
            let layout = if mv.is_platform_move() {
                changed = child.layout();
                &changed
            } else {
                &layout
            };
            let lines = Lines::new(layout, child.state.occupied());
            let legality = child.legality(&lines);
            child.generate_into(&lines, &legality, Self::ALL_MOVES, &mut counter);
        }
        counter.0
    }
}

impl Meder {
    /// Counts the legal moves, and collects the columns that they depend on.
    #[inline(never)]
    fn shared_replies(&self, layout: &PlatformLayout) -> SharedReplies<u64> {
        let state = &self.state;
        let (side, own) = (state.side, state.pieces(state.side));
        let king = state.king_square(side);
        let lines = &Lines::new(layout, state.occupied());
        let legality = self.legality(lines);
        debug_assert!(!legality.in_check, "a side cannot pass in check");
        // A platform may carry a lone king far away, and uncover an enemy pawn that promotes.
        let corners = CORNER_SQUARES[side.other().index()];
        let rides_alone =
            king >= FIXED_CELLS as u8 && (own >> (king & !3) & 0b1111).is_power_of_two();
        let uncovers = state.pawns() & !own & corners != 0;
        if rides_alone || uncovers || self.waiting_square().is_some() {
            return SharedReplies::none();
        }
        let mut shared = SharedReplies::default();
        self.generate_into(lines, &legality, Self::ALL_MOVES, &mut shared);
        let (empty, castled) = castling_squares(state);
        let mut squares = shared.places | own | corners | empty;
        for slot in 0..4 {
            let aboard = 0b1111 << (FIXED_CELLS + 4 * slot);
            if state.owner(slot) == side || own & aboard != 0 {
                squares |= aboard;
            }
        }
        let king = layout.column(king);
        let entered = KING_ATTACKS.at(king, layout.table_rows) & !own | castled;
        let pawns = layout.columns_of(state.pawns() & own);
        shared.places = layout.columns_of(squares)
            | pawn_steps(side, pawns)
            | columns_attacked_by_pawns(side, pawns)
            | king_columns(king, layout.columns_of(entered), lines.blockers);
        shared
    }
}
