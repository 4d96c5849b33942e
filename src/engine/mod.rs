//! The engine as its users see it: set a position, go, stop, change options.
//!
//! It never prints. What it has to say it sends as [`Event`]s through the channel that it was
//! given; exactly one [`Event::BestMove`] for each [`Engine::go`]. The search runs on threads of
//! the engine's own, so every method returns at once but those that have to wait for the end of a
//! search; they say so. Nothing that comes from outside makes it panic.

mod backend;
mod convert;

use crate::game::{Game, SetPositionError};
use crate::registry::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::rules::CastlingMode;
pub use crate::score::{Bound, Score, Wdl};
use crate::search::Signals;
pub use crate::search::skill::{Skill, Strength};
use backend::Backend;
#[cfg(feature = "tournament")]
pub(crate) use convert::{SeededSkill, search_limits};
use crossbeam_channel::Sender;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::time::Instant;

/// What a search is to stop at; without any of it, it goes on until stopped or at its greatest
/// depth. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// White's clock.
    pub wtime: Option<u64>,
    /// Black's clock.
    pub btime: Option<u64>,
    /// What White's clock gains with each move.
    pub winc: Option<u64>,
    /// What Black's clock gains with each move.
    pub binc: Option<u64>,
    /// Moves to the next time control.
    pub movestogo: Option<u32>,
    /// Think exactly this long; goes before the clocks.
    pub movetime: Option<u64>,
    /// Stop after this iteration.
    pub depth: Option<u32>,
    /// Stop after so many nodes.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many moves is found; until then no move is left out, so that the
    /// mate is found if there is one and time for it.
    pub mate: Option<u32>,
    /// No best move before [`Engine::stop`].
    pub infinite: bool,
    /// Think on the opponent's time: no best move before [`Engine::stop`] or
    /// [`Engine::ponder_hit`], and the clock does not run until the latter.
    pub ponder: bool,
    /// Search these moves only; empty for all. Texts that are no legal move are noted and left
    /// out; if none is left, all moves are searched.
    pub searchmoves: Vec<String>,
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// The iteration, in plies.
    pub depth: u32,
    /// The deepest ply that it has seen.
    pub seldepth: u32,
    /// The rank of this line, from 1.
    pub multipv: u32,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// Whether the true score may be higher or lower.
    pub bound: Bound,
    /// Chances of the result, if they are to be shown.
    pub wdl: Option<Wdl>,
    /// Nodes searched since `go`, by all threads: one for each move made.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// Milliseconds since `go`.
    pub time: u64,
    /// The line, in wire notation; empty only when the game is over at the root.
    pub pv: Vec<String>,
}

/// What the engine tells its user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The search goes on, and this is how it stands.
    Info(SearchInfo),
    /// The search is over: the move to play (none if the game is over), and the reply to think
    /// on meanwhile.
    BestMove {
        /// The move to play.
        best: Option<String>,
        /// The reply expected: legal after `best`, and not the end of the game.
        ponder: Option<String>,
    },
    /// A remark in words.
    Message(String),
}

/// Why the machine refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResourceError {
    /// There is no memory for a table of that size; the old size is kept.
    #[error("no memory for a table of {hash_mib} MiB")]
    Memory {
        /// The size asked for.
        hash_mib: usize,
    },
    /// The threads could not be started; the old ones are kept.
    #[error("could not start {count} threads: {cause}")]
    Threads {
        /// The number asked for.
        count: usize,
        /// What the system said.
        cause: String,
    },
}

/// An engine for one game at a time.
pub struct Engine {
    backend: Box<dyn Backend>,
    settings: Settings,
    events: Sender<Event>,
    /// The last search, if there was one.
    signals: Option<Arc<Signals>>,
}

/// What the user has chosen, kept through a change of rule set.
#[derive(Clone, Copy, Debug)]
struct Settings {
    hash_mib: usize,
    threads: usize,
    multipv: usize,
    move_overhead_ms: u64,
    show_wdl: bool,
    strength: Strength,
    /// That of the errors of judgement in the present game.
    seed: u64,
    castling_mode: CastlingMode,
}

impl Engine {
    /// The smallest table, in MiB.
    pub const MIN_HASH: usize = 1;
    /// The largest table that can be asked for, in MiB.
    pub const MAX_HASH: usize = 1 << 20;
    /// The table at first, in MiB.
    pub const DEFAULT_HASH: usize = 16;
    /// The most threads.
    pub const MAX_THREADS: usize = 1024;
    /// The most lines at a time.
    pub const MAX_MULTI_PV: usize = 256;
    /// The time that a move loses on its way to the user's clock, at first, in milliseconds.
    pub const DEFAULT_MOVE_OVERHEAD: u64 = 10;
    /// The longest that can be asked for.
    pub const MAX_MOVE_OVERHEAD: u64 = 5000;

    /// An engine at the start position of that rule set, with one thread.
    ///
    /// # Panics
    /// If the system has neither memory for the smallest table nor a thread to search on.
    pub fn new(variant: Variant, events: Sender<Event>) -> Engine {
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
        let backend = start_backend(variant, &mut settings, &events);
        Engine { backend, settings, events, signals: None }
    }

    /// The rule set.
    pub fn variant(&self) -> Variant {
        self.game().variant()
    }

    /// Changes the rule set: a new game from its start position. Stops a search and waits for it.
    ///
    /// # Panics
    /// As [`Engine::new`].
    pub fn set_variant(&mut self, variant: Variant) {
        self.end_search();
        // There may not be room for two tables.
        let _ = self.backend.set_hash(Engine::MIN_HASH);
        self.backend = start_backend(variant, &mut self.settings, &self.events);
    }

