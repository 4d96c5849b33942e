//! The triangular PV table: the principal variation of each ply.
//!
//! A PV node that finds a better move puts it in front of the line of its child. The table is
//! allocated once for each thread.

use crate::moves::Move;
use crate::score::MAX_PLY;
use arrayvec::ArrayVec;

/// The lines by ply.
pub(super) struct PvTable(Vec<ArrayVec<Move, { MAX_PLY + 1 }>>);

impl PvTable {
    /// Creates an empty table.
    pub(super) fn new() -> PvTable {
        PvTable(vec![ArrayVec::new(); MAX_PLY + 2])
    }

    /// Clears the line of a ply.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line of a ply to `mv` followed by the line of the next ply.
    #[inline]
    pub(super) fn update(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        // The line of the next ply is at most MAX_PLY long, so all of it fits.
        line.extend(lower[0].iter().copied().take(MAX_PLY));
    }

    /// Returns the line of a ply.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveType;

    #[test]
    fn update_prepends_move_to_child_line() {
        let mut table = PvTable::new();
        let moves = [1, 2, 3].map(|from| Move::new(from, 9, MoveType::Normal));
        table.clear(3);
        for ply in (0..3).rev() {
            table.update(ply, moves[ply]);
        }
        assert_eq!(table.line(0), moves);
        table.clear(1);
        table.update(0, moves[2]);
        assert_eq!(table.line(0), &moves[2..]);
    }
}
