//! This engine as a player, on the thread that plays the game. Without pipes and thread switches,
//! hundreds of games per second can be played.

use super::failure::{PlayerFailure, StartError};
use super::messages::{MoveReply, MoveRequest, MoveStats, ReportedLine};
use crate::engine::options::{self, EngineSetting, StrengthOptions};
use crate::engine::{Engine, Score, SeededSkill, line_to_uci, search_limits};
use crate::position::Position;
use crate::registry::{EvalSource, RuleSet, load_network};
use crate::rules::ParseError;
use crate::score::Bound;
use crate::search::skill::EloTable;
use crate::search::threads::{SearchPool, SearchRequest};
use crate::search::{Report, Signals};
use crate::tournament::cancel::{CancelToken, SearchHandle};
use crate::tournament::config::PlayerConfig;
use std::sync::Arc;
use std::time::Instant;
use triskelion_protocol::Score as ProtocolScore;

/// An engine with its own transposition table.
pub(crate) struct InProcessPlayer<B: RuleSet> {
    pool: SearchPool<B>,
    /// The number of lines to search. Only the first line counts.
    multipv: usize,
    move_overhead_ms: u64,
    skill: SeededSkill,
    search_handle: SearchHandle,
}

impl<B: RuleSet> InProcessPlayer<B> {
    /// Creates an engine with the options of this player.
    pub(crate) fn start(
        player: &PlayerConfig,
        cancel_token: &CancelToken,
    ) -> Result<Self, StartError> {
        let start_error = |cause: String| StartError { name: player.name.clone(), cause };
        let (mut hash_mib, mut threads, mut multipv) = (Engine::DEFAULT_HASH, 1, 1);
        let mut move_overhead_ms = Engine::DEFAULT_MOVE_OVERHEAD;
        let mut strength = StrengthOptions::default();
        let mut eval_source = EvalSource::Default;
        for (name, value) in &player.option {
            match options::parse(name, Some(value)).map_err(start_error)? {
                EngineSetting::Threads(count) => threads = count,
                EngineSetting::Hash(size) => hash_mib = size,
                EngineSetting::MultiPv(lines) => multipv = lines,
                EngineSetting::MoveOverhead(milliseconds) => move_overhead_ms = milliseconds,
                EngineSetting::SkillLevel(level) => strength.skill_level = level,
                EngineSetting::LimitStrength(limit) => strength.limit_strength = limit,
                EngineSetting::Elo(elo) => strength.elo = elo,
                EngineSetting::EvalFile(source) => eval_source = source,
                EngineSetting::Variant(_) => {
                    return Err(start_error(format!("option {name}: the match sets the rule set")));
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
                    let message = "all engines in this process share it; expected a cmd";
                    return Err(start_error(format!("option {name}: {message}")));
                }
            }
        }
        let mut pool = SearchPool::new(hash_mib).map_err(|error| start_error(error.to_string()))?;
        let network = load_network::<B>(&eval_source, None)
            .map_err(|error| start_error(format!("option EvalFile: {error}")))?;
        pool.set_network(network);
        pool.set_threads(threads).map_err(|error| start_error(error.to_string()))?;
        let skill = strength.strength().skill(EloTable(B::PROFILE.skill_elo));
        Ok(InProcessPlayer {
            pool,
            multipv,
            move_overhead_ms,
            skill: SeededSkill { skill, seed: 0 },
            search_handle: cancel_token.search_handle(),
        })
    }

    /// Starts a new game. Clears the search state, so that a game depends only on its opening, its
    /// limits and its seed.
    pub(crate) fn new_game(&mut self, seed: u64) {
        self.skill.seed = seed;
        self.pool.clear();
    }

    /// Searches on this thread.
    pub(crate) fn think(
        &mut self,
        request: &MoveRequest<'_, B>,
    ) -> Result<MoveReply, PlayerFailure> {
        let started = Instant::now();
        let signals = Arc::new(Signals::new(started, false, false));
        self.search_handle.register(&signals);
        let limits = search_limits(
            request.limits,
            request.position.side_to_move(),
            self.move_overhead_ms,
            self.skill,
        );
        let search =
            SearchRequest { position: request.position, limits, moves: &[], multipv: self.multipv };
        let (mut depth, mut lines) = (0, Vec::new());
        let result = self.pool.search(&search, &signals, &mut |report| {
            depth = report.depth;
            if request.keep_lines {
                lines.push(reported_line(request.position, report));
            }
        });
        let elapsed = started.elapsed();
        if self.search_handle.is_cancelled() {
            return Err(PlayerFailure::Cancelled);
        }
        let Some(mv) = result.best else {
            let message = "the position has a legal move".to_owned();
            let error = ParseError { field: "move", message };
            return Err(PlayerFailure::IllegalMove { text: "(none)".to_owned(), error });
        };
        if let Some(time_limit) = request.time_limit.filter(|&time_limit| elapsed > time_limit) {
            return Err(PlayerFailure::TimeForfeit {
                elapsed,
                time_limit,
                has_clock: true,
                reported_time: Some(elapsed),
            });
        }
        let score = match Score::from(result.score) {
            Score::Centipawns(centipawns) => ProtocolScore::Centipawns(centipawns.into()),
            Score::Mate(moves) => ProtocolScore::Mate(moves.into()),
        };
        let stats = MoveStats {
            score: Some(score),
            depth: Some(depth),
            nodes: Some(result.nodes),
            reported_time: Some(elapsed),
        };
        Ok(MoveReply { mv, stats, lines, elapsed, ponder: None })
    }
}

fn reported_line<B: RuleSet>(position: &Position<B>, report: &Report<'_>) -> ReportedLine {
    let mate = match (Score::from(report.score), report.bound) {
        (Score::Mate(moves), Bound::Exact) => Some(moves.into()),
        _ => None,
    };
    ReportedLine { moves: line_to_uci(position.board(), report.pv), mate }
}
