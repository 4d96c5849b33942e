//! The Zobrist numbers of Raumschach.

use crate::geometry::Place;
use crate::moves::Side;
use crate::rules::zobrist::{fill, splitmix64};

/// The length of a row of [`Keys::pieces`].
const ROW: usize = 128;

/// The numbers that make up a key.
pub(super) struct Keys {
    /// By side and piece code in rows, then by cell; see [`Keys::piece`].
    pieces: [u64; 16 * ROW],
    /// Black to move.
    pub black: u64,
}

impl Keys {
    /// The number of a piece by side, code (see [`crate::rules::piece_codes`]) and cell; 0 for code
    /// 0, an empty cell.
    #[inline(always)]
    pub(super) fn piece(&self, side: Side, code: usize, cell: Place) -> u64 {
        self.pieces[(side.index() * 8 + code % 8) * ROW + usize::from(cell) % ROW]
    }
}

/// The key numbers of Raumschach.
pub(super) static KEYS: Keys = keys();

const fn keys() -> Keys {
    let mut state = 0x7261_756d_7363_6861;
    let mut pieces = [0; 16 * ROW];
    let mut index = 0;
    while index < 16 * ROW {
        // Code 0 is an empty cell.
        if !(index / ROW).is_multiple_of(8) {
            (state, pieces[index]) = splitmix64(state);
        }
        index += 1;
    }
    let (_, [black]) = fill(state);
    Keys { pieces, black }
}
