//! Men as codes of three bits, one bit a plane, so that a make moves three bits without asking
//! what they mean:
//!
//! | code | 1 | 2 | 3 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|
//! | man | pawn | knight | king | bishop | rook | queen |
//!
//! The top plane is the sliders, with the low bit those on diagonals, with the middle bit those
//! on files and ranks.

use crate::moves::Kind;

/// The kind of man of a code; none for 0, no man, and for 4.
pub const KIND_OF_CODE: [Option<Kind>; 8] = [
    None,
    Some(Kind::Pawn),
    Some(Kind::Knight),
    Some(Kind::King),
    None,
    Some(Kind::Bishop),
    Some(Kind::Rook),
    Some(Kind::Queen),
];

/// The code of a kind of man.
pub const fn code_of(kind: Kind) -> usize {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight => 2,
        Kind::King => 3,
        Kind::Bishop => 5,
        Kind::Rook => 6,
        Kind::Queen => 7,
        Kind::Platform => 0,
    }
}
