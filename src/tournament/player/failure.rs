//! The ways in which a player can fail: before the match, or in a game.

use crate::rules::ParseError;
use crate::tournament::game_end::Termination;
use std::time::Duration;
use triskelion_protocol::quote_clipped;

/// The reason why a player cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("player {name}: {cause}")]
pub struct StartError {
    /// The name of the player.
    pub name: String,
    /// The cause.
    pub cause: String,
}

/// The failure of a player in a game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(crate) enum PlayerFailure {
    /// The player sent something that is not a legal move.
    #[error("sent the move {}: {}", quote_clipped(.text), .error.message)]
    IllegalMove {
        /// The text that the player sent.
        text: String,
        /// The reason why it is not a legal move.
        error: ParseError,
    },
    /// The player reported a line that cannot be right.
    #[error("reported the line {}: {reason}", quote_clipped(.line))]
    InvalidLine {
        /// The moves of the line.
        line: String,
        /// The error in it.
        reason: String,
    },
    /// The player answered after its time limit.
    #[error("took {} ms of {} ms ({}){}", .elapsed.as_millis(), .time_limit.as_millis(), format_limit(.has_clock), format_reported_time(.reported_time))]
    TimeForfeit {
        /// The measured time.
        elapsed: Duration,
        /// The time limit, including the margin.
        time_limit: Duration,
        /// Whether a clock ran; otherwise the limit is the stall timeout.
        has_clock: bool,
        /// The search time that the player reported.
        reported_time: Option<Duration>,
    },
    /// The process exited or closed its output.
    #[error("disconnected{}{}", format_status(.status), format_partial_line(.partial_line))]
    Disconnect {
        /// The exit status or another cause, if known.
        status: String,
        /// The output after the last line feed.
        partial_line: String,
    },
    /// The player did not answer.
    #[error("gave no {expected} for {} ms{}", .waited.as_millis(), format_partial_line(.partial_line))]
    Stall {
        /// The message that answers the command, such as `bestmove`.
        expected: &'static str,
        /// The time since the command was sent.
        waited: Duration,
        /// The output after the last line feed.
        partial_line: String,
    },
    /// The match was canceled during the search. The game does not count.
    #[error("the match was canceled")]
    Canceled,
}

impl PlayerFailure {
    /// Returns how this failure ends the game; `None` if the game does not count.
    pub(crate) fn termination(&self) -> Option<Termination> {
        Some(match self {
            PlayerFailure::IllegalMove { .. } => Termination::IllegalMove,
            PlayerFailure::InvalidLine { .. } => Termination::InvalidLine,
            PlayerFailure::TimeForfeit { .. } => Termination::TimeForfeit,
            PlayerFailure::Disconnect { .. } => Termination::Disconnect,
            PlayerFailure::Stall { .. } => Termination::Stall,
            PlayerFailure::Canceled => return None,
        })
    }
}

fn format_limit(has_clock: &bool) -> &'static str {
    if *has_clock { "margin included" } else { "stall timeout" }
}

fn format_reported_time(reported_time: &Option<Duration>) -> String {
    reported_time.map_or_else(String::new, |time| format!("; it reports {} ms", time.as_millis()))
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
