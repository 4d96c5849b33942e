//! Players to measure the engine against, and the engine as a player: each is handed a position
//! and names a move. All randomness is seeded.

use crate::support::board::legal_moves;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;
use triskelion::geometry::Place;
use triskelion::moves::{Move, PieceType, Side};
use triskelion::position::Position;
use triskelion::registry::RuleSet;
use triskelion::rules::Rules;
use triskelion::search::threads::{SearchPool, SearchRequest};
use triskelion::search::{SearchLimits, Signals};

/// Somebody who plays.
pub trait Player<B: Rules> {
    /// A legal move; there is one.
    fn choose(&mut self, position: &Position<B>) -> Move;
}

/// Plays any legal move, each as likely as the other.
pub struct RandomMover(ChaCha8Rng);

impl RandomMover {
    /// The player of that seed.
    pub fn new(seed: u64) -> Self {
        RandomMover(ChaCha8Rng::seed_from_u64(seed))
    }
}

impl<B: Rules> Player<B> for RandomMover {
    fn choose(&mut self, position: &Position<B>) -> Move {
        let moves = legal_moves(position.board());
        moves[self.0.random_range(0..moves.len())]
    }
}

/// Looks at its own moves and at every reply, and plays for material; of equals, any.
pub struct MaterialSearcher(ChaCha8Rng);

impl MaterialSearcher {
    /// The player of that seed.
    pub fn new(seed: u64) -> Self {
        MaterialSearcher(ChaCha8Rng::seed_from_u64(seed))
    }
}

/// Better than any material.
const MATE: i32 = 1_000_000;

/// The men of this side less those of the other, in centipawns.
fn material<B: Rules>(board: &B, side: Side) -> i32 {
    (0..B::CELLS)
        .filter_map(|cell| board.piece_at(cell as Place))
        .filter(|man| man.kind != PieceType::King)
        .map(|man| B::PIECE_VALUES[man.kind.index()] * if man.side == side { 1 } else { -1 })
        .sum()
}

/// What a board without legal moves is worth to the side to move; `None` if it has some.
fn game_over_value<B: Rules>(board: &B) -> Option<i32> {
    match (board.count_legal_moves(), board.in_check()) {
        (0, true) => Some(-MATE),
        (0, false) => Some(0),
        _ => None,
    }
}

/// The material after the opponent's best reply.
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
        let mut most = -2 * MATE;
        for mv in legal_moves(board) {
            let value = material_after_reply(&board.make(mv, &mut ()), board.side_to_move());
            if value > most {
                most = value;
                best.clear();
            }
            if value == most {
                best.push(mv);
            }
        }
        best[self.0.random_range(0..best.len())]
    }
}

/// The engine on one thread, with so many nodes a move.
pub struct EnginePlayer<B: RuleSet> {
    pool: SearchPool<B>,
    nodes: u64,
}

impl<B: RuleSet> EnginePlayer<B> {
    /// A new engine without experience.
    pub fn new(nodes: u64) -> Self {
        EnginePlayer { pool: SearchPool::new(4).expect("four mebibytes"), nodes }
    }
}

impl<B: RuleSet> Player<B> for EnginePlayer<B> {
    fn choose(&mut self, position: &Position<B>) -> Move {
        let goal = SearchLimits { nodes: Some(self.nodes), ..SearchLimits::default() };
        let signals = Signals::new(Instant::now(), false, false);
        let task = SearchRequest { position, limits: goal, moves: &[], multipv: 1 };
        self.pool.search(&task, &signals, &mut |_| {}).best.expect("the game is not over")
    }
}
