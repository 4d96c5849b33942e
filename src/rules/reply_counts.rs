//! The moves of a side's knights and sliders, counted once for many moves of the other side.
//!
//! A move changes what a slider may do only if it takes a piece from a place that the slider reaches,
//! or puts one there. So perft counts the pieces of the side that replies once for all moves, and
//! after each move only those again that it touches.

use crate::geometry::bits::BitIter;

/// The maximum number of sliders of a side; more are possible, but rare.
const MAX_SLIDERS: usize = 8;

/// The knights and sliders of the side that replies, and their moves as if nothing were pinned. A
/// *place* is a cell, or a column of cells.
pub(crate) trait Replies {
    /// The squares of all pieces of the side.
    fn own(&self) -> u64;
    /// The squares of its bishops and queens, and of its rooks and queens.
    fn sliders(&self) -> [u64; 2];
    /// The number of moves of its knights.
    fn knight_moves(&self) -> u64;
    /// The number of moves of the slider on a square; 0 if there is none.
    fn slider_moves(&self, square: u8) -> u64;
    /// The places that the slider on a square reaches, with its own and those where a piece stops it.
    fn slider_places(&self, square: u8) -> u64;
}

/// The number of moves of a side's knights and sliders before a move of the other side.
pub(crate) struct ReplyCounts {
    own: u64,
    knight_moves: u64,
    slider_moves: u64,
    /// By slider, the places that it reaches, with its own.
    places: [u64; MAX_SLIDERS],
    /// By slider, its square.
    squares: [u8; MAX_SLIDERS],
    /// By slider, the number of its moves.
    counts: [u8; MAX_SLIDERS],
}

impl ReplyCounts {
    /// Counts the moves. Returns `None` if there are too many sliders.
    #[inline(always)]
    pub(crate) fn new(replies: &impl Replies) -> Option<ReplyCounts> {
        let [diagonals, lines] = replies.sliders();
        let sliders = diagonals | lines;
        if sliders.count_ones() as usize > MAX_SLIDERS {
            return None;
        }
        let mut counts = ReplyCounts {
            own: replies.own(),
            knight_moves: replies.knight_moves(),
            slider_moves: 0,
            places: [0; MAX_SLIDERS],
            squares: [0; MAX_SLIDERS],
            counts: [0; MAX_SLIDERS],
        };
        for (index, square) in BitIter(sliders).enumerate() {
            let moves = replies.slider_moves(square);
            counts.slider_moves += moves;
            counts.places[index % MAX_SLIDERS] = replies.slider_places(square);
            counts.squares[index % MAX_SLIDERS] = square;
            counts.counts[index % MAX_SLIDERS] = moves as u8;
        }
        Some(counts)
    }

    /// Counts the moves after a move of the other side that changed these places. `replies` are those
    /// after it.
    #[inline(always)]
    pub(crate) fn count_after(&self, changed: u64, replies: &impl Replies) -> u64 {
        // Only a capture changes what the knights may do.
        let mut count = match replies.own() == self.own {
            true => self.knight_moves,
            false => replies.knight_moves(),
        };
        count += self.slider_moves;
        let mut touched = 0;
        for (index, &places) in self.places.iter().enumerate() {
            touched |= u64::from(places & changed != 0) << index;
        }
        for index in BitIter(touched) {
            let index = usize::from(index) % MAX_SLIDERS;
            count -= u64::from(self.counts[index]);
            count += replies.slider_moves(self.squares[index]);
        }
        count
    }
}
