//! What the referee passes to a player and what the player returns.

use crate::moves::Move;
use crate::position::Position;
use std::time::Duration;
use triskelion_protocol::{BasePosition, Command, Info, Limits, PositionCommand};

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

impl GameMoves {
    /// Returns the command that sets the position of this game.
    pub(crate) fn position_command(&self) -> Command {
        let base = self.start_fen.clone().map_or(BasePosition::StartPos, BasePosition::Fen);
        Command::Position(PositionCommand { base, moves: self.moves.clone() })
    }
}

/// The reply of a player.
pub(crate) struct MoveReply {
    /// The move; it is legal.
    pub mv: Move,
    /// What the player reported last: score, depth, nodes and time.
    pub info: Info,
    /// The reports with a line, in order; empty unless requested.
    pub lines: Vec<Info>,
    /// The measured time.
    pub elapsed: Duration,
    /// The expected reply to ponder on, in UCI notation.
    pub ponder: Option<String>,
}
