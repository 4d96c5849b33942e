//! Singular extensions: is the table move the only good one?
//!
//! All other moves are searched to half the depth against a bound somewhat below what the table
//! knows of the node. If none reaches it, the table move is searched deeper, for a mistake about
//! it would be dear; if one reaches beta besides, the node is cut without more ado.

use super::Stopped;
use super::node::{NodeType, NonPv};
use super::parameters::*;
use super::worker::Worker;
use crate::moves::Move;
use crate::registry::RuleSet;
use crate::score::{Bound, clamp_eval, is_mate_score};
use crate::search::table::TtData;

/// What the search of the other moves has shown.
pub(super) enum SingularResult {
    /// The table move is to be searched so many plies deeper, or less deep.
    Extend(i32),
    /// Several moves reach beta: the score of the node.
    MultiCut(i32),
}

impl<B: RuleSet> Worker<'_, B> {
    /// How many moves on the way to this ply have been searched two plies deeper.
    #[inline]
    pub(super) fn double_extensions_before(&self, ply: usize) -> i32 {
        ply.checked_sub(1).map_or(0, |ply| self.thread_data.stack[ply].double_extensions)
    }

    /// How the table move stands out among the moves of the node.
    pub(super) fn singular_extension<K: NodeType>(
        &mut self,
        mv: Move,
        known: TtData,
        beta: i32,
        depth: i32,
        ply: usize,
        expect_cut: bool,
    ) -> Result<SingularResult, Stopped> {
        // Lines are not followed beyond twice the depth of the iteration for this.
        if depth < singular_depth()
            || known.depth < depth - SINGULAR_TT_DEPTH_GAP
            || known.bound == Bound::Upper
            || is_mate_score(known.score)
            || ply >= 2 * self.root_depth
            || self.mate_search
        {
            return Ok(SingularResult::Extend(0));
        }
        let bar = clamp_eval(known.score - singular_margin() * depth / 16);
        self.thread_data.stack[ply].excluded = Some(mv);
        let score = self.search_node::<NonPv>(bar - 1, bar, (depth - 1) / 2, ply, expect_cut)?;
        self.thread_data.stack[ply].excluded = None;
        Ok(if score < bar {
            let doubled = self.double_extensions_before(ply);
            let far =
                !K::PV && score < bar - singular_double_margin() && doubled < MAX_DOUBLE_EXTENSIONS;
            SingularResult::Extend(if far { 2 } else { 1 })
        } else if bar >= beta {
            SingularResult::MultiCut(bar)
        } else if known.score >= beta {
            SingularResult::Extend(-2)
        } else if expect_cut {
            SingularResult::Extend(-1)
        } else {
            SingularResult::Extend(0)
        })
    }
}
