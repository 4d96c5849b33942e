//! Men as codes of three bits, one bit a plane, so that a make moves three bits without asking
//! what they mean:
//!
//! | code | 1 | 2 | 3 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|
//! | man | pawn | knight | king | bishop | rook | queen |
//!
//! The top plane is the sliders, with the low bit those on diagonals, with the middle bit those
//! on files and ranks.

use crate::moves::PieceType;

/// The kind of man of a code; none for 0, no man, and for 4.
pub const PIECE_TYPE_OF_CODE: [Option<PieceType>; 8] = [
    None,
    Some(PieceType::Pawn),
    Some(PieceType::Knight),
    Some(PieceType::King),
    None,
    Some(PieceType::Bishop),
    Some(PieceType::Rook),
    Some(PieceType::Queen),
];

/// The code of a kind of man.
pub const fn code_of(kind: PieceType) -> usize {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight => 2,
        PieceType::King => 3,
        PieceType::Bishop => 5,
        PieceType::Rook => 6,
        PieceType::Queen => 7,
        PieceType::Platform => 0,
    }
}
