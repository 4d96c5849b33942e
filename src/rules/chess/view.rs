//! What an evaluation asks of a board: attacks and sets of men.

use super::board::{Board, LIGHT_SQUARES};
use super::pawns;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::moves::{PieceType, Side};

/// A board seen by sets of cells.
pub struct EvalView<'a> {
    board: &'a Board,
    occupied: u64,
    pieces: [u64; 2],
}

impl Board {
    /// Looks at the board.
    #[inline(always)]
    pub(crate) fn eval_view(&self) -> EvalView<'_> {
        let men = Side::ALL.map(|side| self.pieces.by_side(side));
        EvalView { board: self, occupied: self.pieces.occupied(), pieces: men }
    }
}

impl EvalView<'_> {
    /// The men of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.occupied
    }

    /// What a rook and what a bishop on a cell would reach.
    #[inline(always)]
    pub fn rook_and_bishop_attacks(&self, cell: usize) -> [u64; 2] {
        [rook_attacks(cell, self.occupied), bishop_attacks(cell, self.occupied)]
    }

    /// Are kings, pawns and one bishop a side, of different colours, all there is?
    #[inline(always)]
    pub fn has_opposite_bishops(&self) -> bool {
        let men = &self.board.pieces;
        let bishops = men.bishops_and_queens();
        let [white, black] = Side::ALL.map(|side| (bishops & self.pieces(side)).count_ones());
        men.rooks_and_queens() | men.knights() == 0
            && (white, black) == (1, 1)
            && (bishops & LIGHT_SQUARES).count_ones() == 1
    }

    /// The pawns of a side.
    #[inline(always)]
    pub fn pawns(&self, side: Side) -> u64 {
        self.board.pieces.pawns() & self.pieces(side)
    }

    /// The bishops of a side.
    #[inline(always)]
    pub fn bishops(&self, side: Side) -> u64 {
        self.board.pieces.bishops_and_queens()
            & !self.board.pieces.rooks_and_queens()
            & self.pieces(side)
    }

    /// The rooks of a side.
    #[inline(always)]
    pub fn rooks(&self, side: Side) -> u64 {
        self.board.pieces.rooks_and_queens()
            & !self.board.pieces.bishops_and_queens()
            & self.pieces(side)
    }

    /// The knights of a side.
    #[inline(always)]
    pub fn knights(&self, side: Side) -> u64 {
        self.board.pieces.knights() & self.pieces(side)
    }

    /// The queens of a side.
    #[inline(always)]
    pub fn queens(&self, side: Side) -> u64 {
        self.board.pieces.rooks_and_queens()
            & self.board.pieces.bishops_and_queens()
            & self.pieces(side)
    }

    /// The cell of a side's king.
    #[inline(always)]
    pub fn king_cell(&self, side: Side) -> usize {
        usize::from(self.board.king_cell(side))
    }

    /// The cells next to the king of a side.
    #[inline(always)]
    pub fn king_zone(&self, side: Side) -> u64 {
        king_attacks(self.king_cell(side))
    }

    /// What the pawns of a side attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, side: Side) -> u64 {
        pawns::attacks_of(side, self.pawns(side))
    }

    /// Calls `visit` with kind and attacked cells of every knight, bishop, rook and queen.
    #[inline(always)]
    pub fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, u64)) {
        for from in BitIter(self.knights(side)) {
            visit(PieceType::Knight, knight_attacks(from.into()));
        }
        for from in BitIter(self.bishops(side)) {
            visit(PieceType::Bishop, bishop_attacks(from.into(), self.occupied));
        }
        for from in BitIter(self.rooks(side)) {
            visit(PieceType::Rook, rook_attacks(from.into(), self.occupied));
        }
        for from in BitIter(self.queens(side)) {
            let [lines, diagonals] = self.rook_and_bishop_attacks(from.into());
            visit(PieceType::Queen, lines | diagonals);
        }
    }
}
