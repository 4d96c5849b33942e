//! The engine as a library: set a position, start and stop a search, change settings.
//!
//! The engine never prints. It sends [`Event`]s through the channel given to [`Engine::new`], with
//! exactly one [`Event::BestMove`] for each [`Engine::go`]. Searches run on the engine's own
//! threads, or, where there are none, in slices on the caller's ([`Engine::run_slice`]). Methods
//! return at once unless their documentation says that they wait for the end of a search. No input
//! makes them panic.

mod backend;
mod convert;
mod evaluation;
mod event;
mod limits;
pub mod options;
mod settings;
mod sliced;

#[cfg(feature = "tournament")]
pub(crate) use convert::{SeededSkill, line_to_uci, search_limits};
pub use evaluation::Evaluation;
pub use event::{Event, SearchInfo};
pub use limits::Limits;
pub use settings::ResourceError;

pub use crate::score::{Bound, Score, Wdl};
pub use crate::search::skill::{Skill, Strength};

use crate::clock::Instant;
use crate::game::{Game, SetPositionError};
use crate::registry::{EvalSource, EvalSourceError, RuleSet, Variant, Visitor};
use crate::rules::CastlingMode;
use crate::search::Signals;
use backend::{Backend, VariantBackend};
use crossbeam_channel::Sender;
use settings::Settings;
use sliced::SlicedBackend;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

/// Who runs the searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Execution {
    /// The threads of the engine.
    Threads,
    /// The caller, in slices.
    Slices,
}

/// An engine for one game at a time.
pub struct Engine {
    backend: Box<dyn Backend>,
    execution: Execution,
    settings: Settings,
    eval_source: EvalSource,
    /// The file of the network that the host has passed for the rule set.
    default_network: Option<Arc<[u8]>>,
    events: Sender<Event>,
    /// The signals of the last search, if there was one.
    signals: Option<Arc<Signals>>,
}

