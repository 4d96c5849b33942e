//! Sides, pieces, moves and move lists. The game defines the kinds of pieces.
//!
//! A move names *places*: cells or posts, numbered by the rule set's geometry. A place says where
//! in space a piece or a platform stands, never which of several platforms carries it. A move
//! stored in a table therefore means the same pieces wherever it is read back.

mod pieces;

pub use pieces::{Piece, PieceInfo, PieceTable, PieceType, Side};

use crate::geometry::Place;
use std::fmt;
use std::num::NonZeroU32;

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
    /// A move of a kind that only its game has.
    Special,
}

impl MoveType {
    /// All types.
    pub const ALL: [MoveType; 5] = [
        MoveType::Normal,
        MoveType::EnPassant,
        MoveType::Castling,
        MoveType::Platform,
        MoveType::Special,
    ];
}

/// A move in 29 bits: from (9), to (9), type (3), first and second promotion (4 each). A promotion
/// is the index of the piece type, or 0 for none. Equal moves have equal bits, so packing a move
/// into a table or a game record is lossless.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU32);

/// A bit set in every move, so that `Option<Move>` has the size of `Move`. [`Move::to_bits`] drops
/// it.
const MARK: u32 = 1 << Move::BITS;

const PLACE_MASK: u32 = (1 << 9) - 1;
const TO_SHIFT: u32 = 9;
const TYPE_SHIFT: u32 = 18;
const TYPE_MASK: u32 = 7;
const PROMOTION_SHIFT: u32 = 21;
const SECOND_PROMOTION_SHIFT: u32 = 25;
const PROMOTION_MASK: u32 = 15;

impl Move {
    /// The number of bits of a packed move.
    pub const BITS: u32 = 29;

    /// Returns a move without promotion.
    #[inline(always)]
    pub const fn new(from: Place, to: Place, kind: MoveType) -> Move {
        Move::from_valid_bits(from as u32 | (to as u32) << TO_SHIFT | (kind as u32) << TYPE_SHIFT)
    }

    /// Returns the move with these promotions, in the order of their letters in UCI notation.
    #[inline(always)]
    pub const fn with_promotions(self, first: PieceType, second: Option<PieceType>) -> Move {
        let second = match second {
            None => 0,
            Some(second) => second.index() as u32,
        };
        Move::from_valid_bits(
            self.without_promotions().to_bits()
                | (first.index() as u32) << PROMOTION_SHIFT
                | second << SECOND_PROMOTION_SHIFT,
        )
    }

    /// Returns the move without its promotions.
    #[inline(always)]
    pub const fn without_promotions(self) -> Move {
        Move::from_valid_bits(self.to_bits() & ((1 << PROMOTION_SHIFT) - 1))
    }

    #[inline(always)]
    const fn from_valid_bits(bits: u32) -> Move {
        match NonZeroU32::new(bits | MARK) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// Packs the move into [`Move::BITS`] bits, which are never zero for a legal move.
    #[inline(always)]
    pub const fn to_bits(self) -> u32 {
        self.0.get() & (MARK - 1)
    }

    /// Unpacks a move. Returns `None` for bits that no move packs to. The move need not be legal in
    /// any position.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        let is_valid = bits != 0
            && bits < MARK
            && bits >> TYPE_SHIFT & TYPE_MASK <= MoveType::Special as u32
            && (bits >> PROMOTION_SHIFT & PROMOTION_MASK != 0
                || bits >> SECOND_PROMOTION_SHIFT == 0);
        if is_valid { Some(Move::from_valid_bits(bits)) } else { None }
    }

    /// Returns the origin: a cell, or a post for a platform move.
    #[inline(always)]
    pub const fn from(self) -> Place {
        (self.0.get() & PLACE_MASK) as Place
    }

    /// Returns the destination: a cell, or a post for a platform move. For castling it is the
    /// rook's cell, for a special move the cell where the piece ends.
    #[inline(always)]
    pub const fn to(self) -> Place {
        (self.0.get() >> TO_SHIFT & PLACE_MASK) as Place
    }

    /// Returns the type of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveType {
        match self.0.get() >> TYPE_SHIFT & TYPE_MASK {
            0 => MoveType::Normal,
            1 => MoveType::EnPassant,
            2 => MoveType::Castling,
            3 => MoveType::Platform,
            _ => MoveType::Special,
        }
    }

    /// Returns the type that the (first) promoting pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        self.promotion_at(PROMOTION_SHIFT)
    }

    /// Returns the type that the second promoting pawn becomes.
    #[inline(always)]
    pub const fn second_promotion(self) -> Option<PieceType> {
        self.promotion_at(SECOND_PROMOTION_SHIFT)
    }

    #[inline(always)]
    const fn promotion_at(self, shift: u32) -> Option<PieceType> {
        match self.0.get() >> shift & PROMOTION_MASK {
            0 => None,
            index => Some(PieceType::new(index as usize)),
        }
    }

    /// Returns the types that pawns become, in the order of their letters in UCI notation.
    pub fn promotions(self) -> impl Iterator<Item = PieceType> {
        [self.promotion(), self.second_promotion()].into_iter().flatten()
    }

    /// Returns whether a pawn promotes.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & PROMOTION_MASK << PROMOTION_SHIFT != 0
    }

    /// Returns whether a platform moves.
    #[inline(always)]
    pub const fn is_platform_move(self) -> bool {
        self.0.get() >> TYPE_SHIFT & TYPE_MASK == MoveType::Platform as u32
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{} {:?}", self.from(), self.to(), self.kind())?;
        for kind in self.promotions() {
            write!(f, "={}", kind.index())?;
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
        let plain = Move::new(3, 511, MoveType::Castling);
        assert_eq!(Move::from_bits(plain.to_bits()), Some(plain));
        assert!(!plain.is_promotion());
        assert_eq!((plain.from(), plain.to(), plain.kind()), (3, 511, MoveType::Castling));
        for first in (1..PieceType::MAX_COUNT).map(PieceType::new) {
            for second in (0..PieceType::MAX_COUNT).map(PieceType::new) {
                let second = (second.index() > 0).then_some(second);
                let mv = plain.with_promotions(first, second);
                assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                assert_eq!((mv.promotion(), mv.second_promotion()), (Some(first), second));
                assert!(mv.is_promotion() && mv.without_promotions() == plain);
            }
        }
    }

    #[test]
    fn from_bits_rejects_invalid_bits() {
        for bits in [0, 1 << Move::BITS, 7 << TYPE_SHIFT, 1 << SECOND_PROMOTION_SHIFT] {
            assert_eq!(Move::from_bits(bits), None, "{bits:#x}");
        }
        assert_eq!(size_of::<Option<Move>>(), 4);
    }
}
