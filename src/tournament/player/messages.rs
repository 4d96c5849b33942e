//! What the referee asks of a player, what it passes to it and what the player returns.

use super::failure::PlayerFailure;
use crate::game::Game;
use crate::moves::Move;
use std::time::Duration;
use triskelion_protocol::{BasePosition, Command, Info, Limits, PositionCommand};

/// A player that is ready to play games of the rule set of the match.
pub(crate) trait Player {
    /// Prepares a new game. The seed selects the evaluation noise of a limited skill level.
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure>;

    /// Searches for a move.
    fn think(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, PlayerFailure>;

    /// Starts pondering on the last move of `game`, the expected reply, if it can.
    fn ponder(&mut self, _game: &GameMoves, _limits: &Limits) {}

    /// Stops pondering at the end of the game.
    fn stop_pondering(&mut self) {}
}

/// The request to a player to choose a move.
pub(crate) struct MoveRequest<'a> {
    /// The game.
    pub game: &'a dyn Game,
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
