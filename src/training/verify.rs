//! Replays recorded games under the rules.

use super::game_record::TrainingGame;
use crate::moves::Move;
use crate::position::Position;
use crate::profiles::RuleSet;
use crate::rules::{GameInfo, Outcome};
use crate::tournament::Termination;

/// Why a recorded game is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VerifyError {
    /// A move is not legal.
    #[error("ply {ply}: {mv:?} is not legal")]
    IllegalMove {
        /// The ply, from 0.
        ply: usize,
        /// The move.
        mv: Move,
    },
    /// The game was over before its last move.
    #[error("ply {ply}: the game is over ({}), but goes on", .outcome.reason)]
    GameOver {
        /// The ply, from 0.
        ply: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// The recorded end contradicts the last position.
    #[error("recorded as {}, but the rules say {}", .recorded.name(), describe(.outcome))]
    End {
        /// What the record says.
        recorded: Termination,
        /// What the rules say.
        outcome: Option<Outcome>,
    },
    /// A quiet mark contradicts the position.
    #[error("ply {ply}: the quiet mark is wrong")]
    QuietMark {
        /// The ply, from 0.
        ply: usize,
    },
}

fn describe(outcome: &Option<Outcome>) -> String {
    match outcome {
        Some(outcome) => outcome.reason.to_string(),
        None => "that the game is not over".to_owned(),
    }
}

/// Replays a game. Calls `visit` with every position before its move is made.
pub fn replay<B: RuleSet>(
    rules: &'static GameInfo,
    game: &TrainingGame,
    visit: &mut dyn FnMut(usize, &Position<B>),
) -> Result<(), VerifyError> {
    let mut position = Position::new(B::start(rules));
    for (ply, recorded) in game.plies.iter().enumerate() {
        let board = position.board();
        if let Some(outcome) = position.outcome() {
            return Err(VerifyError::GameOver { ply, outcome });
        }
        if !board.is_legal(recorded.mv) {
            return Err(VerifyError::IllegalMove { ply, mv: recorded.mv });
        }
        let is_quiet =
            recorded.score.is_some() && !board.in_check() && !board.is_noisy(recorded.mv);
        if recorded.is_quiet != is_quiet {
            return Err(VerifyError::QuietMark { ply });
        }
        visit(ply, &position);
        position.make(recorded.mv, &mut ());
    }
    let outcome = position.outcome();
    let agrees = match outcome {
        Some(outcome) => game.end == outcome.into(),
        None => !game.end.termination.is_by_rules(),
    };
    match agrees {
        true => Ok(()),
        false => Err(VerifyError::End { recorded: game.end.termination, outcome }),
    }
}
