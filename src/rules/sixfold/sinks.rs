//! Consumers of generated moves: count them or collect them.

use super::cell_set::{CELL_OF_WING, CellSet, FIXED_BOARDS};
use super::tables::PieceReach;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::staircase::for_each_platform_move;

/// Takes the moves that the generator finds, in sets.
pub(crate) trait MoveSink {
    /// Whether moves are only counted. Pawns promote only to queens, so a count does not need to
    /// separate promotions.
    const COUNTS: bool;

    /// A piece other than a pawn may go to these cells; `wing` is the word of those on a wing.
    fn piece_moves(&mut self, from: Place, to: PieceReach, wing: usize);
    /// A pawn may go to these cells, and promotes on those of `promotion_cells`.
    fn pawn_move(&mut self, from: Place, to: PieceReach, wing: usize, promotion_cells: &CellSet);
    /// A pawn may make a double step.
    fn double_steps(&mut self, from: Place, to: Place);
    /// A platform may go from a post to any of these posts (a set of numbers).
    fn platform_moves(&mut self, from: u8, to: u32);
}

/// Counts moves.
pub(crate) struct MoveCounter(pub(crate) u64);

impl MoveSink for MoveCounter {
    const COUNTS: bool = true;

    #[inline(always)]
    fn piece_moves(&mut self, _: Place, to: PieceReach, _: usize) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn pawn_move(&mut self, _: Place, to: PieceReach, _: usize, _: &CellSet) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn double_steps(&mut self, _: Place, _: Place) {
        self.0 += 1;
    }
    #[inline(always)]
    fn platform_moves(&mut self, _: u8, to: u32) {
        self.0 += u64::from(to.count_ones());
    }
}

/// Lists moves.
pub(crate) struct MoveCollector<'a>(pub(crate) &'a mut MoveList);

impl MoveSink for MoveCollector<'_> {
    const COUNTS: bool = false;

    #[inline(always)]
    fn piece_moves(&mut self, from: Place, to: PieceReach, wing: usize) {
        for_each_cell(to, wing, |to| self.0.push(Move::new(from, to, MoveType::Normal)));
    }
    #[inline(always)]
    fn pawn_move(&mut self, from: Place, to: PieceReach, wing: usize, promotion_cells: &CellSet) {
        let promoting = to.intersection(promotion_cells, wing);
        let others =
            PieceReach { fixed: to.fixed ^ promoting.fixed, wing: to.wing ^ promoting.wing };
        self.piece_moves(from, others, wing);
        for_each_cell(promoting, wing, |to| {
            self.0.push(
                Move::new(from, to, MoveType::Normal).with_promotions(PieceType::Queen, None),
            );
        });
    }
    #[inline(always)]
    fn double_steps(&mut self, from: Place, to: Place) {
        self.0.push(Move::new(from, to, MoveType::Normal));
    }
    #[inline(always)]
    fn platform_moves(&mut self, from: u8, to: u32) {
        for_each_platform_move(from, to, 0, |mv| self.0.push(mv));
    }
}

/// Visits the cells that a piece reaches.
#[inline(always)]
fn for_each_cell(reach: PieceReach, wing: usize, mut visit: impl FnMut(Place)) {
    for cell in BitIter(reach.fixed) {
        visit(cell);
    }
    debug_assert_ne!(wing, FIXED_BOARDS);
    let cells = &CELL_OF_WING[(wing - 1) % 2];
    for bit in BitIter(reach.wing) {
        visit(cells[usize::from(bit) % 64]);
    }
}
