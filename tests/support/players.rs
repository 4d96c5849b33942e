//! Weak players, and the engine as a player. All randomness is seeded.

use crate::support::board::legal_moves;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;
use triskelion::engine::Limits;
use triskelion::geometry::Place;
use triskelion::moves::{Move, PieceType, Side};
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::rules::{GameInfo, Rules};
use triskelion::search::threads::SearchPool;
use triskelion::search::{SearchRequest, Signals};

/// A player of games.
pub(crate) trait Player<B: Rules> {
    /// Returns a legal move. The game is not over.
    fn choose(&mut self, position: &Position<B>) -> Move;
}

/// Plays any legal move with the same probability.
pub(crate) struct RandomMover(ChaCha8Rng);

impl RandomMover {
    /// Creates a player with this seed.
    pub(crate) fn new(seed: u64) -> Self {
        RandomMover(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl<B: Rules> Player<B> for RandomMover {
    fn choose(&mut self, position: &Position<B>) -> Move {
        let moves = legal_moves(position.board());
        moves[self.0.random_range(0..moves.len())]
    }
}

/// Searches two plies for material, and chooses at random among equal moves.
pub(crate) struct MaterialSearcher(ChaCha8Rng);

impl MaterialSearcher {
    /// Creates a player with this seed.
    pub(crate) fn new(seed: u64) -> Self {
        MaterialSearcher(ChaCha8Rng::seed_from_u64(seed))
    }
}

/// More than any material.
const MATE: i32 = 1_000_000;

/// Returns the side's material minus the opponent's, in centipawns.
fn material<B: Rules>(board: &B, side: Side) -> i32 {
    (0..board.game().cell_count)
        .filter_map(|cell| board.piece_at(cell as Place))
        .filter(|piece| piece.kind != PieceType::KING)
        .map(|piece| {
            board.game().pieces.value(piece.kind) * if piece.side == side { 1 } else { -1 }
        })
        .sum()
}

/// Returns the value of a board without legal moves, from the side to move; `None` if it has legal
/// moves.
fn game_over_value<B: Rules>(board: &B) -> Option<i32> {
    match (board.count_legal_moves(), board.in_check()) {
        (0, true) => Some(-MATE),
        (0, false) => Some(0),
        _ => None,
    }
}

/// Returns the material after the opponent's best reply.
fn material_after_reply<B: Rules>(board: &B, side: Side) -> i32 {
    let replies = legal_moves(board);
    let values = replies.iter().map(|&reply| {
        let after = board.make(reply, &mut ());
        game_over_value(&after).unwrap_or_else(|| material(&after, side))
    });
    game_over_value(board).map_or_else(|| values.min().unwrap_or(0), |value| -value)
}

impl<B: Rules> Player<B> for MaterialSearcher {
    fn choose(&mut self, position: &Position<B>) -> Move {
        let board = position.board();
        let mut best = Vec::new();
        let mut best_value = -2 * MATE;
        for mv in legal_moves(board) {
            let value = material_after_reply(&board.make(mv, &mut ()), board.side_to_move());
            if value > best_value {
                best_value = value;
                best.clear();
            }
            if value == best_value {
                best.push(mv);
            }
        }
        best[self.0.random_range(0..best.len())]
    }
}

/// The engine on one thread, with a fixed number of nodes a move.
pub(crate) struct EnginePlayer<B: RuleSet> {
    pool: SearchPool<B>,
    nodes: u64,
}

impl<B: RuleSet> EnginePlayer<B> {
    /// Creates an engine with an empty transposition table.
    pub(crate) fn new(game: &'static GameInfo, nodes: u64) -> Self {
        EnginePlayer { pool: SearchPool::new(game, 4).expect("memory for 4 MiB"), nodes }
    }
}

impl<B: RuleSet> Player<B> for EnginePlayer<B> {
    fn choose(&mut self, position: &Position<B>) -> Move {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let signals = Signals::new(Instant::now(), false, false);
        let request = SearchRequest::new(position, &limits);
        self.pool.search(&request, &signals, None).best.expect("the game is not over")
    }
}
