//! Replies counted for perft.

use super::board::Kobayashi;
use super::generate::{AHEAD, CAPTURES, STEP_DIRECTIONS};
use super::layout::PlatformLayout;
use super::platforms::slots_with;
use super::tables::{CASTLING_PATHS, NO_SQUARE};
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::{FIXED_CELLS, post_number};
use crate::moves::{Move, MoveType, Side};
use crate::rules::generate::MoveGenerator;
use crate::rules::shared_replies::SharedReplies;
use crate::rules::sinks::MoveCounter;
use crate::rules::staircase::{BlackPawns, MakeMove, NO_CELL, PawnSide, WhitePawns, shift};
use crate::rules::{BulkCount, Rules};

impl BulkCount for Kobayashi {
    #[inline(always)]
    fn count_replies_to(&self, side: Side, moves: &[Move]) -> u64 {
        let mut board = *self;
        board.state.side = side;
        let own_layout = self.layout();
        let replier = self.make_null();
        let (safe_platform_moves, other_slots) = replier.count_safe_platform_moves(&own_layout);
        let shared = match other_slots {
            0 => replier.shared_replies(&own_layout, safe_platform_moves),
            _ => SharedReplies::none(),
        };
        let mut counter = MoveCounter(0);
        for &mv in moves {
            let (mut child, mut layout) = (board, own_layout);
            let kind = mv.kind();
            if kind == MoveType::Normal {
                if shared.places & board.changed_squares(mv) == 0 {
                    counter.0 += shared.count.0;
                    continue;
                }
                board.make_normal(mv, &mut child, &mut ());
            } else if kind == MoveType::Platform && !mv.is_promotion() {
                let [from, to] = [mv.from(), mv.to()].map(post_number);
                // The count depends neither on the key nor on the clock.
                (child.state.ep_pawn, child.state.ep_cell) = (NO_CELL, NO_CELL);
                child.relocate_platform(self.state.insertion_slot(from), from, to);
            } else {
                child = self.after_special(mv);
            }
            // Only a platform move changes the layout.
            if kind == MoveType::Platform {
                layout = own_layout.after_move(post_number(mv.to()), child.state.posts);
            }
            child.state.side = side.other();
            if child.state.has_only_kings() {
                continue;
            }
            let legality = child.legality(&layout);
            child.generate_piece_moves(&layout, &legality, Self::ALL_MOVES, &mut counter);
            // A normal move between fixed cells changes nothing on the platforms, and out of check
            // a safe platform move depends only on the platforms and the king's cell.
            let keeps_platforms =
                kind == MoveType::Normal && mv.from().max(mv.to()) < FIXED_CELLS as Place;
            let slots = if keeps_platforms && legality.checkers == 0 {
                counter.0 += safe_platform_moves;
                other_slots
            } else {
                child.commanded_slots()
            };
            child.platform_moves(slots, &layout, &legality, Self::ALL_MOVES, &mut counter);
        }
        counter.0
    }
}

impl Kobayashi {
    /// Returns the board after castling, an en passant capture, or a platform move that promotes.
    /// Not inlined, since these are rare and put the board into memory.
    #[inline(never)]
    fn after_special(&self, mv: Move) -> Kobayashi {
        self.make(mv, &mut ())
    }

    /// Returns the squares that a normal move changes, with that which a double step passes.
    #[inline(always)]
    fn changed_squares(&self, mv: Move) -> u64 {
        let state = &self.state;
        let from = state.square(mv.from());
        let changed = 1 << from | 1 << state.square(mv.to());
        if state.unmoved_pawns >> from & 1 == 0 {
            return changed;
        }
        changed | self.double_step_ep_cell(mv).map_or(0, |cell| 1 << state.square(cell))
    }

    /// Counts the legal moves, and collects the squares that they depend on. No platform move,
    /// whose number is given, may expose the king.
    #[inline(never)]
    fn shared_replies(&self, layout: &PlatformLayout, platform_moves: u64) -> SharedReplies<u64> {
        let legality = self.legality(layout);
        debug_assert_eq!(legality.checkers, 0, "a side cannot pass in check");
        let mut shared = SharedReplies { count: MoveCounter(platform_moves), places: 0 };
        self.generate_piece_moves(layout, &legality, Self::ALL_MOVES, &mut shared);
        let state = &self.state;
        let (side, own) = (state.side, state.pieces(state.side));
        shared.places |= own
            | match side {
                Side::White => self.pawn_places::<WhitePawns>(layout),
                Side::Black => self.pawn_places::<BlackPawns>(layout),
            };
        // The platforms that may be commanded.
        shared.places |= (slots_with(own) * 0b1111) << FIXED_CELLS;

        let king = state.king_square(side);
        let mut entered = layout.king_attacks(king) & !own;
        for (right, path) in CASTLING_PATHS.iter().enumerate().skip(2 * side.index()).take(2) {
            let path = path.iter().fold(0, |path, &cell| path | 1 << state.square(cell));
            if state.castling >> right & 1 != 0 && path & own == 0 {
                entered |= path;
            }
        }
        // The king does not shield the squares behind it.
        let blockers = state.occupied() & !(1 << king);
        for square in BitIter(entered | 1 << king) {
            shared.places |= layout.knight_attacks(square)
                | layout.king_attacks(square)
                | layout.pawn_attacks(side, square)
                | layout.queen_attacks(square, blockers);
        }
        // A piece may be pinned from anywhere on its line.
        shared.places |= entered | layout.queen_attacks(king, 0);
        shared
    }

    /// Returns the squares that the moves of a side's pawns depend on.
    #[inline(always)]
    fn pawn_places<M: PawnSide>(&self, layout: &PlatformLayout) -> u64 {
        let pawns = self.state.pawns() & self.state.pieces(M::SIDE);
        let ahead = *M::SIDE.select(&AHEAD);
        let once = shift(pawns, ahead);
        let mut places = once | shift(once, ahead);
        for &step in M::SIDE.select(&CAPTURES) {
            places |= shift(pawns, step);
        }
        let leaving =
            layout.pawn_steps_off_board(M::SIDE) | layout.pawns_attacking_off_board(M::SIDE);
        for from in BitIter(pawns & leaving) {
            places |= layout.pawn_attacks(M::SIDE, from);
            for &direction in M::SIDE.select(&STEP_DIRECTIONS) {
                let once = layout.step(direction, from);
                if once != NO_SQUARE {
                    places |= 1 << once;
                    let twice = layout.step(direction, once);
                    places |= if twice == NO_SQUARE { 0 } else { 1 << twice };
                }
            }
        }
        places
    }
}
