//! The static evaluation of a node, in three stages: the raw evaluation, the corrected
//! `static_eval`, and `eval`, which the table score refines.

use super::history::CorrectionIndices;
use super::table::TtData;
use super::worker::Worker;
use crate::profiles::RuleSet;
use crate::score::{INFINITE, clamp_eval, is_better_estimate, is_decisive_score};

/// The evaluations of a node. In check there is none, and they are minus infinity.
#[derive(Clone, Copy)]
pub(super) struct NodeEval {
    /// The evaluation of the rule set, as stored in the table.
    pub(super) raw: Option<i32>,
    /// The correction history entries to update after the node, if any.
    pub(super) correction: Option<CorrectionIndices>,
    /// The raw evaluation plus the correction.
    pub(super) static_eval: i32,
    /// The static evaluation, replaced by the table score where that bounds it.
    pub(super) eval: i32,
    /// Whether the static evaluation has risen since the last turn of the same side.
    pub(super) improving: bool,
}

impl<B: RuleSet> Worker<'_, B> {
    /// Evaluates a node and stores its static evaluation on the search stack.
    #[inline]
    pub(super) fn evaluate_node(
        &mut self,
        tt_data: Option<TtData>,
        in_check: bool,
        ply: usize,
    ) -> NodeEval {
        if in_check {
            self.thread_data.stack[ply].static_eval = -INFINITE;
            return NodeEval {
                raw: None,
                correction: None,
                static_eval: -INFINITE,
                eval: -INFINITE,
                improving: false,
            };
        }
        let (raw, indices, static_eval) = self.corrected_eval(tt_data, ply);
        self.thread_data.stack[ply].static_eval = static_eval;
        let eval = self.refine_by_table(static_eval, tt_data);
        let improving = self.is_improving(static_eval, ply);
        NodeEval { raw: Some(raw), correction: Some(indices), static_eval, eval, improving }
    }

    /// Returns the table score if it is a better estimate than the static evaluation, otherwise the
    /// static evaluation.
    #[inline]
    pub(super) fn refine_by_table(&self, static_eval: i32, tt_data: Option<TtData>) -> i32 {
        match tt_data {
            Some(TtData { score, bound, .. })
                if is_better_estimate(score, bound, static_eval)
                    && !is_decisive_score(score)
                    && self.has_valid_table_scores() =>
            {
                score
            }
            _ => static_eval,
        }
    }

    /// Returns the evaluation of a node that is searched again with an excluded move. Such a
    /// search does not update the correction history.
    #[inline]
    pub(super) fn stored_eval(&self, ply: usize) -> NodeEval {
        let static_eval = self.thread_data.stack[ply].static_eval;
        let improving = static_eval > -INFINITE && self.is_improving(static_eval, ply);
        NodeEval { raw: None, correction: None, static_eval, eval: static_eval, improving }
    }

    /// Returns the raw evaluation, its correction history entries, and the corrected evaluation.
    /// The side to move must not be in check.
    #[inline]
    pub(super) fn corrected_eval(
        &mut self,
        tt_data: Option<TtData>,
        ply: usize,
    ) -> (i32, CorrectionIndices, i32) {
        let raw = match tt_data.and_then(|data| data.raw_eval) {
            Some(eval) => eval,
            None => self.evaluate(ply),
        };
        let indices = CorrectionIndices::from(self.position.board().correction_keys());
        let side = self.position.side_to_move();
        let correction = self.thread_data.corrections.correction(side, indices);
        (raw, indices, clamp_eval(raw + correction))
    }

    /// Returns whether the evaluation is higher than two plies ago, or than four plies ago if there
    /// is none; `true` without either.
    #[inline]
    fn is_improving(&self, static_eval: i32, ply: usize) -> bool {
        let eval_before = |plies| match ply.checked_sub(plies) {
            Some(ply) => self.thread_data.stack[ply].static_eval,
            None => -INFINITE,
        };
        match eval_before(2) {
            before if before > -INFINITE => static_eval > before,
            _ => static_eval > eval_before(4),
        }
    }
}
