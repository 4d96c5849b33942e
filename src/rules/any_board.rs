//! A board of any rule set behind one object-safe trait.

use super::{GameInfo, Outcome, Rules};
use crate::geometry::Place;
use crate::moves::{Move, MoveList, Piece, PieceType, Side};

/// What texts, diagrams and tools ask of a board, as [`Rules`] answers it. Code that takes a
/// `&dyn AnyBoard` is compiled once, not once for each board type; so all that is seldom called
/// takes it.
pub trait AnyBoard {
    /// See [`Rules::game`].
    fn game(&self) -> &'static GameInfo;
    /// See [`Rules::side_to_move`].
    fn side_to_move(&self) -> Side;
    /// See [`Rules::halfmove_clock`].
    fn halfmove_clock(&self) -> u32;
    /// See [`Rules::fullmove_number`].
    fn fullmove_number(&self) -> u32;
    /// See [`Rules::piece_at`].
    fn piece_at(&self, cell: Place) -> Option<Piece>;
    /// See [`Rules::is_live`].
    fn is_live(&self, cell: Place) -> bool;
    /// See [`Rules::platforms`].
    fn platforms(&self) -> Vec<(Place, Option<Side>)>;
    /// See [`Rules::king_cell`].
    fn king_cell(&self, side: Side) -> Place;
    /// See [`Rules::checkers`].
    fn checkers(&self) -> Vec<Place>;
    /// See [`Rules::legal_moves`].
    fn legal_moves(&self) -> MoveList;
    /// See [`Rules::is_pseudo_legal`].
    fn is_pseudo_legal(&self, mv: Move) -> bool;
    /// See [`Rules::gives_check`].
    fn gives_check(&self, mv: Move) -> bool;
    /// See [`Rules::moved_piece`].
    fn moved_piece(&self, mv: Move) -> PieceType;
    /// See [`Rules::captured`].
    fn captured(&self, mv: Move) -> Option<(PieceType, Place)>;
    /// See [`Rules::variant_outcome`].
    fn variant_outcome(&self) -> Option<Outcome>;
    /// See [`Rules::waiting_pawn`].
    fn waiting_pawn(&self) -> Option<Place>;
}

impl<B: Rules> AnyBoard for B {
    fn game(&self) -> &'static GameInfo {
        Rules::game(self)
    }

    fn side_to_move(&self) -> Side {
        Rules::side_to_move(self)
    }

    fn halfmove_clock(&self) -> u32 {
        Rules::halfmove_clock(self)
    }

    fn fullmove_number(&self) -> u32 {
        Rules::fullmove_number(self)
    }

    fn piece_at(&self, cell: Place) -> Option<Piece> {
        Rules::piece_at(self, cell)
    }

    fn is_live(&self, cell: Place) -> bool {
        Rules::is_live(self, cell)
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        Rules::platforms(self)
    }

    fn king_cell(&self, side: Side) -> Place {
        Rules::king_cell(self, side)
    }

    fn checkers(&self) -> Vec<Place> {
        Rules::checkers(self)
    }

    fn legal_moves(&self) -> MoveList {
        Rules::legal_moves(self)
    }

    fn is_pseudo_legal(&self, mv: Move) -> bool {
        Rules::is_pseudo_legal(self, mv)
    }

    fn gives_check(&self, mv: Move) -> bool {
        Rules::gives_check(self, mv)
    }

    fn moved_piece(&self, mv: Move) -> PieceType {
        Rules::moved_piece(self, mv)
    }

    fn captured(&self, mv: Move) -> Option<(PieceType, Place)> {
        Rules::captured(self, mv)
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        Rules::variant_outcome(self)
    }

    fn waiting_pawn(&self) -> Option<Place> {
        Rules::waiting_pawn(self)
    }
}
