//! The lines of play that PV nodes collect on the way back to the root.
//!
//! One line for each ply: a node that finds a better move puts it in front of its child's line.
//! All lie in one allocation that is made once for each thread.

use crate::moves::Move;
use crate::score::MAX_PLY;
use arrayvec::ArrayVec;

/// The lines by ply.
pub(crate) struct PvTable(Vec<ArrayVec<Move, { MAX_PLY + 1 }>>);

impl PvTable {
    pub fn new() -> PvTable {
        PvTable(vec![ArrayVec::new(); MAX_PLY + 2])
    }

    /// A node has no line yet.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line of a node is this move, then its child's.
    #[inline]
    pub fn update(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.0.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        // A line is no longer than the plies that are left, so all of it fits.
        line.extend(below[0].iter().copied().take(MAX_PLY));
    }

    /// The line of a node.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveType;

    #[test]
    fn update_prepends_move_to_child_line() {
        let mut lines = PvTable::new();
        let moves = [1, 2, 3].map(|from| Move::new(from, 9, MoveType::Normal));
        lines.clear(3);
        for ply in (0..3).rev() {
            lines.update(ply, moves[ply]);
        }
        assert_eq!(lines.line(0), moves);
        lines.clear(1);
        lines.update(0, moves[2]);
        assert_eq!(lines.line(0), &moves[2..]);
    }
}
