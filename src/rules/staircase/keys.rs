//! Zobrist numbers: constants, by place.

use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, POST_COUNT};
use crate::moves::Side;
use crate::rules::zobrist::{fill, splitmix64};

/// The numbers that make up a key. Tables by cell have room for any byte.
pub struct Keys {
    /// By side and code of the man in rows of [`ROW`], then by cell; see [`Keys::man`].
    pieces: [u64; 15 * ROW + 256],
    /// By cell: a pawn there may still make its first-move step.
    pub unmoved_pawns: [u64; 256],
    /// By cell: the runner that can be captured en passant.
    pub ep_pawn: [u64; 256],
    /// By cell: where it passed.
    pub ep_cell: [u64; 256],
    /// By owner and post.
    pub platform: [[u64; POST_COUNT]; 2],
    /// By castling rights.
    pub castling: [u64; 16],
    /// Black is to move.
    pub black: u64,
}

/// The length of a row of numbers by cell: no power of two, since rows that lie so apart share
/// the same few lines of a cache.
const ROW: usize = 152;

impl Keys {
    /// The number of a man of that side and code (see [`crate::rules::codes`]) on a cell; 0 for code 0,
    /// no man.
    #[inline(always)]
    pub fn piece(&self, side: Side, code: usize, cell: Place) -> u64 {
        self.pieces[(side.index() * 8 + code % 8) * ROW + usize::from(cell)]
    }
}

/// The key numbers of the staircase games.
pub static KEYS: Keys = keys();

const fn keys() -> Keys {
    let mut state = 0x7472_6973_6b65_6c69;
    let mut men = [0; 15 * ROW + 256];
    let mut row = 0;
    while row < 16 {
        // Code 0 is no man.
        let mut cell = if row % 8 == 0 { CELL_COUNT } else { 0 };
        while cell < CELL_COUNT {
            (state, men[row * ROW + cell]) = splitmix64(state);
            cell += 1;
        }
        row += 1;
    }
    let (state, fresh) = fill(state);
    let (state, runner) = fill(state);
    let (state, passed) = fill(state);
    let (state, white) = fill(state);
    let (state, black) = fill(state);
    let (state, castling) = fill(state);
    let (_, [side]) = fill(state);
    Keys {
        pieces: men,
        unmoved_pawns: fresh,
        ep_pawn: runner,
        ep_cell: passed,
        platform: [white, black],
        castling,
        black: side,
    }
}
