//! This very engine as a player, on the thread that plays the game: no pipes and no switching
//! between threads, so that hundreds of games a second can be played.

use super::{MoveReply, MoveRequest, MoveStats, PlayerFailure, StartError};
use crate::engine::{Engine, Score, SeededSkill, Skill, search_limits};
use crate::registry::RuleSet;
use crate::rules::ParseError;
use crate::search::Signals;
use crate::search::threads::{SearchPool, SearchRequest};
use crate::tournament::cancel::{CancelToken, SearchHandle};
use crate::tournament::config::PlayerConfig;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Instant;
use triskelion_protocol::Score as Told;

/// The engine, with a table of its own.
pub struct InProcessPlayer<B: RuleSet> {
    pool: SearchPool<B>,
    /// Milliseconds that a move loses on its way.
    move_overhead_ms: u64,
    skill: SeededSkill,
    search_handle: SearchHandle,
}

/// The options that it has here.
const OPTIONS: [&str; 4] = ["Hash", "Threads", "Move Overhead", "Skill Level"];

impl<B: RuleSet> InProcessPlayer<B> {
    /// An engine with the options of this player.
    pub fn start(player: &PlayerConfig, call_off: &CancelToken) -> Result<Self, StartError> {
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
        let mut pool =
            SearchPool::new(mebibytes as usize).map_err(|error| fault(error.to_string()))?;
        pool.set_threads(threads as usize).map_err(|error| fault(error.to_string()))?;
        let full = Skill::FULL.level().into();
        let skill = Skill::new(number("Skill Level", full, 0..=full)?).unwrap_or(Skill::FULL);
        let weakness = SeededSkill { skill, seed: 0 };
        Ok(InProcessPlayer {
            pool,
            move_overhead_ms: overhead,
            skill: weakness,
            search_handle: call_off.search_handle(),
        })
    }

    /// A new game: what was learnt in the last one is forgotten, so that a game depends on its
    /// opening, its limits and its seed alone.
    pub fn new_game(&mut self, seed: u64) {
        self.skill.seed = seed;
        self.pool.clear();
    }

    /// Searches on this thread.
    pub fn think(&mut self, turn: &MoveRequest<'_, B>) -> Result<MoveReply, PlayerFailure> {
        let started = Instant::now();
        let signals = Arc::new(Signals::new(started, false, false));
        self.search_handle.register(&signals);
        let goal = search_limits(
            turn.limits,
            turn.position.side_to_move(),
            self.move_overhead_ms,
            self.skill,
        );
        let task = SearchRequest { position: turn.position, limits: goal, moves: &[], multipv: 1 };
        let mut depth = 0;
        let outcome = self.pool.search(&task, &signals, &mut |report| depth = report.depth);
        let taken = started.elapsed();
        if self.search_handle.is_cancelled() {
            return Err(PlayerFailure::Cancelled);
        }
        let Some(mv) = outcome.best else {
            let fault = "there is a move to play".to_owned();
            let fault = ParseError { field: "move", message: fault };
            return Err(PlayerFailure::IllegalMove { text: "(none)".to_owned(), error: fault });
        };
        if let Some(allowed) = turn.time_limit.filter(|&allowed| taken > allowed) {
            return Err(PlayerFailure::TimeForfeit {
                elapsed: taken,
                time_limit: allowed,
                has_clock: true,
                reported_time: Some(taken),
            });
        }
        let score = match Score::from(outcome.score) {
            Score::Centipawns(centipawns) => Told::Centipawns(centipawns.into()),
            Score::Mate(moves) => Told::Mate(moves.into()),
        };
        let thought = MoveStats {
            score: Some(score),
            depth: Some(depth),
            nodes: Some(outcome.nodes),
            reported_time: Some(taken),
        };
        Ok(MoveReply { mv, stats: thought, elapsed: taken, ponder: None })
    }
}
