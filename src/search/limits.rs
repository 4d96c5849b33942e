//! What a search is to stop at.

use super::skill::EvalNoise;
use crate::search::time::TimeBudget;

/// Limits in the search's own terms; the façade makes them from those of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// The last iteration.
    pub depth: Option<u32>,
    /// So many nodes, by all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// A mate in so many moves by the side to move.
    pub mate: Option<u32>,
    /// A share of the clock, or a fixed time.
    pub time: Option<TimeBudget>,
    /// The time is a share of a clock: it may be used in part.
    pub use_soft_limit: bool,
    /// Judge positions worse than one could.
    pub noise: Option<EvalNoise>,
}
