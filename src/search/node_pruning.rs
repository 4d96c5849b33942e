//! Pruning of whole nodes, before their moves are generated: razoring, reverse futility pruning,
//! cutoffs by a shallower table score, and null move pruning.
//!
//! The caller checks that the window has width one, the side to move is not in check, beta is not
//! decisive, and the search is neither singular nor for a mate. Decisive scores of these reduced
//! searches are not returned, because they are unproven.

use super::node_eval::NodeEval;
use super::node_type::NonPv;
use super::parameters::*;
use super::table::TtData;
use super::worker::{Stopped, Worker};
use crate::profiles::RuleSet;
use crate::score::{Bound, is_decisive_score};

impl<B: RuleSet> Worker<'_, B> {
    /// Returns the score if the node can be pruned. The steps continue the numbering of
    /// `search_node`.
    #[inline]
    pub(super) fn prune_node(
        &mut self,
        beta: i32,
        depth: i32,
        ply: usize,
        cut_node: bool,
        tt_data: Option<TtData>,
        node_eval: &NodeEval,
    ) -> Result<Option<i32>, Stopped> {
        let &NodeEval { static_eval, eval, improving, .. } = node_eval;
        let alpha = beta - 1;

        // 6. Razoring: if the evaluation is far below alpha, only a capture can help. Prune if
        //    quiescence confirms it.
        let margin = razoring_margin() + razoring_slope() * depth * depth;
        if depth <= RAZORING_MAX_DEPTH && eval + margin <= alpha {
            let score = self.quiescence::<NonPv>(alpha, beta, ply)?;
            if score <= alpha && !is_decisive_score(score) {
                return Ok(Some(score));
            }
        }

        // 7. Reverse futility pruning: the evaluation is so far above beta that it is not expected
        //    to fall below beta within a few plies. Not with a quiet table move: such a node is
        //    worth a search. At any depth, the table score of a search that is at most one ply too
        //    shallow cuts off by a fixed margin, whatever the table move.
        let tt_move = tt_data.and_then(|data| data.mv);
        let margin = reverse_futility_margin() * depth
            - if improving { reverse_futility_improving() } else { 0 };
        if depth <= reverse_futility_depth()
            && eval - margin >= beta
            && tt_move.is_none_or(|mv| self.position.board().is_noisy(mv))
        {
            return Ok(Some(eval));
        }
        if let Some(TtData { score, bound, .. }) = tt_data.filter(|data| data.depth >= depth - 1)
            && bound != Bound::Upper
            && score >= beta + shallow_cutoff_margin()
            && !is_decisive_score(score)
            && self.has_valid_table_scores()
        {
            return Ok(Some(score));
        }

        // 8. Null move pruning: if passing holds beta at a reduced depth, a move will hold it too.
        //    Not after another null move, and not with pawns alone because of zugzwang. Deep nodes
        //    are verified by a search without null moves.
        if depth < NMP_MIN_DEPTH
            || eval < beta
            || static_eval + nmp_slope() * depth < beta + nmp_margin()
            || ply < self.nmp_min_ply
            || self.position.last_move().is_none()
            || !self.position.board().has_non_pawn_material()
        {
            return Ok(None);
        }
        let eval_reduction = ((eval - beta) / nmp_eval_divisor()).min(nmp_eval_max());
        let reduction = (nmp_base() + nmp_depth() * depth) / 1024 + eval_reduction;
        let null_depth = depth - reduction;
        self.make_null(ply)?;
        let score = -self.search_node::<NonPv>(-beta, 1 - beta, null_depth, ply + 1, !cut_node)?;
        self.unmake();
        if score < beta {
            return Ok(None);
        }
        if depth >= NMP_VERIFY_DEPTH && self.nmp_min_ply == 0 {
            self.nmp_min_ply = ply + (3 * null_depth / 4).max(1) as usize;
            let verified = self.search_node::<NonPv>(alpha, beta, null_depth, ply, false)?;
            self.nmp_min_ply = 0;
            if verified < beta {
                return Ok(None);
            }
        }
        // A decisive score after a null move proves only that the score reaches beta.
        Ok(Some(if is_decisive_score(score) { beta } else { score }))
    }
}
