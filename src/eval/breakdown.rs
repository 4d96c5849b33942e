//! How the static evaluation of a position comes about, for people.

use super::network::{Network, NetworkBase};
use super::{EvalStack, Evaluate};
use crate::geometry::Place;
use crate::moves::Side;

/// The static evaluation of a position and its parts, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    /// The evaluation, from the side to move.
    pub value: i32,
    /// The terms of the hand-made evaluation and the output of the network, by name, from White's
    /// point of view. Up to rounding, their sum is the evaluation.
    pub terms: Vec<(&'static str, i32)>,
    /// The worth of each piece but the kings: the evaluation minus that of the position without the
    /// piece, from White's point of view.
    pub pieces: Vec<(Place, i32)>,
}

/// Returns the breakdown of a board's evaluation by a network, or by hand if there is none.
pub fn breakdown<B: Evaluate>(network: Option<&Network>, board: &B) -> Breakdown {
    let game = board.game();
    let for_white = |value: i32| if board.side_to_move() == Side::White { value } else { -value };
    let mut stack = EvalStack::new(game, 1);
    let value = stack.evaluate_fresh(network, board);
    let terms = match network.map(Network::base) {
        None => board.terms(),
        Some(NetworkBase::HandMade) => {
            let by_hand = board.evaluate(&board.new_accumulator());
            [board.terms(), vec![("network", for_white(value - by_hand))]].concat()
        }
        Some(NetworkBase::Material | NetworkBase::None) => vec![("network", for_white(value))],
    };
    let mut pieces = Vec::new();
    for cell in game.cells() {
        if board.piece_at(cell).is_some_and(|piece| piece.kind != game.king) {
            let without = stack.evaluate_fresh(network, &board.without_piece(cell));
            pieces.push((cell, for_white(value - without)));
        }
    }
    Breakdown { value, terms, pieces }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::NetworkData;
    use crate::rules::{BuiltIn, Chess, Kobayashi, Rules};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn terms_sum_to_the_evaluation() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let board = Kobayashi::startpos().make_null();
        for base in [NetworkBase::None, NetworkBase::Material, NetworkBase::HandMade] {
            let data = NetworkData::random(Kobayashi::game_info(), 8, 1, base, &mut random);
            let network = Network::new(Kobayashi::game_info(), &data, 0);
            let Breakdown { value, terms, .. } = breakdown(Some(&network), &board);
            let sum: i32 = terms.iter().map(|term| term.1).sum();
            assert!((sum + value).abs() <= 2 + terms.len() as i32, "{value} {terms:?}");
        }
    }

    /// A queen is worth the same for both sides where the board is symmetric.
    #[test]
    fn pieces_have_the_sign_of_their_side() {
        for side in ["w", "b"] {
            let fen = format!("3qk3/pppp4/8/8/8/8/PPPP4/3QK3 {side} - - 0 1");
            let board = Chess::from_fen(&fen).expect("a FEN");
            let pieces = breakdown(None, &board).pieces;
            assert_eq!(pieces.len(), 10);
            let worth = |name| {
                let cell = Chess::game_info().space.place_from_name(name);
                pieces.iter().find(|piece| Some(piece.0) == cell).expect("a piece").1
            };
            assert!(worth("d1") > 700, "{pieces:?}");
            assert_eq!(worth("d1"), -worth("d8"));
        }
    }
}
