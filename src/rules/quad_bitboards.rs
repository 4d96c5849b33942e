//! Quad-bitboards: the pieces on 64 squares in four words, three planes of codes and one of White's
//! pieces. The rule set defines the squares: those of a board, of one level, or of the fixed boards
//! and the platforms. Making a move shifts one bit in each of the four words without decoding them;
//! with AVX2 the words are one vector.
//!
//! | code | 1 | 2 | 3 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|
//! | piece | pawn | knight | king | bishop | rook | queen |
//!
//! The high bit marks sliders. With the low bit they move on diagonals, with the middle bit on
//! files and ranks.

use super::see::first_among;
use crate::geometry::Place;
use crate::geometry::bits::bits_at;
use crate::moves::{Piece, PieceType, Side};
use std::ops::{BitAnd, Not};

/// The pieces of both sides on 64 squares.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct QuadBitboards {
    /// The three bits of the piece codes, and the squares of White's pieces.
    planes: [u64; 4],
}

/// The plane of White's pieces.
pub(crate) const WHITE_PLANE: usize = 3;

/// Returns the piece of a code other than 0.
#[inline(always)]
pub(crate) fn piece_from_code(side: Side, code: usize) -> Piece {
    Piece { kind: PIECE_TYPE_OF_CODE[code % 8].unwrap_or(PieceType::PAWN), side }
}

/// Returns the piece of a code plus 8 if it is White's; `None` for 0, an empty cell.
#[inline(always)]
pub(crate) fn piece_from_code_and_color(code_and_color: usize) -> Option<Piece> {
    let is_white = code_and_color >> WHITE_PLANE & 1 != 0;
    let side = if is_white { Side::White } else { Side::Black };
    Some(Piece { kind: PIECE_TYPE_OF_CODE[code_and_color % 8]?, side })
}

impl QuadBitboards {
    /// No pieces.
    pub(crate) const EMPTY: QuadBitboards = QuadBitboards { planes: [0; 4] };

    /// Returns the squares of all pieces.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// Returns the squares of a side's pieces.
    #[inline(always)]
    pub(crate) fn by_side(&self, side: Side) -> u64 {
        match side {
            Side::White => self.planes[WHITE_PLANE],
            Side::Black => self.occupied() & !self.planes[WHITE_PLANE],
        }
    }

    /// Returns the pawns of both sides.
    #[inline(always)]
    pub(crate) fn pawns(&self) -> u64 {
        self.planes[0] & !self.planes[1] & !self.planes[2]
    }

    /// Returns the knights of both sides.
    #[inline(always)]
    pub(crate) fn knights(&self) -> u64 {
        self.planes[1] & !self.planes[0] & !self.planes[2]
    }

    /// Returns the kings of both sides.
    #[inline(always)]
    pub(crate) fn kings(&self) -> u64 {
        self.planes[0] & self.planes[1] & !self.planes[2]
    }

    /// Returns the bishops and queens of both sides.
    #[inline(always)]
    pub(crate) fn bishops_and_queens(&self) -> u64 {
        self.planes[2] & self.planes[0]
    }

    /// Returns the rooks and queens of both sides.
    #[inline(always)]
    pub(crate) fn rooks_and_queens(&self) -> u64 {
        self.planes[2] & self.planes[1]
    }

    /// Returns the code of the piece on a square; 0 for an empty square.
    #[inline(always)]
    pub(crate) fn code(&self, square: Place) -> usize {
        self.code_and_color(square) % 8
    }

    /// Returns the code of the piece on a square, plus 8 for one of White's; 0 for an empty square.
    #[inline(always)]
    pub(crate) fn code_and_color(&self, square: Place) -> usize {
        bits_at(&self.planes, square)
    }