impl Engine {
    /// The minimum size of the transposition table in MiB.
    pub const MIN_HASH: usize = 1;
    /// The maximum size of the transposition table in MiB.
    pub const MAX_HASH: usize = if cfg!(target_family = "wasm") { 1 << 10 } else { 1 << 20 };
    /// The default size of the transposition table in MiB.
    pub const DEFAULT_HASH: usize = if cfg!(target_family = "wasm") { 8 } else { 16 };
    /// The maximum number of threads.
    pub const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 1024 };
    /// The maximum number of lines to report.
    pub const MAX_MULTI_PV: usize = 256;
    /// The default move overhead in milliseconds.
    pub const DEFAULT_MOVE_OVERHEAD: u64 = 10;
    /// The maximum move overhead in milliseconds.
    pub const MAX_MOVE_OVERHEAD: u64 = 5000;

    /// Creates an engine with one thread at the start position of the rule set.
    ///
    /// # Panics
    /// If the system has no memory for the smallest table or cannot start a thread.
    pub fn new(variant: Variant, events: Sender<Event>) -> Engine {
        Engine::start(variant, events, Execution::Threads)
    }

    /// Creates an engine that starts no thread. After [`Engine::go`] the caller must run the search
    /// with [`Engine::run_slice`]. It searches slightly more nodes than a search without pauses.
    ///
    /// # Panics
    /// If the system has no memory for the smallest table.
    pub fn without_threads(variant: Variant, events: Sender<Event>) -> Engine {
        Engine::start(variant, events, Execution::Slices)
    }

    fn start(variant: Variant, events: Sender<Event>, execution: Execution) -> Engine {
        let mut settings = Settings {
            hash_mib: Engine::DEFAULT_HASH,
            threads: 1,
            multipv: 1,
            move_overhead_ms: Engine::DEFAULT_MOVE_OVERHEAD,
            show_wdl: false,
            strength: Strength::Level(Skill::FULL),
            seed: random_seed(),
            castling_mode: CastlingMode::Standard,
        };
        let mut eval_source = EvalSource::Default;
        let backend = start_backend(variant, &mut settings, &mut eval_source, &events, execution);
        Engine {
            backend,
            execution,
            settings,
            eval_source,
            default_network: None,
            events,
            signals: None,
        }
    }

    /// The rule set.
    pub fn variant(&self) -> Variant {
        self.game().variant()
    }

    /// Changes the rule set and starts a new game from its start position. Stops a running search
    /// and waits for it. A network file of another rule set is replaced by the default evaluation,
    /// with a message.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn set_variant(&mut self, variant: Variant) {
        self.end_search();
        self.default_network = None;
        // Shrink the old table first: there may be no memory for two.
        let _ = self.backend.set_hash(Engine::MIN_HASH);
        self.backend = start_backend(
            variant,
            &mut self.settings,
            &mut self.eval_source,
            &self.events,
            self.execution,
        );
    }

    /// The current game.
    pub fn game(&self) -> &dyn Game {
        self.backend.game()
    }

    /// Sets the position of this FEN (`None` for the start position) and plays the moves. On an
    /// error nothing changes. A running search continues from its own position.
    pub fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: &[&str],
    ) -> Result<(), SetPositionError> {
        self.backend.game_mut().set_position(fen, moves)
    }

    /// Clears the transposition table and the histories. Stops a running search and waits for it.
    pub fn new_game(&mut self) {
        self.end_search();
        self.settings.seed = random_seed();
        self.backend.clear();
    }

    /// Starts a search and returns at once. The clock starts with this call. A running search is
    /// stopped first and sends its best move.
    pub fn go(&mut self, limits: Limits) {
        let started = Instant::now();
        self.end_search();
        let signals = Arc::new(Signals::new(started, limits.infinite, limits.ponder));
        self.signals = Some(Arc::clone(&signals));
        self.backend.go(limits, self.settings, signals);
    }

    /// Runs the search of an engine without threads until it ends or `pause`, which is called
    /// every few hundred nodes, returns true. A pause costs some nodes. Returns whether the search
    /// needs another slice; an infinite or pondering search may have to wait for
    /// [`Engine::stop`] or [`Engine::ponder_hit`] instead. Does nothing if the engine has threads.
    pub fn run_slice(&mut self, pause: &mut dyn FnMut() -> bool) -> bool {
        self.backend.run_slice(pause)
    }

    /// Asks a running search to stop. Returns at once; the best move follows as an event, without
    /// threads in the next slice.
    pub fn stop(&mut self) {
        if let Some(signals) = &self.signals {
            signals.stop();
        }
    }

    /// Starts the clock of a pondering search: the opponent has played the expected move.
    pub fn ponder_hit(&mut self) {
        if let Some(signals) = &self.signals {
            signals.ponder_hit();
        }
    }

    /// Returns whether the last `go` has not sent its best move yet.
    pub fn is_searching(&self) -> bool {
        self.signals.as_ref().is_some_and(|signals| signals.is_searching())
    }

    /// Waits until the best move has been sent. Stop an infinite search first.
    pub fn wait(&mut self) {
        while self.run_slice(&mut || false) {}
        if let Some(signals) = &self.signals {
            signals.wait_for_end();
        }
    }

    fn end_search(&mut self) {
        self.stop();
        self.wait();
    }

    /// Replaces the transposition table by an empty one of this size in MiB. Stops a running
    /// search and waits for it.
    pub fn set_hash(&mut self, hash_mib: usize) -> Result<(), ResourceError> {
        self.end_search();
        let hash_mib = hash_mib.clamp(Engine::MIN_HASH, Engine::MAX_HASH);
        self.backend.set_hash(hash_mib)?;
        self.settings.hash_mib = hash_mib;
        Ok(())
    }

    /// Clears the transposition table. Stops a running search and waits for it.
    pub fn clear_hash(&mut self) {
        self.end_search();
        self.backend.clear_hash();
    }

    /// Sets the number of search threads. Stops a running search and waits for it.
    pub fn set_threads(&mut self, count: usize) -> Result<(), ResourceError> {
        self.end_search();
        let count = count.clamp(1, Engine::MAX_THREADS);
        self.backend.set_threads(count)?;
        self.settings.threads = count;
        Ok(())
    }

    /// Sets the number of lines to report, from the next search on.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.settings.multipv = lines.clamp(1, Engine::MAX_MULTI_PV);
    }

    /// Sets the time in milliseconds to subtract from every clock, from the next search on.
    pub fn set_move_overhead(&mut self, milliseconds: u64) {
        self.settings.move_overhead_ms = milliseconds;
    }

    /// Sets how castling is written, in every rule set. A change starts a new game from the start
    /// position. Returns whether the mode has changed.
    pub fn set_castling_mode(&mut self, castling_mode: CastlingMode) -> bool {
        let is_change = self.settings.castling_mode != castling_mode;
        if is_change {
            self.settings.castling_mode = castling_mode;
            self.backend.game_mut().set_castling_mode(castling_mode);
        }
        is_change
    }

    /// Sets the playing strength, from the next search on. A change stops a running search, waits
    /// for it, and clears the transposition table and the histories: their scores belong to the
    /// old strength.
    pub fn set_strength(&mut self, strength: Strength) {
        if self.settings.strength != strength {
            self.end_search();
            self.backend.clear();
            self.settings.strength = strength;
        }
    }

    /// Sets where the evaluation comes from. A change stops a running search, waits for it, and
    /// clears the transposition table and the histories. On an error the old evaluation stays.
    pub fn set_eval_source(&mut self, source: EvalSource) -> Result<(), EvalSourceError> {
        // A file may have changed since it was read.
        if self.eval_source != source || matches!(source, EvalSource::File(_)) {
            self.end_search();
            self.backend.set_eval_source(&source, self.default_network.as_deref())?;
            self.eval_source = source;
        }
        Ok(())
    }

    /// Sets the file of the network that is the default evaluation until the rule set changes, for
    /// a program without the feature `networks`. On an error nothing changes.
    pub fn set_default_network(&mut self, file: Arc<[u8]>) -> Result<(), EvalSourceError> {
        if self.eval_source == EvalSource::Default {
            self.end_search();
            self.backend.set_eval_source(&EvalSource::Default, Some(&file))?;
        }
        self.default_network = Some(file);
        Ok(())
    }

    /// Returns the static evaluation of the current position.
    pub fn evaluation(&self) -> Evaluation {
        self.backend.evaluation()
    }

    /// Sets whether to report win, draw and loss probabilities, from the next search on.
    pub fn set_show_wdl(&mut self, show: bool) {
        self.settings.show_wdl = show;
    }
}

