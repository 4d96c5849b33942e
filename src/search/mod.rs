//! The search: principal variation search (PVS) with iterative deepening, generic in the rule set.
//!
//! The search uses a rule set only through [`crate::profiles::RuleSet`].
//!
//! - *Ply*: the distance from the root. *Depth*: the plies left to search below a node.
//! - *PV node*: its score may lie inside the window, so its line is kept. All other nodes have a
//!   zero window. A *cut node* is expected to fail high, an *all node* to fail low.
//! - *Noisy* moves are captures and promotions, *quiet* moves are the rest, also platform moves
//!   that do not promote.
//! - A *node* is one move made, in quiescence too.
//!
//! [`threads`] starts a `Worker` (`worker`) on each thread. `deepening` calls `root` for each
//! iteration, `root` calls `node`, and `node` calls `quiescence` at depth 0. A node uses these
//! files:
//!
//! ```text
//! syzygy           results from Syzygy tables
//! node_eval        static evaluation, corrected, and whether it improves
//! node_pruning     razoring, reverse futility pruning, cutoff by a shallower table score, null
//!                  move pruning
//! picker           the next move, ordered by history
//! reduction        late move reduction
//! move_pruning     late move, history, futility and SEE pruning
//! singular         singular extension and multi-cut
//! history_update   history scores after the node
//! ```
//!
//! A search ends early by returning `Err(Stopped)` through all callers.

mod deepening;
mod ending_moves;
mod endings;
pub mod history;
mod history_update;
mod move_pruning;
mod node;
mod node_eval;
mod node_pruning;
mod node_type;
mod noiseless;
mod parameters;
pub mod picker;
mod pv;
mod quiescence;
mod reduction;
mod request;
mod root;
mod signals;
mod singular;
pub mod skill;
mod syzygy;
mod syzygy_root;
pub mod table;
pub mod threads;
pub mod time;
mod tunable;
mod worker;

pub(crate) use ending_moves::MadeEndings;
pub use parameters::TUNABLES;
#[cfg(feature = "tuning")]
pub(crate) use parameters::set_tunable;
pub use request::{Messages, SearchOptions, SearchRequest};
pub use signals::Signals;
pub use syzygy::SyzygyOptions;
pub use tunable::Tunable;
