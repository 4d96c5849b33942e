//! This very engine as a player, on the thread that plays the game: no pipes and no switching
//! between threads, so that hundreds of games a second can be played.

use super::{Choice, Failure, StartError, Thought, Turn};
use crate::arena::call_off::{CallOff, Searcher};
use crate::arena::plan::PlayerPlan;
use crate::engine::{Engine, Score, Skill, Weakness, goal};
use crate::eval::Evaluate;
use crate::rules::{Fault, Text};
use crate::search::Signals;
use crate::threads::{Pool, Task};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Instant;
use triskelion_protocol::Score as Told;

/// The engine, with a table of its own.
pub struct Inside<B: Evaluate> {
    pool: Pool<B>,
    /// Milliseconds that a move loses on its way.
    overhead: u64,
    weakness: Weakness,
    searcher: Searcher,
}

/// The options that it has here.
const OPTIONS: [&str; 4] = ["Hash", "Threads", "Move Overhead", "Skill Level"];

impl<B: Text + Evaluate> Inside<B> {
    /// An engine with the options of this player.
    pub fn start(player: &PlayerPlan, call_off: &CallOff) -> Result<Self, StartError> {
        let fault = |cause: String| StartError { name: player.name.clone(), cause };
        for name in player.option.keys() {
            if !OPTIONS.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                let expected = OPTIONS.join(", ");
                return Err(fault(format!(
                    "an engine in this process has no option \"{name}\"; expected one of {expected}"
                )));
            }
        }
        let number = |name: &str, default: u64, range: RangeInclusive<u64>| {
            let Some(text) = player.option(name) else { return Ok(default) };
            let number = text.parse().ok().filter(|number| range.contains(number));
            number.ok_or_else(|| {
                let (least, most) = (range.start(), range.end());
                fault(format!(
                    "option {name}: read \"{text}\", expected a number from {least} to {most}"
                ))
            })
        };
        let sizes = Engine::MIN_HASH as u64..=Engine::MAX_HASH as u64;
        let mebibytes = number("Hash", Engine::DEFAULT_HASH as u64, sizes)?;
        let threads = number("Threads", 1, 1..=Engine::MAX_THREADS as u64)?;
        let overheads = 0..=Engine::MAX_MOVE_OVERHEAD;
        let overhead = number("Move Overhead", Engine::DEFAULT_MOVE_OVERHEAD, overheads)?;
        let mut pool = Pool::new(mebibytes as usize).map_err(|error| fault(error.to_string()))?;
        pool.resize(threads as usize).map_err(|error| fault(error.to_string()))?;
        let full = Skill::FULL.level().into();
        let skill = Skill::new(number("Skill Level", full, 0..=full)?).unwrap_or(Skill::FULL);
        let weakness = Weakness { skill, seed: 0 };
        Ok(Inside { pool, overhead, weakness, searcher: call_off.searcher() })
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
        let signals = Arc::new(Signals::new(started, false, false));
        self.searcher.begin(&signals);
        let goal = goal(turn.limits, turn.position.side(), self.overhead, self.weakness);
        let task = Task { position: turn.position, goal, moves: &[], lines: 1 };
        let mut depth = 0;
        let outcome = self.pool.search(&task, &signals, &mut |report| depth = report.depth);
        let taken = started.elapsed();
        if self.searcher.is_called_off() {
            return Err(Failure::CalledOff);
        }
        let Some(mv) = outcome.best else {
            let fault = "there is a move to play".to_owned();
            let fault = Fault { field: "move", fault };
            return Err(Failure::Illegal { text: "(none)".to_owned(), fault });
        };
        if let Some(allowed) = turn.allowed.filter(|&allowed| taken > allowed) {
            return Err(Failure::Late { taken, allowed, clock: true, reported: Some(taken) });
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
