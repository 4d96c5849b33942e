//! The board as the evaluation sees it: sets of pieces and attacks.

use super::board::Board;
use super::pawns::pawn_attacks;
use crate::geometry::Place;
use crate::geometry::cube::{
    bishop_attacks, for_each_cell, king_attacks, knight_attacks, rook_attacks, set_of,
    unicorn_attacks,
};
use crate::moves::{PieceType, Side};
use crate::rules::quad_bitboards::UNICORN;

/// A board with the sets that an evaluation uses, computed once.
pub(crate) struct EvalView<'a> {
    board: &'a Board,
    occupied: u128,
    pieces: [u128; 2],
    pawns: u128,
}

impl Board {
    /// Returns the view for the evaluation.
    #[inline(always)]
    pub(crate) fn eval_view(&self) -> EvalView<'_> {
        let pieces = Side::ALL.map(|side| self.pieces(side));
        EvalView { board: self, occupied: self.occupied(), pieces, pawns: self.pawns() }
    }
}

impl EvalView<'_> {
    /// The pieces of a side.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side) -> u128 {
        self.pieces[side.index()]
    }

    /// The pawns of a side.
    #[inline(always)]
    pub(crate) fn pawns(&self, side: Side) -> u128 {
        self.pawns & self.pieces[side.index()]
    }

    /// The cell of a side's king.
    #[inline(always)]
    pub(crate) fn king_cell(&self, side: Side) -> Place {
        self.board.king_cell(side)
    }

    /// The cells around the king of a side, and its own cell.
    #[inline(always)]
    pub(crate) fn king_zone(&self, side: Side) -> u128 {
        king_attacks(self.king_cell(side)) | set_of(self.king_cell(side))
    }

    /// The cells that the pawns of a side attack.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, side: Side) -> u128 {
        pawn_attacks(side, self.pawns(side))
    }

    /// Calls `visit` with the type and the attacked cells of each knight, bishop, rook, queen and
    /// unicorn.
    #[inline(always)]
    pub(crate) fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, u128)) {
        let (own, occupied) = (self.pieces(side), self.occupied);
        let lines = self.board.rooks_and_queens() & own;
        let edges = self.board.bishops_and_queens() & own;
        let corners = self.board.unicorns_and_queens() & own;
        let queens = lines & edges;
        for_each_cell(self.board.knights() & own, |from| {
            visit(PieceType::KNIGHT, knight_attacks(from));
        });
        for_each_cell(edges & !queens, |from| {
            visit(PieceType::BISHOP, bishop_attacks(from, occupied));
        });
        for_each_cell(lines & !queens, |from| {
            visit(PieceType::ROOK, rook_attacks(from, occupied));
        });
        for_each_cell(corners & !queens, |from| {
            visit(UNICORN, unicorn_attacks(from, occupied));
        });
        for_each_cell(queens, |from| {
            let attacks = rook_attacks(from, occupied)
                | bishop_attacks(from, occupied)
                | unicorn_attacks(from, occupied);
            visit(PieceType::QUEEN, attacks);
        });
    }
}
