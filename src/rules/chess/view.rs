//! What an evaluation asks of a board: attacks and sets of men.

use super::{Board, LIGHT, pawns};
use crate::geometry::bits::Bits;
use crate::geometry::plane::{bishop, king, knight, rook};
use crate::moves::{Kind, Side};

/// A board seen by sets of cells.
pub struct View<'a> {
    board: &'a Board,
    occupied: u64,
    men: [u64; 2],
}

impl Board {
    /// Looks at the board.
    #[inline(always)]
    pub fn view(&self) -> View<'_> {
        let men = Side::ALL.map(|side| self.men.of(side));
        View { board: self, occupied: self.men.occupied(), men }
    }
}

impl View<'_> {
    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> u64 {
        self.men[side.index()]
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.occupied
    }

    /// What a rook and what a bishop on a cell would reach.
    #[inline(always)]
    pub fn lines_from(&self, cell: usize) -> [u64; 2] {
        [rook(cell, self.occupied), bishop(cell, self.occupied)]
    }

    /// Are kings, pawns and one bishop a side, of different colours, all there is?
    #[inline(always)]
    pub fn has_opposite_bishops(&self) -> bool {
        let men = &self.board.men;
        let bishops = men.on_diagonals();
        let [white, black] = Side::ALL.map(|side| (bishops & self.men(side)).count_ones());
        men.on_lines() | men.knights() == 0
            && (white, black) == (1, 1)
            && (bishops & LIGHT).count_ones() == 1
    }

    /// The pawns of a side.
    #[inline(always)]
    pub fn pawns(&self, side: Side) -> u64 {
        self.board.men.pawns() & self.men(side)
    }

    /// The bishops of a side.
    #[inline(always)]
    pub fn bishops(&self, side: Side) -> u64 {
        self.board.men.on_diagonals() & !self.board.men.on_lines() & self.men(side)
    }

    /// The rooks of a side.
    #[inline(always)]
    pub fn rooks(&self, side: Side) -> u64 {
        self.board.men.on_lines() & !self.board.men.on_diagonals() & self.men(side)
    }

    /// The knights of a side.
    #[inline(always)]
    pub fn knights(&self, side: Side) -> u64 {
        self.board.men.knights() & self.men(side)
    }

    /// The queens of a side.
    #[inline(always)]
    pub fn queens(&self, side: Side) -> u64 {
        self.board.men.on_lines() & self.board.men.on_diagonals() & self.men(side)
    }

    /// The cell of a side's king.
    #[inline(always)]
    pub fn king(&self, side: Side) -> usize {
        usize::from(self.board.king_cell(side))
    }

    /// The cells next to the king of a side.
    #[inline(always)]
    pub fn king_zone(&self, side: Side) -> u64 {
        king(self.king(side))
    }

    /// What the pawns of a side attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, side: Side) -> u64 {
        pawns::attacks_of(side, self.pawns(side))
    }

    /// Calls `visit` with kind and attacked cells of every knight, bishop, rook and queen.
    #[inline(always)]
    pub fn for_each_attack(&self, side: Side, mut visit: impl FnMut(Kind, u64)) {
        for from in Bits(self.knights(side)) {
            visit(Kind::Knight, knight(from.into()));
        }
        for from in Bits(self.bishops(side)) {
            visit(Kind::Bishop, bishop(from.into(), self.occupied));
        }
        for from in Bits(self.rooks(side)) {
            visit(Kind::Rook, rook(from.into(), self.occupied));
        }
        for from in Bits(self.queens(side)) {
            let [lines, diagonals] = self.lines_from(from.into());
            visit(Kind::Queen, lines | diagonals);
        }
    }
}
