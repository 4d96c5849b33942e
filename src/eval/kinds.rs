//! The rows of the hand-made tables, which are the same in every game.

use crate::moves::PieceType;
use crate::rules::quad_bitboards::UNICORN;

/// The number of rows: pawn, unicorn, knight, bishop, rook, queen, king, and one that stays empty.
pub(crate) const EVAL_KINDS: usize = 8;

/// The pieces of ordinary chess.
pub(crate) const CHESS_KINDS: [PieceType; 6] = [
    PieceType::PAWN,
    PieceType::KNIGHT,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::QUEEN,
    PieceType::KING,
];

/// The pieces with a row.
pub(crate) const ALL_KINDS: [PieceType; 7] = [
    PieceType::PAWN,
    UNICORN,
    PieceType::KNIGHT,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::QUEEN,
    PieceType::KING,
];

/// The row of a piece.
#[inline(always)]
pub(crate) const fn eval_row(kind: PieceType) -> usize {
    match kind.index() {
        0 => 0,
        6 => 1,
        index => index + 1,
    }
}
