//! Three-bit codes of piece types. A board stores each bit in its own plane, so making a move
//! shifts three bits without decoding them.
//!
//! | code | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|---|
//! | piece | pawn | knight | king | unicorn | bishop | rook | queen |
//!
//! The high bit marks sliders. With the low bit they move on diagonals, with the middle bit on
//! files and ranks; if both are equal, on space diagonals.

use crate::moves::PieceType;

/// The unicorn of Raumschach, which moves along space diagonals.
pub(crate) const UNICORN: PieceType = PieceType::new(6);

/// The piece type by code; `None` for 0, which is an empty cell.
pub(crate) const PIECE_TYPE_OF_CODE: [Option<PieceType>; 8] = [
    None,
    Some(PieceType::PAWN),
    Some(PieceType::KNIGHT),
    Some(PieceType::KING),
    Some(UNICORN),
    Some(PieceType::BISHOP),
    Some(PieceType::ROOK),
    Some(PieceType::QUEEN),
];

/// Returns the code of a piece type; 0 for one that is no piece.
pub(crate) const fn code_of(kind: PieceType) -> usize {
    match kind {
        PieceType::PAWN => 1,
        PieceType::KNIGHT => 2,
        PieceType::KING => 3,
        UNICORN => 4,
        PieceType::BISHOP => 5,
        PieceType::ROOK => 6,
        PieceType::QUEEN => 7,
        _ => 0,
    }
}
