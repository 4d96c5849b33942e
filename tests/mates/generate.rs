//! Looks for positions for `tests/mates/NAME.mates`: mates that come about in games of the engine,
//! at few nodes, with a random mover or with itself. The solver alone says what is a mate, so that
//! nothing is chosen for the search to find it.

use super::solver::Solver;
use super::{Mate, read_mates};
use crate::support::players::{EnginePlayer, Player, RandomMover};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use triskelion::position::Position;
use triskelion::registry::RuleSet;

/// What the solver may look at for one position; harder ones are dropped.
const MAX_BOARDS: u64 = 3_000_000;

/// How many mates of each distance the file should have. In Space Chess, whose kings have up to
/// twenty-six cells to go to, mates in four take long to prove.
pub fn expected_counts(name: &str) -> BTreeMap<u32, usize> {
    match name {
        "spacechess" => BTreeMap::from([(1, 50), (2, 80), (3, 70), (4, 6)]),
        _ => BTreeMap::from([(1, 40), (2, 60), (3, 60), (4, 40)]),
    }
}

/// The boards of a game that somebody wins, from which the winner is to move, the last one first.
fn won_game_boards<B: RuleSet>(seed: u64) -> Vec<B> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let weaker: Box<dyn Player<B>> = match random.random_bool(0.5) {
        true => Box::new(RandomMover::new(seed)),
        false => Box::new(EnginePlayer::new(150)),
    };
    let mut players: [Box<dyn Player<B>>; 2] = [Box::new(EnginePlayer::new(500)), weaker];
    players.rotate_left(random.random_range(0..2));
    let mut position = Position::new(B::startpos());
    let mut boards = Vec::new();
    while position.outcome().is_none() && position.ply_count() < 200 {
        boards.push(*position.board());
        // Now and then anybody errs, so that both sides mate and no game is like another.
        let mv = match random.random_range(0..6) {
            0 => RandomMover::new(random.random()).choose(&position),
            _ => players[position.side_to_move().index()].choose(&position),
        };
        position.make(mv, &mut ());
    }
    let winner = position.outcome().and_then(|ending| ending.winner);
    boards.retain(|board| Some(board.side_to_move()) == winner);
    boards.reverse();
    boards
}

/// Prints as many mates as the file lacks, each from a game of its own. The fifty-move rule is far
/// from all of them.
pub fn print_missing_mates<B: RuleSet>() {
    let mut lacking = expected_counts(B::NAME);
    let mut known = BTreeSet::new();
    for Mate { distance, fen: position } in read_mates(B::NAME) {
        lacking.entry(distance).and_modify(|count| *count = count.saturating_sub(1));
        known.insert(position);
    }
    let mut seed = 0;
    loop {
        lacking.retain(|_, count| *count > 0);
        let Some(&most) = lacking.keys().last() else { break };
        seed += 1;
        let mut longest = None;
        for board in won_game_boards::<B>(seed).iter().take(most as usize + 1) {
            if board.halfmove_clock() < 60
                && let Some(Some(distance)) = Solver::new(MAX_BOARDS).distance(board, most)
                && lacking.contains_key(&distance)
                && !known.contains(&board.to_fen())
            {
                longest = longest.max(Some((distance, board.to_fen())));
            }
        }
        if let Some((distance, position)) = longest {
            println!("{distance} {position}");
            lacking.entry(distance).and_modify(|count| *count -= 1);
            known.insert(position);
        }
    }
}
