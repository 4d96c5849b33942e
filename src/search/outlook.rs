//! What a node expects of itself before it looks at its moves: the static evaluation, corrected by
//! experience, and whether the side to move does better than at its last turn.

use super::history::Parts;
use super::score::{INFINITE, clamp_eval, is_mate};
use super::worker::Search;
use crate::eval::Evaluate;
use crate::table::Content;

/// The static evaluation of a node in its forms; minus infinity in check, where there is none.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    /// As the rule set gives it, for the table.
    pub raw: Option<i32>,
    /// What of the position the corrections go by; none where nothing is to be learnt.
    pub parts: Option<Parts>,
    /// Corrected by what other nodes have taught.
    pub still: i32,
    /// Made better by what the table knows of the true score.
    pub expected: i32,
    /// Is it better than it was when the same side moved last?
    pub improving: bool,
}

impl<B: Evaluate> Search<'_, B> {
    /// The outlook of a node that is searched for the first time at this ply.
    #[inline]
    pub(super) fn outlook(
        &mut self,
        known: Option<Content>,
        in_check: bool,
        ply: usize,
    ) -> Outlook {
        if in_check {
            self.memory.steps[ply].evaluation = -INFINITE;
            let (still, expected) = (-INFINITE, -INFINITE);
            return Outlook { raw: None, parts: None, still, expected, improving: false };
        }
        let (raw, parts, still) = self.evaluate_still(known, ply);
        self.memory.steps[ply].evaluation = still;
        let mut expected = still;
        if let Some(known) = known.filter(|known| !is_mate(known.score))
            && known.bound.refutes(known.score, still)
        {
            expected = known.score;
        }
        let improving = self.improving(still, ply);
        Outlook { raw: Some(raw), parts: Some(parts), still, expected, improving }
    }

    /// The outlook of a node that is searched once more without its table move: nothing is to be
    /// learnt from it.
    #[inline]
    pub(super) fn outlook_again(&self, ply: usize) -> Outlook {
        let still = self.memory.steps[ply].evaluation;
        let improving = still > -INFINITE && self.improving(still, ply);
        Outlook { raw: None, parts: None, still, expected: still, improving }
    }

    /// The static evaluation outside check: raw, what its correction goes by, and corrected.
    #[inline]
    pub(super) fn evaluate_still(&self, known: Option<Content>, ply: usize) -> (i32, Parts, i32) {
        let raw = match known.and_then(|known| known.evaluation) {
            Some(evaluation) => evaluation,
            None => self.evaluate(ply),
        };
        let parts = Parts::from(self.position.board().aspects());
        let correction = self.memory.corrections.of(self.position.side(), parts);
        (raw, parts, clamp_eval(raw + correction))
    }

    /// Is this evaluation better than that of two plies before, or of four if that was in check?
    #[inline]
    fn improving(&self, still: i32, ply: usize) -> bool {
        let before = |plies| match ply.checked_sub(plies) {
            Some(ply) => self.memory.steps[ply].evaluation,
            None => -INFINITE,
        };
        match before(2) {
            evaluation if evaluation > -INFINITE => still > evaluation,
            _ => still > before(4),
        }
    }
}
