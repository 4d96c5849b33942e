//! A board as the tables see it.

use crate::geometry::Place;
use crate::moves::{Move, MoveList, Piece, PieceType, Side};
use crate::notation::format_line;
use crate::rules::{BoardText, Endings, GameInfo, GenType, Notation, Outcome, Rules, Way};

/// A board of any rule set, so that the code that makes and reads tables is compiled once.
///
/// Methods without a comment are those of the same name in [`Endings`] and the traits below it.
pub trait EndingBoard: Send + Sync {
    fn game(&self) -> &'static GameInfo;
    fn platforms(&self) -> Vec<(Place, Option<Side>)>;
    fn is_live(&self, cell: Place) -> bool;
    fn no_endings(&self, pieces: &[Piece]) -> Option<&'static str>;
    fn ways(&self, piece: Piece, from: Place) -> Vec<Way>;
    fn promotions(&self, piece: Piece) -> Vec<PieceType>;
    fn can_stand(&self, piece: Piece, cell: Place) -> bool;
    fn can_stand_together(&self, cells: [Place; 2]) -> bool;
    fn placed_pieces(&self) -> Pieces;
    fn side_to_move(&self) -> Side;
    fn halfmove_clock(&self) -> u32;
    fn in_check(&self) -> bool;
    fn variant_outcome(&self) -> Option<Outcome>;
    fn count_legal_moves(&self) -> u64;
    fn legal_moves(&self) -> MoveList;
    fn to_fen(&self) -> String;
    /// Returns a copy.
    fn boxed(&self) -> Box<dyn EndingBoard>;
    /// Becomes the position that [`Endings::with_pieces`] returns.
    fn set_pieces(&mut self, pieces: &[(Piece, Place)], side: Side);
    /// Returns whether the position has rights. `pieces` are those of the board.
    fn has_rights(&self, pieces: &[(Piece, Place)]) -> bool;
    /// Lists the legal moves, first those that capture or promote. Returns the number of these.
    fn list_moves(&self, moves: &mut MoveList) -> usize;
    /// Returns the board after a move.
    fn after(&self, mv: Move) -> Box<dyn EndingBoard>;
    /// Moves the pieces that are left after a move to `after`. Returns the side to move then.
    fn pieces_after(&self, mv: Move, pieces: &[(Piece, Place)], after: &mut Pieces) -> Side;
    /// Returns the texts of moves in UCI notation.
    fn line_text(&self, line: &[Move]) -> Vec<String>;
}

/// Pieces with their places.
pub(super) type Pieces = Vec<(Piece, Place)>;

impl<B: Endings> EndingBoard for B {
    fn game(&self) -> &'static GameInfo {
        Rules::game(self)
    }

    fn platforms(&self) -> Vec<(Place, Option<Side>)> {
        Rules::platforms(self)
    }

    fn is_live(&self, cell: Place) -> bool {
        Rules::is_live(self, cell)
    }

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

    fn side_to_move(&self) -> Side {
        Rules::side_to_move(self)
    }

    fn halfmove_clock(&self) -> u32 {
        Rules::halfmove_clock(self)
    }

    fn in_check(&self) -> bool {
        Rules::in_check(self)
    }

    fn variant_outcome(&self) -> Option<Outcome> {
        Rules::variant_outcome(self)
    }

    fn count_legal_moves(&self) -> u64 {
        Rules::count_legal_moves(self)
    }

    fn legal_moves(&self) -> MoveList {
        Rules::legal_moves(self)
    }

    fn to_fen(&self) -> String {
        BoardText::to_fen(self)
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

    fn after(&self, mv: Move) -> Box<dyn EndingBoard> {
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

    fn line_text(&self, line: &[Move]) -> Vec<String> {
        format_line(self, line, Notation::Uci)
    }
}
