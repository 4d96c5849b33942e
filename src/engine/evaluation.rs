//! The static evaluation of a position, for people.

use crate::eval::Evaluate;
use crate::eval::breakdown::breakdown;
use crate::eval::network::Network;
use crate::rules::diagram::worth_diagram;

/// The static evaluation of a position and its parts, in centipawns; see
/// [`Breakdown`](crate::eval::breakdown::Breakdown).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The evaluation, from the side to move.
    pub value: i32,
    /// The terms by name, from White's point of view.
    pub terms: Vec<(&'static str, i32)>,
    /// The worth of each piece but the kings by the name of its cell, from White's point of view.
    pub pieces: Vec<(String, i32)>,
    /// A diagram of the board with the worth of each piece in pawns.
    pub diagram: String,
}

impl Evaluation {
    /// Evaluates a board.
    pub(super) fn new<B: Evaluate>(network: Option<&Network>, board: &B) -> Evaluation {
        let game = board.game();
        let breakdown = breakdown(network, board);
        let pieces = breakdown.pieces.iter();
        Evaluation {
            value: breakdown.value,
            terms: breakdown.terms,
            pieces: pieces.map(|&(cell, worth)| (game.space.place_name(cell), worth)).collect(),
            diagram: worth_diagram(board, &breakdown.pieces),
        }
    }
}