    /// The game as it stands.
    pub fn game(&self) -> &dyn Game {
        self.backend.game()
    }

    /// Sets the position of this string (the start position without one) and plays the moves;
    /// on an error nothing changes. A search that is running goes on with its own position.
    pub fn set_position(
        &mut self,
        position: Option<&str>,
        moves: &[&str],
    ) -> Result<(), SetPositionError> {
        self.backend.game_mut().set_position(position, moves)
    }

    /// Forgets all that was learnt from earlier searches. Stops a search and waits for it.
    pub fn new_game(&mut self) {
        self.end_search();
        self.settings.seed = random_seed();
        self.backend.clear();
    }

    /// Starts a search and returns at once. The clock runs from this call. A search that is
    /// still running is stopped first, and its best move sent.
    pub fn go(&mut self, limits: Limits) {
        let started = Instant::now();
        self.end_search();
        let signals = Arc::new(Signals::new(started, limits.infinite, limits.ponder));
        self.signals = Some(Arc::clone(&signals));
        self.backend.go(limits, self.settings, signals);
    }

    /// Has the search end soon; without one, nothing happens.
    pub fn stop(&mut self) {
        if let Some(signals) = &self.signals {
            signals.stop();
        }
    }

    /// The opponent has played the move that was pondered on: from now on the clock runs.
    /// Without pondering, nothing happens.
    pub fn ponder_hit(&mut self) {
        if let Some(signals) = &self.signals {
            signals.ponder_hit();
        }
    }

    /// Has the last `go` still to send its best move?
    pub fn is_searching(&self) -> bool {
        self.signals.as_ref().is_some_and(|signals| signals.is_searching())
    }

    /// Waits until the best move has been sent. An infinite search must be stopped first.
    pub fn wait(&mut self) {
        if let Some(signals) = &self.signals {
            signals.wait_for_end();
        }
    }

    fn end_search(&mut self) {
        self.stop();
        self.wait();
    }

    /// Gives the table that size in MiB, empty. Stops a search and waits for it.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), ResourceError> {
        self.end_search();
        let mebibytes = mebibytes.clamp(Engine::MIN_HASH, Engine::MAX_HASH);
        self.backend.set_hash(mebibytes)?;
        self.settings.hash_mib = mebibytes;
        Ok(())
    }

    /// Empties the table. Stops a search and waits for it.
    pub fn clear_hash(&mut self) {
        self.end_search();
        self.backend.clear_hash();
    }

    /// Searches with so many threads from now on. Stops a search and waits for it.
    pub fn set_threads(&mut self, count: usize) -> Result<(), ResourceError> {
        self.end_search();
        let count = count.clamp(1, Engine::MAX_THREADS);
        self.backend.set_threads(count)?;
        self.settings.threads = count;
        Ok(())
    }

    /// Shows so many lines from the next search on.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.settings.multipv = lines.clamp(1, Engine::MAX_MULTI_PV);
    }

    /// Takes so many milliseconds off every clock, from the next search on.
    pub fn set_move_overhead(&mut self, milliseconds: u64) {
        self.settings.move_overhead_ms = milliseconds;
    }

    /// Reads and writes texts by these conventions from now on, in whatever rule set; a change
    /// begins again at the start position. True if it is one.
    pub fn set_castling_mode(&mut self, castling_mode: CastlingMode) -> bool {
        let changes = self.settings.castling_mode != castling_mode;
        if changes {
            self.settings.castling_mode = castling_mode;
            self.backend.game_mut().set_castling_mode(castling_mode);
        }
        changes
    }

    /// Plays as well as that, from the next search on. A change stops a search and waits for it, and
    /// forgets what was learnt: another strength judges otherwise.
    pub fn set_strength(&mut self, strength: Strength) {
        if self.settings.strength != strength {
            self.end_search();
            self.backend.clear();
            self.settings.strength = strength;
        }
    }

    /// Shows the chances of win, draw and loss, from the next search on.
    pub fn set_show_wdl(&mut self, show: bool) {
        self.settings.show_wdl = show;
    }
}

/// A number that nobody foresees.
fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}

impl Drop for Engine {
    /// Ends the search and its threads; its best move is still sent.
    fn drop(&mut self) {
        self.end_search();
    }
}

/// A seat for that rule set. Where the machine cannot give what is set, it gets less, and the
/// user is told.
fn start_backend(
    variant: Variant,
    settings: &mut Settings,
    events: &Sender<Event>,
) -> Box<dyn Backend> {
    struct Take(Variant, usize, Sender<Event>);
    impl Visitor for Take {
        type Output = Result<Box<dyn Backend>, ResourceError>;

        fn visit<B: RuleSet>(self) -> Self::Output {
            Ok(Box::new(backend::VariantBackend::<B>::new(self.0, self.1, self.2)?))
        }
    }
    let take = |mebibytes| variant.visit(Take(variant, mebibytes, events.clone()));
    let note = |error: ResourceError| {
        let _ = events.send(Event::Message(error.to_string()));
    };
    let mut seat = match take(settings.hash_mib) {
        Ok(seat) => seat,
        Err(error) => {
            note(error);
            settings.hash_mib = Engine::MIN_HASH;
            take(settings.hash_mib).expect("memory and a thread for the smallest engine")
        }
    };
    seat.game_mut().set_castling_mode(settings.castling_mode);
    if let Err(error) = seat.set_threads(settings.threads) {
        note(error);
        settings.threads = 1;
    }
    seat
}
