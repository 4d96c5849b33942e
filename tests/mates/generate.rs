//! Generates positions for `tests/mates/NAME.mates`: mates from games of the engine, at few nodes a
//! move, against a random mover or itself.
//!
//! Only the solver decides what is a mate, so the choice does not favor the search.

use super::solver::Solver;
use super::{Mate, expected_counts, read_mates};
use crate::support::players::{EnginePlayer, Player, RandomMover};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::rules::GameInfo;

/// Returns the number of boards that the solver may search for one position. Harder positions are
/// dropped. Every run of the tests proves the mates again, and there are many games from files.
fn max_boards(game: &GameInfo) -> u64 {
    if game.is_from_file() { 500_000 } else { 3_000_000 }
}

/// Plays a game and returns its boards with the winner to move, last board first; none if it is
/// drawn.
fn won_game_boards<B: RuleSet>(game: &'static GameInfo, seed: u64) -> Vec<B> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let weaker: Box<dyn Player<B>> = match random.random_bool(0.5) {
        true => Box::new(RandomMover::new(seed)),
        false => Box::new(EnginePlayer::new(game, 150)),
    };
    let mut players: [Box<dyn Player<B>>; 2] = [Box::new(EnginePlayer::new(game, 500)), weaker];
    players.rotate_left(random.random_range(0..2));
    let mut position = Position::new(B::start(game));
    let mut boards = Vec::new();
    while position.outcome().is_none() && position.ply_count() < 200 {
        boards.push(*position.board());
        // Random moves let either side win and make every game different.
        let mv = match random.random_range(0..6) {
            0 => RandomMover::new(random.random()).choose(&position),
            _ => players[position.side_to_move().index()].choose(&position),
        };
        position.make(mv, &mut ());
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    boards.retain(|board| Some(board.side_to_move()) == winner);
    boards.reverse();
    boards
}

/// Prints the mates that the file lacks, each from a different game. All stand far from the
/// fifty-move limit.
pub(super) fn print_missing_mates<B: RuleSet>(game: &'static GameInfo) {
    let mut lacking = expected_counts(game.name);
    let mut known = BTreeSet::new();
    for Mate { distance, fen } in read_mates(game.name) {
        lacking.entry(distance).and_modify(|count| *count = count.saturating_sub(1));
        known.insert(fen);
    }
    let mut seed = 0;
    loop {
        lacking.retain(|_, count| *count > 0);
        let Some(&max_distance) = lacking.keys().last() else { break };
        seed += 1;
        let mut longest = None;
        for board in won_game_boards::<B>(game, seed).iter().take(max_distance as usize + 1) {
            if board.halfmove_clock() < 60
                && let Some(Some(distance)) =
                    Solver::new(max_boards(game)).distance(board, max_distance)
                && lacking.contains_key(&distance)
                && !known.contains(&board.to_fen())
            {
                longest = longest.max(Some((distance, board.to_fen())));
            }
        }
        if let Some((distance, fen)) = longest {
            println!("{}: {distance} {fen}", game.name);
            lacking.entry(distance).and_modify(|count| *count -= 1);
            known.insert(fen);
        }
    }
}
