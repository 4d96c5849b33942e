//! Replies counted for perft.

use super::board::{Lines, Meder};
use super::generate::ALL_MOVES;
use super::tables::CORNER_SQUARES;
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::{Move, MoveType, Side};
use crate::rules::shared_replies::SharedReplies;
use crate::rules::sinks::MoveCounter;
use crate::rules::staircase::{
    KING_ATTACKS, MakeMove, PlatformLayout, castling_squares, changed_columns, king_columns,
    pawn_columns,
};
use crate::rules::{BulkCount, Rules};

impl BulkCount for Meder {
    /// With the generator inlined a child stays in registers, and its key is not computed. Only a
    /// platform move changes the layout.
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
                    counter.0 += shared.count;
                    continue;
                }
                board.make_normal(mv, &mut child, &mut ());
                // Castling depends on the number of the move.
                child.state.switch_side();
            } else {
                child = self.make(mv, &mut ());
            }
            child.state.side = side.other();
            if let Some(square) = child.waiting_square() {
                counter.0 += child.count_with_waiting(square);
                continue;
            }
            let changed;
            let layout = if mv.is_platform_move() {
                changed = child.layout();
                &changed
            } else {
                &layout
            };
            let lines = Lines::new(layout, child.state.occupied());
            child.generate_into(&lines, &child.legality(&lines), ALL_MOVES, &mut counter);
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
        // A platform may carry a lone king far away, and uncover an enemy pawn that promotes.
        let corners = CORNER_SQUARES[side.other().index()];
        let rides_alone =
            king >= FIXED_CELLS as u8 && (own >> (king & !3) & 0b1111).is_power_of_two();
        let uncovers = state.pawns() & !own & corners != 0;
        if legality.in_check || rides_alone || uncovers || self.waiting_square().is_some() {
            return SharedReplies::none();
        }
        let mut shared = SharedReplies::default();
        self.generate_into(lines, &legality, ALL_MOVES, &mut shared);
        let [empty, castled] = castling_squares(state);
        let mut squares = shared.places | own | corners | empty;
        for slot in 0..4 {
            let aboard = 0b1111 << (FIXED_CELLS + 4 * slot);
            if state.owner(slot) == side || own & aboard != 0 {
                squares |= aboard;
            }
        }
        let king = layout.column(king);
        let entered = KING_ATTACKS.at(king, layout.table_rows) & !own | castled;
        shared.places = layout.columns_of(squares)
            | pawn_columns(side, layout.columns_of(state.pawns() & own))
            | king_columns(king, layout.columns_of(entered), lines.blockers);
        shared
    }
}
