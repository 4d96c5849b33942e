//! The engine's coordinator: a thread that owns the pool of one rule set and carries out orders,
//! one after the other.
//!
//! [`Seat`] is what the façade sees of it, whatever the rule set. The game stays on the user's
//! side; a search gets a copy of it, so that a new position can be set meanwhile. What can go
//! wrong: an order is carried out only when the search before it has ended, so the façade stops a
//! search before it gives an order that waits for an answer.

use super::convert::{EventFormatter, SeededSkill, parse_searchmoves, search_limits};
use super::{Event, Limits, ResourceError, Settings};
use crate::game::{Game, VariantGame};
use crate::moves::Move;
use crate::position::Position;
use crate::registry::RuleSet;
use crate::registry::Variant;
use crate::rules::BoardText;
use crate::search::skill::EloTable;
use crate::search::table::OutOfMemory;
use crate::search::threads::{STACK_SIZE, SearchPool, SearchRequest, ThreadSpawnError};
use crate::search::{SearchLimits, Signals};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::sync::Arc;
use std::thread::JoinHandle;

/// A game and what searches it, of whatever rule set.
pub(super) trait Backend: Send {
    fn game(&self) -> &dyn Game;
    fn game_mut(&mut self) -> &mut dyn Game;
    /// Starts a search of the game as it stands.
    fn go(&mut self, limits: Limits, settings: Settings, signals: Arc<Signals>);
    fn clear(&mut self);
    fn clear_hash(&mut self);
    fn set_hash(&mut self, mebibytes: usize) -> Result<(), ResourceError>;
    fn set_threads(&mut self, count: usize) -> Result<(), ResourceError>;
}

impl From<OutOfMemory> for ResourceError {
    fn from(error: OutOfMemory) -> Self {
        ResourceError::Memory { hash_mib: error.hash_mib }
    }
}

impl From<ThreadSpawnError> for ResourceError {
    fn from(error: ThreadSpawnError) -> Self {
        ResourceError::Threads { count: error.count, cause: error.cause }
    }
}

/// A search to carry out.
struct SearchJob<B> {
    position: Position<B>,
    limits: SearchLimits,
    moves: Vec<Move>,
    multipv: usize,
    show_wdl: bool,
    signals: Arc<Signals>,
}

/// What the coordinator can be told to do.
enum BackendCommand<B> {
    Search(Box<SearchJob<B>>),
    Clear,
    ClearHash,
    SetHash(usize, Sender<Result<(), OutOfMemory>>),
    SetThreads(usize, Sender<Result<(), ThreadSpawnError>>),
}

/// The one implementation of [`Seat`].
pub(super) struct VariantBackend<B: BoardText> {
    game: VariantGame<B>,
    events: Sender<Event>,
    /// None only while it is dropped.
    commands: Option<Sender<BackendCommand<B>>>,
    thread: Option<JoinHandle<()>>,
}

impl<B: RuleSet> VariantBackend<B> {
    /// A seat at the start position, with one thread and a table of that size.
    pub fn new(
        variant: Variant,
        mebibytes: usize,
        events: Sender<Event>,
    ) -> Result<Self, ResourceError> {
        let pool = SearchPool::new(mebibytes)?;
        let (orders, received) = unbounded();
        let told = events.clone();
        let thread = std::thread::Builder::new()
            .name("coordinator".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || run_backend(pool, &received, &told))
            .map_err(|error| ResourceError::Threads { count: 1, cause: error.to_string() })?;
        Ok(VariantBackend {
            game: VariantGame::new(variant),
            events,
            commands: Some(orders),
            thread: Some(thread),
        })
    }

    fn send(&self, order: BackendCommand<B>) {
        if let Some(orders) = &self.commands {
            // It fails only if the coordinator has died, which ends the program anyway.
            let _ = orders.send(order);
        }
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
        let position = self.game.position();
        let note = |text| {
            let _ = self.events.send(Event::Message(text));
        };
        let moves = parse_searchmoves(position.board(), &limits.searchmoves, note);
        let skill = settings.strength.skill(EloTable(B::PROFILE.skill_elo));
        let weakness = SeededSkill { skill, seed: settings.seed };
        self.send(BackendCommand::Search(Box::new(SearchJob {
            limits: search_limits(
                &limits,
                position.side_to_move(),
                settings.move_overhead_ms,
                weakness,
            ),
            moves,
            multipv: settings.multipv,
            show_wdl: settings.show_wdl,
            position: position.clone(),
            signals,
        })));
    }

    fn clear(&mut self) {
        self.send(BackendCommand::Clear);
    }

    fn clear_hash(&mut self) {
        self.send(BackendCommand::ClearHash);
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), ResourceError> {
        let (answer, answered) = bounded(1);
        self.send(BackendCommand::SetHash(mebibytes, answer));
        Ok(answered.recv().unwrap_or(Err(OutOfMemory { hash_mib: mebibytes }))?)
    }

    fn set_threads(&mut self, count: usize) -> Result<(), ResourceError> {
        let (answer, answered) = bounded(1);
        self.send(BackendCommand::SetThreads(count, answer));
        let cause = || "the coordinator does not answer".to_owned();
        Ok(answered.recv().unwrap_or_else(|_| Err(ThreadSpawnError { count, cause: cause() }))?)
    }
}

impl<B: BoardText> Drop for VariantBackend<B> {
    /// Ends the thread.
    fn drop(&mut self) {
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The life of the coordinator's thread: orders until nobody can give one any more.
fn run_backend<B: RuleSet>(
    mut pool: SearchPool<B>,
    orders: &Receiver<BackendCommand<B>>,
    events: &Sender<Event>,
) {
    for order in orders {
        match order {
            BackendCommand::Search(job) => run_search(&mut pool, &job, events),
            BackendCommand::Clear => pool.clear(),
            BackendCommand::ClearHash => pool.clear_table(),
            BackendCommand::SetHash(mebibytes, answer) => {
                let _ = answer.send(pool.set_hash(mebibytes));
            }
            BackendCommand::SetThreads(count, answer) => {
                let _ = answer.send(pool.set_threads(count));
            }
        }
    }
}

/// Tells the end of a search to those who wait for it, even if the search panics.
struct FinishGuard<'a>(&'a Signals);

impl Drop for FinishGuard<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// One search, from the order to the best move. Nobody listening is no reason to stop: the search
/// is stopped by its signals alone.
fn run_search<B: RuleSet>(pool: &mut SearchPool<B>, job: &SearchJob<B>, events: &Sender<Event>) {
    let end = FinishGuard(&job.signals);
    let told = EventFormatter { position: &job.position, show_wdl: job.show_wdl };
    let task = SearchRequest {
        position: &job.position,
        limits: job.limits,
        moves: &job.moves,
        multipv: job.multipv,
    };
    let outcome = pool.search(&task, &job.signals, &mut |report| {
        let _ = events.send(Event::Info(told.info(report)));
    });
    job.signals.wait_for_release();
    let _ = events.send(told.best_move(&outcome));
    drop(end);
}
