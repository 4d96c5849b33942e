//! The board as the evaluation sees it: sets of pieces and attacks.

use super::board::Board;
use super::pawns::pawn_attacks;
use crate::geometry::Place;
use crate::geometry::stack::{CellSet, bishop_attacks, king_attacks, knight_attacks, rook_attacks};
use crate::moves::{PieceType, Side};

/// A board with the sets that an evaluation uses, computed once.
pub(crate) struct EvalView<'a> {
    board: &'a Board,
    occupied: CellSet,
    pieces: [CellSet; 2],
    pawns: CellSet,
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
    pub(crate) fn pieces(&self, side: Side) -> CellSet {
        self.pieces[side.index()]
    }

    /// The pawns of a side.
    #[inline(always)]
    pub(crate) fn pawns(&self, side: Side) -> CellSet {
        self.pawns & self.pieces[side.index()]
    }

    /// The cell of a side's king.
    #[inline(always)]
    pub(crate) fn king_cell(&self, side: Side) -> Place {
        self.board.king_cell(side)
    }

    /// The cells around the king of a side, and its own cell.
    #[inline(always)]
    pub(crate) fn king_zone(&self, side: Side) -> CellSet {
        king_attacks(self.king_cell(side)) | CellSet::from_cell(self.king_cell(side))
    }

    /// The cells that the pawns of a side attack.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, side: Side) -> CellSet {
        pawn_attacks(side, self.pawns(side))
    }

    /// Calls `visit` with the type and the attacked cells of each knight, bishop, rook and queen.
    #[inline(always)]
    pub(crate) fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, CellSet)) {
        let (own, occupied) = (self.pieces(side), &self.occupied);
        let (lines, diagonals) =
            (self.board.rooks_and_queens() & own, self.board.bishops_and_queens() & own);
        (self.board.knights() & own)
            .for_each(|from| visit(PieceType::KNIGHT, knight_attacks(from)));
        (diagonals & !lines)
            .for_each(|from| visit(PieceType::BISHOP, bishop_attacks(from, occupied).to_set()));
        (lines & !diagonals)
            .for_each(|from| visit(PieceType::ROOK, rook_attacks(from, occupied).to_set()));
        (lines & diagonals).for_each(|from| {
            let attacks =
                bishop_attacks(from, occupied).to_set() | rook_attacks(from, occupied).to_set();
            visit(PieceType::QUEEN, attacks);
        });
    }
}
