//! The backend of an engine: a game of one rule set, its search pool, and a thread that executes
//! the commands to the pool.
//!
//! [`Backend`] hides the rule set from the façade. The game stays with the façade; a search gets a
//! copy of it, so a new position can be set while it runs. The thread executes one command at a
//! time: a command with a reply waits for the end of a running search, so the façade stops the
//! search first. The thread itself does not know the rule set: the pool is part of each command.

use super::evaluation::Evaluation;
use super::events::Events;
use super::settings::SettingError;
use crate::endings::EndingValue;
use crate::eval::network::Network;
use crate::game::{Game, VariantGame};
use crate::hash_table::OutOfMemory;
use crate::moves::Move;
use crate::notation::format_line;
use crate::position::Position;
use crate::profiles::{EvalSource, EvalSourceError, RuleSet, load_network};
use crate::registry::Variant;
use crate::search::threads::{STACK_SIZE, SearchPool, SearchResult, ThreadSpawnError};
use crate::search::{MadeEndings, SearchOptions, SearchRequest, Signals};
use crate::sync::lock;
use crate::syzygy::Tables;
use crossbeam_channel::{Sender, bounded, unbounded};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use triskelion_protocol::{EngineMessage, InfoString, Limits};

/// A game of some rule set and its search.
pub(super) trait Backend: Send {
    fn game(&self) -> &dyn Game;
    fn game_mut(&mut self) -> &mut dyn Game;
    /// Starts a search of the current position, which sends its messages to `events`.
    fn go(&mut self, limits: Limits, options: SearchOptions, signals: Arc<Signals>, events: Events);
    /// Runs the search until `pause` returns true, if the caller must run it. Returns whether it
    /// needs another slice.
    fn run_slice(&mut self, pause: &mut dyn FnMut() -> bool) -> bool;
    fn clear(&mut self);
    fn clear_hash(&mut self);
    fn set_hash(&mut self, hash_mib: usize) -> Result<(), OutOfMemory>;
    fn set_threads(&mut self, count: usize) -> Result<(), ThreadSpawnError>;
    /// Sets where the evaluation comes from; see [`load_network`].
    fn set_eval_source(
        &mut self,
        source: &EvalSource,
        default: Option<&[u8]>,
    ) -> Result<(), EvalSourceError>;
    /// Sets the Syzygy tables.
    fn set_syzygy(&mut self, tables: Option<Arc<Tables>>);
    /// Returns the static evaluation of the current position.
    fn evaluation(&self) -> Evaluation;
    /// Returns what the legal moves of the current position lead to; see [`MadeEndings::values`].
    fn ending_moves(&self) -> Option<Vec<(Move, EndingValue)>>;
}

/// The input of a search.
pub(super) struct SearchJob<B> {
    pub position: Position<B>,
    pub limits: Limits,
    pub options: SearchOptions,
    pub signals: Arc<Signals>,
    pub events: Events,
}

impl<B: RuleSet> SearchJob<B> {
    /// Returns the request to the search.
    pub(super) fn request(&self) -> SearchRequest<'_, B> {
        let SearchJob { position, limits, options, events, .. } = self;
        SearchRequest { position, limits, options: *options, messages: events }
    }

    /// Returns the `bestmove` of the search.
    pub(super) fn best_move(&self, result: &SearchResult) -> EngineMessage {
        let line: Vec<Move> = [result.best, result.ponder].into_iter().flatten().collect();
        let mut texts =
            format_line(self.position.board(), &line, self.options.notation).into_iter();
        EngineMessage::BestMove { best: texts.next(), ponder: texts.next() }
    }

    /// Sends the errors of the Syzygy tables that the search has needed.
    pub(super) fn report_table_errors(&self, pool: &SearchPool<B>) {
        for error in pool.syzygy().into_iter().flat_map(Tables::take_errors) {
            self.events.send(EngineMessage::InfoString(InfoString::Error(error.to_string())));
        }
    }
}

/// The backend with a thread of its own.
pub(super) struct ThreadBackend<B: RuleSet> {
    game: VariantGame<B>,
    network: Option<Arc<Network>>,
    endings: MadeEndings,
    /// Locked by the command that is executed.
    pool: Arc<Mutex<SearchPool<B>>>,
    thread: CommandThread,
}

