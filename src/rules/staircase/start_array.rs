//! The start array of `federation` and `meder`, and the castlings that belong to it.

use super::layout::Space;
use super::make_move::Castling;
use super::text::PawnStarts;
use crate::geometry::Place;

/// The start position.
pub(crate) const START_FEN: &str = "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN \
     b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp w KQkq * - 0 1";

const fn castlings(rank: u8, level: u8) -> [Castling; 2] {
    let (a, b) = (Space::cell(0, rank, level), Space::cell(1, rank, level));
    let (e, f) = (Space::cell(4, rank, level), Space::cell(5, rank, level));
    [
        Castling { king: e, rook: f, king_to: f, rook_to: e },
        Castling { king: e, rook: a, king_to: b, rook_to: e },
    ]
}

/// The castlings in the order of the letters `KQkq`.
pub(crate) const CASTLINGS: [Castling; 4] = {
    let ([king, queen], [black_king, black_queen]) = (castlings(0, 3), castlings(9, 7));
    [king, queen, black_king, black_queen]
};

/// For each castling the cell that must be empty, if any.
pub(crate) const MUST_BE_EMPTY: [Option<Place>; 4] =
    [None, Some(Space::cell(1, 0, 3)), None, Some(Space::cell(1, 9, 7))];

/// The start cells of each side's pawns.
pub(crate) static PAWN_STARTS: PawnStarts = [
    [
        Space::cell(0, 1, 3),
        Space::cell(1, 1, 3),
        Space::cell(1, 2, 2),
        Space::cell(2, 2, 2),
        Space::cell(3, 2, 2),
        Space::cell(4, 1, 3),
        Space::cell(4, 2, 2),
        Space::cell(5, 1, 3),
    ],
    [
        Space::cell(0, 8, 7),
        Space::cell(1, 7, 6),
        Space::cell(1, 8, 7),
        Space::cell(2, 7, 6),
        Space::cell(3, 7, 6),
        Space::cell(4, 7, 6),
        Space::cell(4, 8, 7),
        Space::cell(5, 8, 7),
    ],
];
