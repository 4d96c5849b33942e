//! The backend of an engine: a game of one rule set, and a thread that owns its search pool.
//!
//! [`Backend`] hides the rule set from the façade. The game stays with the façade; a search gets a
//! copy of it, so a new position can be set while it runs. The thread executes one command at a
//! time: a command with a reply waits for the end of a running search, so the façade stops the
//! search first.

use super::convert::{EventFormatter, SeededSkill, parse_searchmoves, search_limits};
use super::evaluation::Evaluation;
use super::event::Event;
use super::limits::Limits;
use super::settings::{ResourceError, Settings};
use crate::eval::network::Network;
use crate::game::{Game, VariantGame};
use crate::hash_table::OutOfMemory;
use crate::moves::Move;
use crate::position::Position;
use crate::registry::{EvalSource, EvalSourceError, RuleSet, Variant, load_network};
use crate::rules::BoardText;
use crate::search::skill::EloTable;
use crate::search::threads::{
    STACK_SIZE, SearchPool, SearchRequest, SearchResult, ThreadSpawnError,
};
use crate::search::{Report, SearchLimits, Signals};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::sync::Arc;
use std::thread::JoinHandle;

/// A game of some rule set and its search.
pub(super) trait Backend: Send {
    fn game(&self) -> &dyn Game;
    fn game_mut(&mut self) -> &mut dyn Game;
    /// Starts a search of the current position.
    fn go(&mut self, limits: Limits, settings: Settings, signals: Arc<Signals>);
    /// Runs the search until `pause` returns true, if the caller must run it. Returns whether it
    /// needs another slice.
    fn run_slice(&mut self, pause: &mut dyn FnMut() -> bool) -> bool;
    fn clear(&mut self);
    fn clear_hash(&mut self);
    fn set_hash(&mut self, hash_mib: usize) -> Result<(), ResourceError>;
    fn set_threads(&mut self, count: usize) -> Result<(), ResourceError>;
    /// Sets where the evaluation comes from; see [`load_network`].
    fn set_eval_source(
        &mut self,
        source: &EvalSource,
        default: Option<&[u8]>,
    ) -> Result<(), EvalSourceError>;
    /// Returns the static evaluation of the current position.
    fn evaluation(&self) -> Evaluation;
}

/// The input of a search.
pub(super) struct SearchJob<B> {
    position: Position<B>,
    limits: SearchLimits,
    searchmoves: Vec<Move>,
    multipv: usize,
    show_wdl: bool,
    pub(super) signals: Arc<Signals>,
}

impl<B: RuleSet> SearchJob<B> {
    /// Converts the limits of a search. Sends a message for each of its moves that is not legal.
    pub(super) fn new(
        position: &Position<B>,
        limits: &Limits,
        settings: Settings,
        signals: Arc<Signals>,
        events: &Sender<Event>,
    ) -> Self {
        let report = |text| {
            let _ = events.send(Event::Message(text));
        };
        let searchmoves = parse_searchmoves(position.board(), &limits.searchmoves, report);
        let skill = SeededSkill {
            skill: settings.strength.skill(EloTable(B::PROFILE.skill_elo)),
            seed: settings.seed,
        };
        SearchJob {
            limits: search_limits(
                limits,
                position.side_to_move(),
                settings.move_overhead_ms,
                skill,
            ),
            searchmoves,
            multipv: settings.multipv,
            show_wdl: settings.show_wdl,
            position: position.clone(),
            signals,
        }
    }

    /// The request to the search.
    pub(super) fn request(&self) -> SearchRequest<'_, B> {
        SearchRequest {
            position: &self.position,
            limits: self.limits,
            moves: &self.searchmoves,
            multipv: self.multipv,
        }
    }

    /// Converts a report of the search.
    pub(super) fn info(&self, report: &Report<'_>) -> Event {
        Event::Info(self.formatter().info(report))
    }

    /// Converts the result of the search.
    pub(super) fn best_move(&self, result: &SearchResult) -> Event {
        self.formatter().best_move(result)
    }

    fn formatter(&self) -> EventFormatter<'_, B> {
        EventFormatter { position: &self.position, show_wdl: self.show_wdl }
    }
}

/// A command to the backend's thread.
enum BackendCommand<B> {
    Search(Box<SearchJob<B>>),
    Clear(Sender<()>),
    ClearHash(Sender<()>),
    SetNetwork(Option<Arc<Network>>),
    SetHash(usize, Sender<Result<(), OutOfMemory>>),
    SetThreads(usize, Sender<Result<(), ThreadSpawnError>>),
}

/// The backend with a thread of its own.
pub(super) struct VariantBackend<B: BoardText> {
    game: VariantGame<B>,
    network: Option<Arc<Network>>,
    events: Sender<Event>,
    /// `None` only while `self` is dropped: closing the channel ends the thread.
    commands: Option<Sender<BackendCommand<B>>>,
    thread: Option<JoinHandle<()>>,
}

