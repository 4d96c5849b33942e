//! Continuation history: scores of quiet moves by a previous move. Both moves are indexed by side,
//! piece type and destination.
//!
//! The table is quadratic in the destinations, so the cells of a column share one in large games. A
//! platform counts as a piece type whose destinations are posts.

use super::super::parameters::HISTORY_MAX;
use super::gravity::apply_bonus;
use crate::geometry::Place;
use crate::memory::zeroed_on_huge_pages;
use crate::moves::{Move, PieceType, Side};
use crate::rules::GameInfo;

/// The largest number of piece types by cells of a side for which each cell is a destination; the
/// table has 12 MB then. Space Chess has 1,152, Dragonchess 4,320.
const MAX_CELL_INDICES: usize = 1200;

/// The index of the table part for one previous move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContinuationIndex(u32);

/// The continuation history table.
pub(super) struct ContinuationHistory {
    values: Box<[i16]>,
    /// By place: the number of its cell or column, or of its post among the posts.
    destinations: Box<[u16]>,
    /// The number of cells or columns.
    count: usize,
    /// The number of move indices of a side: piece types by cells or columns, and platforms by
    /// posts.
    indices_per_side: usize,
}

impl ContinuationIndex {
    /// The index without a previous move. Its values stay zero.
    pub const NONE: ContinuationIndex = ContinuationIndex(0);
}

impl ContinuationHistory {
    /// Creates an empty table.
    pub(super) fn new(game: &GameInfo) -> ContinuationHistory {
        let kinds = game.pieces.count();
        let is_large = kinds * game.cell_count > MAX_CELL_INDICES;
        let destination = |cell: Place| {
            let point = game.space.point(cell);
            // The first rank is 0 in some games and 1 in others.
            let column =
                usize::from(point.rank) % game.ranks * game.files + usize::from(point.file);
            if is_large { column as u16 } else { cell }
        };
        let count = if is_large { game.files * game.ranks } else { game.cell_count };
        let indices_per_side = kinds * count + game.post_count;
        let previous_moves = 1 + 2 * indices_per_side;
        ContinuationHistory {
            values: zeroed_on_huge_pages(previous_moves * 2 * indices_per_side),
            destinations: game.cells().map(destination).chain(0..game.post_count as u16).collect(),
            count,
            indices_per_side,
        }
    }

    /// Clears the table.
    pub(super) fn clear(&mut self) {
        self.values.fill(0);
    }

    /// Returns the index of a move within the part of one previous move.
    #[inline(always)]
    pub(super) fn index(&self, side: Side, moved: PieceType, mv: Move) -> usize {
        // Platforms are numbered after the pieces.
        let destination = usize::from(self.destinations[usize::from(mv.to())]);
        side.index() * self.indices_per_side + moved.index() * self.count + destination
    }

    /// Returns the part of the table for this previous move.
    #[inline(always)]
    pub(super) fn continuation(&self, side: Side, moved: PieceType, mv: Move) -> ContinuationIndex {
        ContinuationIndex(((1 + self.index(side, moved, mv)) * 2 * self.indices_per_side) as u32)
    }

    /// Returns the value of a move after a previous move.
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