    /// Returns the type of the piece on a square.
    #[inline(always)]
    pub(crate) fn piece_type_at(&self, square: Place) -> Option<PieceType> {
        PIECE_TYPE_OF_CODE[self.code(square)]
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub(crate) fn piece_at(&self, square: Place) -> Option<Piece> {
        piece_from_code_and_color(self.code_and_color(square))
    }

    /// Returns the pawns of each side, to hash.
    #[inline(always)]
    pub(crate) fn pawn_words(&self) -> [u64; 2] {
        let pawns = self.pawns();
        [pawns & self.planes[WHITE_PLANE], pawns & !self.planes[WHITE_PLANE]]
    }

    /// Returns the codes of a side's pieces other than pawns, to hash.
    #[inline(always)]
    pub(crate) fn non_pawn_words(&self, side: Side) -> [u64; 3] {
        let others = self.by_side(side) & !self.pawns();
        let [low, middle, high, _] = self.planes;
        [low & others, middle & others, high & others]
    }

    /// Returns the squares of all pieces other than kings.
    #[inline(always)]
    pub(crate) fn non_kings(&self) -> u64 {
        self.planes[2] | self.planes[0] ^ self.planes[1]
    }

    /// Returns the square of the least valuable piece on these squares, as a set, and its type.
    #[inline(always)]
    pub(crate) fn least_valuable(&self, squares: u64) -> Option<(u64, PieceType)> {
        let sliders = [self.rooks_and_queens(), self.bishops_and_queens()];
        let sets = by_increasing_value(self.pawns(), self.knights(), sliders, self.kings());
        let (set, kind) = first_among(sets, squares)?;
        Some((set & set.wrapping_neg(), kind))
    }

    /// Removes the pieces on these squares.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: u64) {
        for plane in &mut self.planes {
            *plane &= !squares;
        }
    }

    /// Puts a piece of that code on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, side: Side, code: usize, square: Place) {
        let both = code as u64 | u64::from(side == Side::White) << WHITE_PLANE;
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= (both >> bit & 1) << square;
        }
    }

    /// Returns the pieces after a move of the piece on `from` to `to`, which captures a piece of
    /// the other side there.
    #[inline(always)]
    #[must_use]
    pub(crate) fn with_move(&self, from: Place, to: Place) -> QuadBitboards {
        let kept = !(1 << from | 1 << to);
        let moved = |plane: u64| plane & kept | (plane >> from & 1) << to;
        QuadBitboards { planes: self.planes.map(moved) }
    }

    /// Changes the code of the piece on a square from `code` to `new_code`.
    #[inline(always)]
    pub(crate) fn change_code(&mut self, square: Place, code: usize, new_code: usize) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= ((code ^ new_code) as u64 >> bit & 1) << square;
        }
    }

    /// Moves the pieces to other squares. `permutation` maps a set of old squares to the new ones.
    #[inline(always)]
    pub(crate) fn permute(&mut self, permutation: impl Fn(u64) -> u64) {
        self.planes = self.planes.map(&permutation);
    }
}

/// Returns the pieces by type in increasing order of value, from sets of any type. `lines` has
/// rooks and queens, `diagonals` bishops and queens.
#[inline(always)]
pub(crate) fn by_increasing_value<S>(
    pawns: S,
    knights: S,
    [lines, diagonals]: [S; 2],
    kings: S,
) -> [(S, PieceType); 6]
where
    S: Copy + BitAnd<Output = S> + Not<Output = S>,
{
    [
        (pawns, PieceType::PAWN),
        (knights, PieceType::KNIGHT),
        (diagonals & !lines, PieceType::BISHOP),
        (lines & !diagonals, PieceType::ROOK),
        (lines & diagonals, PieceType::QUEEN),
        (kings, PieceType::KING),
    ]
}

/// The piece type by code; `None` for 0, which is an empty cell. Code 4 is that of an early pawn in
/// `sixfold`, and of nothing elsewhere.
pub(crate) const PIECE_TYPE_OF_CODE: [Option<PieceType>; 8] = [
    None,
    Some(PieceType::PAWN),
    Some(PieceType::KNIGHT),
    Some(PieceType::KING),
    Some(PieceType::PAWN),
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
        PieceType::BISHOP => 5,
        PieceType::ROOK => 6,
        PieceType::QUEEN => 7,
        _ => 0,
    }
}
