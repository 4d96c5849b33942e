//! The engine as a library: set a position, start and stop a search, change settings.
//!
//! The engine never prints. [`Engine::search`] waits for the end of a search and returns what it
//! has found. [`Engine::go`] returns at once; the engine passes messages of the protocol to the
//! function given to [`Engine::new`]: [`EngineMessage::Info`], [`EngineMessage::InfoString`], and
//! exactly one [`EngineMessage::BestMove`] for each [`Engine::go`]. Searches run on the engine's
//! own threads, or, where there are none, in slices on the caller's ([`Engine::run_slice`]).
//! Methods return at once unless their documentation says that they wait for the end of a search.
//! No input makes them panic.

mod backend;
mod evaluation;
mod events;
pub mod options;
mod settings;
mod sliced;

pub use evaluation::Evaluation;
pub use settings::{EngineSetting, SettingError};
pub(crate) use settings::{Settings, open_syzygy};

pub use crate::search::skill::{Skill, Strength};
pub use triskelion_protocol::{Bound, EngineMessage, Info, Limits, Score};

use crate::clock::Instant;
use crate::endings::EndingValue;
use crate::game::{Game, SetPositionError};
use crate::moves::Move;
use crate::profiles::{EvalSource, EvalSourceError, RuleSet, default_network_error};
use crate::registry::{Variant, Visitor};
use crate::rules::{GameInfo, Notation};
use crate::search::Signals;
use crate::syzygy::Tables;
use backend::{Backend, ThreadBackend};
use events::Events;
use sliced::SlicedBackend;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, mpsc};
use triskelion_protocol::{InfoString, quote_clipped};

/// Who runs the searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Execution {
    /// The threads of the engine.
    Threads,
    /// The caller, in slices.
    Slices,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchSummary {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The reply that the engine expects, in the [notation](Engine::notation) of the engine.
    pub ponder: Option<String>,
    /// The last report of each line, the best first.
    pub lines: Vec<Info>,
}

/// An engine for one game at a time.
pub struct Engine {
    backend: Box<dyn Backend>,
    execution: Execution,
    settings: Settings,
    /// The file of the network that the host has passed for the rule set.
    default_network: Option<Arc<[u8]>>,
    events: Events,
    /// The signals of the last search, if there was one.
    signals: Option<Arc<Signals>>,
}

impl Engine {
    /// Creates an engine with one thread at the start position of the rule set. It calls `receive`
    /// with its messages, also from the threads of a search.
    ///
    /// # Panics
    /// If the system has no memory for the smallest table or cannot start a thread.
    pub fn new(
        variant: Variant,
        receive: impl Fn(EngineMessage) + Send + Sync + 'static,
    ) -> Engine {
        Engine::start(variant, Events::new(receive), Execution::Threads)
    }

    /// Creates an engine that starts no thread. After [`Engine::go`] the caller must run the search
    /// with [`Engine::run_slice`]. It searches slightly more nodes than a search without pauses.
    ///
    /// # Panics
    /// If the system has no memory for the smallest table.
    pub fn without_threads(
        variant: Variant,
        receive: impl Fn(EngineMessage) + Send + Sync + 'static,
    ) -> Engine {
        Engine::start(variant, Events::new(receive), Execution::Slices)
    }

    fn start(variant: Variant, events: Events, execution: Execution) -> Engine {
        let mut settings = Settings::default();
        settings.search.seed = random_seed();
        let backend = start_backend(variant, &mut settings, &events, execution);
        Engine { backend, execution, settings, default_network: None, events, signals: None }
    }

