//! How good a quiet move is after what was played before: values by the earlier move's side, kind
//! and goal, and the later one's.
//!
//! A platform is a kind of its own whose goals are posts.

use super::super::parameters::HISTORY_MAX;
use crate::memory::zeroed_on_huge_pages;
use crate::moves::{Move, PieceType, Side};

/// The values of what can follow one earlier move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContinuationIndex(u32);

/// A table of values, rows by earlier moves.
pub(super) struct ContinuationHistory {
    values: Box<[i16]>,
    /// The number of cells, which is that of the first post.
    cells: usize,
    /// So many slots a side: kinds of men by cells, platforms by posts.
    indices_per_side: usize,
}

impl ContinuationIndex {
    /// The row where no move came before: nothing is learnt in it.
    pub const NONE: ContinuationIndex = ContinuationIndex(0);
}

impl ContinuationHistory {
    /// Without experience.
    pub fn new(cells: usize, posts: usize) -> ContinuationHistory {
        let indices_per_side = (PieceType::COUNT - 1) * cells + posts;
        let rows = 1 + 2 * indices_per_side;
        ContinuationHistory {
            values: zeroed_on_huge_pages(rows * 2 * indices_per_side),
            cells,
            indices_per_side,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.values.fill(0);
    }

    /// The slot of a move.
    #[inline(always)]
    pub fn index(&self, side: Side, moved: PieceType, mv: Move) -> usize {
        // The first post has the number of the cells.
        let kind = moved.index() - usize::from(mv.is_platform_move());
        side.index() * self.indices_per_side + kind * self.cells + mv.to() as usize
    }

    /// The row of what can follow a move.
    #[inline(always)]
    pub fn continuation(&self, side: Side, moved: PieceType, mv: Move) -> ContinuationIndex {
        ContinuationIndex(((1 + self.index(side, moved, mv)) * 2 * self.indices_per_side) as u32)
    }

    /// The value of a slot in a row.
    #[inline(always)]
    pub fn get(&self, row: ContinuationIndex, slot: usize) -> i32 {
        i32::from(self.values[row.0 as usize + slot])
    }

    /// Adds experience.
    #[inline]
    pub fn add(&mut self, row: ContinuationIndex, slot: usize, bonus: i32) {
        if row != ContinuationIndex::NONE {
            super::apply_bonus(&mut self.values[row.0 as usize + slot], bonus, HISTORY_MAX);
        }
    }
}
