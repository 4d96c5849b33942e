//! The Zobrist keys of the staircase games, by cell and post.

use crate::geometry::staircase::{CELL_COUNT, POST_COUNT};
use crate::rules::zobrist::{PieceNumbers, fill};

/// The numbers that make up a position's key. Tables by cell have an entry for any byte.
pub(crate) struct Keys {
    pub(crate) pieces: PieceNumbers<ROW, { 15 * ROW + 256 }>,
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

/// The length of a row of [`Keys::pieces`].
const ROW: usize = 152;

/// The Zobrist keys of the staircase games.
pub(crate) static KEYS: Keys = {
    let (state, pieces) = PieceNumbers::fill(0x7472_6973_6b65_6c69, CELL_COUNT);
    let (state, unmoved_pawns) = fill(state);
    let (state, ep_pawn) = fill(state);
    let (state, ep_cell) = fill(state);
    let (state, white) = fill(state);
    let (state, black) = fill(state);
    let (state, castling) = fill(state);
    let (_, [side]) = fill(state);
    let platform = [white, black];
    Keys { pieces, unmoved_pawns, ep_pawn, ep_cell, platform, castling, black: side }
};
