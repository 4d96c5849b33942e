//! The limits of a search.

/// The limits of a search. The first limit reached ends it; without a limit it runs until it is
/// stopped or reaches the maximum depth. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// White's remaining time.
    pub wtime: Option<u64>,
    /// Black's remaining time.
    pub btime: Option<u64>,
    /// White's increment per move.
    pub winc: Option<u64>,
    /// Black's increment per move.
    pub binc: Option<u64>,
    /// Moves to the next time control.
    pub movestogo: Option<u32>,
    /// A fixed time for this move. It overrides the clocks.
    pub movetime: Option<u64>,
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves is found. Until then no move is pruned, so the search
    /// finds the mate if it exists and time allows.
    pub mate: Option<u32>,
    /// Send no best move before [`Engine::stop`](super::Engine::stop).
    pub infinite: bool,
    /// Search on the opponent's time: send no best move before
    /// [`Engine::stop`](super::Engine::stop) or [`Engine::ponder_hit`](super::Engine::ponder_hit).
    /// The clock starts at the latter.
    pub ponder: bool,
    /// Search only these moves; empty for all. Illegal moves are reported and ignored. If none is
    /// legal, the search uses all moves.
    pub searchmoves: Vec<String>,
}
