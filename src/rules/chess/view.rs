//! The board as the evaluation sees it: sets of pieces and attacks.

use super::board::{Board, LIGHT_SQUARES};
use super::pawns;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::moves::{PieceType, Side};

/// A view of a board by sets of cells.
pub(crate) struct EvalView<'a> {
    board: &'a Board,
    occupied: u64,
    pieces: [u64; 2],
}

impl Board {
    /// Returns the view for the evaluation.
    #[inline(always)]
    pub(crate) fn eval_view(&self) -> EvalView<'_> {
        let pieces = Side::ALL.map(|side| self.pieces.by_side(side));
        EvalView { board: self, occupied: self.pieces.occupied(), pieces }
    }
}

impl EvalView<'_> {
    /// The pieces of a side.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The pieces of both sides.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.occupied
    }

    /// Returns the cells that a rook and a bishop would attack from a cell.
    #[inline(always)]
    pub(crate) fn rook_and_bishop_attacks(&self, cell: usize) -> [u64; 2] {
        [rook_attacks(cell, self.occupied), bishop_attacks(cell, self.occupied)]
    }

    /// Returns whether each side has only king, pawns and one bishop, and the bishops are of
    /// opposite colors.
    #[inline(always)]
    pub(crate) fn has_opposite_bishops(&self) -> bool {
        let pieces = &self.board.pieces;
        let bishops = pieces.bishops_and_queens();
        let [white, black] = Side::ALL.map(|side| (bishops & self.pieces(side)).count_ones());
        pieces.rooks_and_queens() | pieces.knights() == 0
            && (white, black) == (1, 1)
            && (bishops & LIGHT_SQUARES).count_ones() == 1
    }

    /// The pawns of a side.
    #[inline(always)]
    pub(crate) fn pawns(&self, side: Side) -> u64 {
        self.board.pieces.pawns() & self.pieces(side)
    }

    /// The bishops of a side.
    #[inline(always)]
    pub(crate) fn bishops(&self, side: Side) -> u64 {
        self.board.pieces.bishops_and_queens()
            & !self.board.pieces.rooks_and_queens()
            & self.pieces(side)
    }

    /// The rooks of a side.
    #[inline(always)]
    pub(crate) fn rooks(&self, side: Side) -> u64 {
        self.board.pieces.rooks_and_queens()
            & !self.board.pieces.bishops_and_queens()
            & self.pieces(side)
    }

    /// The knights of a side.
    #[inline(always)]
    pub(crate) fn knights(&self, side: Side) -> u64 {
        self.board.pieces.knights() & self.pieces(side)
    }

    /// The queens of a side.
    #[inline(always)]
    pub(crate) fn queens(&self, side: Side) -> u64 {
        self.board.pieces.rooks_and_queens()
            & self.board.pieces.bishops_and_queens()
            & self.pieces(side)
    }

    /// The cell of a side's king.
    #[inline(always)]
    pub(crate) fn king_cell(&self, side: Side) -> usize {
        usize::from(self.board.king_cell(side))
    }

    /// The cells around the king of a side.
    #[inline(always)]
    pub(crate) fn king_zone(&self, side: Side) -> u64 {
        king_attacks(self.king_cell(side))
    }

    /// The cells that the pawns of a side attack.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, side: Side) -> u64 {
        pawns::attacks_of(side, self.pawns(side))
    }

    /// Calls `visit` with the type and the attacked cells of each knight, bishop, rook and queen.
    #[inline(always)]
    pub(crate) fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, u64)) {
        for from in BitIter(self.knights(side)) {
            visit(PieceType::KNIGHT, knight_attacks(from.into()));
        }
        for from in BitIter(self.bishops(side)) {
            visit(PieceType::BISHOP, bishop_attacks(from.into(), self.occupied));
        }
        for from in BitIter(self.rooks(side)) {
            visit(PieceType::ROOK, rook_attacks(from.into(), self.occupied));
        }
        for from in BitIter(self.queens(side)) {
            let [lines, diagonals] = self.rook_and_bishop_attacks(from.into());
            visit(PieceType::QUEEN, lines | diagonals);
        }
    }
}
