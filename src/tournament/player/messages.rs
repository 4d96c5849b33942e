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
    /// Whether to return the principal variations that the player reports.
    pub keep_lines: bool,
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

/// A principal variation that a player reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReportedLine {
    /// The moves in UCI notation.
    pub moves: Vec<String>,
    /// The number of moves to mate, negative if the mover is mated; `None` unless the score is an
    /// exact mate score.
    pub mate: Option<i64>,
}

/// The reply of a player.
pub(crate) struct MoveReply {
    /// The move; it is legal.
    pub mv: Move,
    /// The statistics of the search.
    pub stats: MoveStats,
    /// The lines that the player reported, in order; empty unless requested.
    pub lines: Vec<ReportedLine>,
    /// The measured time.
    pub elapsed: Duration,
    /// The expected reply to ponder on, in UCI notation.
    pub ponder: Option<String>,
}
