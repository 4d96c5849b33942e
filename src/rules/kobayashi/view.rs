//! The view of a board for the evaluation: attacks and sets of pieces, computed once.

use super::board::Board;
use super::layout::PlatformLayout;
use super::tables::{Commander, Space};
use crate::geometry::Point;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::{PieceType, Side};
use crate::rules::staircase::StaircaseState;

/// A board with its connections. Sets are of logical squares: they can be combined and counted, but
/// have no meaning outside this view.
pub(crate) struct EvalView<'a> {
    state: &'a StaircaseState,
    layout: PlatformLayout,
    /// The squares next to each king.
    king_zones: [u64; 2],
}

/// The squares of the platform in a slot.
#[inline(always)]
fn platform_squares(slot: usize) -> u64 {
    0b1111 << (FIXED_CELLS + 4 * slot)
}

impl Board {
    /// Passes a view of the board to `visit`.
    #[inline(always)]
    pub(crate) fn eval_view<T>(&self, visit: impl FnOnce(&EvalView) -> T) -> T {
        let layout = self.layout();
        let king_zones = Side::ALL.map(|side| layout.king_attacks(self.state.king_square(side)));
        visit(&EvalView { state: &self.state, layout, king_zones })
    }
}

impl EvalView<'_> {
    /// The pieces of a side.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side) -> u64 {
        self.state.pieces(side)
    }

    /// The pawns of a side.
    #[inline(always)]
    pub(crate) fn pawns(&self, side: Side) -> u64 {
        self.state.pawns() & self.pieces(side)
    }

    /// The squares next to the king of a side.
    #[inline(always)]
    pub(crate) fn king_zone(&self, side: Side) -> u64 {
        self.king_zones[side.index()]
    }

    /// The square of a side's king.
    #[inline(always)]
    pub(crate) fn king(&self, side: Side) -> u8 {
        self.state.king_square(side)
    }

    /// The pieces of a side on the platform of the other side's king.
    #[inline(always)]
    pub(crate) fn guests_of_king(&self, side: Side) -> u64 {
        let king_slot = self.slot(self.king(side.other()));
        king_slot.map_or(0, |slot| self.pieces(side) & platform_squares(slot))
    }

    /// The number of posts to which a king commands its platform without being attacked there; `None`
    /// if it cannot move a platform.
    #[inline(always)]
    pub(crate) fn king_flights(&self, side: Side) -> Option<u32> {
        let slot = self.slot(self.king(side))?;
        let may_move = self.pieces(side.other()) & platform_squares(slot) == 0;
        may_move.then(|| {
            let board = Board { state: StaircaseState { side, ..*self.state } };
            let to = self.layout.commands(slot, Commander::King as usize);
            (to & !board.posts_exposing_king(slot, to, false)).count_ones()
        })
    }

    /// The slot of the platform with this square; `None` on a fixed board.
    #[inline(always)]
    fn slot(&self, square: u8) -> Option<usize> {
        usize::from(square).checked_sub(FIXED_CELLS).map(|within| within / 4)
    }

    /// The coordinates of a square.
    #[inline(always)]
    pub(crate) fn point(&self, square: u8) -> Point {
        Space::CELLS[usize::from(self.state.cell(square))]
    }

    /// The squares that the pawns of a side attack.
    #[inline(always)]
    pub(crate) fn pawn_attacks(&self, side: Side) -> u64 {
        BitIter(self.pawns(side)).fold(0, |set, from| set | self.layout.pawn_attacks(side, from))
    }

    /// The platforms that a side may move: post number, and the squares of the pieces on it.
    #[inline(always)]
    pub(crate) fn commanded_platforms(&self, side: Side) -> impl Iterator<Item = (u8, u64)> + '_ {
        let (own, enemy) = (self.pieces(side), self.pieces(side.other()));
        let commanders = own & !self.state.pawns();
        let slots = self.state.posts.into_iter().enumerate();
        slots.filter_map(move |(slot, post)| {
            let cells = platform_squares(slot);
            (commanders & cells != 0 && enemy & cells == 0).then_some((post, own & cells))
        })
    }

    /// Visits every knight, bishop, rook and queen with the squares that it attacks.
    #[inline(always)]
    pub(crate) fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, u64)) {
        let (state, layout) = (self.state, &self.layout);
        let (pieces, occupied) = (state.pieces(side), state.occupied());
        let (lines, diagonals) = (state.rooks_and_queens(), state.bishops_and_queens());
        for from in BitIter(state.knights() & pieces) {
            visit(PieceType::KNIGHT, layout.knight_attacks(from));
        }
        for from in BitIter(diagonals & !lines & pieces) {
            visit(PieceType::BISHOP, layout.bishop_attacks(from, occupied));
        }
        for from in BitIter(lines & !diagonals & pieces) {
            visit(PieceType::ROOK, layout.rook_attacks(from, occupied));
        }
        for from in BitIter(lines & diagonals & pieces) {
            visit(PieceType::QUEEN, layout.queen_attacks(from, occupied));
        }
    }
}
