//! What a search is asked for: a position, limits and settings.

use super::skill::{EloTable, Skill, Strength};
use super::syzygy::{SyzygyOptions, SyzygyProbe};
use crate::position::Position;
use crate::profiles::{Profile, RuleSet};
use crate::rules::Notation;
use crate::syzygy::Tables;
use triskelion_protocol::Limits;

/// A search to run.
pub struct SearchRequest<'a, B> {
    /// The root position, with its history.
    pub position: &'a Position<B>,
    /// The limits. Moves of `searchmoves` that are not legal are ignored; if none is left, all
    /// moves are searched.
    pub limits: &'a Limits,
    /// The settings.
    pub options: SearchOptions,
    /// Receives the messages of the search.
    pub messages: &'a dyn Messages,
}

/// Receives messages for people.
pub trait Messages: Sync {
    /// Receives a message, one line.
    fn message(&self, text: String);
}

impl Messages for () {
    fn message(&self, _: String) {}
}

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// The number of lines to report.
    pub multipv: usize,
    /// Whether to report win, draw and loss probabilities.
    pub show_wdl: bool,
    /// The notation of reported moves, if the rule set has it.
    pub notation: Notation,
    /// The time in milliseconds that a move loses between engine and clock.
    pub move_overhead_ms: u64,
    /// The playing strength. Clear the table and the histories when it changes.
    pub strength: Strength,
    /// The seed of the evaluation noise in the current game.
    pub seed: u64,
    /// Stop after the iteration that reaches this node count of the first thread.
    pub soft_nodes: Option<u64>,
    /// Whether to make and use tables of endings. Levels below full strength do without.
    pub endgames: bool,
    /// The memory for these tables in MiB.
    pub endgame_memory: u64,
    /// How Syzygy tables are used, if there are any. Levels below full strength do without.
    pub syzygy: SyzygyOptions,
}

impl SearchOptions {
    /// The default of [`SearchOptions::move_overhead_ms`].
    pub const DEFAULT_MOVE_OVERHEAD: u64 = 10;
    /// The default of [`SearchOptions::endgame_memory`].
    pub const DEFAULT_ENDGAME_MEMORY: u64 = 256;
}

impl Default for SearchOptions {
    /// One line at full strength.
    fn default() -> Self {
        SearchOptions {
            multipv: 1,
            show_wdl: false,
            notation: Notation::Uci,
            move_overhead_ms: SearchOptions::DEFAULT_MOVE_OVERHEAD,
            strength: Strength::Level(Skill::FULL),
            seed: 0,
            soft_nodes: None,
            endgames: false,
            endgame_memory: SearchOptions::DEFAULT_ENDGAME_MEMORY,
            syzygy: SyzygyOptions::default(),
        }
    }
}

impl<'a, B> SearchRequest<'a, B> {
    /// Creates a request with the default settings.
    pub fn new(position: &'a Position<B>, limits: &'a Limits) -> Self {
        SearchRequest { position, limits, options: SearchOptions::default(), messages: &() }
    }
}

impl<B: RuleSet> SearchRequest<'_, B> {
    /// Returns the skill level, by the Elo table of the rule set.
    pub(super) fn skill(&self) -> Skill {
        self.options.strength.skill(EloTable(Profile::of(self.position.board().game()).skill_elo))
    }

    /// Returns whether tables of endings may be used.
    pub(super) fn uses_endings(&self) -> bool {
        self.options.endgames && self.skill() == Skill::FULL
    }

    /// Returns Syzygy tables for the search; `None` if it may not use them. A search for a mate
    /// needs its distance, which they lack.
    pub(super) fn syzygy_probe<'t>(&self, tables: Option<&'t Tables>) -> Option<SyzygyProbe<'t>> {
        match self.limits.mate.is_none() && self.skill() == Skill::FULL {
            true => SyzygyProbe::new(tables?, self.options.syzygy),
            false => None,
        }
    }

    /// Returns the maximum node count of all threads together.
    pub(super) fn max_nodes(&self) -> Option<u64> {
        [self.limits.nodes, self.skill().nodes()].into_iter().flatten().min()
    }
}
