//! This very engine as a player, on the thread that plays the game: no pipes and no switching
//! between threads, so that hundreds of games a second can be played.

use super::{Choice, Failure, StartError, Thought, Turn};
use crate::arena::plan::PlayerPlan;
use crate::engine::{Engine, Score, Skill, Weakness, goal};
use crate::eval::Evaluate;
use crate::rules::{Fault, Text};
use crate::search::Signals;
use crate::threads::{Pool, Task};
use std::time::Instant;
use triskelion_protocol::Score as Told;

/// The engine, with a table of its own.
pub struct Inside<B: Evaluate> {
    pool: Pool<B>,
    /// Milliseconds that a move loses on its way.
    overhead: u64,
    weakness: Weakness,
}

/// The options that it has here.
const OPTIONS: [&str; 4] = ["Hash", "Threads", "Move Overhead", "Skill Level"];

impl<B: Text + Evaluate> Inside<B> {
    /// An engine with the options of this player.
    pub fn start(player: &PlayerPlan) -> Result<Self, StartError> {
        let fault = |cause: String| StartError { name: player.name.clone(), cause };
        for name in player.option.keys() {
            if !OPTIONS.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                let expected = OPTIONS.join(", ");
                return Err(fault(format!(
                    "an engine in this process has no option \"{name}\"; expected one of {expected}"
                )));
            }
        }
        let number = |name: &str, default: u64| match player.option(name) {
            None => Ok(default),
            Some(text) => text
                .parse()
                .map_err(|_| fault(format!("option {name}: read \"{text}\", expected a number"))),
        };
        let mebibytes = number("Hash", Engine::DEFAULT_HASH as u64)?;
        let threads = number("Threads", 1)?;
        let overhead = number("Move Overhead", Engine::DEFAULT_MOVE_OVERHEAD)?;
        let mut pool = Pool::new(mebibytes as usize).map_err(|error| fault(error.to_string()))?;
        pool.resize(threads as usize).map_err(|error| fault(error.to_string()))?;
        let level = number("Skill Level", Skill::FULL.level().into())?;
        let skill = Skill::new(level)
            .ok_or_else(|| fault(format!("option Skill Level: there is no level {level}")))?;
        Ok(Inside { pool, overhead, weakness: Weakness { skill, seed: 0 } })
    }

    /// A new game: what was learnt in the last one is forgotten, so that a game depends on its
    /// opening, its limits and its seed alone.
    pub fn begin(&mut self, seed: u64) {
        self.weakness.seed = seed;
        self.pool.forget();
    }

    /// Searches on this thread.
    pub fn think(&mut self, turn: &Turn<'_, B>) -> Result<Choice, Failure> {
        let started = Instant::now();
        let signals = Signals::new(started, false, false);
        let goal = goal(turn.limits, turn.position.side(), self.overhead, self.weakness);
        let task = Task { position: turn.position, goal, moves: &[], lines: 1 };
        let mut depth = 0;
        let outcome = self.pool.search(&task, &signals, &mut |report| depth = report.depth);
        let taken = started.elapsed();
        let Some(mv) = outcome.best else {
            let fault = "there is a move to play".to_owned();
            let fault = Fault { field: "move", fault };
            return Err(Failure::Illegal { text: "(none)".to_owned(), fault });
        };
        if let Some(allowed) = turn.allowed.filter(|&allowed| taken > allowed) {
            return Err(Failure::Late { taken, allowed, reported: Some(taken) });
        }
        let score = match Score::from(outcome.score) {
            Score::Centipawns(centipawns) => Told::Centipawns(centipawns.into()),
            Score::Mate(moves) => Told::Mate(moves.into()),
        };
        let thought = Thought {
            score: Some(score),
            depth: Some(depth),
            nodes: Some(outcome.nodes),
            reported: Some(taken),
        };
        Ok(Choice { mv, thought, taken, ponder: None })
    }
}
