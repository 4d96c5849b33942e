//! The engine as its users see it: set a position, go, stop, change options.
//!
//! It never prints. What it has to say it sends as [`Event`]s through the channel that it was
//! given; exactly one [`Event::BestMove`] for each [`Engine::go`]. The search runs on threads of
//! the engine's own, so every method returns at once but those that have to wait for the end of a
//! search; they say so. Nothing that comes from outside makes it panic.

use crate::game::{Game, SetError, new_game};
use crate::rules::registry::Variant;
pub use crate::search::score::{Bound, Chances, Score};
use crossbeam_channel::Sender;

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
    /// Think exactly this long.
    pub movetime: Option<u64>,
    /// Stop after this iteration.
    pub depth: Option<u32>,
    /// Stop after so many nodes.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
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
pub struct Info {
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
    pub wdl: Option<Chances>,
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
    Info(Info),
    /// The search is over: the move to play (none if the game is over), and the reply to think
    /// on meanwhile.
    BestMove {
        /// The move to play.
        best: Option<String>,
        /// The reply expected: legal after `best`, and not the end of the game.
        ponder: Option<String>,
    },
    /// A remark in words.
    Note(String),
}

/// Why the machine refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResourceError {
    /// There is no memory for a table of that size; the old one is kept.
    #[error("no memory for a table of {mebibytes} MiB")]
    Memory {
        /// The size asked for.
        mebibytes: usize,
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
    game: Box<dyn Game>,
    events: Sender<Event>,
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

    /// An engine at the start position of that rule set, with one thread.
    pub fn new(variant: Variant, events: Sender<Event>) -> Engine {
        Engine { game: new_game(variant), events }
    }

    /// The rule set.
    pub fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// Changes the rule set: a new game from its start position. Stops a search and waits for it.
    pub fn set_variant(&mut self, variant: Variant) {
        let _ = variant;
    }

    /// The game as it stands.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// Sets the position of this string (the start position without one) and plays the moves;
    /// on an error nothing changes. A search that is running goes on with its own position.
    pub fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), SetError> {
        self.game.set(position, moves)
    }

    /// Forgets all that was learnt from earlier searches. Stops a search and waits for it.
    pub fn new_game(&mut self) {}

    /// Starts a search and returns at once. The clock runs from this call. A search that is
    /// still running is stopped first, and its best move sent.
    pub fn go(&mut self, limits: Limits) {
        let _ = (limits, &self.events);
    }

    /// Has the search end soon; without one, nothing happens.
    pub fn stop(&mut self) {}

    /// The opponent has played the move that was pondered on: from now on the clock runs.
    pub fn ponder_hit(&mut self) {}

    /// Has the last `go` still to send its best move?
    pub fn is_searching(&self) -> bool {
        false
    }

    /// Waits for the end of the search. An infinite search must be stopped first.
    pub fn wait(&mut self) {}

    /// Gives the table that size in MiB, empty. Stops a search and waits for it.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), ResourceError> {
        let _ = mebibytes;
        Ok(())
    }

    /// Empties the table. Stops a search and waits for it.
    pub fn clear_hash(&mut self) {}

    /// Searches with so many threads from now on. Stops a search and waits for it.
    pub fn set_threads(&mut self, count: usize) -> Result<(), ResourceError> {
        let _ = count;
        Ok(())
    }

    /// Shows so many lines from the next search on.
    pub fn set_multi_pv(&mut self, lines: usize) {
        let _ = lines;
    }

    /// Takes so many milliseconds off every clock, from the next search on.
    pub fn set_move_overhead(&mut self, milliseconds: u64) {
        let _ = milliseconds;
    }

    /// Shows the chances of win, draw and loss, from the next search on.
    pub fn set_show_wdl(&mut self, show: bool) {
        let _ = show;
    }
}
