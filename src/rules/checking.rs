//! A test whether a move may give check that is cheaper than making the move.

use crate::geometry::Place;
use crate::geometry::bits::Bitboard;
use crate::moves::{Move, MoveType, PieceType};

/// The squares from which pieces of the side to move attack the enemy king if nothing blocks their
/// lines.
pub(crate) struct CheckingSquares<S> {
    /// By type of piece.
    by_type: [S; 8],
    /// The sliders of the side that are in line with the king.
    sliders: S,
}

impl<S: Bitboard> CheckingSquares<S> {
    /// Creates the squares from those of a pawn, knight, bishop and rook, from the pieces of both
    /// sides that move as bishops and as rooks, and from those of the side to move.
    #[inline(always)]
    pub(crate) fn new(squares: [S; 4], sliders: [S; 2], own: S) -> CheckingSquares<S> {
        let [pawn, knight, bishop, rook] = squares;
        let none = pawn & !pawn;
        CheckingSquares {
            by_type: [pawn, knight, bishop, rook, bishop | rook, none, none, none],
            sliders: (bishop & sliders[0] | rook & sliders[1]) & own,
        }
    }

    /// Returns whether a move of a piece of this type may give check: it is not a normal one, the
    /// piece, after a promotion, reaches one of its squares, or it leaves a line of the king while
    /// another slider is in line with it. `square` returns the square of a cell.
    #[inline(always)]
    pub(crate) fn may_give_check(
        &self,
        mv: Move,
        moved: PieceType,
        square: impl Fn(Place) -> Place,
    ) -> bool {
        let (from, to) = (square(mv.from()), square(mv.to()));
        let kind = mv.promotion().unwrap_or(moved);
        mv.kind() != MoveType::Normal
            || self.by_type[kind.index() % 8].contains(to)
            || self.by_type[PieceType::QUEEN.index()].contains(from)
                && !self.sliders.without_cell(from).is_empty()
    }

    /// Returns whether a slider of the side is in line with the king.
    #[inline(always)]
    pub(crate) fn has_sliders(&self) -> bool {
        !self.sliders.is_empty()
    }
}