/// Returns a different number for each engine and game: the system seeds the hasher of the standard
/// library, except in WebAssembly, where the time differs.
fn random_seed() -> u64 {
    RandomState::new().hash_one(Instant::now())
}

impl Drop for Engine {
    /// Stops the search, which still sends its best move, and ends its threads.
    fn drop(&mut self) {
        self.end_search();
    }
}

/// Starts a backend for the rule set. If the system cannot provide the memory or the threads of
/// `settings`, reduces these and sends a message; so also if the rule set cannot use `eval_source`.
fn start_backend(
    variant: Variant,
    settings: &mut Settings,
    eval_source: &mut EvalSource,
    events: &Sender<Event>,
    execution: Execution,
) -> Box<dyn Backend> {
    struct StartBackend {
        variant: Variant,
        hash_mib: usize,
        events: Sender<Event>,
        execution: Execution,
    }
    impl Visitor for StartBackend {
        type Output = Result<Box<dyn Backend>, ResourceError>;

        fn visit<B: RuleSet>(self) -> Self::Output {
            let StartBackend { variant, hash_mib, events, execution } = self;
            Ok(match execution {
                Execution::Threads => {
                    Box::new(VariantBackend::<B>::new(variant, hash_mib, events)?)
                }
                Execution::Slices => Box::new(SlicedBackend::<B>::new(variant, hash_mib, events)?),
            })
        }
    }
    let start = |hash_mib| {
        variant.visit(StartBackend { variant, hash_mib, events: events.clone(), execution })
    };
    let report = |error: &dyn std::error::Error| {
        let _ = events.send(Event::Message(error.to_string()));
    };
    let mut backend = match start(settings.hash_mib) {
        Ok(backend) => backend,
        Err(error) => {
            report(&error);
            settings.hash_mib = Engine::MIN_HASH;
            start(settings.hash_mib).expect("memory and a thread for the smallest engine")
        }
    };
    backend.game_mut().set_castling_mode(settings.castling_mode);
    if let Err(error) = backend.set_threads(settings.threads) {
        report(&error);
        settings.threads = 1;
    }
    // A new backend has the default evaluation.
    if *eval_source != EvalSource::Default
        && let Err(error) = backend.set_eval_source(eval_source, None)
    {
        report(&error);
        *eval_source = EvalSource::Default;
    }
    backend
}
