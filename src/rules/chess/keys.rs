//! Zobrist numbers: constants, by cell.

use crate::geometry::Place;
use crate::geometry::plane::SQUARES;
use crate::moves::Side;
use crate::rules::zobrist::{fill, splitmix64};

/// The numbers that make up a key. Tables by cell have room for any byte.
pub struct Keys {
    /// By side and code of the man in rows of [`ROW`], then by cell; see [`Keys::man`].
    pieces: [u64; 15 * ROW + 256],
    /// By cell: a rook there may still castle.
    pub castling: [u64; 256],
    /// By cell: a pawn that has passed over it can be captured.
    pub ep_cell: [u64; 256],
    /// Black is to move.
    pub black: u64,
}

/// The length of a row of numbers by cell: no power of two, since rows that lie so apart share
/// the same few lines of a cache.
const ROW: usize = SQUARES + 8;

impl Keys {
    /// The number of a man of that side and code (see [`crate::rules::codes`]) on a cell; 0 for
    /// code 0, no man.
    #[inline(always)]
    pub fn piece(&self, side: Side, code: usize, cell: Place) -> u64 {
        self.pieces[(side.index() * 8 + code % 8) * ROW + usize::from(cell)]
    }
}

/// The key numbers of chess.
pub static KEYS: Keys = {
    let mut state = 0x6f72_7468_6f64_6f78;
    let mut men = [0; 15 * ROW + 256];
    let mut row = 0;
    while row < 16 {
        // Code 0 is no man.
        let mut cell = if row % 8 == 0 { SQUARES } else { 0 };
        while cell < SQUARES {
            (state, men[row * ROW + cell]) = splitmix64(state);
            cell += 1;
        }
        row += 1;
    }
    let (state, castling) = fill(state);
    let (state, passed) = fill(state);
    let (_, [black]) = fill(state);
    Keys { pieces: men, castling, ep_cell: passed, black }
};
