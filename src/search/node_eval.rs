//! What a node expects of itself before it looks at its moves: the static evaluation, corrected by
//! experience, and whether the side to move does better than at its last turn.

use super::history::CorrectionIndices;
use super::worker::Worker;
use crate::registry::RuleSet;
use crate::score::{INFINITE, clamp_eval, is_mate_score};
use crate::search::table::TtData;

/// The static evaluation of a node in its forms; minus infinity in check, where there is none.
#[derive(Clone, Copy)]
pub(super) struct NodeEval {
    /// As the rule set gives it, for the table.
    pub raw: Option<i32>,
    /// What of the position the corrections go by; none where nothing is to be learnt.
    pub correction: Option<CorrectionIndices>,
    /// Corrected by what other nodes have taught.
    pub static_eval: i32,
    /// Made better by what the table knows of the true score.
    pub eval: i32,
    /// Is it better than it was when the same side moved last?
    pub improving: bool,
}

impl<B: RuleSet> Worker<'_, B> {
    /// The outlook of a node that is searched for the first time at this ply.
    #[inline]
    pub(super) fn evaluate_node(
        &mut self,
        known: Option<TtData>,
        in_check: bool,
        ply: usize,
    ) -> NodeEval {
        if in_check {
            self.thread_data.stack[ply].static_eval = -INFINITE;
            let (still, expected) = (-INFINITE, -INFINITE);
            return NodeEval {
                raw: None,
                correction: None,
                static_eval: still,
                eval: expected,
                improving: false,
            };
        }
        let (raw, parts, still) = self.corrected_eval(known, ply);
        self.thread_data.stack[ply].static_eval = still;
        let mut expected = still;
        if let Some(known) = known.filter(|known| !is_mate_score(known.score))
            && known.bound.refines(known.score, still)
        {
            expected = known.score;
        }
        let improving = self.is_improving(still, ply);
        NodeEval {
            raw: Some(raw),
            correction: Some(parts),
            static_eval: still,
            eval: expected,
            improving,
        }
    }

    /// The outlook of a node that is searched once more without its table move: nothing is to be
    /// learnt from it.
    #[inline]
    pub(super) fn stored_eval(&self, ply: usize) -> NodeEval {
        let still = self.thread_data.stack[ply].static_eval;
        let improving = still > -INFINITE && self.is_improving(still, ply);
        NodeEval { raw: None, correction: None, static_eval: still, eval: still, improving }
    }

    /// The static evaluation outside check: raw, what its correction goes by, and corrected.
    #[inline]
    pub(super) fn corrected_eval(
        &self,
        known: Option<TtData>,
        ply: usize,
    ) -> (i32, CorrectionIndices, i32) {
        let raw = match known.and_then(|known| known.raw_eval) {
            Some(evaluation) => evaluation,
            None => self.evaluate(ply),
        };
        let parts = CorrectionIndices::from(self.position.board().correction_keys());
        let correction =
            self.thread_data.corrections.correction(self.position.side_to_move(), parts);
        (raw, parts, clamp_eval(raw + correction))
    }

    /// Is this evaluation better than that of two plies before, or of four if that was in check?
    #[inline]
    fn is_improving(&self, still: i32, ply: usize) -> bool {
        let before = |plies| match ply.checked_sub(plies) {
            Some(ply) => self.thread_data.stack[ply].static_eval,
            None => -INFINITE,
        };
        match before(2) {
            evaluation if evaluation > -INFINITE => still > evaluation,
            _ => still > before(4),
        }
    }
}
