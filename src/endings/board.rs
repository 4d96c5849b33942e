//! A board as the tables see it.

use crate::geometry::Place;
use crate::moves::{Move, MoveList, Piece, PieceType, Side};
use crate::rules::{AnyBoardText, Endings, GenType, Rules, Way};

/// What tables of endings ask of a board in excess of its texts, as [`Endings`] answers it.
pub trait EndingBoard: AnyBoardText + Send + Sync {
    /// See [`Endings::no_endings`].
    fn no_endings(&self, pieces: &[Piece]) -> Option<&'static str>;
    /// See [`Endings::ways`].
    fn ways(&self, piece: Piece, from: Place) -> Vec<Way>;
    /// See [`Endings::promotions`].
    fn promotions(&self, piece: Piece) -> Vec<PieceType>;
    /// See [`Endings::can_stand`].
    fn can_stand(&self, piece: Piece, cell: Place) -> bool;
    /// See [`Endings::can_stand_together`].
    fn can_stand_together(&self, cells: [Place; 2]) -> bool;
    /// See [`Endings::placed_pieces`].
    fn placed_pieces(&self) -> Pieces;
    /// See [`Rules::in_check`].
    fn in_check(&self) -> bool;
    /// See [`Rules::count_legal_moves`].
    fn count_legal_moves(&self) -> u64;
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn EndingBoard>;
    /// Becomes the position that [`Endings::with_pieces`] returns.
    fn set_pieces(&mut self, pieces: &[(Piece, Place)], side: Side);
    /// Returns whether the position has rights. `pieces` are those of the board.
    fn has_rights(&self, pieces: &[(Piece, Place)]) -> bool;
    /// Lists the legal moves, first those that capture or promote. Returns the number of these.
    fn list_moves(&self, moves: &mut MoveList) -> usize;
    /// Returns the board after a legal move.
    fn child(&self, mv: Move) -> Box<dyn EndingBoard>;
    /// Moves the pieces that are left after a move to `after`. Returns the side to move then.
    fn pieces_after(&self, mv: Move, pieces: &[(Piece, Place)], after: &mut Pieces) -> Side;
}

/// Pieces with their places.
pub(super) type Pieces = Vec<(Piece, Place)>;

impl<B: Endings> EndingBoard for B {
    fn no_endings(&self, pieces: &[Piece]) -> Option<&'static str> {
        Endings::no_endings(self, pieces)
    }

    fn ways(&self, piece: Piece, from: Place) -> Vec<Way> {
        Endings::ways(self, piece, from)
    }

    fn promotions(&self, piece: Piece) -> Vec<PieceType> {
        Endings::promotions(self, piece)
    }

    fn can_stand(&self, piece: Piece, cell: Place) -> bool {
        Endings::can_stand(self, piece, cell)
    }

    fn can_stand_together(&self, cells: [Place; 2]) -> bool {
        Endings::can_stand_together(self, cells)
    }

    fn placed_pieces(&self) -> Pieces {
        Endings::placed_pieces(self)
    }

    fn in_check(&self) -> bool {
        Rules::in_check(self)
    }

    fn count_legal_moves(&self) -> u64 {
        Rules::count_legal_moves(self)
    }

    fn boxed(&self) -> Box<dyn EndingBoard> {
        Box::new(*self)
    }

    fn set_pieces(&mut self, pieces: &[(Piece, Place)], side: Side) {
        *self = self.with_pieces(pieces, side);
    }

    fn has_rights(&self, pieces: &[(Piece, Place)]) -> bool {
        // The key includes the rights.
        self.with_pieces(pieces, Rules::side_to_move(self)).key() != self.key()
    }

    fn list_moves(&self, moves: &mut MoveList) -> usize {
        moves.clear();
        self.generate(GenType::All, moves);
        let mut count = 0;
        for number in 0..moves.len() {
            if self.captured(moves[number]).is_some() || moves[number].is_promotion() {
                moves.swap(count, number);
                count += 1;
            }
        }
        count
    }

    fn child(&self, mv: Move) -> Box<dyn EndingBoard> {
        Box::new(self.make(mv, &mut ()))
    }

    fn pieces_after(&self, mv: Move, pieces: &[(Piece, Place)], after: &mut Pieces) -> Side {
        let child = self.make(mv, &mut ());
        let captured = self.captured(mv).map(|(_, cell)| cell);
        after.clear();
        for &(piece, place) in pieces {
            if Some(place) == captured {
                continue;
            }
            // A piece that captures from afar stays.
            let is_moved = place == mv.from()
                && child.piece_at(mv.to()).is_some_and(|it| it.side == piece.side);
            let place = if is_moved { mv.to() } else { place };
            after.extend(child.piece_at(place).map(|piece| (piece, place)));
        }
        Rules::side_to_move(&child)
    }
}
