//! The players of a match: this engine in the process ([`inside`]), or a child process that speaks
//! the protocol ([`process`]).
//!
//! A player is never believed: it gives a text or a move, and what it costs is measured here. All
//! that can go wrong with it is a [`Failure`], which costs it the game and not the match.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod inside;
mod link;
mod process;

pub(super) use process::{go, position};

use process::Process;

use super::Cause;
use super::call_off::CallOff;
use super::plan::{Plan, PlayerPlan};
use crate::engine::Limits;
use crate::eval::Evaluate;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::registry::Visitor;
use crate::rules::{Fault, Text};
use inside::Inside;
use std::time::Duration;
use triskelion_protocol::{Score, clip};

/// What a player is told when it is its turn.
pub(super) struct Turn<'a, B> {
    /// The position with its past.
    pub position: &'a Position<B>,
    /// The game so far, as the protocol tells it.
    pub game: &'a Course,
    /// What limits its thinking.
    pub limits: &'a Limits,
    /// The time that it may take, margin included; none if no clock runs.
    pub allowed: Option<Duration>,
}

/// A game so far in texts: where it began and what was played.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// The position string it began at, if that is not the start position.
    pub start: Option<String>,
    /// The moves since, in wire notation.
    pub moves: Vec<String>,
}

/// What a player has said of its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Thought {
    /// From the mover's point of view.
    pub score: Option<Score>,
    /// In plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The time that it says it took.
    pub reported: Option<Duration>,
}

/// What a player does with its turn.
pub(super) struct Choice {
    /// A legal move.
    pub mv: Move,
    /// What it says of it.
    pub thought: Thought,
    /// The time that it took.
    pub taken: Duration,
    /// The reply that it would think on meanwhile, in wire notation.
    pub ponder: Option<String>,
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Its move is none, or not legal.
    #[error("sent the move {}: {}", clip(.text), .fault.fault)]
    Illegal {
        /// What it sent.
        text: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// It answered, but too late.
    #[error("took {} ms of {} ms ({}){}", .taken.as_millis(), .allowed.as_millis(), bound(.clock), said(.reported))]
    Late {
        /// What it took.
        taken: Duration,
        /// What it had.
        allowed: Duration,
        /// Did a clock run, or was it the patience of the match that ended?
        clock: bool,
        /// What it says that it took.
        reported: Option<Duration>,
    },
    /// Its process has ended or closed its output.
    #[error("ended{}{}", after(.status), unfinished(.text))]
    Gone {
        /// How, if that is known.
        status: String,
        /// What it had printed of a line.
        text: String,
    },
    /// It did not answer.
    #[error("gave no answer for {} ms{}", .waited.as_millis(), unfinished(.text))]
    Silent {
        /// How long it was waited for.
        waited: Duration,
        /// What it had printed of a line.
        text: String,
    },
    /// The match was called off while it thought; no fault of its.
    #[error("the match was called off")]
    CalledOff,
}

impl Failure {
    /// The cause of the game's end; none if the game does not count.
    pub fn cause(&self) -> Option<Cause> {
        Some(match self {
            Failure::Illegal { .. } => Cause::IllegalMove,
            Failure::Late { .. } => Cause::TimeForfeit,
            Failure::Gone { .. } => Cause::Disconnect,
            Failure::Silent { .. } => Cause::Stall,
            Failure::CalledOff => return None,
        })
    }
}

fn bound(clock: &bool) -> &'static str {
    if *clock { "margin included" } else { "the patience of the match" }
}

fn said(reported: &Option<Duration>) -> String {
    reported.map_or_else(String::new, |time| format!("; it says {} ms", time.as_millis()))
}

fn after(status: &str) -> String {
    if status.is_empty() { String::new() } else { format!(" ({status})") }
}

fn unfinished(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!(", in the middle of the line {}", clip(text))
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
pub(super) enum Player<B: Evaluate> {
    /// This engine.
    Inside(Box<Inside<B>>),
    /// Somebody's.
    Process(Box<Process>),
}

impl<B: Text + Evaluate> Player<B> {
    /// Starts it; when the match is called off, it gives up whatever it waits for.
    pub fn start(player: &PlayerPlan, plan: &Plan, call_off: &CallOff) -> Result<Self, StartError> {
        Ok(match player.cmd {
            None => Player::Inside(Box::new(Inside::start(player, call_off)?)),
            Some(_) => Player::Process(Box::new(Process::start(player, plan, call_off)?)),
        })
    }

    /// A new game begins; the seed tells its errors of judgement from those of other games.
    pub fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        match self {
            Player::Inside(inside) => {
                inside.begin(seed);
                Ok(())
            }
            Player::Process(process) => process.begin(),
        }
    }

    /// It is its turn.
    pub fn think(&mut self, turn: &Turn<'_, B>) -> Result<Choice, Failure> {
        match self {
            Player::Inside(inside) => inside.think(turn),
            Player::Process(process) => process.think(turn),
        }
    }

    /// It may think on this reply until its next turn; the game so far has it as its last move.
    pub fn ponder(&mut self, game: &Course, limits: &Limits) {
        if let Player::Process(process) = self {
            process.ponder(game, limits);
        }
    }

    /// The game is over: what it still thinks about is void.
    pub fn rest(&mut self) {
        if let Player::Process(process) = self {
            process.rest();
        }
    }
}

/// Starts every player of the plan and lets it go again, so that one that cannot play is found
/// before the first game, and not when its turn comes.
pub fn try_players(plan: &Plan) -> Result<(), StartError> {
    struct Trial<'a>(&'a Plan);
    impl Visitor for Trial<'_> {
        type Output = Result<(), StartError>;

        fn visit<B: Text + Evaluate>(self) -> Self::Output {
            let start = |player| Player::<B>::start(player, self.0, &CallOff::default());
            self.0.players.iter().try_for_each(|player| start(player).map(drop))
        }
    }
    plan.variant.visit(Trial(plan))
}