impl<B: RuleSet> VariantBackend<B> {
    /// Starts a backend at the start position, with one search thread.
    pub(super) fn new(
        variant: Variant,
        hash_mib: usize,
        events: Sender<Event>,
    ) -> Result<Self, ResourceError> {
        let pool = SearchPool::new(hash_mib)?;
        let network = pool.network().cloned();
        let (commands, receiver) = unbounded();
        let search_events = events.clone();
        let thread = std::thread::Builder::new()
            .name("backend".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || run_backend(pool, &receiver, &search_events))
            .map_err(|error| ResourceError::Threads { count: 1, cause: error.to_string() })?;
        Ok(VariantBackend {
            game: VariantGame::new(variant),
            network,
            events,
            commands: Some(commands),
            thread: Some(thread),
        })
    }

    fn send(&self, command: BackendCommand<B>) {
        if let Some(commands) = &self.commands {
            // Sending fails only if the backend's thread has panicked.
            let _ = commands.send(command);
        }
    }

    /// Sends a command and waits until it has been executed.
    fn send_and_wait(&self, command: fn(Sender<()>) -> BackendCommand<B>) {
        let (sender, done) = bounded(1);
        self.send(command(sender));
        // Receiving fails only if the backend's thread has panicked.
        let _ = done.recv();
    }
}

impl<B: RuleSet> Backend for VariantBackend<B> {
    fn game(&self) -> &dyn Game {
        &self.game
    }

    fn game_mut(&mut self) -> &mut dyn Game {
        &mut self.game
    }

    fn go(&mut self, limits: Limits, settings: Settings, signals: Arc<Signals>) {
        let job = SearchJob::new(self.game.position(), &limits, settings, signals, &self.events);
        self.send(BackendCommand::Search(Box::new(job)));
    }

    /// The thread runs the search.
    fn run_slice(&mut self, _: &mut dyn FnMut() -> bool) -> bool {
        false
    }

    fn clear(&mut self) {
        self.send_and_wait(BackendCommand::Clear);
    }

    fn clear_hash(&mut self) {
        self.send_and_wait(BackendCommand::ClearHash);
    }

    fn set_hash(&mut self, hash_mib: usize) -> Result<(), ResourceError> {
        let (sender, result) = bounded(1);
        self.send(BackendCommand::SetHash(hash_mib, sender));
        Ok(result.recv().unwrap_or(Err(OutOfMemory { hash_mib }))?)
    }

    fn set_threads(&mut self, count: usize) -> Result<(), ResourceError> {
        let (sender, result) = bounded(1);
        self.send(BackendCommand::SetThreads(count, sender));
        let cause = || "the backend's thread has ended".to_owned();
        Ok(result.recv().unwrap_or_else(|_| Err(ThreadSpawnError { count, cause: cause() }))?)
    }

    fn set_eval_source(
        &mut self,
        source: &EvalSource,
        default: Option<&[u8]>,
    ) -> Result<(), EvalSourceError> {
        self.network = load_network::<B>(source, default)?;
        self.send(BackendCommand::SetNetwork(self.network.clone()));
        Ok(())
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::new(self.network.as_deref(), self.game.position().board())
    }
}

impl<B: BoardText> Drop for VariantBackend<B> {
    /// Ends the thread and waits for it.
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// Executes commands until the channel is closed.
fn run_backend<B: RuleSet>(
    mut pool: SearchPool<B>,
    commands: &Receiver<BackendCommand<B>>,
    events: &Sender<Event>,
) {
    for command in commands {
        match command {
            BackendCommand::Search(job) => run_search(&mut pool, &job, events),
            BackendCommand::Clear(done) => {
                pool.clear();
                let _ = done.send(());
            }
            BackendCommand::ClearHash(done) => {
                pool.clear_table();
                let _ = done.send(());
            }
            BackendCommand::SetNetwork(network) => pool.set_network(network),
            BackendCommand::SetHash(hash_mib, result) => {
                let _ = result.send(pool.set_hash(hash_mib));
            }
            BackendCommand::SetThreads(count, result) => {
                let _ = result.send(pool.set_threads(count));
            }
        }
    }
}

/// Signals the end of a search when dropped, also if the search panics.
struct FinishGuard<'a>(&'a Signals);

impl Drop for FinishGuard<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Runs a search and sends its events. Ignores a closed event channel: only the signals stop the
/// search.
fn run_search<B: RuleSet>(pool: &mut SearchPool<B>, job: &SearchJob<B>, events: &Sender<Event>) {
    let guard = FinishGuard(&job.signals);
    let result = pool.search(&job.request(), &job.signals, &mut |report| {
        let _ = events.send(job.info(report));
    });
    job.signals.wait_for_release();
    let _ = events.send(job.best_move(&result));
    drop(guard);
}
