//! The view of a board for the evaluation: attacks and sets of pieces, computed once.

use super::board::{Board, Lines};
use super::tables::{KING_COLUMNS, KNIGHT_COLUMNS};
use crate::geometry::Point;
use crate::geometry::bits::BitIter;
use crate::geometry::columns::{COLUMNS, RayOrigin};
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::{PieceType, Side};
use crate::rules::staircase::{PlatformLayout, Space, StaircaseState};

/// A board with its blockers. Sets are of logical squares: they can be combined and counted, but
/// have no meaning outside this view.
pub(crate) struct EvalView<'a> {
    state: &'a StaircaseState,
    lines: Lines<'a>,
    /// The squares next to each king.
    king_zones: [u64; 2],
}

impl Board {
    /// Passes a view of the board to `visit`.
    #[inline(always)]
    pub(crate) fn eval_view<T>(&self, visit: impl FnOnce(&EvalView) -> T) -> T {
        let layout = self.layout();
        let king_zones = Side::ALL.map(|side| {
            let king = layout.column(self.state.king_square(side));
            layout.squares_at(KING_COLUMNS[king % COLUMNS])
        });
        let lines = Lines::new(&layout, self.state.occupied());
        visit(&EvalView { state: &self.state, lines, king_zones })
    }
}

/// A platform, as the evaluation sees it.
pub(crate) struct PlatformView {
    /// The number of its post.
    pub(crate) post: u8,
    /// Its owner.
    pub(crate) owner: Side,
    /// The squares of the pieces on it.
    pub(crate) pieces: u64,
}

impl EvalView<'_> {
    fn layout(&self) -> &PlatformLayout {
        self.lines.layout
    }

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

    /// The squares next to the king of a side, whatever their level.
    #[inline(always)]
    pub(crate) fn king_zone(&self, side: Side) -> u64 {
        self.king_zones[side.index()]
    }

    /// The coordinates of a square.
    #[inline(always)]
    pub(crate) fn point(&self, square: u8) -> Point {
        Space::CELLS[usize::from(self.layout().cell(square))]
    }

    /// Returns the ranks that these squares occupy on each file, with an empty file on either side:
    /// file a has index 1.
    #[inline(always)]
    pub(crate) fn files_and_ranks(&self, squares: u64) -> [u16; 8] {
        self.layout().files_and_ranks(squares)
    }

    /// Counts these squares on each file, over all levels, with an empty file on either side: file a
    /// has index 1.
    #[inline(always)]
    pub(crate) fn count_by_file(&self, squares: u64) -> [u8; 8] {
        let mut counts = [0; 8];
        for square in BitIter(squares) {
            counts[usize::from(self.point(square).file) + 1] += 1;
        }
        counts
    }

    /// The platforms in post order.
    #[inline(always)]
    pub(crate) fn platforms(&self) -> impl Iterator<Item = PlatformView> + '_ {
        let occupied = self.state.occupied();
        self.state.posts.into_iter().enumerate().map(move |(slot, post)| PlatformView {
            post,
            owner: self.state.owner(slot),
            pieces: occupied & 0b1111 << (FIXED_CELLS + 4 * slot),
        })
    }

    /// Visits every knight, bishop, rook and queen with the squares that it attacks.
    #[inline(always)]
    pub(crate) fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, u64)) {
        let (state, layout, blockers) = (self.state, self.layout(), self.lines.blockers);
        let pieces = state.pieces(side);
        let (straight, diagonal) =
            (state.rooks_and_queens() & pieces, state.bishops_and_queens() & pieces);
        let origin = |from: u8| RayOrigin::new(layout.column(from));
        for from in BitIter(state.knights() & pieces) {
            let columns = KNIGHT_COLUMNS[layout.column(from) % COLUMNS];
            visit(PieceType::KNIGHT, layout.squares_at(columns));
        }
        for from in BitIter(diagonal & !straight) {
            let columns = origin(from).bishop_attacks(blockers);
            visit(PieceType::BISHOP, layout.squares_at(columns));
        }
        for from in BitIter(straight & !diagonal) {
            visit(PieceType::ROOK, layout.squares_at(origin(from).rook_attacks(blockers)));
        }
        for from in BitIter(straight & diagonal) {
            let origin = origin(from);
            let columns = origin.rook_attacks(blockers) | origin.bishop_attacks(blockers);
            visit(PieceType::QUEEN, layout.squares_at(columns));
        }
    }
}
