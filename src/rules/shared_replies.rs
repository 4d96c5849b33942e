//! The replies to many moves, counted once.
//!
//! A normal move changes the number of replies only if it changes a place that they depend on: one
//! that a piece of the other side reaches, or that stops it; one from which a piece could attack
//! that side's king, where it is or where it may go; a cell of a platform that the side may move.
//! It changes its origin, its destination, and the cell that a double step passes. Perft counts the
//! replies once as if the side to move passed, and collects the places that they depend on. A
//! normal move between other places leaves the number as it is.

use crate::geometry::bits::Bitboard;
use crate::moves::{Move, PieceType};
use crate::rules::sinks::{MoveCounter, MoveSet, MoveSink};

/// The number of replies if the side to move passed, and the places that they depend on. As a sink
/// it counts moves, and collects the destinations of sets of them; the rule set adds the other
/// places.
#[derive(Default)]
pub(crate) struct SharedReplies<C> {
    /// The number of replies.
    pub(crate) count: MoveCounter,
    /// The places that they depend on: cells, squares or columns.
    pub(crate) places: C,
}

impl<C: Bitboard + Default> SharedReplies<C> {
    /// Returns a number that every move changes.
    pub(crate) fn none() -> Self {
        SharedReplies { count: MoveCounter(0), places: !C::default() }
    }
}

impl<C: Bitboard> MoveSink<C> for SharedReplies<C> {
    const COUNTS: bool = true;

    #[inline(always)]
    fn moves(&mut self, moves: impl MoveSet<Cells = C>) {
        self.places = self.places | moves.targets();
        self.count.moves(moves);
    }
    #[inline(always)]
    fn promotions(&mut self, moves: impl MoveSet<Cells = C>, types: &[PieceType]) {
        self.places = self.places | moves.targets();
        self.count.promotions(moves, types);
    }
    #[inline(always)]
    fn one_move(&mut self, mv: Move) {
        MoveSink::<C>::one_move(&mut self.count, mv);
    }
    #[inline(always)]
    fn platform_moves(&mut self, from: u8, to: u32, promoting: u32) {
        MoveSink::<C>::platform_moves(&mut self.count, from, to, promoting);
    }
}
