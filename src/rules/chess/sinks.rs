//! Consumers of generated moves: count them, collect them, or test for one move.

use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::generate::MoveProbe;

/// Takes the moves that the generator finds, in sets.
pub(crate) trait MoveSink {
    /// A piece may go to these squares.
    fn piece_moves(&mut self, from: Place, targets: u64);
    /// Pawns go to these squares, one to each; square numbers differ by `by`.
    fn pawn_moves(&mut self, targets: u64, by: i8);
    /// As [`MoveSink::pawn_moves`], for pawns that promote.
    fn promotions(&mut self, targets: u64, by: i8);
    /// A single move.
    fn one_move(&mut self, mv: Move);
}

/// Counts moves.
pub(crate) struct MoveCounter(pub(crate) u64);

impl MoveSink for MoveCounter {
    #[inline(always)]
    fn piece_moves(&mut self, _: Place, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn pawn_moves(&mut self, targets: u64, _: i8) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, _: i8) {
        self.0 += PieceType::PROMOTIONS.len() as u64 * u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn one_move(&mut self, _: Move) {
        self.0 += 1;
    }
}

#[inline(always)]
const fn origin(to: Place, by: i8) -> Place {
    to.wrapping_sub(by as Place)
}

/// Lists moves.
pub(crate) struct MoveCollector<'a>(pub(crate) &'a mut MoveList);

impl MoveSink for MoveCollector<'_> {
    #[inline(always)]
    fn piece_moves(&mut self, from: Place, targets: u64) {
        for to in BitIter(targets) {
            self.0.push(Move::new(from, to, MoveType::Normal));
        }
    }
    #[inline(always)]
    fn pawn_moves(&mut self, targets: u64, by: i8) {
        for to in BitIter(targets) {
            self.0.push(Move::new(origin(to, by), to, MoveType::Normal));
        }
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u64, by: i8) {
        for to in BitIter(targets) {
            let mv = Move::new(origin(to, by), to, MoveType::Normal);
            PieceType::PROMOTIONS
                .into_iter()
                .for_each(|kind| self.0.push(mv.with_promotions(kind, None)));
        }
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

impl MoveSink for MoveProbe {
    fn piece_moves(&mut self, _: Place, targets: u64) {
        self.record_moves(targets & self.to != 0);
    }
    fn pawn_moves(&mut self, targets: u64, _: i8) {
        self.piece_moves(0, targets);
    }
    fn promotions(&mut self, targets: u64, _: i8) {
        self.record_promotions(&PieceType::PROMOTIONS, targets & self.to != 0);
    }
    fn one_move(&mut self, mv: Move) {
        self.record_move(mv);
    }
}
