//! Replies counted for perft.

use super::board::FederationBoard;
use super::ceilings::{CeilingBlockers, INWARD, LEFTMOST, RIGHTMOST};
use super::sinks::{ColumnCounter, ColumnSink, PawnGroup, Targets};
use crate::geometry::columns::{BISHOP_RAYS, COLUMNS, ROOK_RAYS};
use crate::geometry::lanes::U64x8;
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::{Move, MoveType, Side};
use crate::rules::generate::MoveGenerator;
use crate::rules::shared_replies::SharedReplies;
use crate::rules::sinks::MoveCounter;
use crate::rules::staircase::{
    KING_ATTACKS, MakeMove, PlatformLayout, castling_squares, changed_columns, king_columns,
    pawn_steps, shift,
};
use crate::rules::{BulkCount, Rules};

impl<const ROOK_PAWNS: bool> BulkCount for FederationBoard<ROOK_PAWNS> {
    #[inline(always)]
    fn count_replies_to(&self, side: Side, moves: &[Move]) -> u64 {
        let mut board = *self;
        board.state.side = side;
        let layout = board.layout();
        let shared = self.make_null().shared_replies(&layout);
        let mut counter = ColumnCounter::new();
        for &mv in moves {
            let mut child = board;
            if mv.kind() == MoveType::Normal {
                if shared.places & changed_columns(&board.state, mv) == 0 {
                    counter.add(shared.count.0);
                    continue;
                }
                board.make_normal(mv, &mut child, &mut ());
            } else {
                self.apply_move(mv, &mut child, &mut ());
            }
            // No change: it shows the compiler a constant.
            child.state.side = side.other();
            // Only a platform move changes the layout.
            let changed;
            let layout = if mv.is_platform_move() {
                changed = child.layout();
                &changed
            } else {
                &layout
            };
            let ceilings = CeilingBlockers::new(layout, child.state.occupied());
            let legality = child.legality(&ceilings);
            child.generate_into(&ceilings, &legality, Self::ALL_MOVES, &mut counter);
        }
        counter.total()
    }
}

impl<const ROOK_PAWNS: bool> FederationBoard<ROOK_PAWNS> {
    /// Counts the legal moves, and collects the columns that they depend on.
    #[inline(never)]
    fn shared_replies(&self, layout: &PlatformLayout) -> SharedReplies<u64> {
        let ceilings = &CeilingBlockers::new(layout, self.state.occupied());
        let legality = self.legality(ceilings);
        debug_assert!(!legality.in_check, "a side cannot pass in check");
        let mut replies = ReplyColumns::new();
        self.generate_into(ceilings, &legality, Self::ALL_MOVES, &mut replies);
        let state = &self.state;
        let (side, own) = (state.side, state.pieces(state.side));
        let (empty, castled) = castling_squares(state);
        let mut columns = replies.columns() | layout.columns_of(own | empty);

        let pawns = state.pawns() & own;
        let pawns_at = layout.columns_of(pawns);
        columns |= pawn_steps(side, pawns_at) | Self::pawn_targets(side, pawns_at);
        if ROOK_PAWNS {
            let inward = |at: u64, file: usize| shift(at, INWARD[file]);
            let (left, right) = (inward(pawns_at & LEFTMOST, 0), inward(pawns_at & RIGHTMOST, 1));
            columns |= left | inward(left, 0) | right | inward(right, 1);
        }

        let king = layout.column(state.king_square(side));
        let entered = KING_ATTACKS.at(king, layout.table_rows) & !own | castled;
        // A castling rook leaves its column.
        let rooks = if castled == 0 { 0 } else { state.rooks_and_queens() & own };
        let blockers = ceilings.blocked_under_all() & !layout.columns_of(rooks);
        columns |= king_columns(king, layout.columns_of(entered), blockers);

        for (slot, covered) in layout.platform_columns().into_iter().enumerate() {
            let on_platform = |pieces: u64| pieces >> (FIXED_CELLS + 4 * slot) & 0b1111;
            let pilots = on_platform(pawns);
            let may_move = pawns != 0
                && state.owner(slot) == side
                && on_platform(own) == pilots
                && pilots & pilots.wrapping_sub(1) == 0;
            if may_move {
                // It may open any line to the king. Enemies that hold it may leave.
                columns |= covered | ROOK_RAYS[king % COLUMNS] | BISHOP_RAYS[king % COLUMNS];
            }
        }
        SharedReplies { count: MoveCounter(replies.counter.total()), places: columns }
    }
}

/// Counts moves, and collects the columns that pieces reach. Those of pawns are not among them.
struct ReplyColumns {
    counter: ColumnCounter,
    columns: u64,
    reach: U64x8,
}

impl ReplyColumns {
    fn new() -> ReplyColumns {
        ReplyColumns { counter: ColumnCounter::new(), columns: 0, reach: U64x8::ZERO }
    }

    /// Returns the columns that pieces reach, all levels together, with those where other pieces
    /// stop them.
    fn columns(&self) -> u64 {
        self.reach.words().iter().fold(self.columns, |all, &columns| all | columns)
    }
}

impl ColumnSink for ReplyColumns {
    #[inline(always)]
    fn piece_moves(&mut self, layout: &PlatformLayout, from: u8, targets: u64) {
        self.columns |= layout.columns_of(targets);
        self.counter.piece_moves(layout, from, targets);
    }
    #[inline(always)]
    fn slider_moves(
        &mut self,
        layout: &PlatformLayout,
        from: u8,
        reach: &U64x8,
        targets: &Targets,
    ) {
        self.reach = self.reach | *reach;
        self.counter.slider_moves(layout, from, reach, targets);
    }
    #[inline(always)]
    fn pawn_moves(&mut self, group: &PawnGroup, columns: [u64; 2], targets: &Targets, by: [i8; 2]) {
        self.counter.pawn_moves(group, columns, targets, by);
    }
    #[inline(always)]
    fn double_steps(&mut self, group: &PawnGroup, reach: &U64x8, targets: &Targets, by: [i8; 2]) {
        self.counter.double_steps(group, reach, targets, by);
    }
    #[inline(always)]
    fn promotions(&mut self, group: &PawnGroup, columns: [u64; 2], targets: &Targets, by: [i8; 2]) {
        self.counter.promotions(group, columns, targets, by);
    }
    #[inline(always)]
    fn platform_moves(&mut self, from: u8, to: u32, promoting: bool) {
        self.counter.platform_moves(from, to, promoting);
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.counter.one_move(mv);
    }
}
