//! The backend without threads: the caller runs the search in slices.

use super::backend::{Backend, SearchJob};
use super::evaluation::Evaluation;
use super::events::Events;
use super::settings::SettingError;
use crate::endings::EndingValue;
use crate::game::{Game, VariantGame};
use crate::hash_table::OutOfMemory;
use crate::moves::Move;
use crate::profiles::{EvalSource, EvalSourceError, RuleSet, load_network};
use crate::registry::Variant;
use crate::rules::BoardText;
use crate::search::threads::{PausedSearch, SearchPool, SearchResult, ThreadSpawnError};
use crate::search::{SearchOptions, Signals};
use crate::syzygy::Tables;
use std::sync::Arc;
use triskelion_protocol::{EngineMessage, Limits};

/// A game of one rule set, its search, and the search that is running.
pub(super) struct SlicedBackend<B: BoardText + RuleSet> {
    game: VariantGame<B>,
    pool: SearchPool<B>,
    running: Option<RunningSearch<B>>,
}

/// A search that has not sent its best move.
struct RunningSearch<B> {
    job: SearchJob<B>,
    progress: SlicedProgress,
}

enum SlicedProgress {
    /// The search continues from here, or starts if it has not been paused yet.
    Searching(Option<PausedSearch>),
    /// The search has ended. Its best move may have to wait for `stop` or a ponder hit.
    Ended(SearchResult),
}

impl<B: RuleSet> SlicedBackend<B> {
    /// Creates a backend at the start position.
    pub(super) fn new(variant: Variant, hash_mib: usize) -> Result<Self, SettingError> {
        let pool = SearchPool::new(variant.game(), hash_mib)?;
        Ok(SlicedBackend { game: VariantGame::new(variant), pool, running: None })
    }
}

impl<B: RuleSet> Backend for SlicedBackend<B> {
    fn game(&self) -> &dyn Game {
        &self.game
    }

    fn game_mut(&mut self) -> &mut dyn Game {
        &mut self.game
    }

    fn go(
        &mut self,
        limits: Limits,
        options: SearchOptions,
        signals: Arc<Signals>,
        events: Events,
    ) {
        let position = self.game.position().clone();
        let job = SearchJob { position, limits, options, signals, events };
        self.running = Some(RunningSearch { job, progress: SlicedProgress::Searching(None) });
    }

    fn run_slice(&mut self, pause: &mut dyn FnMut() -> bool) -> bool {
        let Some(RunningSearch { job, progress }) = &mut self.running else {
            return false;
        };
        if let SlicedProgress::Searching(paused) = progress {
            let (request, signals) = (job.request(), &job.signals);
            let mut report = |info| job.events.send(EngineMessage::Info(info));
            let result = self.pool.search_slice(&request, signals, paused, pause, &mut report);
            match result {
                Some(result) => {
                    job.report_table_errors(&self.pool);
                    *progress = SlicedProgress::Ended(result);
                }
                None => return true,
            }
        }
        if let SlicedProgress::Ended(result) = progress
            && job.signals.is_released()
        {
            job.events.send(job.best_move(result));
            job.signals.finish();
            self.running = None;
        }
        false
    }

    fn clear(&mut self) {
        self.pool.clear();
    }

    fn clear_hash(&mut self) {
        self.pool.clear_table();
    }

    fn set_hash(&mut self, hash_mib: usize) -> Result<(), OutOfMemory> {
        self.pool.set_hash(hash_mib)
    }

    /// More threads than one are an error.
    fn set_threads(&mut self, count: usize) -> Result<(), ThreadSpawnError> {
        match count {
            1 => Ok(()),
            _ => Err(ThreadSpawnError { count, cause: "this engine has none".to_owned() }),
        }
    }

    fn set_eval_source(
        &mut self,
        source: &EvalSource,
        default: Option<&[u8]>,
    ) -> Result<(), EvalSourceError> {
        self.pool.set_network(load_network(self.game.variant().game(), source, default)?);
        Ok(())
    }

    fn set_syzygy(&mut self, tables: Option<Arc<Tables>>) {
        self.pool.set_syzygy(tables);
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::new(self.pool.network().map(Arc::as_ref), self.game.position().board())
    }

    fn ending_moves(&self) -> Option<Vec<(Move, EndingValue)>> {
        let position = self.game.position();
        self.pool.made_endings().values(position.board(), &position.legal_moves())
    }
}
