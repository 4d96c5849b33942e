//! Consumers of generated moves: count them, collect them, or test for one move.

use crate::geometry::Place;
use crate::geometry::stack::{CellSet, SliderAttacks};
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::generate::MoveProbe;

/// Takes the moves that the generator finds, in sets.
pub(crate) trait MoveSink {
    /// A piece may go to these cells.
    fn piece_moves(&mut self, from: Place, targets: CellSet);
    /// A slider attacks these cells, and may go to the targets among them.
    fn slider_moves(&mut self, from: Place, reach: SliderAttacks, targets: &CellSet);
    /// Pawns go to these cells, one to each; cell numbers differ by `by`.
    fn pawn_moves(&mut self, targets: CellSet, by: i16);
    /// As [`MoveSink::pawn_moves`], for pawns that promote.
    fn promotions(&mut self, targets: CellSet, by: i16);
    /// A single move.
    fn one_move(&mut self, mv: Move);
}

/// Counts moves.
pub(crate) struct MoveCounter(pub(crate) u32);

impl MoveSink for MoveCounter {
    #[inline(always)]
    fn piece_moves(&mut self, _: Place, targets: CellSet) {
        self.0 += targets.count();
    }
    #[inline(always)]
    fn slider_moves(&mut self, _: Place, reach: SliderAttacks, targets: &CellSet) {
        self.0 += reach.count(targets);
    }
    #[inline(always)]
    fn pawn_moves(&mut self, targets: CellSet, _: i16) {
        self.0 += targets.count();
    }
    #[inline(always)]
    fn promotions(&mut self, targets: CellSet, _: i16) {
        self.0 += PieceType::PROMOTIONS.len() as u32 * targets.count();
    }
    #[inline(always)]
    fn one_move(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Lists moves.
pub(crate) struct MoveCollector<'a>(pub(crate) &'a mut MoveList);

impl MoveCollector<'_> {
    #[inline(always)]
    fn push(&mut self, from: Place, to: Place) {
        self.0.push(Move::new(from, to, MoveType::Normal));
    }
}

impl MoveSink for MoveCollector<'_> {
    #[inline(always)]
    fn piece_moves(&mut self, from: Place, targets: CellSet) {
        targets.for_each(|to| self.push(from, to));
    }
    #[inline(always)]
    fn slider_moves(&mut self, from: Place, reach: SliderAttacks, targets: &CellSet) {
        self.piece_moves(from, reach.to_set() & *targets);
    }
    #[inline(always)]
    fn pawn_moves(&mut self, targets: CellSet, by: i16) {
        targets.for_each(|to| self.push((i16::from(to) - by) as Place, to));
    }
    #[inline(always)]
    fn promotions(&mut self, targets: CellSet, by: i16) {
        targets.for_each(|to| {
            let mv = Move::new((i16::from(to) - by) as Place, to, MoveType::Normal);
            PieceType::PROMOTIONS
                .into_iter()
                .for_each(|kind| self.0.push(mv.with_promotions(kind, None)));
        });
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

impl MoveSink for MoveProbe<CellSet> {
    fn piece_moves(&mut self, _: Place, targets: CellSet) {
        self.record_moves(!(targets & self.to).is_empty());
    }
    fn slider_moves(&mut self, from: Place, reach: SliderAttacks, targets: &CellSet) {
        self.piece_moves(from, reach.to_set() & *targets);
    }
    fn pawn_moves(&mut self, targets: CellSet, _: i16) {
        self.piece_moves(0, targets);
    }
    fn promotions(&mut self, targets: CellSet, _: i16) {
        self.record_promotions(&PieceType::PROMOTIONS, !(targets & self.to).is_empty());
    }
    fn one_move(&mut self, mv: Move) {
        self.record_move(mv);
    }
}
