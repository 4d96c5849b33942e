//! Continuation history: scores of quiet moves by a previous move. Both moves are indexed by side,
//! piece type and destination.
//!
//! A platform counts as a piece type whose destinations are posts.

use super::super::parameters::HISTORY_MAX;
use super::gravity::apply_bonus;
use crate::memory::zeroed_on_huge_pages;
use crate::moves::{Move, PieceType, Side};
use crate::rules::GameInfo;

/// The index of the table part for one previous move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContinuationIndex(u32);

/// The continuation history table.
pub(super) struct ContinuationHistory {
    values: Box<[i16]>,
    /// The number of cells, which is also the number of the first post.
    cells: usize,
    /// The number of move indices of a side: piece types by cells, and platforms by posts.
    indices_per_side: usize,
}

impl ContinuationIndex {
    /// The index without a previous move. Its values stay zero.
    pub const NONE: ContinuationIndex = ContinuationIndex(0);
}

impl ContinuationHistory {
    /// Creates an empty table.
    pub(super) fn new(game: &GameInfo) -> ContinuationHistory {
        let indices_per_side = game.pieces.count() * game.cell_count + game.post_count;
        let previous_moves = 1 + 2 * indices_per_side;
        ContinuationHistory {
            values: zeroed_on_huge_pages(previous_moves * 2 * indices_per_side),
            cells: game.cell_count,
            indices_per_side,
        }
    }

    /// Clears the table.
    pub(super) fn clear(&mut self) {
        self.values.fill(0);
    }

    /// The index of a move within the part of one previous move.
    #[inline(always)]
    pub(super) fn index(&self, side: Side, moved: PieceType, mv: Move) -> usize {
        // The destinations of platforms are numbered from `cells`. Subtract 1 from the piece type,
        // so that their indices follow those of the last piece type directly.
        let kind = moved.index() - usize::from(mv.is_platform_move());
        side.index() * self.indices_per_side + kind * self.cells + usize::from(mv.to())
    }

    /// The part of the table for this previous move.
    #[inline(always)]
    pub(super) fn continuation(&self, side: Side, moved: PieceType, mv: Move) -> ContinuationIndex {
        ContinuationIndex(((1 + self.index(side, moved, mv)) * 2 * self.indices_per_side) as u32)
    }

    /// The value of a move after a previous move.
    #[inline(always)]
    pub(super) fn get(&self, continuation: ContinuationIndex, index: usize) -> i32 {
        i32::from(self.values[continuation.0 as usize + index])
    }

    /// Adds a bonus to a move after a previous move, if there is one.
    #[inline]
    pub(super) fn add(&mut self, continuation: ContinuationIndex, index: usize, bonus: i32) {
        if continuation != ContinuationIndex::NONE {
            apply_bonus(&mut self.values[continuation.0 as usize + index], bonus, HISTORY_MAX);
        }
    }
}
