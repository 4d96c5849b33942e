//! The move: a small `Copy` value that names physical places, and lists of moves.
//!
//! A *place* is a cell or a post, numbered by the rule set's geometry: cells first, posts behind
//! them. Places are physical: they say where in space a man or a platform stands, never which of
//! several like platforms carries it, so that a move stored in a table means the same men wherever
//! it is read back.

use crate::geometry::Place;
use arrayvec::ArrayVec;
use std::fmt;
use std::num::NonZeroU32;

/// The two sides. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The other side.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The side's own of two things, White's first.
    #[inline(always)]
    pub const fn select<T>(self, [white, black]: &[T; 2]) -> &T {
        match self {
            Side::White => white,
            Side::Black => black,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What moves: the six kinds of men, and the platform as a seventh.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// P
    Pawn,
    /// N
    Knight,
    /// B
    Bishop,
    /// R
    Rook,
    /// Q
    Queen,
    /// K
    King,
    /// An attack board that moves with whatever stands on it; no man.
    Platform,
}

impl PieceType {
    /// The six kinds of men, cheapest first.
    pub const PIECES: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// What a pawn can become, the likeliest first.
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// The number of kinds, the platform included.
    pub const COUNT: usize = 7;

    /// 0 for the pawn … 5 for the king, 6 for the platform.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of a man as position strings have it for Black (`p` … `k`).
    pub const fn letter(self) -> char {
        match self {
            PieceType::Pawn => 'p',
            PieceType::Knight => 'n',
            PieceType::Bishop => 'b',
            PieceType::Rook => 'r',
            PieceType::Queen => 'q',
            PieceType::King => 'k',
            PieceType::Platform => '*',
        }
    }

    /// The man whose lower-case letter this is.
    pub const fn from_letter(letter: char) -> Option<PieceType> {
        Some(match letter {
            'p' => PieceType::Pawn,
            'n' => PieceType::Knight,
            'b' => PieceType::Bishop,
            'r' => PieceType::Rook,
            'q' => PieceType::Queen,
            'k' => PieceType::King,
            _ => return None,
        })
    }
}

/// A man: kind and side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// What it is; never [`Kind::Platform`].
    pub kind: PieceType,
    /// Whose it is.
    pub side: Side,
}

impl Piece {
    /// The letter of position strings: upper case for White.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter().to_ascii_uppercase(),
            Side::Black => self.kind.letter(),
        }
    }

    /// The man whose letter this is.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        match PieceType::from_letter(letter.to_ascii_lowercase()) {
            Some(kind) => Some(Piece { kind, side }),
            None => None,
        }
    }
}

/// How a move is made, where from and to do not tell it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveType {
    /// A man goes from cell to cell, capturing what stands there; promotes if it carries a letter.
    Normal,
    /// A pawn captures a pawn that has just passed over the cell it goes to.
    EnPassant,
    /// From the king's cell to the cell of the rook.
    Castling,
    /// A platform goes from post to post.
    Platform,
    /// Space Chess: the king steps onto the elevator and rides on to the cell named last.
    ElevatorRide,
}

/// A move, in 24 bits: from, to, promotions, manner. Equal moves are equal bits, so the packing
/// into tables and records loses nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU32);

/// Set in every move, so that `Option<Move>` is as small as a move. Not part of the packing.
const MARK: u32 = 1 << 24;

impl Move {
    /// A move without promotion.
    #[inline(always)]
    pub const fn new(from: Place, to: Place, manner: MoveType) -> Move {
        Move::from_valid_bits(from as u32 | (to as u32) << 8 | (manner as u32) << 16)
    }

    /// The same move with promotions, in ascending file order: one for each pawn that promotes.
    /// A second one needs a first.
    #[inline(always)]
    pub const fn with_promotions(self, first: PieceType, second: Option<PieceType>) -> Move {
        let second = match second {
            Some(kind) => kind as u32,
            None => 0,
        };
        Move::from_valid_bits((self.to_bits() & 0x07_ffff) | (first as u32 + 5 * second) << 19)
    }

