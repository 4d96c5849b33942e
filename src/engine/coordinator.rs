//! The engine's coordinator: a thread that owns the pool of one rule set and carries out orders,
//! one after the other.
//!
//! [`Seat`] is what the façade sees of it, whatever the rule set. The game stays on the user's
//! side; a search gets a copy of it, so that a new position can be set meanwhile. What can go
//! wrong: an order is carried out only when the search before it has ended, so the façade stops a
//! search before it gives an order that waits for an answer.

use super::translation::{Told, Weakness, goal, wanted_moves};
use super::{Event, Limits, ResourceError, Settings};
use crate::eval::Evaluate;
use crate::game::{Game, Played};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Text;
use crate::rules::registry::Variant;
use crate::search::skill::Ladder;
use crate::search::{Goal, Signals};
use crate::table::OutOfMemory;
use crate::threads::{NoThreads, Pool, STACK_SIZE, Task};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::sync::Arc;
use std::thread::JoinHandle;

/// A game and what searches it, of whatever rule set.
pub(super) trait Seat: Send {
    fn game(&self) -> &dyn Game;
    fn game_mut(&mut self) -> &mut dyn Game;
    /// Starts a search of the game as it stands.
    fn go(&mut self, limits: Limits, settings: Settings, signals: Arc<Signals>);
    fn forget(&mut self);
    fn clear_hash(&mut self);
    fn set_hash(&mut self, mebibytes: usize) -> Result<(), ResourceError>;
    fn set_threads(&mut self, count: usize) -> Result<(), ResourceError>;
}

impl From<OutOfMemory> for ResourceError {
    fn from(error: OutOfMemory) -> Self {
        ResourceError::Memory { mebibytes: error.mebibytes }
    }
}

impl From<NoThreads> for ResourceError {
    fn from(error: NoThreads) -> Self {
        ResourceError::Threads { count: error.count, cause: error.cause }
    }
}

/// A search to carry out.
struct Job<B> {
    position: Position<B>,
    goal: Goal,
    moves: Vec<Move>,
    lines: usize,
    show_wdl: bool,
    signals: Arc<Signals>,
}

/// What the coordinator can be told to do.
enum Order<B> {
    Search(Box<Job<B>>),
    Forget,
    ClearTable,
    ResizeTable(usize, Sender<Result<(), OutOfMemory>>),
    ResizePool(usize, Sender<Result<(), NoThreads>>),
}

/// The one implementation of [`Seat`].
pub(super) struct Coordinated<B: Text> {
    game: Played<B>,
    events: Sender<Event>,
    /// None only while it is dropped.
    orders: Option<Sender<Order<B>>>,
    thread: Option<JoinHandle<()>>,
}

impl<B: Text + Evaluate> Coordinated<B> {
    /// A seat at the start position, with one thread and a table of that size.
    pub fn new(
        variant: Variant,
        mebibytes: usize,
        events: Sender<Event>,
    ) -> Result<Self, ResourceError> {
        let pool = Pool::new(mebibytes)?;
        let (orders, received) = unbounded();
        let told = events.clone();
        let thread = std::thread::Builder::new()
            .name("coordinator".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(move || coordinate(pool, &received, &told))
            .map_err(|error| ResourceError::Threads { count: 1, cause: error.to_string() })?;
        Ok(Coordinated {
            game: Played::new(variant),
            events,
            orders: Some(orders),
            thread: Some(thread),
        })
    }

    fn order(&self, order: Order<B>) {
        if let Some(orders) = &self.orders {
            // It fails only if the coordinator has died, which ends the program anyway.
            let _ = orders.send(order);
        }
    }
}

impl<B: Text + Evaluate> Seat for Coordinated<B> {
    fn game(&self) -> &dyn Game {
        &self.game
    }

    fn game_mut(&mut self) -> &mut dyn Game {
        &mut self.game
    }

    fn go(&mut self, limits: Limits, settings: Settings, signals: Arc<Signals>) {
        let position = self.game.position();
        let note = |text| {
            let _ = self.events.send(Event::Note(text));
        };
        let moves = wanted_moves(position.board(), &limits.searchmoves, note);
        let skill = settings.strength.skill(Ladder(B::LADDER));
        let weakness = Weakness { skill, seed: settings.seed };
        self.order(Order::Search(Box::new(Job {
            goal: goal(&limits, position.side(), settings.overhead, weakness),
            moves,
            lines: settings.lines,
            show_wdl: settings.show_wdl,
            position: position.clone(),
            signals,
        })));
    }

    fn forget(&mut self) {
        self.order(Order::Forget);
    }

    fn clear_hash(&mut self) {
        self.order(Order::ClearTable);
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), ResourceError> {
        let (answer, answered) = bounded(1);
        self.order(Order::ResizeTable(mebibytes, answer));
        Ok(answered.recv().unwrap_or(Err(OutOfMemory { mebibytes }))?)
    }

    fn set_threads(&mut self, count: usize) -> Result<(), ResourceError> {
        let (answer, answered) = bounded(1);
        self.order(Order::ResizePool(count, answer));
        let cause = || "the coordinator does not answer".to_owned();
        Ok(answered.recv().unwrap_or_else(|_| Err(NoThreads { count, cause: cause() }))?)
    }
}

impl<B: Text> Drop for Coordinated<B> {
    /// Ends the thread.
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// The life of the coordinator's thread: orders until nobody can give one any more.
fn coordinate<B: Text + Evaluate>(
    mut pool: Pool<B>,
    orders: &Receiver<Order<B>>,
    events: &Sender<Event>,
) {
    for order in orders {
        match order {
            Order::Search(job) => carry_out(&mut pool, &job, events),
            Order::Forget => pool.forget(),
            Order::ClearTable => pool.clear_table(),
            Order::ResizeTable(mebibytes, answer) => {
                let _ = answer.send(pool.resize_table(mebibytes));
            }
            Order::ResizePool(count, answer) => {
                let _ = answer.send(pool.resize(count));
            }
        }
    }
}

/// Tells the end of a search to those who wait for it, even if the search panics.
struct End<'a>(&'a Signals);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// One search, from the order to the best move. Nobody listening is no reason to stop: the search
/// is stopped by its signals alone.
fn carry_out<B: Text + Evaluate>(pool: &mut Pool<B>, job: &Job<B>, events: &Sender<Event>) {
    let end = End(&job.signals);
    let told = Told { position: &job.position, show_wdl: job.show_wdl };
    let task =
        Task { position: &job.position, goal: job.goal, moves: &job.moves, lines: job.lines };
    let outcome = pool.search(&task, &job.signals, &mut |report| {
        let _ = events.send(Event::Info(told.info(report)));
    });
    job.signals.wait_for_release();
    let _ = events.send(told.best_move(&outcome));
    drop(end);
}
