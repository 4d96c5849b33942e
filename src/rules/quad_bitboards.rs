//! The men on 64 squares, in four words: three planes of codes, see [`super::codes`], and one of
//! sides. That is a board, a level of one, or fixed squares and those of platforms: what a square is,
//! the rule set says.

use super::piece_codes::PIECE_TYPE_OF_CODE;
use crate::moves::{Piece, PieceType, Side};
use std::ops::{BitAnd, Not};

/// Men of both sides; no two on one square.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct QuadBitboards {
    /// The codes of the men, bit by bit.
    planes: [u64; 3],
    /// Which of the men are White's.
    white: u64,
}

/// The man of a code that is not 0.
#[inline(always)]
pub fn piece_from_code(side: Side, code: usize) -> Piece {
    Piece { kind: PIECE_TYPE_OF_CODE[code % 8].unwrap_or(PieceType::Pawn), side }
}

impl QuadBitboards {
    /// No men.
    pub const EMPTY: QuadBitboards = QuadBitboards { planes: [0; 3], white: 0 };

    /// The squares of all men.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.planes[0] | self.planes[1] | self.planes[2]
    }

    /// The squares of a side's men.
    #[inline(always)]
    pub fn by_side(&self, side: Side) -> u64 {
        match side {
            Side::White => self.white,
            Side::Black => self.occupied() & !self.white,
        }
    }

    /// Pawns of both sides.
    #[inline(always)]
    pub fn pawns(&self) -> u64 {
        self.planes[0] & !self.planes[1] & !self.planes[2]
    }

    /// Knights of both sides.
    #[inline(always)]
    pub fn knights(&self) -> u64 {
        self.planes[1] & !self.planes[0] & !self.planes[2]
    }

    /// Kings of both sides.
    #[inline(always)]
    pub fn kings(&self) -> u64 {
        self.planes[0] & self.planes[1] & !self.planes[2]
    }

    /// Bishops and queens of both sides.
    #[inline(always)]
    pub fn bishops_and_queens(&self) -> u64 {
        self.planes[2] & self.planes[0]
    }

    /// Rooks and queens of both sides.
    #[inline(always)]
    pub fn rooks_and_queens(&self) -> u64 {
        self.planes[2] & self.planes[1]
    }

    /// The code of the man on a square, 0 for none.
    #[inline(always)]
    pub fn code(&self, square: u8) -> usize {
        let bit = |plane: u64| (plane >> square & 1) as usize;
        bit(self.planes[0]) | bit(self.planes[1]) << 1 | bit(self.planes[2]) << 2
    }

    /// The kind of the man on a square.
    #[inline(always)]
    pub fn piece_type_at(&self, square: u8) -> Option<PieceType> {
        PIECE_TYPE_OF_CODE[self.code(square)]
    }

    /// The man on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: u8) -> Option<Piece> {
        let side = if self.white >> square & 1 != 0 { Side::White } else { Side::Black };
        Some(Piece { kind: self.piece_type_at(square)?, side })
    }

    /// What tells apart where the pawns of both sides stand, in words.
    #[inline(always)]
    pub fn pawn_words(&self) -> [u64; 2] {
        let pawns = self.pawns();
        [pawns & self.white, pawns & !self.white]
    }

    /// What tells apart where the men of a side that are no pawns stand, in words.
    #[inline(always)]
    pub fn non_pawn_words(&self, side: Side) -> [u64; 3] {
        let others = self.by_side(side) & !self.pawns();
        self.planes.map(|plane| plane & others)
    }

    /// The squares of the men that are no kings.
    #[inline(always)]
    pub fn non_kings(&self) -> u64 {
        self.planes[2] | self.planes[0] ^ self.planes[1]
    }

    /// The cheapest of the men on these squares, as exchanges count them.
    #[inline(always)]
    pub fn least_valuable(&self, squares: u64) -> Option<(u8, PieceType)> {
        let sliders = [self.rooks_and_queens(), self.bishops_and_queens()];
        let sets = by_increasing_value(self.pawns(), self.knights(), sliders, self.kings());
        let mut sets = sets.into_iter().map(|(set, kind)| (set & squares, kind));
        let (set, kind) = sets.find(|&(set, _)| set != 0)?;
        Some((set.trailing_zeros() as u8, kind))
    }

    /// Takes whatever stands on these squares off.
    #[inline(always)]
    pub fn clear(&mut self, squares: u64) {
        for plane in &mut self.planes {
            *plane &= !squares;
        }
        self.white &= !squares;
    }

    /// Puts a man of that code on an empty square.
    #[inline(always)]
    pub fn put(&mut self, side: Side, code: usize, square: u8) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane |= (code as u64 >> bit & 1) << square;
        }
        self.white |= u64::from(side == Side::White) << square;
    }

    /// The men once the side's man on `from` has moved to `to`, where the other side's man, if
    /// there is one, goes off.
    #[inline(always)]
    #[must_use]
    pub fn with_move(&self, side: Side, from: u8, to: u8) -> QuadBitboards {
        let kept = !(1 << from | 1 << to);
        QuadBitboards {
            planes: self.planes.map(|plane| plane & kept | (plane >> from & 1) << to),
            white: self.white & kept | u64::from(side == Side::White) << to,
        }
    }

    /// Turns the man on a square from one code to another.
    #[inline(always)]
    pub fn change_code(&mut self, square: u8, code: usize, into: usize) {
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane ^= ((code ^ into) as u64 >> bit & 1) << square;
        }
    }

    /// Puts the men on other squares: `order` gives for a set of old squares that of the new ones.
    pub fn permute(&mut self, order: impl Fn(u64) -> u64) {
        self.planes = self.planes.map(&order);
        self.white = order(self.white);
    }
}

/// The men by kind as exchanges count them, from sets of whatever squares: queens are among those on
/// lines and those on diagonals.
#[inline(always)]
pub fn by_increasing_value<S>(
    pawns: S,
    knights: S,
    [lines, diagonals]: [S; 2],
    kings: S,
) -> [(S, PieceType); 6]
where
    S: Copy + BitAnd<Output = S> + Not<Output = S>,
{
    [
        (pawns, PieceType::Pawn),
        (knights, PieceType::Knight),
        (diagonals & !lines, PieceType::Bishop),
        (lines & !diagonals, PieceType::Rook),
        (lines & diagonals, PieceType::Queen),
        (kings, PieceType::King),
    ]
}
