//! The Zobrist keys of the staircase games, by cell and post.

use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, POST_COUNT};
use crate::moves::Side;
use crate::rules::zobrist::{fill, splitmix64};

/// The numbers that make up a position's key. Tables by cell have an entry for any byte.
pub(crate) struct Keys {
    /// By side and piece code in rows of [`ROW`], then by cell; see [`Keys::piece`].
    pieces: [u64; 15 * ROW + 256],
    /// By cell: the pawn there may still make its double step.
    pub(crate) unmoved_pawns: [u64; 256],
    /// By cell: the pawn there can be captured en passant.
    pub(crate) ep_pawn: [u64; 256],
    /// By cell: the en passant target.
    pub(crate) ep_cell: [u64; 256],
    /// By owner and post.
    pub(crate) platform: [[u64; POST_COUNT]; 2],
    /// By castling rights.
    pub(crate) castling: [u64; 16],
    /// Black is to move.
    pub(crate) black: u64,
}

/// The length of a row of numbers by cell. It is no power of two, because rows at such distances
/// would share a few cache lines.
const ROW: usize = 152;

impl Keys {
    /// Returns the number of a piece, by side and code (see [`crate::rules::piece_codes`]), on a
    /// cell; 0 for code 0, which is no piece.
    #[inline(always)]
    pub(crate) fn piece(&self, side: Side, code: usize, cell: Place) -> u64 {
        self.pieces[(side.index() * 8 + code % 8) * ROW + usize::from(cell)]
    }
}

/// The Zobrist keys of the staircase games.
pub(crate) static KEYS: Keys = keys();

const fn keys() -> Keys {
    let mut state = 0x7472_6973_6b65_6c69;
    let mut pieces = [0; 15 * ROW + 256];
    let mut row = 0;
    while row < 16 {
        // Code 0 is no piece.
        let mut cell = if row % 8 == 0 { CELL_COUNT } else { 0 };
        while cell < CELL_COUNT {
            (state, pieces[row * ROW + cell]) = splitmix64(state);
            cell += 1;
        }
        row += 1;
    }
    let (state, unmoved) = fill(state);
    let (state, ep_pawn) = fill(state);
    let (state, ep_cell) = fill(state);
    let (state, white) = fill(state);
    let (state, black) = fill(state);
    let (state, castling) = fill(state);
    let (_, [side]) = fill(state);
    Keys {
        pieces,
        unmoved_pawns: unmoved,
        ep_pawn,
        ep_cell,
        platform: [white, black],
        castling,
        black: side,
    }
}