    /// Returns the rule set.
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
        let _ = self.backend.set_hash(EngineSetting::MIN_HASH);
        self.backend = start_backend(variant, &mut self.settings, &self.events, self.execution);
    }

    /// Returns the current game.
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
        self.settings.search.seed = random_seed();
        self.backend.clear();
    }

    /// Starts a search and returns at once. The clock starts with this call. A running search is
    /// stopped first and sends its best move. The moves of `searchmoves` may be in any notation;
    /// one that is not legal is reported and ignored. If none is left, all moves are searched.
    pub fn go(&mut self, limits: Limits) {
        self.go_with(limits, self.events.clone());
    }

    /// Searches the current position, and waits for the end. Calls `on_info` with each report as it
    /// comes, or after the search if the engine has no threads. A running search is stopped first.
    /// `limits` must end the search by themselves: an infinite search would never return.
    ///
    /// ```
    /// use triskelion::engine::{Engine, Limits};
    /// use triskelion::registry::Variant;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut engine = Engine::new(Variant::Chess, |_| ());
    /// engine.set_position(Some("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), &[])?;
    /// let limits = Limits { depth: Some(5), ..Limits::default() };
    /// let found = engine.search(limits, |info| println!("{info}"));
    /// let best = found.best.ok_or("the game is over")?;
    /// assert_eq!(engine.game().move_text(best, triskelion::rules::Notation::San), "Ra8#");
    /// # Ok(())
    /// # }
    /// ```
    pub fn search(&mut self, limits: Limits, mut on_info: impl FnMut(&Info)) -> SearchSummary {
        let (sender, messages) = mpsc::channel();
        self.go_with(limits, Events::new(move |message| drop(sender.send(message))));
        while self.run_slice(&mut || false) {}
        let mut summary = SearchSummary { best: None, ponder: None, lines: Vec::new() };
        for message in messages {
            match message {
                EngineMessage::Info(info) => {
                    on_info(&info);
                    summary.store(info);
                }
                EngineMessage::BestMove { best, ponder } => {
                    let best = best.map(|text| self.game().parse_move(&text));
                    summary.best = best.and_then(Result::ok);
                    summary.ponder = ponder;
                    break;
                }
                other => self.events.send(other),
            }
        }
        summary
    }

    fn go_with(&mut self, mut limits: Limits, events: Events) {
        let started = Instant::now();
        self.end_search();
        limits.searchmoves.retain(|text| match self.game().to_uci(text) {
            Ok(_) => true,
            Err(error) => {
                let (read, reason) = (quote_clipped(text), error.message);
                let expected = format!("expected a legal move ({reason}); ignored");
                report_error(&self.events, format!("go searchmoves: read {read}, {expected}"));
                false
            }
        });
        let signals = Arc::new(Signals::new(started, limits.infinite, limits.ponder));
        self.signals = Some(Arc::clone(&signals));
        self.backend.go(limits, self.settings.search, signals, events);
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

    /// Changes a setting. Returns whether this has started a new game. On an error the old setting
    /// is kept. Settings that do not concern the engine have no effect.
    pub fn set(&mut self, setting: EngineSetting) -> Result<bool, SettingError> {
        let mut changed = self.settings.clone();
        changed.store(&setting);
        match setting {
            EngineSetting::Threads(_) => {
                self.end_search();
                self.backend.set_threads(changed.threads)?;
            }
            EngineSetting::Hash(_) => {
                self.end_search();
                self.backend.set_hash(changed.hash_mib)?;
            }
            EngineSetting::ClearHash => {
                self.end_search();
                self.backend.clear_hash();
            }
            EngineSetting::SkillLevel(_)
            | EngineSetting::LimitStrength(_)
            | EngineSetting::Elo(_) => self.set_strength(changed.search.strength),
            EngineSetting::Variant(variant) => {
                self.set_variant(variant);
                return Ok(true);
            }
            EngineSetting::CastlingMode(mode) if mode != self.settings.castling_mode => {
                self.backend.game_mut().set_castling_mode(mode);
                self.settings = changed;
                return Ok(true);
            }
            // A file may have changed since it was read.
            EngineSetting::EvalFile(ref source)
                if self.settings.eval_source != *source
                    || matches!(source, EvalSource::File(_)) =>
            {
                self.end_search();
                self.backend.set_eval_source(source, self.default_network.as_deref())?;
            }
            EngineSetting::SyzygyPath(ref path) => {
                let (tables, errors) = open_syzygy(path)?;
                self.end_search();
                self.backend.set_syzygy(tables.clone());
                self.report_tables(tables.as_deref(), &errors);
                changed.syzygy = tables;
            }
            #[cfg(feature = "tuning")]
            EngineSetting::Tunable { index, value } => crate::search::set_tunable(index, value),
            _ => {}
        }
        self.settings = changed;
        Ok(false)
    }

    /// Reports which Syzygy tables were found, and what is wrong with others.
    fn report_tables(&self, tables: Option<&Tables>, errors: &[String]) {
        if let Some(tables) = tables {
            let ([wdl, dtz], pieces) = (tables.counts(), tables.most_pieces());
            let found =
                format!("SyzygyPath: {wdl} WDL and {dtz} DTZ tables of up to {pieces} pieces");
            self.events.send(EngineMessage::InfoString(InfoString::Message(found)));
        }
        for error in errors {
            report_error(&self.events, format!("option SyzygyPath: {error}"));
        }
    }

    /// Sets the playing strength, from the next search on, until a setting changes it. A change
    /// stops a running search, waits for it, and clears the transposition table and the histories:
    /// their scores belong to the old strength.
    pub fn set_strength(&mut self, strength: Strength) {
        if self.settings.search.strength != strength {
            self.end_search();
            self.backend.clear();
            self.settings.search.strength = strength;
        }
    }

    /// Returns the notation of the moves that a search reports, if the rule set has it; else they
    /// are in UCI notation.
    pub fn notation(&self) -> Notation {
        self.settings.search.notation
    }

    /// Returns the number of search threads.
    pub fn threads(&self) -> usize {
        self.settings.threads
    }

    /// Sets the file of the network that is the default evaluation until the rule set changes, for
    /// a program without the feature `networks`. On an error nothing changes.
    pub fn set_default_network(&mut self, file: Arc<[u8]>) -> Result<(), EvalSourceError> {
        if self.settings.eval_source == EvalSource::Default {
            self.end_search();
            self.backend.set_eval_source(&EvalSource::Default, Some(&file))?;
        }
        self.default_network = Some(file);
        Ok(())
    }

    /// Returns the file that [`Engine::set_default_network`] has set for the rule set.
    pub fn default_network(&self) -> Option<&[u8]> {
        self.default_network.as_deref()
    }

    /// Returns the static evaluation of the current position.
    pub fn evaluation(&self) -> Evaluation {
        self.backend.evaluation()
    }

    /// Returns the legal moves of the current position with what they lead to for the side that
    /// moves, in plies from the position. `None` if no search has made the table of the position;
    /// this makes none.
    pub fn ending_moves(&self) -> Option<Vec<(Move, EndingValue)>> {
        self.backend.ending_moves()
    }
}

