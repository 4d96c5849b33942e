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

/// The piece type by code; `None` for 0, which is an empty cell.
pub(crate) const PIECE_TYPE_OF_CODE: [Option<PieceType>; 8] = [
    None,
    Some(PieceType::Pawn),
    Some(PieceType::Knight),
    Some(PieceType::King),
    Some(PieceType::Unicorn),
    Some(PieceType::Bishop),
    Some(PieceType::Rook),
    Some(PieceType::Queen),
];

/// Returns the code of a piece type.
pub(crate) const fn code_of(kind: PieceType) -> usize {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight => 2,
        PieceType::King => 3,
        PieceType::Unicorn => 4,
        PieceType::Bishop => 5,
        PieceType::Rook => 6,
        PieceType::Queen => 7,
        PieceType::Platform => 0,
    }
}
