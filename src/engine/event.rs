//! The reports of a search.

use crate::score::{Bound, Score, Wdl};

/// The state of a running search: one line of `info`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The rank of this line, from 1.
    pub multipv: u32,
    /// The score of the line, from the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Win, draw and loss probabilities, if the option asks for them.
    pub wdl: Option<Wdl>,
    /// Nodes searched since `go` by all threads. A node is one move made.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// The occupancy of the transposition table, in permille.
    pub hashfull: u32,
    /// Milliseconds since `go`.
    pub time: u64,
    /// The principal variation in UCI notation. It is empty only if the game is over at the root.
    pub pv: Vec<String>,
}

/// A report of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The state of a running search.
    Info(SearchInfo),
    /// The end of a search.
    BestMove {
        /// The move to play; `None` if the game is over.
        best: Option<String>,
        /// The expected reply, to ponder on. It is legal after `best` and does not end the game.
        ponder: Option<String>,
    },
    /// A remark for people.
    Message(String),
}
