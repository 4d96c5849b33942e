//! The Zobrist numbers of chess.

use crate::geometry::Place;
use crate::geometry::plane::SQUARES;
use crate::moves::Side;
use crate::rules::zobrist::{fill, splitmix64};

/// The numbers that make up a key. Each table has an entry for every `u8`, so that no index needs a
/// bounds check.
pub(super) struct Keys {
    /// By side and piece code in rows of [`ROW`] numbers, then by cell; see [`Keys::piece`].
    pieces: [u64; 15 * ROW + 256],
    /// By cell of a rook with a castling right.
    pub castling: [u64; 256],
    /// By cell on which a pawn can be captured en passant.
    pub ep_cell: [u64; 256],
    /// Black to move.
    pub black: u64,
}

/// The length of a row of numbers by cell. A power of two would map the rows to the same few cache
/// sets.
const ROW: usize = SQUARES + 8;

impl Keys {
    /// The number of a piece by side, code (see [`crate::rules::piece_codes`]) and cell; 0 for code
    /// 0, an empty cell.
    #[inline(always)]
    pub(super) fn piece(&self, side: Side, code: usize, cell: Place) -> u64 {
        self.pieces[(side.index() * 8 + code % 8) * ROW + usize::from(cell)]
    }
}

/// The key numbers of chess.
pub(super) static KEYS: Keys = {
    let mut state = 0x6f72_7468_6f64_6f78;
    let mut pieces = [0; 15 * ROW + 256];
    let mut row = 0;
    while row < 16 {
        // Code 0 is an empty cell.
        let mut cell = if row % 8 == 0 { SQUARES } else { 0 };
        while cell < SQUARES {
            (state, pieces[row * ROW + cell]) = splitmix64(state);
            cell += 1;
        }
        row += 1;
    }
    let (state, castling) = fill(state);
    let (state, ep_cell) = fill(state);
    let (_, [black]) = fill(state);
    Keys { pieces, castling, ep_cell, black }
};
