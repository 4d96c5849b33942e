//! What the user has set, kept when the rule set changes, and the errors of setting it.

use crate::hash_table::OutOfMemory;
use crate::rules::CastlingMode;
use crate::search::skill::Strength;
use crate::search::threads::ThreadSpawnError;

/// The settings of an engine. They survive a change of the rule set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub hash_mib: usize,
    pub threads: usize,
    pub multipv: usize,
    pub move_overhead_ms: u64,
    pub show_wdl: bool,
    pub strength: Strength,
    /// The seed of the evaluation noise of the current game.
    pub seed: u64,
    pub castling_mode: CastlingMode,
}

/// A request for memory or threads that the system cannot satisfy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResourceError {
    /// There is not enough memory for a table of this size. The old table is kept.
    #[error("no memory for a table of {hash_mib} MiB")]
    Memory {
        /// The requested size.
        hash_mib: usize,
    },
    /// The threads could not be started. The old threads are kept.
    #[error("could not start {count} threads: {cause}")]
    Threads {
        /// The requested number.
        count: usize,
        /// The error of the system.
        cause: String,
    },
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