impl<B: RuleSet> ThreadBackend<B> {
    /// Starts a backend at the start position, with one search thread.
    pub(super) fn new(variant: Variant, hash_mib: usize) -> Result<Self, SettingError> {
        let pool = SearchPool::new(variant.game(), hash_mib)?;
        Ok(ThreadBackend {
            game: VariantGame::new(variant),
            network: pool.network().cloned(),
            endings: pool.made_endings().clone(),
            pool: Arc::new(Mutex::new(pool)),
            thread: CommandThread::start()?,
        })
    }

    /// Lets the thread execute a command.
    fn send(&self, command: impl FnOnce(&mut SearchPool<B>) + Send + 'static) {
        let pool = self.pool.clone();
        self.thread.send(Box::new(move || command(&mut lock(&pool))));
    }

    /// Lets the thread execute a command and waits for the result; `None` if the thread has
    /// panicked.
    fn send_and_wait<T: Send + 'static>(
        &self,
        command: impl FnOnce(&mut SearchPool<B>) -> T + Send + 'static,
    ) -> Option<T> {
        let (sender, result) = bounded(1);
        self.send(move |pool| {
            let _ = sender.send(command(pool));
        });
        result.recv().ok()
    }
}

/// A command to the backend's thread.
type Command = Box<dyn FnOnce() + Send>;

/// A thread that executes commands, with the stack of a search.
struct CommandThread {
    /// `None` only while `self` is dropped: closing the channel ends the thread.
    commands: Option<Sender<Command>>,
    thread: Option<JoinHandle<()>>,
}

impl CommandThread {
    fn start() -> Result<Self, ThreadSpawnError> {
        let (commands, receiver) = unbounded::<Command>();
        let thread = std::thread::Builder::new()
            .name("backend".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || receiver.into_iter().for_each(|command| command()))
            .map_err(|error| ThreadSpawnError { count: 1, cause: error.to_string() })?;
        Ok(CommandThread { commands: Some(commands), thread: Some(thread) })
    }

    fn send(&self, command: Command) {
        if let Some(commands) = &self.commands {
            // Sending fails only if the thread has panicked.
            let _ = commands.send(command);
        }
    }
}

impl Drop for CommandThread {
    /// Ends the thread and waits for it.
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

impl<B: RuleSet> Backend for ThreadBackend<B> {
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
        self.send(move |pool| run_search(pool, &job));
    }

    /// The thread runs the search.
    fn run_slice(&mut self, _: &mut dyn FnMut() -> bool) -> bool {
        false
    }

    fn clear(&mut self) {
        self.send_and_wait(SearchPool::clear);
    }

    fn clear_hash(&mut self) {
        self.send_and_wait(SearchPool::clear_table);
    }

    fn set_hash(&mut self, hash_mib: usize) -> Result<(), OutOfMemory> {
        let result = self.send_and_wait(move |pool| pool.set_hash(hash_mib));
        result.unwrap_or(Err(OutOfMemory { hash_mib }))
    }

    fn set_threads(&mut self, count: usize) -> Result<(), ThreadSpawnError> {
        let result = self.send_and_wait(move |pool| pool.set_threads(count));
        let cause = || "the backend's thread has ended".to_owned();
        result.unwrap_or_else(|| Err(ThreadSpawnError { count, cause: cause() }))
    }

    fn set_eval_source(
        &mut self,
        source: &EvalSource,
        default: Option<&[u8]>,
    ) -> Result<(), EvalSourceError> {
        self.network = load_network(self.game.variant().game(), source, default)?;
        let network = self.network.clone();
        self.send(|pool| pool.set_network(network));
        Ok(())
    }

    fn set_syzygy(&mut self, tables: Option<Arc<Tables>>) {
        self.send(|pool| pool.set_syzygy(tables));
    }

    fn evaluation(&self) -> Evaluation {
        Evaluation::new(self.network.as_deref(), self.game.position().board())
    }

    fn ending_moves(&self) -> Option<Vec<(Move, EndingValue)>> {
        let position = self.game.position();
        self.endings.values(position.board(), &position.legal_moves())
    }
}

/// Signals the end of a search when dropped, also if the search panics.
struct FinishGuard<'a>(&'a Signals);

impl Drop for FinishGuard<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Runs a search and sends its messages.
fn run_search<B: RuleSet>(pool: &mut SearchPool<B>, job: &SearchJob<B>) {
    let guard = FinishGuard(&job.signals);
    let mut report = |info| job.events.send(EngineMessage::Info(info));
    let result = pool.search(&job.request(), &job.signals, Some(&mut report));
    job.report_table_errors(pool);
    job.signals.wait_for_release();
    job.events.send(job.best_move(&result));
    drop(guard);
}
