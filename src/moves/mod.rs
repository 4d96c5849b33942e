//! Sides, pieces, moves and move lists.
//!
//! A move names *places*: cells or posts, numbered by the rule set's geometry. A place says where
//! in space a piece or a platform stands, never which of several platforms carries it. A move
//! stored in a table therefore means the same pieces wherever it is read back.

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

    /// Returns this side's one of two values, of which White's is the first.
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

/// The six types of pieces, and the platform as a seventh thing that moves.
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
    /// An attack board, which carries the pieces on it. It is not a piece.
    Platform,
}

impl PieceType {
    /// The six types of pieces, in ascending order of value.
    pub const PIECES: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// The types that a pawn can promote to, in descending order of value.
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// The number of types, the platform included.
    pub const COUNT: usize = 7;

    /// 0 for the pawn … 5 for the king, 6 for the platform.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter of a FEN (`p` … `k`); `*` for the platform.
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

    /// Parses the lower-case letter of a piece type.
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

/// A piece: its type and its side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The type; never [`PieceType::Platform`].
    pub kind: PieceType,
    /// The side it belongs to.
    pub side: Side,
}

impl Piece {
    /// The letter of a FEN: upper case for White.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter().to_ascii_uppercase(),
            Side::Black => self.kind.letter(),
        }
    }

    /// Parses the letter of a FEN.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        match PieceType::from_letter(letter.to_ascii_lowercase()) {
            Some(kind) => Some(Piece { kind, side }),
            None => None,
        }
    }
}

/// The type of a move, which its two places alone do not determine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveType {
    /// A piece goes from cell to cell and captures a piece that stands there. It may be a
    /// promotion.
    Normal,
    /// A pawn captures a pawn that has just passed over the destination.
    EnPassant,
    /// Castling, written from the king's cell to the rook's cell.
    Castling,
    /// A platform goes from post to post.
    Platform,
    /// Space Chess: the king steps onto the elevator and rides to the destination.
    ElevatorRide,
}

/// A move in 24 bits: from (8), to (8), type (3), promotions (5). The promotions are `first + 5 *
/// second`, each the index of its piece type, or 0 for none. Equal moves have equal bits, so packing
/// a move into a table or a game record is lossless.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU32);

/// A bit set in every move, so that `Option<Move>` has the size of `Move`. [`Move::to_bits`] drops
/// it.
const MARK: u32 = 1 << 24;

impl Move {
    /// Returns a move without promotion.
    #[inline(always)]
    pub const fn new(from: Place, to: Place, kind: MoveType) -> Move {
        Move::from_valid_bits(from as u32 | (to as u32) << 8 | (kind as u32) << 16)
    }

    /// Returns the same move with promotions: one for each pawn that promotes, in ascending order
    /// of files.
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

    /// Packs the move into 24 bits, which are never zero for a legal move.
    #[inline(always)]
    pub const fn to_bits(self) -> u32 {
        self.0.get() & (MARK - 1)
    }

    /// Unpacks a move. Returns `None` for bits that no move packs to. The move need not be legal in
    /// any position.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        let (kind, promotions) = (bits >> 16 & 7, bits >> 19 & 31);
        if bits == 0 || bits >= MARK || kind > MoveType::ElevatorRide as u32 || promotions >= 25 {
            return None;
        }
        // A second promotion requires a first.
        if promotions >= 5 && promotions % 5 == 0 {
            return None;
        }
        Some(Move::from_valid_bits(bits))
    }

    /// The origin: a cell, or a post for a platform move.
    #[inline(always)]
    pub const fn from(self) -> Place {
        self.0.get() as u8
    }

    /// The destination: a cell, or a post for a platform move. For castling it is the rook's cell,
    /// for an elevator ride the last cell.
    #[inline(always)]
    pub const fn to(self) -> Place {
        (self.0.get() >> 8) as u8
    }

    /// The type of the move.
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

    /// The type that the (first) promoting pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        Self::promotion_from_code((self.to_bits() >> 19) % 5)
    }

    /// The type that the second promoting pawn becomes.
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

    /// Returns whether a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >> 19 & 31 != 0
    }

    /// Returns whether a platform moves.
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

/// An upper bound on the number of legal moves of any position, whether reached by play or set up.
///
/// With n live cells, k pieces have at most k (n - k) destinations: 1024 on the 64 cells of most
/// rule sets, and 1296 on the 72 of `sixfold`. Castling, promotions and platforms cannot double
/// that. On the 192 cells of Space Chess two bounds hold:
///
/// - k pieces have at most 37 k moves, the maximum of a queen. (A pawn has few destinations, so it
///   has fewer moves even with all promotions, and so has a king with castling and rides.)
/// - At most 34 pieces reach each of the 192 - k cells that the side does not occupy: one along
///   each of 18 lines and 16 by leaps. This leaves out four promotions for each of six pawns that
///   promote on a cell, on 24 cells; at most six runs for each of 16 unmoved pawns; castling and
///   rides: fewer than 736 in all.
///
/// The smaller of 37 k and 34 (192 - k) + 736 stays below 3,800.
pub const MAX_MOVES: usize = 4096;

/// A list of moves on the call stack.
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