impl SearchSummary {
    /// Keeps a report of a line in the place of the one before.
    fn store(&mut self, info: Info) {
        let Some(index) = info.multipv.map(|number| number as usize - 1) else { return };
        match self.lines.get_mut(index) {
            Some(line) => *line = info,
            None => self.lines.push(info),
        }
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

/// Sends an error as a message.
fn report_error(events: &Events, error: String) {
    events.send(EngineMessage::InfoString(InfoString::Error(error)));
}

/// Starts a backend for the rule set. If the system cannot provide the memory or the threads of
/// `settings`, reduces these and sends a message; so also if the rule set cannot use the network.
fn start_backend(
    variant: Variant,
    settings: &mut Settings,
    events: &Events,
    execution: Execution,
) -> Box<dyn Backend> {
    struct StartBackend {
        variant: Variant,
        hash_mib: usize,
        execution: Execution,
    }
    impl Visitor for StartBackend {
        type Output = Result<Box<dyn Backend>, SettingError>;

        fn visit<B: RuleSet>(self, _game: &'static GameInfo) -> Self::Output {
            let StartBackend { variant, hash_mib, execution } = self;
            Ok(match execution {
                Execution::Threads => Box::new(ThreadBackend::<B>::new(variant, hash_mib)?),
                Execution::Slices => Box::new(SlicedBackend::<B>::new(variant, hash_mib)?),
            })
        }
    }
    let start = |hash_mib| variant.visit(StartBackend { variant, hash_mib, execution });
    let report = |error: &dyn std::error::Error| {
        let message = InfoString::Message(error.to_string());
        events.send(EngineMessage::InfoString(message));
    };
    let mut backend = match start(settings.hash_mib) {
        Ok(backend) => backend,
        Err(error) => {
            report(&error);
            settings.hash_mib = EngineSetting::MIN_HASH;
            start(settings.hash_mib).expect("memory and a thread for the smallest engine")
        }
    };
    backend.game_mut().set_castling_mode(settings.castling_mode);
    backend.set_syzygy(settings.syzygy.clone());
    if let Err(error) = backend.set_threads(settings.threads) {
        report(&error);
        settings.threads = 1;
    }
    // A new backend has the default evaluation.
    if settings.eval_source == EvalSource::Default
        && let Some(error) = default_network_error(variant.game())
    {
        events.send(EngineMessage::InfoString(InfoString::Message(error)));
    }
    if settings.eval_source != EvalSource::Default
        && let Err(error) = backend.set_eval_source(&settings.eval_source, None)
    {
        report(&error);
        settings.eval_source = EvalSource::Default;
    }
    backend
}
