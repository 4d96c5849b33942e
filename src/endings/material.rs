//! The pieces of an ending, and their text: `KQ-KR`.

use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::rules::GameInfo;
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// The largest number of pieces of an ending, with the kings.
pub const MAX_PIECES: usize = 5;

/// The pieces of an ending: both kings, White's first, then the others of White, then those of
/// Black, each in the order of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Material(ArrayVec<Piece, MAX_PIECES>);

/// Why a text names no ending.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MaterialError {
    /// It has not two sides.
    #[error("`{0}` read, the pieces of White, `-` and those of Black expected, as in `KQ-K`")]
    Sides(String),
    /// A letter stands for no piece.
    #[error("`{letter}` read, one of the letters `{expected}` expected")]
    Letter {
        /// The letter that was read.
        letter: char,
        /// The letters of the kinds of pieces.
        expected: String,
    },
    /// A side does not have one king.
    #[error("`{0}` read, one king of each side expected")]
    Kings(String),
    /// There are too many pieces.
    #[error("{0} pieces read, at most {MAX_PIECES} expected")]
    TooMany(usize),
}

impl Material {
    /// Returns the ending with these pieces; `None` if there are too many, or not one king of each
    /// side.
    pub fn new(game: &GameInfo, pieces: impl IntoIterator<Item = Piece>) -> Option<Material> {
        let mut all = ArrayVec::new();
        for piece in pieces {
            all.try_push(piece).ok()?;
        }
        Material::of(game, all)
    }

    fn of(game: &GameInfo, mut all: ArrayVec<Piece, MAX_PIECES>) -> Option<Material> {
        all.sort_unstable_by_key(|piece| order(game, piece));
        let kings = all.iter().filter(|piece| piece.kind == game.king).map(|piece| piece.side);
        kings.eq(Side::ALL).then_some(Material(all))
    }

    /// Reads a text such as `KQ-KR`, the pieces of White first.
    ///
    /// # Errors
    /// [`MaterialError`].
    pub fn parse(game: &GameInfo, text: &str) -> Result<Material, MaterialError> {
        let (white, black) =
            text.split_once('-').ok_or_else(|| MaterialError::Sides(text.to_owned()))?;
        let mut pieces = Vec::new();
        for (side, letters) in [(Side::White, white), (Side::Black, black)] {
            for letter in letters.chars() {
                let kind = game.pieces.kind_of_capital(letter);
                let kind = kind.ok_or_else(|| MaterialError::Letter {
                    letter,
                    expected: game.pieces.kinds().map(|kind| game.pieces.capital(kind)).collect(),
                })?;
                pieces.push(Piece { kind, side });
            }
        }
        if pieces.len() > MAX_PIECES {
            return Err(MaterialError::TooMany(pieces.len()));
        }
        Material::new(game, pieces).ok_or_else(|| MaterialError::Kings(text.to_owned()))
    }

    /// Returns every ending in which White has one piece besides the kings.
    pub fn all_of_three(game: &GameInfo) -> Vec<Material> {
        let others = game.pieces.kinds().filter(|&kind| kind != game.king);
        let mut others: Vec<_> = others.collect();
        others.sort_by_key(|&kind| Reverse(game.pieces.value(kind)));
        let kings = Side::ALL.map(|side| Piece { kind: game.king, side });
        let with =
            |kind| Material::new(game, [kings[0], kings[1], Piece { kind, side: Side::White }]);
        others.into_iter().filter_map(with).collect()
    }

    /// Returns the pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// Returns the text, as in [`Material::parse`].
    pub fn text(&self, game: &GameInfo) -> String {
        let letters = |side: Side| -> String {
            let own = self.0.iter().filter(|piece| piece.side == side);
            own.map(|piece| game.pieces.capital(piece.kind)).collect()
        };
        format!("{}-{}", letters(Side::White), letters(Side::Black))
    }

    /// Returns the ending after the capture of the piece of that number, or after a promotion of
    /// one, or both.
    pub(super) fn after(
        &self,
        game: &GameInfo,
        captured: Option<usize>,
        promoted: Option<(usize, Piece)>,
    ) -> Option<Material> {
        let pieces = self.0.iter().enumerate().filter(|&(number, _)| Some(number) != captured);
        let pieces = pieces.map(|(number, &piece)| match promoted {
            Some((pawn, new)) if pawn == number => new,
            _ => piece,
        });
        Material::new(game, pieces)
    }
}

/// Brings pieces with their places into the order of an ending.
pub(super) fn sort(game: &GameInfo, pieces: &mut [(Piece, Place)]) {
    pieces.sort_unstable_by_key(|(piece, _)| order(game, piece));
}

/// Returns the place of a piece in the order of an ending.
fn order(game: &GameInfo, piece: &Piece) -> (bool, usize, Reverse<i32>, usize) {
    let &Piece { kind, side } = piece;
    (kind != game.king, side.index(), Reverse(game.pieces.value(kind)), kind.index())
}
