//! What an evaluation asks of a board: attacks and sets of men.

use super::Board;
use super::pawns::attacks;
use crate::geometry::stack::{Cells, bishop, king, knight, rook};
use crate::moves::{Kind, Place, Side};

/// A board with the sets that an evaluation uses computed once.
pub struct View<'a> {
    board: &'a Board,
    occupied: Cells,
    men: [Cells; 2],
    pawns: Cells,
}

impl Board {
    /// Looks at the board.
    #[inline(always)]
    pub fn view(&self) -> View<'_> {
        let men = Side::ALL.map(|side| self.men(side));
        View { board: self, occupied: self.occupied(), men, pawns: self.pawns() }
    }
}

impl View<'_> {
    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> Cells {
        self.men[side.index()]
    }

    /// The pawns of a side.
    #[inline(always)]
    pub fn pawns(&self, side: Side) -> Cells {
        self.pawns & self.men[side.index()]
    }

    /// Where the king of a side stands.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Place {
        self.board.king_cell(side)
    }

    /// The cells next to the king of a side, and its own.
    #[inline(always)]
    pub fn king_zone(&self, side: Side) -> Cells {
        king(self.king(side)) | Cells::of(self.king(side))
    }

    /// The cells that the pawns of a side attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, side: Side) -> Cells {
        attacks(side, self.pawns(side))
    }

    /// Calls `visit` with kind and attacked cells of every knight, bishop, rook and queen.
    #[inline(always)]
    pub fn for_each_attack(&self, side: Side, mut visit: impl FnMut(Kind, Cells)) {
        let (men, occupied) = (self.men(side), &self.occupied);
        let (lines, diagonals) = (self.board.on_lines() & men, self.board.on_diagonals() & men);
        (self.board.knights() & men).for_each(|from| visit(Kind::Knight, knight(from)));
        (diagonals & !lines).for_each(|from| visit(Kind::Bishop, bishop(from, occupied).cells()));
        (lines & !diagonals).for_each(|from| visit(Kind::Rook, rook(from, occupied).cells()));
        (lines & diagonals).for_each(|from| {
            let cells = bishop(from, occupied).cells() | rook(from, occupied).cells();
            visit(Kind::Queen, cells);
        });
    }
}
