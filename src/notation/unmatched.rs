//! What a notation reads from a text that no legal move accepts.

use crate::geometry::Place;
use crate::moves::PieceType;
use crate::rules::GameInfo;

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
pub(super) fn cells_where(game: &GameInfo, condition: impl Fn(Place) -> bool) -> Vec<Place> {
    game.cells().filter(|&cell| condition(cell)).collect()
}
