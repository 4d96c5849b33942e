//! This engine as a player, on the thread that plays the game. Without pipes and thread switches,
//! hundreds of games per second can be played.

use super::failure::{PlayerFailure, StartError};
use super::messages::{MoveReply, MoveRequest, Player};
use crate::clock::Instant;
use crate::engine::{EngineSetting, Settings, open_syzygy, options};
use crate::profiles::{RuleSet, load_network};
use crate::rules::{GameInfo, ParseError};
use crate::score::to_protocol;
use crate::search::threads::SearchPool;
use crate::search::{SearchOptions, SearchRequest, Signals};
use crate::tournament::cancel::{CancelToken, SearchHandle};
use crate::tournament::config::PlayerConfig;
use std::sync::Arc;
use triskelion_protocol::{Bound, Info};

/// An engine with its own transposition table.
pub(crate) struct InProcessPlayer<B: RuleSet> {
    pool: SearchPool<B>,
    options: SearchOptions,
    search_handle: SearchHandle,
}

impl<B: RuleSet> InProcessPlayer<B> {
    /// Creates an engine with the options of this player.
    pub(crate) fn start(
        game: &'static GameInfo,
        player: &PlayerConfig,
        cancel_token: &CancelToken,
    ) -> Result<Self, StartError> {
        let start_error = |cause: String| StartError { name: player.name.clone(), cause };
        let mut settings = Settings::default();
        for (name, value) in &player.option {
            let setting = options::parse(name, Some(value)).map_err(start_error)?;
            if matches!(setting, EngineSetting::Variant(_) | EngineSetting::VariantPath(_)) {
                return Err(start_error(format!("option {name}: the match sets the rule set")));
            }
            #[cfg(feature = "tuning")]
            if matches!(setting, EngineSetting::Tunable { .. }) {
                let message = "all engines in this process share it; expected a cmd";
                return Err(start_error(format!("option {name}: {message}")));
            }
            if let EngineSetting::SyzygyPath(path) = &setting {
                let (tables, errors) = open_syzygy(path)
                    .map_err(|error| start_error(format!("option {name}: {error}")))?;
                if let Some(error) = errors.first() {
                    return Err(start_error(format!("option {name}: {error}")));
                }
                settings.syzygy = tables;
            }
            settings.store(&setting);
        }
        let mut pool = SearchPool::new(game, settings.hash_mib)
            .map_err(|error| start_error(error.to_string()))?;
        let network = load_network(game, &settings.eval_source, None)
            .map_err(|error| start_error(format!("option EvalFile: {error}")))?;
        pool.set_network(network);
        pool.set_syzygy(settings.syzygy);
        pool.set_threads(settings.threads).map_err(|error| start_error(error.to_string()))?;
        let search_handle = cancel_token.search_handle();
        Ok(InProcessPlayer { pool, options: settings.search, search_handle })
    }
}

impl<B: RuleSet> Player for InProcessPlayer<B> {
    /// Clears the search state, so that a game depends only on its opening, its limits and its
    /// seed.
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        self.options.seed = seed;
        self.pool.clear();
        Ok(())
    }

    /// Searches on this thread.
    fn think(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, PlayerFailure> {
        let started = Instant::now();
        let signals = Arc::new(Signals::new(started, false, false));
        self.search_handle.register(&signals);
        let mut lines = Vec::new();
        let mut report = |info: Info| lines.push(info);
        let report = request.keep_lines.then_some(&mut report as &mut (dyn FnMut(Info) + Send));
        let result = request.game.position::<B>().map(|position| {
            let search = SearchRequest::new(position, request.limits);
            let search = SearchRequest { options: self.options, ..search };
            self.pool.search(&search, &signals, report)
        });
        let elapsed = started.elapsed();
        if self.search_handle.is_canceled() {
            return Err(PlayerFailure::Canceled);
        }
        let Some((result, mv)) = result.and_then(|result| Some((result, result.best?))) else {
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
        let info = Info {
            score: Some((to_protocol(result.score), Bound::Exact)),
            depth: Some(result.depth),
            nodes: Some(result.nodes),
            ..Info::default()
        };
        Ok(MoveReply { mv, info, lines, elapsed, ponder: None })
    }
}
