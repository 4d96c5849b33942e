//! What the user has set, kept when the rule set changes, and the errors of setting it.

use crate::hash_table::OutOfMemory;
use crate::profiles::{EvalSource, EvalSourceError};
use crate::registry::Variant;
use crate::rules::{CastlingMode, Notation};
use crate::search::SearchOptions;
use crate::search::skill::{Skill, Strength};
use crate::search::threads::ThreadSpawnError;
use crate::syzygy::{OpenedTables, SyzygyError, Tables};
use std::sync::Arc;

/// An option with a value in its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineSetting {
    /// The number of search threads. Changing it ends a running search.
    Threads(usize),
    /// The size of the transposition table in MiB. Setting it clears the table.
    Hash(usize),
    /// Clear the transposition table, after the end of a running search.
    ClearHash,
    /// The number of lines to report, from the next search on.
    MultiPv(usize),
    /// Whether the GUI may send `go ponder`. Pondering is always possible.
    Ponder(bool),
    /// The time in milliseconds that a move loses between engine and clock, from the next search
    /// on.
    MoveOverhead(u64),
    /// The skill level. A change ends a running search and clears what it has learned.
    SkillLevel(Skill),
    /// Play at the strength of [`EngineSetting::Elo`] and ignore the skill level.
    LimitStrength(bool),
    /// The Elo to play at, by the Elo table of the rule set.
    Elo(i32),
    /// The rule set. Setting it starts a new game.
    Variant(Variant),
    /// The file of a game, or a folder of such files; empty for none. The session offers them as
    /// rule sets.
    VariantPath(String),
    /// How castling is written. A change starts a new game.
    CastlingMode(CastlingMode),
    /// Where the evaluation comes from. A change ends a running search and clears what it has
    /// learned.
    EvalFile(EvalSource),
    /// The notation of displayed moves.
    Notation(Notation),
    /// The notation of the moves that a search reports, from the next search on.
    UciNotation(Notation),
    /// Make and use tables of endings, from the next search on.
    Endgames(bool),
    /// The memory for these tables in MiB, from the next search on.
    EndgameMemory(u64),
    /// The folders of Syzygy tables; empty for none. Setting it ends a running search and looks for
    /// the files again.
    SyzygyPath(String),
    /// The depth from which positions of the largest tables are looked up, from the next search on.
    SyzygyProbeDepth(u64),
    /// Whether the fifty-move rule counts in Syzygy tables, from the next search on.
    Syzygy50MoveRule(bool),
    /// The largest number of pieces of a position that is looked up, from the next search on.
    SyzygyProbeLimit(u64),
    /// Report win, draw and loss probabilities with each score.
    ShowWdl(bool),
    /// The file to append both directions of the protocol to; empty for none.
    DebugLogFile(String),
    /// A search parameter, by its index in the list of parameters.
    #[cfg(feature = "tuning")]
    Tunable {
        /// The index.
        index: usize,
        /// The value.
        value: i32,
    },
}

impl EngineSetting {
    /// The minimum size of the transposition table in MiB.
    pub const MIN_HASH: usize = 1;
    /// The maximum size of the transposition table in MiB.
    pub const MAX_HASH: usize = if cfg!(target_family = "wasm") { 1 << 10 } else { 1 << 20 };
    /// The maximum number of threads.
    pub const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 1024 };
    /// The maximum number of lines to report.
    pub const MAX_MULTI_PV: usize = 256;
}

/// The settings of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub threads: usize,
    pub hash_mib: usize,
    pub castling_mode: CastlingMode,
    pub eval_source: EvalSource,
    /// The Syzygy tables.
    pub syzygy: Option<Arc<Tables>>,
    /// The settings of the search. Its strength follows from the three options below.
    pub search: SearchOptions,
    skill_level: Skill,
    limit_strength: bool,
    elo: i32,
}

impl Settings {
    /// The default size of the transposition table in MiB.
    pub(super) const DEFAULT_HASH: usize = if cfg!(target_family = "wasm") { 8 } else { 16 };
    /// The default of `UCI_Elo`.
    pub(super) const DEFAULT_ELO: i32 = 1500;

