//! The Zobrist numbers of Space Chess.

use crate::geometry::Place;
use crate::geometry::stack::CELLS;
use crate::moves::Side;
use crate::rules::zobrist::{fill, splitmix64};

/// The numbers that make up a key. Tables by cell have an entry for every `u8`.
pub(super) struct Keys {
    /// By side and piece code in rows of [`CELLS`] numbers, then by cell; see [`Keys::piece`].
    pieces: [u64; 15 * CELLS + 256],
    /// By bit of an unmoved pawn; see [`super::tables::UNMOVED_BIT`].
    pub unmoved_pawns: [u64; 64],
    /// By cell of a pawn that can be captured en passant.
    pub ep_pawn: [u64; 256],
    /// By cell on which it can be captured.
    pub ep_cell: [u64; 256],
    /// By castling rights.
    pub castling: [u64; 16],
    /// Black to move.
    pub black: u64,
}

impl Keys {
    /// The number of a piece by side, code (see [`crate::rules::piece_codes`]) and cell; 0 for code
    /// 0, an empty cell.
    #[inline(always)]
    pub(super) fn piece(&self, side: Side, code: usize, cell: Place) -> u64 {
        self.pieces[(side.index() * 8 + code % 8) * CELLS + usize::from(cell)]
    }
}

/// The key numbers of Space Chess.
pub(super) static KEYS: Keys = keys();

const fn keys() -> Keys {
    let mut state = 0x7370_6163_6563_6865;
    let mut pieces = [0; 15 * CELLS + 256];
    let mut row = 0;
    while row < 16 {
        // Code 0 is an empty cell.
        let mut cell = if row % 8 == 0 { CELLS } else { 0 };
        while cell < CELLS {
            (state, pieces[row * CELLS + cell]) = splitmix64(state);
            cell += 1;
        }
        row += 1;
    }
    let (state, unmoved_pawns) = fill(state);
    let (state, ep_pawn) = fill(state);
    let (state, ep_cell) = fill(state);
    let (state, castling) = fill(state);
    let (_, [black]) = fill(state);
    Keys { pieces, unmoved_pawns, ep_pawn, ep_cell, castling, black }
}
