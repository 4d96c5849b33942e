//! Forward pruning: a node that is given up before its moves are looked at, since it is so good, or
//! so bad, that a cheaper search than its own tells enough.
//!
//! Only with a window of width one, out of check, and with no mate in the window. No mate is ever
//! told by what has not been searched in full.

use super::Stopped;
use super::node::NonPv;
use super::node_eval::NodeEval;
use super::parameters::*;
use super::worker::Worker;
use crate::registry::RuleSet;
use crate::score::is_mate_score;

impl<B: RuleSet> Worker<'_, B> {
    /// The score of the node by one of the steps that are numbered as those of `node` are, if one
    /// strikes.
    #[inline]
    pub(super) fn prune_node(
        &mut self,
        beta: i32,
        depth: i32,
        ply: usize,
        expect_cut: bool,
        outlook: &NodeEval,
    ) -> Result<Option<i32>, Stopped> {
        let &NodeEval { static_eval: still, eval: expected, improving, .. } = outlook;
        let alpha = beta - 1;

        // 6. Razoring: so far below alpha that only a capture could help. +19 ± 28.
        let hope = razoring_margin() + razoring_slope() * depth * depth;
        if depth <= RAZORING_MAX_DEPTH && expected + hope <= alpha {
            let score = self.quiescence::<NonPv>(alpha, beta, ply)?;
            if score <= alpha && !is_mate_score(score) {
                return Ok(Some(score));
            }
        }

        // 7. Reverse futility: so far above beta that a few plies will not bring it down.
        let loss = reverse_futility_margin() * depth
            - if improving { reverse_futility_improving() } else { 0 };
        if depth <= reverse_futility_depth() && expected - loss >= beta {
            return Ok(Some(expected));
        }

        // 8. Null move: if passing still holds beta, a move will too. Not twice running, and not
        //    with pawns alone, where passing may be the best that could happen. Deep nodes are
        //    asked once more, by moves: +14 ± 28.
        if depth < NMP_MIN_DEPTH
            || expected < beta
            || still + nmp_slope() * depth < beta + nmp_margin()
            || ply < self.nmp_min_ply
            || self.position.last_move().is_none()
            || !self.position.board().has_non_pawn_material()
        {
            return Ok(None);
        }
        let surplus = ((expected - beta) / nmp_eval_divisor()).min(nmp_eval_max());
        let shallow = depth - NMP_BASE_REDUCTION - depth / nmp_depth_divisor() - surplus;
        self.make_null(ply)?;
        let score = -self.search_node::<NonPv>(-beta, 1 - beta, shallow, ply + 1, !expect_cut)?;
        self.unmake();
        if score < beta {
            return Ok(None);
        }
        if depth >= NMP_VERIFY_DEPTH && self.nmp_min_ply == 0 {
            self.nmp_min_ply = ply + (3 * shallow / 4).max(1) as usize;
            let verified = self.search_node::<NonPv>(alpha, beta, shallow, ply, false)?;
            self.nmp_min_ply = 0;
            if verified < beta {
                return Ok(None);
            }
        }
        // A mate after passing proves nothing about the mate, only about beta.
        Ok(Some(if is_mate_score(score) { beta } else { score }))
    }
}