    /// Stores a setting. Settings that concern the protocol, the rule set or the whole process have
    /// no place here, nor has the path of tables, which [`open_syzygy`] opens.
    pub(crate) fn store(&mut self, setting: &EngineSetting) {
        match *setting {
            EngineSetting::Threads(count) => {
                self.threads = count.clamp(1, EngineSetting::MAX_THREADS)
            }
            EngineSetting::Hash(hash_mib) => {
                self.hash_mib = hash_mib.clamp(EngineSetting::MIN_HASH, EngineSetting::MAX_HASH);
            }
            EngineSetting::MultiPv(lines) => {
                self.search.multipv = lines.clamp(1, EngineSetting::MAX_MULTI_PV);
            }
            EngineSetting::MoveOverhead(milliseconds) => {
                self.search.move_overhead_ms = milliseconds;
            }
            EngineSetting::SkillLevel(level) => {
                self.skill_level = level;
                self.search.strength = self.strength();
            }
            EngineSetting::LimitStrength(limit) => {
                self.limit_strength = limit;
                self.search.strength = self.strength();
            }
            EngineSetting::Elo(elo) => {
                self.elo = elo;
                self.search.strength = self.strength();
            }
            EngineSetting::CastlingMode(castling_mode) => self.castling_mode = castling_mode,
            EngineSetting::EvalFile(ref source) => self.eval_source.clone_from(source),
            EngineSetting::UciNotation(notation) => self.search.notation = notation,
            EngineSetting::Endgames(enabled) => self.search.endgames = enabled,
            EngineSetting::EndgameMemory(mib) => self.search.endgame_memory = mib,
            EngineSetting::SyzygyProbeDepth(depth) => self.search.syzygy.probe_depth = depth,
            EngineSetting::Syzygy50MoveRule(counts) => self.search.syzygy.fifty_move_rule = counts,
            EngineSetting::SyzygyProbeLimit(pieces) => self.search.syzygy.probe_limit = pieces,
            EngineSetting::ShowWdl(show) => self.search.show_wdl = show,
            EngineSetting::ClearHash
            | EngineSetting::Ponder(_)
            | EngineSetting::Variant(_)
            | EngineSetting::VariantPath(_)
            | EngineSetting::SyzygyPath(_)
            | EngineSetting::Notation(_)
            | EngineSetting::DebugLogFile(_) => {}
            #[cfg(feature = "tuning")]
            EngineSetting::Tunable { .. } => {}
        }
    }

    /// Returns the strength by the options: `UCI_LimitStrength` overrides the skill level.
    fn strength(&self) -> Strength {
        match self.limit_strength {
            true => Strength::Elo(self.elo),
            false => Strength::Level(self.skill_level),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            hash_mib: Settings::DEFAULT_HASH,
            castling_mode: CastlingMode::Standard,
            eval_source: EvalSource::Default,
            syzygy: None,
            search: SearchOptions::default(),
            skill_level: Skill::FULL,
            limit_strength: false,
            elo: Settings::DEFAULT_ELO,
        }
    }
}

/// Why a setting cannot be changed. The old one is kept.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// There is not enough memory for a table of this size.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadSpawnError),
    /// The network cannot be used.
    #[error(transparent)]
    Network(#[from] EvalSourceError),
    /// No Syzygy tables were found.
    #[error("{0}")]
    Syzygy(String),
}

/// Opens the Syzygy tables of a value of [`EngineSetting::SyzygyPath`]. Returns them, and what is
/// wrong with folders and files.
///
/// # Errors
/// The same, a line each, if there are no tables.
pub(crate) fn open_syzygy(path: &str) -> Result<(Option<Arc<Tables>>, Vec<String>), SettingError> {
    if path.is_empty() {
        return Ok((None, Vec::new()));
    }
    let OpenedTables { tables, errors } = Tables::open(path);
    let errors: Vec<String> = errors.iter().map(SyzygyError::to_string).collect();
    match tables {
        Some(tables) => Ok((Some(Arc::new(tables)), errors)),
        None => Err(SettingError::Syzygy(errors.join("\n"))),
    }
}
