//! What the referee passes to a player and what the player returns.

use crate::engine::Limits;
use crate::moves::Move;
use crate::position::Position;
use std::time::Duration;
use triskelion_protocol::Score;

/// The request to a player to choose a move.
pub(crate) struct MoveRequest<'a, B> {
    /// The position with its history.
    pub position: &'a Position<B>,
    /// The same game as UCI text.
    pub game_moves: &'a GameMoves,
    /// The search limits.
    pub limits: &'a Limits,
    /// The time limit including the margin; `None` if no clock runs.
    pub time_limit: Option<Duration>,
}

/// A game as UCI text.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameMoves {
    /// The FEN of the first position; `None` for the start position.
    pub start_fen: Option<String>,
    /// The moves in UCI notation.
    pub moves: Vec<String>,
}

/// The statistics that a player reports with its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MoveStats {
    /// The score, from the mover's point of view.
    pub score: Option<Score>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// The search time that the player reports.
    pub reported_time: Option<Duration>,
}

/// The reply of a player.
pub(crate) struct MoveReply {
    /// The move; it is legal.
    pub mv: Move,
    /// The statistics of the search.
    pub stats: MoveStats,
    /// The measured time.
    pub elapsed: Duration,
    /// The expected reply to ponder on, in UCI notation.
    pub ponder: Option<String>,
}
