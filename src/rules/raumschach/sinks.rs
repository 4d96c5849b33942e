//! Consumers of generated moves: count them, collect them, or test for one move.

use crate::geometry::Place;
use crate::geometry::cube::for_each_cell;
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::generate::MoveProbe;

/// The pieces that a pawn may become.
pub(super) const PROMOTIONS: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Unicorn];

/// Takes the moves that the generator finds, in sets.
pub(crate) trait MoveSink {
    /// A piece may go to these cells.
    fn piece_moves(&mut self, from: Place, targets: u128);
    /// Pawns go to these cells, one to each; cell numbers differ by `by`.
    fn pawn_moves(&mut self, targets: u128, by: i16);
    /// As [`MoveSink::pawn_moves`], for pawns that promote.
    fn promotions(&mut self, targets: u128, by: i16);
}

/// Counts moves.
pub(crate) struct MoveCounter(pub(crate) u32);

impl MoveSink for MoveCounter {
    #[inline(always)]
    fn piece_moves(&mut self, _: Place, targets: u128) {
        self.0 += targets.count_ones();
    }
    #[inline(always)]
    fn pawn_moves(&mut self, targets: u128, _: i16) {
        self.0 += targets.count_ones();
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u128, _: i16) {
        self.0 += PROMOTIONS.len() as u32 * targets.count_ones();
    }
}

/// Lists moves.
pub(crate) struct MoveCollector<'a>(pub(crate) &'a mut MoveList);

impl MoveSink for MoveCollector<'_> {
    #[inline(always)]
    fn piece_moves(&mut self, from: Place, targets: u128) {
        for_each_cell(targets, |to| self.0.push(Move::new(from, to, MoveType::Normal)));
    }
    #[inline(always)]
    fn pawn_moves(&mut self, targets: u128, by: i16) {
        for_each_cell(targets, |to| {
            self.0.push(Move::new((i16::from(to) - by) as Place, to, MoveType::Normal));
        });
    }
    #[inline(always)]
    fn promotions(&mut self, targets: u128, by: i16) {
        for_each_cell(targets, |to| {
            let mv = Move::new((i16::from(to) - by) as Place, to, MoveType::Normal);
            PROMOTIONS.into_iter().for_each(|kind| self.0.push(mv.with_promotions(kind, None)));
        });
    }
}

impl MoveSink for MoveProbe<u128> {
    fn piece_moves(&mut self, _: Place, targets: u128) {
        self.record_moves(targets & self.to != 0);
    }
    fn pawn_moves(&mut self, targets: u128, _: i16) {
        self.piece_moves(0, targets);
    }
    fn promotions(&mut self, targets: u128, _: i16) {
        self.record_promotions(&PROMOTIONS, targets & self.to != 0);
    }
}
