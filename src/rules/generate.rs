//! What the move generators of all rule sets share.
//!
//! A rule set has one generator. It takes a [`GenFilter`], and a sink that counts the moves, lists
//! them or looks for one. [`MoveGenerator`] compiles it once for each [`GenType`]: the filter is
//! then a constant, and the compiler drops the code that the type does not need.

use super::{Checks, GenType};
use crate::moves::{Move, MoveList};
use std::ops::BitOr;

/// The moves that a generator is to give.
#[derive(Clone, Copy)]
pub struct GenFilter<Cells = u64> {
    /// Give captures and promotions.
    pub noisy: bool,
    /// Give the other moves of pieces.
    pub quiet: bool,
    /// Give platform moves that promote nothing.
    pub platforms: bool,
    /// Give only the moves of pieces on these cells.
    pub sources: Cells,
    /// Give only legal moves; otherwise also moves that leave the king attacked.
    pub legal: bool,
}

impl<Cells> GenFilter<Cells> {
    /// Gives the legal moves of a type of the pieces on these cells.
    #[inline(always)]
    pub const fn new(gen_type: GenType, sources: Cells) -> Self {
        GenFilter {
            noisy: matches!(gen_type, GenType::All | GenType::Noisy),
            quiet: matches!(gen_type, GenType::All | GenType::Quiet),
            platforms: matches!(gen_type, GenType::All | GenType::Platforms),
            sources,
            legal: true,
        }
    }

    /// Returns where pieces other than pawns may go: the places of enemies, the empty ones, or
    /// both.
    #[inline(always)]
    pub(crate) fn targets<S: Default + BitOr<Output = S>>(&self, enemy: S, empty: S) -> S {
        let mut targets = S::default();
        if self.noisy {
            targets = targets | enemy;
        }
        if self.quiet {
            targets = targets | empty;
        }
        targets
    }
}

/// The entry points of a rule set's move generator.
///
/// The methods that take a filter are to be inlined, so that each provided one holds a copy of the
/// generator for its constant filter.
pub trait MoveGenerator: Checks {
    /// Whether there are platforms that move.
    const HAS_PLATFORMS: bool = false;

    /// A set of cells.
    type Cells;
    /// The set of all cells.
    const ALL_CELLS: Self::Cells;
    /// The filter that admits all legal moves.
    const ALL_MOVES: GenFilter<Self::Cells> = GenFilter::new(GenType::All, Self::ALL_CELLS);

    /// Adds the moves that pass the filter to the list. `info` belongs to this board.
    fn list_moves(
        &self,
        info: &Self::CheckInfo,
        filter: GenFilter<Self::Cells>,
        list: &mut MoveList,
    );
    /// Counts the moves that pass the filter.
    fn count_moves(&self, filter: GenFilter<Self::Cells>) -> u64;
    /// Returns whether the generator gives this move, also if it leaves the king attacked unless
    /// `legal`. Takes any move between places of the rule set.
    fn is_generated(&self, info: &Self::CheckInfo, mv: Move, legal: bool) -> bool;

    /// Adds all legal moves to the list.
    #[inline(never)]
    fn generate_all(&self, info: &Self::CheckInfo, list: &mut MoveList) {
        self.list_moves(info, Self::ALL_MOVES, list);
    }

    /// Adds the captures and promotions to the list.
    #[inline(never)]
    fn generate_noisy(&self, info: &Self::CheckInfo, list: &mut MoveList) {
        self.list_moves(info, const { GenFilter::new(GenType::Noisy, Self::ALL_CELLS) }, list);
    }

    /// Adds the other moves of pieces to the list.
    #[inline(never)]
    fn generate_quiet(&self, info: &Self::CheckInfo, list: &mut MoveList) {
        self.list_moves(info, const { GenFilter::new(GenType::Quiet, Self::ALL_CELLS) }, list);
    }

    /// Adds the platform moves that promote nothing to the list.
    #[inline(never)]
    fn generate_platforms(&self, info: &Self::CheckInfo, list: &mut MoveList) {
        self.list_moves(info, const { GenFilter::new(GenType::Platforms, Self::ALL_CELLS) }, list);
    }
}
