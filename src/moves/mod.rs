//! Sides, pieces, moves and move lists.
//!
//! A move names *places*: cells or posts, numbered by the rule set's geometry. A place says where
//! in space a piece or a platform stands, never which of several platforms carries it. A move
//! stored in a table therefore means the same pieces wherever it is read back.

use crate::geometry::Place;
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

/// The seven types of pieces, and the platform as an eighth thing that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// P
    Pawn,
    /// U: moves along space diagonals; only in `raumschach`.
    Unicorn,
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
    /// The types of pieces, in ascending order of value.
    pub const PIECES: [PieceType; 7] = [
        PieceType::Pawn,
        PieceType::Unicorn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// The types of pieces of ordinary chess, which most rule sets use, in ascending order of value.
    pub const CHESS_PIECES: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// The types that a pawn can promote to in rule sets without unicorns, in descending order of
    /// value.
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// The number of types, the platform included.
    pub const COUNT: usize = 8;

    /// 0 for the pawn … 6 for the king, 7 for the platform.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case letter of a FEN (`p` … `k`); `*` for the platform.
    pub const fn letter(self) -> char {
        match self {
            PieceType::Pawn => 'p',
            PieceType::Unicorn => 'u',
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
            'u' => PieceType::Unicorn,
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

/// A move in 24 bits: from (8), to (8), type (3), promotions (5). The promotions are 0 for none, the
/// index of the piece type (1 to 5) for one, or `FIRST_PAIR` and above for two. Equal moves have
/// equal bits, so packing a move into a table or a game record is lossless.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU32);

/// A bit set in every move, so that `Option<Move>` has the size of `Move`. [`Move::to_bits`] drops
/// it.
const MARK: u32 = 1 << 24;

/// The first code of a pair of promotions: a pair is [`FIRST_PAIR`] `+ first + 4 * second`, where
/// the piece types count from 0 for the knight to 3 for the queen. No rule set that has two
/// promotions in a move has unicorns.
const FIRST_PAIR: u32 = 6;
/// The number of codes of promotions.
const PROMOTION_CODES: u32 = FIRST_PAIR + 16;

impl Move {
    /// Returns a move without promotion.
    #[inline(always)]
    pub const fn new(from: Place, to: Place, kind: MoveType) -> Move {
        Move::from_valid_bits(from as u32 | (to as u32) << 8 | (kind as u32) << 16)
    }

    /// Returns the same move with promotions, in the order of their letters in UCI notation. Two
    /// promotions must not include a unicorn.
    #[inline(always)]
    pub const fn with_promotions(self, first: PieceType, second: Option<PieceType>) -> Move {
        const KNIGHT: u32 = PieceType::Knight as u32;
        let code = match second {
            None => first as u32,
            Some(second) => FIRST_PAIR + (first as u32 - KNIGHT) + 4 * (second as u32 - KNIGHT),
        };
        Move::from_valid_bits((self.to_bits() & 0x07_ffff) | code << 19)
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
        let is_valid = bits != 0
            && bits < MARK
            && kind <= MoveType::ElevatorRide as u32
            && promotions < PROMOTION_CODES;
        if is_valid { Some(Move::from_valid_bits(bits)) } else { None }
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
        match self.promotion_code() {
            code if code < FIRST_PAIR => promotion_from_index(code),
            code => promotion_from_index(PieceType::Knight as u32 + (code - FIRST_PAIR) % 4),
        }
    }

    /// The type that the second promoting pawn becomes.
    #[inline(always)]
    pub const fn second_promotion(self) -> Option<PieceType> {
        match self.promotion_code() {
            code if code < FIRST_PAIR => None,
            code => promotion_from_index(PieceType::Knight as u32 + (code - FIRST_PAIR) / 4),
        }
    }

    #[inline(always)]
    const fn promotion_code(self) -> u32 {
        self.to_bits() >> 19
    }

    /// Returns whether a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.promotion_code() != 0
    }

    /// Returns whether a platform moves.
    #[inline(always)]
    pub const fn is_platform_move(self) -> bool {
        self.0.get() >> 16 & 7 == MoveType::Platform as u32
    }
}

/// Returns the piece type with this index if a pawn can promote to it.
#[inline(always)]
const fn promotion_from_index(index: u32) -> Option<PieceType> {
    match index {
        1 => Some(PieceType::Unicorn),
        2 => Some(PieceType::Knight),
        3 => Some(PieceType::Bishop),
        4 => Some(PieceType::Rook),
        5 => Some(PieceType::Queen),
        _ => None,
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

/// A list of moves. The rule set bounds the number of those of one position.
pub type MoveList = Vec<Move>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pack_unpack_round_trip() {
        let plain = Move::new(3, 200, MoveType::Castling);
        let twice = plain.with_promotions(PieceType::Queen, Some(PieceType::Knight));
        for mv in [plain, twice] {
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
        for first in [PieceType::Unicorn].into_iter().chain(PieceType::PROMOTIONS) {
            let mv = plain.with_promotions(first, None);
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
            assert_eq!((mv.promotion(), mv.second_promotion()), (Some(first), None));
        }
        for first in PieceType::PROMOTIONS {
            for second in PieceType::PROMOTIONS {
                let mv = plain.with_promotions(first, Some(second));
                assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                assert_eq!((mv.promotion(), mv.second_promotion()), (Some(first), Some(second)));
            }
        }
        assert!(twice.is_promotion() && !plain.is_promotion());
        assert_eq!((twice.from(), twice.to(), twice.kind()), (3, 200, MoveType::Castling));
    }

    #[test]
    fn from_bits_rejects_invalid_bits() {
        for bits in [0, 1 << 24, 7 << 16, 22 << 19, 31 << 19] {
            assert_eq!(Move::from_bits(bits), None, "{bits:#x}");
        }
        assert_eq!(size_of::<Option<Move>>(), 4);
    }
}
