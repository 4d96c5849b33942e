//! The view of a board for the evaluation: attacks and sets of pieces, computed once.

use super::board::Board;
use super::ceilings::CeilingBlockers;
use crate::geometry::Point;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::{PieceType, Side};
use crate::rules::staircase::{KING_ATTACKS, KNIGHT_ATTACKS, PlatformLayout, Space};

/// A board with its blockers. Sets are of logical squares: they can be combined and counted, but
/// have no meaning outside this view.
pub(crate) struct EvalView<'a> {
    ceilings: CeilingBlockers<'a>,
    pieces: [u64; 2],
    pawns: u64,
    knights: u64,
    rooks_and_queens: u64,
    bishops_and_queens: u64,
    /// The squares next to each king.
    king_zones: [u64; 2],
    posts: [u8; 4],
    black_owned: u8,
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// Passes a view of the board to `visit`.
    #[inline(always)]
    pub(crate) fn eval_view<T>(&self, visit: impl FnOnce(&EvalView) -> T) -> T {
        let layout = self.layout();
        let king_zone = |side| {
            KING_ATTACKS
                .at(layout.column_and_level(self.state.king_square(side)).0, layout.table_rows)
        };
        let king_zones = Side::ALL.map(king_zone);
        visit(&EvalView {
            ceilings: CeilingBlockers::new(&layout, self.state.occupied()),
            pieces: Side::ALL.map(|side| self.state.pieces(side)),
            pawns: self.state.pawns(),
            knights: self.state.knights(),
            rooks_and_queens: self.state.rooks_and_queens(),
            bishops_and_queens: self.state.bishops_and_queens(),
            king_zones,
            posts: self.state.posts,
            black_owned: self.state.black_owned,
        })
    }
}

impl EvalView<'_> {
    fn layout(&self) -> &PlatformLayout {
        self.ceilings.layout
    }

    /// The pieces of a side.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The pawns of a side.
    #[inline(always)]
    pub(crate) fn pawns(&self, side: Side) -> u64 {
        self.pawns & self.pieces[side.index()]
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

    /// The platforms of a side: post number, and the squares of the pieces on it.
    #[inline(always)]
    pub(crate) fn owned_platforms(&self, side: Side) -> impl Iterator<Item = (u8, u64)> + '_ {
        let occupied = self.pieces[0] | self.pieces[1];
        let slots = self.posts.into_iter().enumerate();
        slots
            .filter(move |(slot, _)| self.black_owned >> slot & 1 == side.index() as u8)
            .map(move |(slot, post)| (post, occupied & 0b1111 << (FIXED_CELLS + 4 * slot)))
    }

    /// Visits every knight, bishop, rook and queen with the squares that it attacks.
    #[inline(always)]
    pub(crate) fn for_each_attack(&self, side: Side, mut visit: impl FnMut(PieceType, u64)) {
        let layout = self.layout();
        let pieces = self.pieces[side.index()];
        for from in BitIter(self.knights & pieces) {
            visit(
                PieceType::KNIGHT,
                KNIGHT_ATTACKS.at(layout.column_and_level(from).0, layout.table_rows),
            );
        }
        for from in BitIter(self.bishops_and_queens & !self.rooks_and_queens & pieces) {
            visit(PieceType::BISHOP, self.squares::<false, true>(from));
        }
        for from in BitIter(self.rooks_and_queens & !self.bishops_and_queens & pieces) {
            visit(PieceType::ROOK, self.squares::<true, false>(from));
        }
        for from in BitIter(self.rooks_and_queens & self.bishops_and_queens & pieces) {
            visit(PieceType::QUEEN, self.squares::<true, true>(from));
        }
    }

    fn squares<const ROOK: bool, const BISHOP: bool>(&self, from: u8) -> u64 {
        let mut squares = 0;
        self.ceilings.with_slider_attacks::<ROOK, BISHOP>(
            self.layout().column_and_level(from),
            |reach| {
                squares = self.layout().squares(&reach);
            },
        );
        squares
    }
}
