//! Singular extensions: tests whether the table move is the only good move of a node.
//!
//! Searches all other moves at half the depth with a window somewhat below the table score. If none
//! reaches it, extends the table move, because a wrong score for it is costly. If another move also
//! reaches beta, returns a cutoff (multi-cut).

use super::node_type::{NodeType, NonPv};
use super::parameters::*;
use super::table::TtData;
use super::worker::{Stopped, Worker};
use crate::moves::Move;
use crate::profiles::RuleSet;
use crate::score::{Bound, clamp_eval, is_decisive_score};

/// The result of the search without the table move.
pub(super) enum SingularResult {
    /// Extend the table move by this many plies; reduce it if negative.
    Extend(i32),
    /// Several moves reach beta: cut off with this score.
    MultiCut(i32),
}

impl<B: RuleSet> Worker<'_, B> {
    /// Returns the number of double extensions between the root and `ply`.
    #[inline]
    pub(super) fn double_extensions_before(&self, ply: usize) -> i32 {
        ply.checked_sub(1).map_or(0, |ply| self.thread_data.stack[ply].double_extensions)
    }

    /// Returns the extension of the table move, or a multi-cut.
    pub(super) fn singular_extension<N: NodeType>(
        &mut self,
        tt_move: Move,
        tt_data: TtData,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<SingularResult, Stopped> {
        // The ply limit of twice the root depth bounds the growth of the tree.
        if depth < singular_depth()
            || tt_data.depth < depth - SINGULAR_TT_DEPTH_GAP
            || tt_data.bound == Bound::Upper
            || is_decisive_score(tt_data.score)
            || ply >= 2 * self.root_depth
            || self.mate_search
        {
            return Ok(SingularResult::Extend(0));
        }
        let singular_beta = clamp_eval(tt_data.score - singular_margin() * depth / 16);
        self.thread_data.stack[ply].excluded = Some(tt_move);
        let (alpha, half_depth) = (singular_beta - 1, (depth - 1) / 2);
        let score = self.search_node::<NonPv>(alpha, singular_beta, half_depth, ply, cut_node)?;
        self.thread_data.stack[ply].excluded = None;
        Ok(if score < singular_beta {
            let double = !N::PV
                && score < singular_beta - singular_double_margin()
                && self.double_extensions_before(ply) < MAX_DOUBLE_EXTENSIONS;
            SingularResult::Extend(if double { 2 } else { 1 })
        } else if singular_beta >= beta {
            SingularResult::MultiCut(singular_beta)
        } else if tt_data.score >= beta {
            SingularResult::Extend(-2)
        } else if cut_node {
            SingularResult::Extend(-1)
        } else {
            SingularResult::Extend(0)
        })
    }
}
