//! What an evaluation asks of a board: attacks and sets of men, computed once.

use super::Board;
use super::shape::Shape;
use super::tables::Space;
use crate::geometry::bits::Bits;
use crate::geometry::staircase::FIXED;
use crate::moves::{Kind, Side};
use crate::rules::Point;

/// A board with its connections seen. Sets are of logical squares: they can be combined and
/// counted, and mean nothing outside this view.
pub struct View<'a> {
    board: &'a Board,
    shape: Shape,
    /// The squares next to each king.
    king_zones: [u64; 2],
}

impl Board {
    /// Looks at the board.
    #[inline(always)]
    pub fn view<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        let shape = self.shape();
        let king_zones = Side::ALL.map(|side| shape.king(self.king_square(side)));
        look(&View { board: self, shape, king_zones })
    }
}

impl View<'_> {
    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> u64 {
        self.board.men(side)
    }

    /// The pawns of a side.
    #[inline(always)]
    pub fn pawns(&self, side: Side) -> u64 {
        self.board.pawns() & self.men(side)
    }

    /// The squares next to the king of a side.
    #[inline(always)]
    pub fn king_zone(&self, side: Side) -> u64 {
        self.king_zones[side.index()]
    }

    /// Where a square lies.
    #[inline(always)]
    pub fn point(&self, square: u8) -> Point {
        Space::CELLS[usize::from(self.board.cell(square))]
    }

    /// The squares that the pawns of a side attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, side: Side) -> u64 {
        Bits(self.pawns(side)).fold(0, |set, from| set | self.shape.pawn(side, from))
    }

    /// The platforms that a side may move: post number, and the squares of the men on it.
    #[inline(always)]
    pub fn commanded_platforms(&self, side: Side) -> impl Iterator<Item = (u8, u64)> + '_ {
        let (own, enemy) = (self.men(side), self.men(side.other()));
        let commanders = own & !self.board.pawns();
        let slots = self.board.posts.into_iter().enumerate();
        slots.filter_map(move |(slot, post)| {
            let cells = 0b1111 << (FIXED + 4 * slot);
            (commanders & cells != 0 && enemy & cells == 0).then_some((post, own & cells))
        })
    }

    /// Calls `visit` with kind and attacked squares of every knight, bishop, rook and queen.
    #[inline(always)]
    pub fn for_each_attack(&self, side: Side, mut visit: impl FnMut(Kind, u64)) {
        let (board, shape) = (self.board, &self.shape);
        let (men, occupied) = (board.men(side), board.occupied());
        let (lines, diagonals) = (board.on_lines(), board.on_diagonals());
        for from in Bits(board.knights() & men) {
            visit(Kind::Knight, shape.knight(from));
        }
        for from in Bits(diagonals & !lines & men) {
            visit(Kind::Bishop, shape.bishop(from, occupied));
        }
        for from in Bits(lines & !diagonals & men) {
            visit(Kind::Rook, shape.rook(from, occupied));
        }
        for from in Bits(lines & diagonals & men) {
            visit(Kind::Queen, shape.queen(from, occupied));
        }
    }
}
