//! This very engine as a player, on the thread that plays the game: no pipes and no switching
//! between threads, so that hundreds of games a second can be played.

use super::{MoveReply, MoveRequest, MoveStats, PlayerFailure, StartError};
use crate::engine::options::{self, EngineSetting, StrengthOptions};
use crate::engine::{Engine, Score, SeededSkill, search_limits};
use crate::registry::RuleSet;
use crate::rules::ParseError;
use crate::search::Signals;
use crate::search::skill::EloTable;
use crate::search::threads::{SearchPool, SearchRequest};
use crate::tournament::cancel::{CancelToken, SearchHandle};
use crate::tournament::config::PlayerConfig;
use std::sync::Arc;
use std::time::Instant;
use triskelion_protocol::Score as Told;

/// The engine, with a table of its own.
pub struct InProcessPlayer<B: RuleSet> {
    pool: SearchPool<B>,
    /// The number of lines to search; only the first one counts.
    multipv: usize,
    /// Milliseconds that a move loses on its way.
    move_overhead_ms: u64,
    skill: SeededSkill,
    search_handle: SearchHandle,
}

impl<B: RuleSet> InProcessPlayer<B> {
    /// An engine with the options of this player.
    pub fn start(player: &PlayerConfig, call_off: &CancelToken) -> Result<Self, StartError> {
        let fault = |cause: String| StartError { name: player.name.clone(), cause };
        let (mut hash_mib, mut threads, mut multipv) = (Engine::DEFAULT_HASH, 1, 1);
        let mut move_overhead_ms = Engine::DEFAULT_MOVE_OVERHEAD;
        let mut strength = StrengthOptions::default();
        for (name, value) in &player.option {
            match options::parse(name, Some(value)).map_err(fault)? {
                EngineSetting::Threads(count) => threads = count,
                EngineSetting::Hash(size) => hash_mib = size,
                EngineSetting::MultiPv(lines) => multipv = lines,
                EngineSetting::MoveOverhead(milliseconds) => move_overhead_ms = milliseconds,
                EngineSetting::SkillLevel(level) => strength.skill_level = level,
                EngineSetting::LimitStrength(limit) => strength.limit_strength = limit,
                EngineSetting::Elo(elo) => strength.elo = elo,
                EngineSetting::Variant(_) => {
                    return Err(fault(format!("option {name}: the match sets the rule set")));
                }
                // These options concern the protocol or have no effect on a new player.
                EngineSetting::ClearHash
                | EngineSetting::Ponder(_)
                | EngineSetting::CastlingMode(_)
                | EngineSetting::Notation(_)
                | EngineSetting::ShowWdl(_)
                | EngineSetting::DebugLogFile(_) => {}
                #[cfg(feature = "tuning")]
                EngineSetting::Tunable { .. } => {
                    let problem = "all engines in this process share it; expected a cmd";
                    return Err(fault(format!("option {name}: {problem}")));
                }
            }
        }
        let mut pool = SearchPool::new(hash_mib).map_err(|error| fault(error.to_string()))?;
        pool.set_threads(threads).map_err(|error| fault(error.to_string()))?;
        let skill = strength.strength().skill(EloTable(B::PROFILE.skill_elo));
        Ok(InProcessPlayer {
            pool,
            multipv,
            move_overhead_ms,
            skill: SeededSkill { skill, seed: 0 },
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
        let task = SearchRequest {
            position: turn.position,
            limits: goal,
            moves: &[],
            multipv: self.multipv,
        };
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
