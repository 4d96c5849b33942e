//! The pieces of an ending, and the position of such pieces.

use crate::moves::Side;

/// The letters of the kinds of pieces in the names of files, in the order of [`Pieces`].
const LETTERS: &str = "PNBRQK";
/// The number of kinds.
const KINDS: usize = LETTERS.len();
/// The index of the pawn among the kinds.
const PAWN: usize = 0;
/// The index of the king among the kinds.
const KING: usize = KINDS - 1;
/// The largest number of pieces of a file.
pub(super) const MAX_PIECES: usize = 7;

/// A piece as the files write it: 1 to 6 for a kind of White, 8 more for one of Black.
pub(super) type Code = u8;
/// The code of a pawn of White.
pub(super) const WHITE_PAWN: Code = 1;
/// The code of the king of White.
pub(super) const WHITE_KING: Code = 6;
/// The bit by which the codes of the two sides differ.
pub(super) const BLACK_BIT: Code = 8;

/// The pieces of a position of ordinary chess.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// The squares of pawns, knights, bishops, rooks, queens and king, of White and of Black. The
    /// number of a square is rank × 8 + file.
    pub squares: [[u64; KINDS]; 2],
    /// The side to move.
    pub side_to_move: Side,
}

impl Pieces {
    /// Returns the squares of the pieces of a code.
    pub(super) fn of(&self, code: Code) -> u64 {
        let side = usize::from(code & BLACK_BIT != 0);
        let kind = usize::from(code & !BLACK_BIT).wrapping_sub(1);
        self.squares[side].get(kind).copied().unwrap_or(0)
    }
}

/// The number of pieces of each kind, of White and of Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Material([[u8; KINDS]; 2]);

impl Material {
    /// Returns the material of a position.
    pub(super) fn of(pieces: &Pieces) -> Material {
        Material(pieces.squares.map(|side| side.map(|squares| squares.count_ones() as u8)))
    }

    /// Reads the name of a file without its extension: `KRPvKR`.
    pub(super) fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let mut counts = [[0; KINDS]; 2];
        for (side, letters) in counts.iter_mut().zip([white, black]) {
            for letter in letters.chars() {
                side[LETTERS.find(letter)?] += 1;
            }
        }
        let material = Material(counts);
        let has_kings = counts.iter().all(|side| side[KING] == 1);
        (has_kings && name.len() <= MAX_PIECES + 1).then_some(material)
    }

    /// Returns the material of these codes.
    pub(super) fn of_codes(codes: &[Code]) -> Option<Material> {
        let mut counts = [[0; KINDS]; 2];
        for &code in codes {
            let side = &mut counts[usize::from(code & BLACK_BIT != 0)];
            *side.get_mut(usize::from(code & !BLACK_BIT).checked_sub(1)?)? += 1;
        }
        Some(Material(counts))
    }

    /// Returns the number of all pieces.
    pub(super) fn count(&self) -> usize {
        self.0.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// Returns the material with the sides exchanged.
    pub(super) fn swapped(&self) -> Material {
        let Material([white, black]) = *self;
        Material([black, white])
    }

    /// Returns whether both sides have the same pieces.
    pub(super) fn is_symmetric(&self) -> bool {
        *self == self.swapped()
    }

    /// Returns whether neither side has a piece besides its king.
    pub(super) fn has_kings_only(&self) -> bool {
        self.count() == 2
    }

    /// Returns whether there are pawns.
    pub(super) fn has_pawns(&self) -> bool {
        self.0.iter().any(|side| side[PAWN] > 0)
    }

    /// Returns whether both sides have pawns.
    pub(super) fn has_pawns_of_both(&self) -> bool {
        self.0.iter().all(|side| side[PAWN] > 0)
    }
}
