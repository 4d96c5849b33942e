//! What is done with the moves of games from files, besides what all rule sets do with theirs.

use super::board::FixedBoard;
use super::cells::CellSet;
use crate::moves::{Move, MoveType, PieceType};
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

/// Passes on the moves that leave the king safe. The generator that uses it is compiled once, for any
/// receiver of the moves.
pub(super) struct TestingSink<'a, const W: usize, const ID: usize> {
    pub(super) board: &'a FixedBoard<W, ID>,
    /// The cells that a piece may not leave without a test.
    pub(super) exposing: CellSet<W>,
    /// Whether moves that leave the king attacked are passed on, too.
    pub(super) passes_all: bool,
    pub(super) visit: &'a mut dyn FnMut(Move),
}

impl<const W: usize, const ID: usize> MoveSink<CellSet<W>> for TestingSink<'_, W, ID> {
    #[inline(never)]
    fn moves(&mut self, moves: impl MoveSet<Cells = CellSet<W>>) {
        moves.for_each(|from, to| self.one_move(Move::new(from, to, MoveType::Normal)));
    }
    fn promotions(&mut self, moves: impl MoveSet<Cells = CellSet<W>>, kinds: &[PieceType]) {
        moves.for_each(|from, to| {
            for &kind in kinds {
                self.one_move(Move::new(from, to, MoveType::Normal).with_promotions(kind, None));
            }
        });
    }
    fn one_move(&mut self, mv: Move) {
        let board = self.board;
        let landing = mv.to();
        let mv = match (&board.game.transfer, mv.kind()) {
            // The generator gives the cell where the piece lands; the move names the one where it
            // stands in the end, which must be empty.
            (Some([transfer, _]), MoveType::Normal | MoveType::EnPassant) => {
                let to = *transfer.get(mv.to());
                if to != mv.to() && board.occupied().contains(to) {
                    return;
                }
                let new = Move::new(mv.from(), to, mv.kind());
                mv.promotion().map_or(new, |kind| new.with_promotions(kind, None))
            }
            _ => mv,
        };
        // A piece that captures and goes over to another level leaves the cell of the capture empty.
        let is_safe = mv.kind() == MoveType::Normal
            && !self.exposing.contains(mv.from())
            && (landing == mv.to() || !self.exposing.contains(landing));
        if self.passes_all || is_safe || board.is_safe_after(mv) {
            (self.visit)(mv);
        }
    }
}
