//! The players of a match: this engine in the process ([`inside`]), or a child process that speaks
//! the protocol ([`process`]).
//!
//! A player is never believed: it gives a text or a move, and what it costs is measured here. All
//! that can go wrong with it is a [`Failure`], which costs it the game and not the match.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod engine_process;
mod in_process;
mod uci_player;

pub(super) use uci_player::{go_command, position_command};

use uci_player::UciPlayer;

use super::Termination;
use super::cancel::CancelToken;
use super::config::{MatchConfig, PlayerConfig};
use crate::engine::Limits;
use crate::moves::Move;
use crate::position::Position;
use crate::registry::RuleSet;
use crate::registry::Visitor;
use crate::rules::ParseError;
use in_process::InProcessPlayer;
use std::time::Duration;
use triskelion_protocol::{Score, quote_clipped};

/// What a player is told when it is its turn.
pub(super) struct MoveRequest<'a, B> {
    /// The position with its past.
    pub position: &'a Position<B>,
    /// The game so far, as the protocol tells it.
    pub game_moves: &'a GameMoves,
    /// What limits its thinking.
    pub limits: &'a Limits,
    /// The time that it may take, margin included; none if no clock runs.
    pub time_limit: Option<Duration>,
}

/// A game so far in texts: where it began and what was played.
#[derive(Clone, Debug, Default)]
pub(super) struct GameMoves {
    /// The position string it began at, if that is not the start position.
    pub start_fen: Option<String>,
    /// The moves since, in wire notation.
    pub moves: Vec<String>,
}

/// What a player has said of its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct MoveStats {
    /// From the mover's point of view.
    pub score: Option<Score>,
    /// In plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The time that it says it took.
    pub reported_time: Option<Duration>,
}

/// What a player does with its turn.
pub(super) struct MoveReply {
    /// A legal move.
    pub mv: Move,
    /// What it says of it.
    pub stats: MoveStats,
    /// The time that it took.
    pub elapsed: Duration,
    /// The reply that it would think on meanwhile, in wire notation.
    pub ponder: Option<String>,
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(super) enum PlayerFailure {
    /// Its move is none, or not legal.
    #[error("sent the move {}: {}", quote_clipped(.text), .error.message)]
    IllegalMove {
        /// What it sent.
        text: String,
        /// What is wrong with it.
        error: ParseError,
    },
    /// It answered, but too late.
    #[error("took {} ms of {} ms ({}){}", .elapsed.as_millis(), .time_limit.as_millis(), format_limit(.has_clock), format_reported_time(.reported_time))]
    TimeForfeit {
        /// What it took.
        elapsed: Duration,
        /// What it had.
        time_limit: Duration,
        /// Did a clock run, or was it the patience of the match that ended?
        has_clock: bool,
        /// What it says that it took.
        reported_time: Option<Duration>,
    },
    /// Its process has ended or closed its output.
    #[error("ended{}{}", format_status(.status), format_partial_line(.partial_line))]
    Disconnect {
        /// How, if that is known.
        status: String,
        /// What it had printed of a line.
        partial_line: String,
    },
    /// It did not answer.
    #[error("gave no answer for {} ms{}", .waited.as_millis(), format_partial_line(.partial_line))]
    Stall {
        /// How long it was waited for.
        waited: Duration,
        /// What it had printed of a line.
        partial_line: String,
    },
    /// The match was called off while it thought; no fault of its.
    #[error("the match was called off")]
    Cancelled,
}

impl PlayerFailure {
    /// The cause of the game's end; none if the game does not count.
    pub fn termination(&self) -> Option<Termination> {
        Some(match self {
            PlayerFailure::IllegalMove { .. } => Termination::IllegalMove,
            PlayerFailure::TimeForfeit { .. } => Termination::TimeForfeit,
            PlayerFailure::Disconnect { .. } => Termination::Disconnect,
            PlayerFailure::Stall { .. } => Termination::Stall,
            PlayerFailure::Cancelled => return None,
        })
    }
}

fn format_limit(clock: &bool) -> &'static str {
    if *clock { "margin included" } else { "the patience of the match" }
}

fn format_reported_time(reported: &Option<Duration>) -> String {
    reported.map_or_else(String::new, |time| format!("; it says {} ms", time.as_millis()))
}

fn format_status(status: &str) -> String {
    if status.is_empty() { String::new() } else { format!(" ({status})") }
}

fn format_partial_line(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!(", in the middle of the line {}", quote_clipped(text))
    }
}

/// Why a player cannot play at all.
#[derive(Debug, thiserror::Error)]
#[error("player {name}: {cause}")]
pub struct StartError {
    /// Its name.
    pub name: String,
    /// What is wrong.
    pub cause: String,
}

/// A player ready to play games of one rule set.
pub(super) enum Player<B: RuleSet> {
    /// This engine.
    InProcess(Box<InProcessPlayer<B>>),
    /// Somebody's.
    Uci(Box<UciPlayer>),
}

impl<B: RuleSet> Player<B> {
    /// Starts it; when the match is called off, it gives up whatever it waits for.
    pub fn start(
        player: &PlayerConfig,
        plan: &MatchConfig,
        call_off: &CancelToken,
    ) -> Result<Self, StartError> {
        Ok(match player.cmd {
            None => Player::InProcess(Box::new(InProcessPlayer::start(player, call_off)?)),
            Some(_) => Player::Uci(Box::new(UciPlayer::start(player, plan, call_off)?)),
        })
    }

    /// A new game begins; the seed tells its errors of judgement from those of other games.
    pub fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        match self {
            Player::InProcess(inside) => {
                inside.new_game(seed);
                Ok(())
            }
            Player::Uci(process) => process.new_game(),
        }
    }

    /// It is its turn.
    pub fn think(&mut self, turn: &MoveRequest<'_, B>) -> Result<MoveReply, PlayerFailure> {
        match self {
            Player::InProcess(inside) => inside.think(turn),
            Player::Uci(process) => process.think(turn),
        }
    }

    /// It may think on this reply until its next turn; the game so far has it as its last move.
    pub fn ponder(&mut self, game: &GameMoves, limits: &Limits) {
        if let Player::Uci(process) = self {
            process.ponder(game, limits);
        }
    }

    /// The game is over: what it still thinks about is void.
    pub fn stop_pondering(&mut self) {
        if let Player::Uci(process) = self {
            process.stop_pondering();
        }
    }
}

/// Starts every player of the plan and lets it go again, so that one that cannot play is found
/// before the first game, and not when its turn comes.
pub fn check_players(plan: &MatchConfig) -> Result<(), StartError> {
    struct Trial<'a>(&'a MatchConfig);
    impl Visitor for Trial<'_> {
        type Output = Result<(), StartError>;

        fn visit<B: RuleSet>(self) -> Self::Output {
            let start = |player| Player::<B>::start(player, self.0, &CancelToken::default());
            self.0.players.iter().try_for_each(|player| start(player).map(drop))
        }
    }
    plan.variant.visit(Trial(plan))
}
