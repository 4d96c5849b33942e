//! The pawn that waits: the other side's platform has uncovered it, and it promotes before the next
//! move of its side (M4).
//!
//! The legal moves are those of the board after the promotion, for each of the four pieces, and carry
//! its letter last. All of them are promotions, so a move without a letter never needs this file. At
//! most one pawn waits in a position of a game. After a null move two may: the first one promotes.

use super::board::Board;
use super::tables::{CORNER_SQUARES, CORNERS};
use crate::moves::{Move, MoveList, PieceType};
use crate::rules::generate::GenFilter;
use crate::rules::piece_codes::code_of;
use crate::rules::sinks::{MoveCollector, MoveCounter};
use crate::rules::{CHESS_PROMOTIONS, GenType, Observer};

/// All legal moves.
const ALL_MOVES: GenFilter = GenFilter::new(GenType::All, u64::MAX);

impl Board {
    /// The square of the pawn that waits.
    #[inline(always)]
    pub(super) fn waiting_square(&self) -> Option<u8> {
        let side = self.state.side;
        let pawns = self.state.pawns() & self.state.pieces(side) & CORNER_SQUARES[side.index()];
        if pawns == 0 { None } else { self.uncovered_pawn(pawns) }
    }

    #[cold]
    #[inline(never)]
    fn uncovered_pawn(&self, pawns: u64) -> Option<u8> {
        let held = self.held_posts();
        let mut corners = CORNERS[self.state.side.index()].iter();
        let uncovered =
            corners.find(|corner| pawns >> corner.square & 1 != 0 && held >> corner.post & 1 == 0);
        uncovered.map(|corner| corner.square)
    }

    /// Returns the board after the pawn on a corner has promoted, with the same side to move.
    pub(super) fn with_promotion<O: Observer>(
        &self,
        square: u8,
        kind: PieceType,
        observer: &mut O,
    ) -> Board {
        let mut board = *self;
        let side = self.state.side;
        board.state.remove_piece(side, square, square.into(), observer);
        board.state.put_piece(side, code_of(kind), square, square.into(), observer);
        board
    }

    /// Returns the board after the waiting pawn's promotion and the move without its letter, if a
    /// pawn waits and the move has a letter for it.
    pub(super) fn after_waiting<O: Observer>(
        &self,
        mv: Move,
        observer: &mut O,
    ) -> Option<(Board, Move)> {
        let square = self.waiting_square()?;
        let (mv, kind) = split_letter(mv)?;
        Some((self.with_promotion(square, kind, observer), mv))
    }

    /// Adds all legal moves to the list.
    #[cold]
    #[inline(never)]
    pub(super) fn list_with_waiting(&self, square: u8, list: &mut MoveList) {
        for kind in CHESS_PROMOTIONS {
            let listed = list.len();
            let board = self.with_promotion(square, kind, &mut ());
            board.generate_without_info(ALL_MOVES, &mut MoveCollector(list));
            for mv in &mut list[listed..] {
                *mv = with_letter(*mv, kind);
            }
        }
    }

    /// Counts all legal moves.
    #[cold]
    #[inline(never)]
    pub(super) fn count_with_waiting(&self, square: u8) -> u64 {
        let mut counter = MoveCounter(0);
        for kind in CHESS_PROMOTIONS {
            let board = self.with_promotion(square, kind, &mut ());
            board.generate_without_info(ALL_MOVES, &mut counter);
        }
        counter.0
    }
}

/// Adds the letter of a waiting pawn to a move.
fn with_letter(mv: Move, kind: PieceType) -> Move {
    match mv.promotion() {
        None => mv.with_promotions(kind, None),
        Some(first) => mv.with_promotions(first, Some(kind)),
    }
}

/// Splits a move into the move without the letter of the waiting pawn, and that letter.
fn split_letter(mv: Move) -> Option<(Move, PieceType)> {
    let first = mv.promotion()?;
    let (mv, kind) = match mv.second_promotion() {
        None => (mv.without_promotions(), first),
        Some(second) => (mv.with_promotions(first, None), second),
    };
    CHESS_PROMOTIONS.contains(&kind).then_some((mv, kind))
}
