//! What is done with the moves of games from files, besides what all rule sets do with theirs.

use super::board::FixedBoard;
use super::cells::CellSet;
use crate::moves::{Move, PieceType};
use crate::rules::sinks::{MoveSet, MoveSink};

/// Adds up the values of the kinds of pieces that move.
pub(super) struct ValueCounter<'a, const W: usize, const ID: usize> {
    pub(super) board: &'a FixedBoard<W, ID>,
    pub(super) values: &'a [i32; PieceType::MAX_COUNT],
    pub(super) sum: i32,
}

impl<const W: usize, const ID: usize> MoveSink<CellSet<W>> for ValueCounter<'_, W, ID> {
    #[inline(always)]
    fn moves(&mut self, moves: impl MoveSet<Cells = CellSet<W>>) {
        // All are of one kind.
        if let Some(from) = moves.an_origin() {
            let kind = self.board.kind_on(from);
            self.sum += self.values[usize::from(kind)] * moves.count() as i32;
        }
    }
    #[inline(always)]
    fn promotions(&mut self, moves: impl MoveSet<Cells = CellSet<W>>, _: &[PieceType]) {
        self.moves(moves);
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.sum += self.values[usize::from(self.board.kind_on(mv.from()))];
    }
}

/// Collects the targets of all moves.
pub(super) struct TargetUnion<const W: usize>(pub(super) CellSet<W>);

impl<const W: usize> MoveSink<CellSet<W>> for TargetUnion<W> {
    #[inline(always)]
    fn moves(&mut self, moves: impl MoveSet<Cells = CellSet<W>>) {
        self.0 |= moves.targets();
    }
    #[inline(always)]
    fn promotions(&mut self, moves: impl MoveSet<Cells = CellSet<W>>, _: &[PieceType]) {
        self.0 |= moves.targets();
    }
    fn one_move(&mut self, mv: Move) {
        self.0.insert(mv.to());
    }
}
