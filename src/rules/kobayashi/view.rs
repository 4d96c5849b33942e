//! What an evaluation asks of a board: attacks and sets of men, computed once.

use super::board::Board;
use super::layout::PlatformLayout;
use super::tables::Space;
use crate::geometry::Point;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::{PieceType, Side};
use crate::rules::staircase::StaircaseState;

/// A board with its connections seen. Sets are of logical squares: they can be combined and
/// counted, and mean nothing outside this view.
pub struct EvalView<'a> {
    state: &'a StaircaseState,
    layout: PlatformLayout,
    /// The squares next to each king.
    king_zones: [u64; 2],
}

impl Board {
    /// Looks at the board.
    #[inline(always)]
    pub(crate) fn eval_view<T>(&self, look: impl FnOnce(&EvalView) -> T) -> T {
        let shape = self.layout();
        let king_zones = Side::ALL.map(|side| shape.king_attacks(self.state.king_square(side)));
        look(&EvalView { state: &self.state, layout: shape, king_zones })
    }
}

impl EvalView<'_> {
    /// The men of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> u64 {
        self.state.pieces(side)
    }

    /// The pawns of a side.
    #[inline(always)]
    pub fn pawns(&self, side: Side) -> u64 {
        self.state.pawns() & self.pieces(side)
    }

    /// The squares next to the king of a side.
    #[inline(always)]
    pub fn king_zone(&self, side: Side) -> u64 {
        self.king_zones[side.index()]
    }

    /// Where a square lies.
    #[inline(always)]
    pub fn point(&self, square: u8) -> Point {
        Space::CELLS[usize::from(self.state.cell(square))]
    }

    /// The squares that the pawns of a side attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, side: Side) -> u64 {
        BitIter(self.pawns(side)).fold(0, |set, from| set | self.layout.pawn_attacks(side, from))
    }

    /// The platforms that a side may move: post number, and the squares of the men on it.
    #[inline(always)]
    pub fn commanded_platforms(&self, side: Side) -> impl Iterator<Item = (u8, u64)> + '_ {
        let (own, enemy) = (self.pieces(side), self.pieces(side.other()));
        let commanders = own & !self.state.pawns();
        let slots = self.state.posts.into_iter().enumerate();
        slots.filter_map(move |(slot, post)| {
            let cells = 0b1111 << (FIXED_CELLS + 4 * slot);
            (commanders & cells != 0 && enemy & cells == 0).then_some((post, own & cells))
        })
    }

    /// Calls `visit` with kind and attacked squares of every knight, bishop, rook and queen.
    #[inline(always)]
    pub fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, u64)) {
        let (state, shape) = (self.state, &self.layout);
        let (men, occupied) = (state.pieces(side), state.occupied());
        let (lines, diagonals) = (state.rooks_and_queens(), state.bishops_and_queens());
        for from in BitIter(state.knights() & men) {
            visit(PieceType::Knight, shape.knight_attacks(from));
        }
        for from in BitIter(diagonals & !lines & men) {
            visit(PieceType::Bishop, shape.bishop_attacks(from, occupied));
        }
        for from in BitIter(lines & !diagonals & men) {
            visit(PieceType::Rook, shape.rook_attacks(from, occupied));
        }
        for from in BitIter(lines & diagonals & men) {
            visit(PieceType::Queen, shape.queen_attacks(from, occupied));
        }
    }
}
