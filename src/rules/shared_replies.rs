//! The replies to many moves, counted once.
//!
//! A move changes the number of replies only if it changes a place that they depend on: one that a
//! piece of the other side reaches, or that stops it; one from which a piece could attack that side's
//! king, or a cell that the king may go to; a cell of a platform that may move. Perft counts the
//! replies once as if the side to move passed, and collects these places. A move between other places
//! leaves the number as it is.

use crate::geometry::bits::Bitboard;
use crate::moves::{Move, PieceType};
use crate::rules::sinks::{MoveSet, MoveSink};
use std::ops::BitOr;

/// The number of replies if the side to move passed, and the places that they depend on. The generator
/// counts the moves and collects their destinations; the rule set adds the other places.
#[derive(Default)]
pub(crate) struct SharedReplies<C> {
    /// The number of replies.
    pub(crate) count: u64,
    /// The places that they depend on, cells or columns.
    pub(crate) places: C,
}

impl<C: Bitboard + Default> SharedReplies<C> {
    /// Returns a count that every move changes.
    pub(crate) fn none() -> Self {
        SharedReplies { count: 0, places: !C::default() }
    }
}

impl<C: Bitboard + BitOr<Output = C>> MoveSink<C> for SharedReplies<C> {
    const COUNTS: bool = true;

    #[inline(always)]
    fn moves(&mut self, moves: impl MoveSet<Cells = C>) {
        self.count += moves.count();
        self.places = self.places | moves.targets();
    }
    #[inline(always)]
    fn promotions(&mut self, moves: impl MoveSet<Cells = C>, types: &[PieceType]) {
        self.count += types.len() as u64 * moves.count();
        self.places = self.places | moves.targets();
    }
    #[inline(always)]
    fn one_move(&mut self, _: Move) {
        self.count += 1;
    }
    #[inline(always)]
    fn platform_moves(&mut self, _: u8, to: u32, promoting: u32) {
        self.count += u64::from(to.count_ones()) << (2 * promoting);
    }
}