    #[inline(always)]
    const fn from_valid_bits(bits: u32) -> Move {
        match NonZeroU32::new(bits | MARK) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// The lossless packing: 24 bits, never zero for a legal move.
    #[inline(always)]
    pub const fn to_bits(self) -> u32 {
        self.0.get() & (MARK - 1)
    }

    /// The move packed in these bits; `None` for zero, for bits beyond the 24 and for bits that
    /// no move packs to. Whether it is legal somewhere is another question.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        let (manner, promotions) = (bits >> 16 & 7, bits >> 19 & 31);
        if bits == 0 || bits >= MARK || manner > MoveType::ElevatorRide as u32 || promotions >= 25 {
            return None;
        }
        // A second letter without a first is no packing.
        if promotions >= 5 && promotions % 5 == 0 {
            return None;
        }
        Some(Move::from_valid_bits(bits))
    }

    /// The place it leaves: a cell, for a platform a post.
    #[inline(always)]
    pub const fn from(self) -> Place {
        self.0.get() as u8
    }

    /// The place it goes to: a cell, for a platform a post; for castling the rook's cell, for a
    /// ride its end.
    #[inline(always)]
    pub const fn to(self) -> Place {
        (self.0.get() >> 8) as u8
    }

    /// How it is made.
    #[inline(always)]
    pub const fn kind(self) -> MoveType {
        match self.0.get() >> 16 & 7 {
            0 => MoveType::Normal,
            1 => MoveType::EnPassant,
            2 => MoveType::Castling,
            3 => MoveType::Platform,
            _ => MoveType::ElevatorRide,
        }
    }

    /// What the (first) promoting pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        Self::promotion_from_code((self.to_bits() >> 19) % 5)
    }

    /// What the second promoting pawn becomes.
    #[inline(always)]
    pub const fn second_promotion(self) -> Option<PieceType> {
        Self::promotion_from_code((self.to_bits() >> 19) / 5)
    }

    const fn promotion_from_code(code: u32) -> Option<PieceType> {
        match code {
            1 => Some(PieceType::Knight),
            2 => Some(PieceType::Bishop),
            3 => Some(PieceType::Rook),
            4 => Some(PieceType::Queen),
            _ => None,
        }
    }

    /// Does it promote anything?
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >> 19 & 31 != 0
    }

    /// Does a platform move?
    #[inline(always)]
    pub const fn is_platform_move(self) -> bool {
        self.0.get() >> 16 & 7 == MoveType::Platform as u32
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} {:?}", self.from(), self.to(), self.kind())?;
        for kind in [self.promotion(), self.second_promotion()].into_iter().flatten() {
            write!(f, "={}", kind.letter())?;
        }
        Ok(())
    }
}

/// More moves than any position can offer, set up by hand or reached by play.
///
/// On n live cells k men have at most k (n - k) cells to go to: 1024 in all on 64 cells, as most
/// games have, and 1296 on the 72 of `sixfold`; castling, promotions and platforms cannot double
/// that. On the 192 cells of Space Chess two bounds hold. k men have at most 37 k moves, a queen's
/// most (a pawn's few cells make less even with all letters, and so do a king's, with castling and
/// rides). And at most 34 men come to each of the 192 - k cells that the side does not hold, one
/// along each of 18 lines and 16 by leaps. That leaves out four letters for each of six pawns that
/// promote on a cell, on 24 cells; the runs of 16 fresh pawns, at most six each; castling and
/// rides: less than 736 in all. The lesser of 37 k and 34 (192 - k) + 736 stays below 3,800.
pub const MAX_MOVES: usize = 4096;

/// A list of moves that lives on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pack_unpack_round_trip() {
        let plain = Move::new(3, 200, MoveType::Castling);
        let twice = plain.with_promotions(PieceType::Queen, Some(PieceType::Knight));
        for mv in [plain, plain.with_promotions(PieceType::Rook, None), twice] {
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
        assert_eq!(twice.promotion(), Some(PieceType::Queen));
        assert_eq!(twice.second_promotion(), Some(PieceType::Knight));
        assert!(twice.is_promotion() && !plain.is_promotion());
        assert_eq!((twice.from(), twice.to(), twice.kind()), (3, 200, MoveType::Castling));
    }

    #[test]
    fn from_bits_rejects_invalid_bits() {
        for bits in [0, 1 << 24, 7 << 16, 25 << 19, 5 << 19] {
            assert_eq!(Move::from_bits(bits), None, "{bits:#x}");
        }
        assert_eq!(size_of::<Option<Move>>(), 4);
    }
}
