//! The table of one ending.

use super::layout::Layout;
use super::material::Material;
use super::value::{EndingValue, Index};
use crate::geometry::Place;
use crate::moves::Side;

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
    /// The pieces.
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
