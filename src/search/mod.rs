//! The search: principal variation search with iterative deepening, one for all rule sets.
//!
//! It is generic in the board and knows no rule; what it needs of one it asks through
//! [`crate::rules::Play`] and [`crate::eval::Evaluate`]. Words used throughout:
//!
//! - *ply*: the distance from the root; *depth*: what is left to search below a node.
//! - *PV node*: its true score may lie inside the window, and its line is kept. Every other node
//!   is searched with a window of width one and is expected to be a *cut* node, where one good
//!   move is enough, or an *all* node, where none is.
//! - *noisy*: captures and promotions. *quiet*: the rest. Platform moves are quiet (unless they
//!   promote) and come last among them.
//! - A *node* counted is one move made, in quiescence too.
//!
//! The way through the files: [`crate::search::threads`] starts a `Search` (in `worker`) on each thread;
//! `deepening` calls `root` for each iteration, which calls `node`, which ends in `quiescence`. A
//! node asks `outlook` what the position promises, `forward` whether it can be given up at once,
//! `picker` which move is next (by `history`), `late` whether that can be left out, `singular`
//! whether it is worth more depth, and tells `learning` what came of it. A search ends early by
//! `Err(Stopped)`, handed from callee to caller.

mod deepening;
pub mod history;
mod history_update;
mod limits;
mod move_pruning;
mod node;
mod node_eval;
mod node_pruning;
pub mod parameters;
pub mod picker;
mod pv;
mod quiescence;
mod reduction;
mod root;
mod signals;
mod singular;
pub mod skill;
pub mod table;
pub mod threads;
pub mod time;
pub mod tunable;
mod worker;

pub use deepening::Report;
pub use limits::SearchLimits;
pub use signals::Signals;

pub(crate) use root::{RootMove, root_moves};
pub(crate) use worker::{NodeCounter, SharedState, ThreadData, Worker};

/// The search was told to end, or has used up its nodes or time: what it was about is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;
