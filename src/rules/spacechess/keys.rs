//! Zobrist numbers, by place.

use crate::geometry::Place;
use crate::geometry::stack::CELLS;
use crate::moves::Side;
use crate::rules::zobrist::{fill, splitmix64};

/// The numbers that make up a key. Tables by cell have room for any byte.
pub struct Keys {
    /// By side and code of the man in rows of [`CELLS`], then by cell; see [`Keys::man`].
    pieces: [u64; 15 * CELLS + 256],
    /// By bit of the fresh pawns; see [`super::tables::FRESH_BIT`].
    pub unmoved_pawns: [u64; 64],
    /// By cell: the runner that can be captured en passant.
    pub ep_pawn: [u64; 256],
    /// By cell: where it can be captured.
    pub ep_cell: [u64; 256],
    /// By castling rights.
    pub castling: [u64; 16],
    /// Black is to move.
    pub black: u64,
}

impl Keys {
    /// The number of a man of that side and code (see [`crate::rules::codes`]) on a cell; 0 for
    /// code 0, no man.
    #[inline(always)]
    pub fn piece(&self, side: Side, code: usize, cell: Place) -> u64 {
        self.pieces[(side.index() * 8 + code % 8) * CELLS + usize::from(cell)]
    }
}

/// The key numbers of Space Chess.
pub static KEYS: Keys = keys();

const fn keys() -> Keys {
    let mut state = 0x7370_6163_6563_6865;
    let mut men = [0; 15 * CELLS + 256];
    let mut row = 0;
    while row < 16 {
        // Code 0 is no man.
        let mut cell = if row % 8 == 0 { CELLS } else { 0 };
        while cell < CELLS {
            (state, men[row * CELLS + cell]) = splitmix64(state);
            cell += 1;
        }
        row += 1;
    }
    let (state, fresh) = fill(state);
    let (state, runner) = fill(state);
    let (state, passed) = fill(state);
    let (state, castling) = fill(state);
    let (_, [black]) = fill(state);
    Keys { pieces: men, unmoved_pawns: fresh, ep_pawn: runner, ep_cell: passed, castling, black }
}
