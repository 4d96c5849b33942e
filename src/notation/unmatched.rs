//! What a notation reads from a text that no legal move accepts.

use crate::geometry::Place;
use crate::moves::PieceType;
use crate::rules::BoardText;

/// The move that a text describes, though it is not legal.
pub(super) enum Unmatched {
    /// An error that does not depend on the position.
    Error(String),
    /// A move in UCI notation.
    UciMove(String),
    /// A move of a piece.
    PieceMove {
        kind: PieceType,
        /// The cells that the text allows as the origin.
        origins: Vec<Place>,
        to: Place,
        /// The letters of the promotion.
        promotion: String,
    },
}

/// Returns all cells that satisfy a condition.
pub(super) fn cells_where<B: BoardText>(condition: impl Fn(Place) -> bool) -> Vec<Place> {
    (0..B::CELLS).map(|cell| cell as Place).filter(|&cell| condition(cell)).collect()
}
