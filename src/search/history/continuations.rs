//! How good a quiet move is after what was played before: values by the earlier move's side, kind
//! and goal, and the later one's.
//!
//! A platform is a kind of its own whose goals are posts.

use super::super::parameters::HISTORY_MOST;
use crate::memory::zeros;
use crate::moves::{Kind, Move, Side};

/// The values of what can follow one earlier move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row(u32);

/// A table of values, rows by earlier moves.
pub(super) struct Continuations {
    values: Box<[i16]>,
    /// The number of cells, which is that of the first post.
    cells: usize,
    /// So many slots a side: kinds of men by cells, platforms by posts.
    slots: usize,
}

impl Row {
    /// The row where no move came before: nothing is learnt in it.
    pub const NONE: Row = Row(0);
}

impl Continuations {
    /// Without experience.
    pub fn new(cells: usize, posts: usize) -> Continuations {
        let slots = (Kind::COUNT - 1) * cells + posts;
        let rows = 1 + 2 * slots;
        Continuations { values: zeros(rows * 2 * slots), cells, slots }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.values.fill(0);
    }

    /// The slot of a move.
    #[inline(always)]
    pub fn slot(&self, side: Side, moved: Kind, mv: Move) -> usize {
        // The first post has the number of the cells.
        let kind = moved.index() - usize::from(mv.is_platform());
        side.index() * self.slots + kind * self.cells + mv.to() as usize
    }

    /// The row of what can follow a move.
    #[inline(always)]
    pub fn row(&self, side: Side, moved: Kind, mv: Move) -> Row {
        Row(((1 + self.slot(side, moved, mv)) * 2 * self.slots) as u32)
    }

    /// The value of a slot in a row.
    #[inline(always)]
    pub fn of(&self, row: Row, slot: usize) -> i32 {
        i32::from(self.values[row.0 as usize + slot])
    }

    /// Adds experience.
    #[inline]
    pub fn add(&mut self, row: Row, slot: usize, bonus: i32) {
        if row != Row::NONE {
            super::learn(&mut self.values[row.0 as usize + slot], bonus, HISTORY_MOST);
        }
    }
}
