//! The table of one ending.

use super::layout::Layout;
use super::material::{MAX_PIECES, Material, sort};
use super::value::{EndingValue, Index};
use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::rules::GameInfo;
use arrayvec::ArrayVec;
use std::sync::Arc;

/// The codes of all positions: a byte each where that is enough.
pub(super) enum Codes {
    Bytes(Box<[u8]>),
    Words(Box<[u16]>),
}

/// The table of one ending.
pub struct Ending {
    pub(super) material: Material,
    pub(super) layout: Layout,
    pub(super) codes: Codes,
    pub(super) has_wins: bool,
}

impl Ending {
    /// Returns the pieces.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// Returns what a position leads to; `None` if it is not legal. The pieces are in the order of
    /// [`Ending::material`], except that those of one kind and side may change places.
    pub fn value(&self, cells: &[Place], side: Side) -> Option<EndingValue> {
        let cells = self.layout.numbers_of(cells)?;
        EndingValue::from_code(self.code(self.layout.index(&cells, side)))
    }

    /// Returns whether either side wins in any position.
    pub fn has_wins(&self) -> bool {
        self.has_wins
    }

    /// Returns the number of bytes of the table.
    pub fn bytes(&self) -> usize {
        match &self.codes {
            Codes::Bytes(codes) => codes.len(),
            Codes::Words(codes) => 2 * codes.len(),
        }
    }

    pub(super) fn code(&self, index: Index) -> u16 {
        match &self.codes {
            Codes::Bytes(codes) => codes[index as usize].into(),
            Codes::Words(codes) => codes[index as usize],
        }
    }
}

/// Returns what a position leads to by the table of its pieces; `None` if that is not among these
/// tables, or if the position is not legal. Sorts the pieces.
pub(super) fn look_up(
    endings: &[Arc<Ending>],
    game: &GameInfo,
    pieces: &mut [(Piece, Place)],
    side: Side,
) -> Option<EndingValue> {
    sort(game, pieces);
    let has_pieces = |ending: &&Arc<Ending>| {
        ending.material.pieces().iter().eq(pieces.iter().map(|(piece, _)| piece))
    };
    let ending = endings.iter().find(has_pieces)?;
    let places: ArrayVec<Place, MAX_PIECES> = pieces.iter().map(|&(_, place)| place).collect();
    ending.value(&places, side)
}
