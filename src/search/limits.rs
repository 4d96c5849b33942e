//! The limits of a search.

use super::skill::EvalNoise;
use super::time::TimeBudget;

/// The limits of one search. All that are set apply; without any, the search ends at the maximum
/// depth or when it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// The maximum node count of all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// Stop after the iteration that reaches this node count of the first thread.
    pub soft_nodes: Option<u64>,
    /// Stop at a mate by the side to move in at most this many moves.
    pub mate: Option<u32>,
    /// The soft and hard time limits.
    pub time: Option<TimeBudget>,
    /// Whether the search may stop at the soft time limit. False for a fixed time for the move.
    pub use_soft_limit: bool,
    /// Noise added to the evaluation, to play below full strength.
    pub noise: Option<EvalNoise>,
}
