//! Pruning of single moves before they are made, mostly at low depth: late move pruning, history
//! pruning, futility pruning and SEE pruning.

use super::node_eval::NodeEval;
use super::parameters::*;
use super::picker::MovePicker;
use crate::moves::Move;
use crate::profiles::{RuleSet, SearchTuning};
use crate::score::MIN_DECISIVE_SCORE;

/// A move that may be pruned.
#[derive(Clone, Copy)]
pub(super) struct PruningCandidate {
    pub(super) mv: Move,
    pub(super) quiet: bool,
    /// The history score of the move.
    pub(super) history: i32,
    /// The depth after the late move reduction.
    pub(super) depth: i32,
}

/// Decides which moves of a node to prune. Quiet piece moves and platform moves are counted apart,
/// because there are many platform moves and few of them are good.
pub(super) struct MovePruner {
    depth: i32,
    in_check: bool,
    /// Whether futility pruning spares checks.
    spares_checks: bool,
    quiets: i32,
    platform_moves: i32,
    max_quiets: i32,
    max_platform_moves: i32,
}

impl MovePruner {
    /// Creates the pruner of a node.
    #[inline]
    pub(super) fn new(
        tuning: SearchTuning,
        depth: i32,
        ply: usize,
        in_check: bool,
        node_eval: &NodeEval,
    ) -> MovePruner {
        // Above LMP_MAX_DEPTH the limits are not used.
        let square = depth.min(LMP_MAX_DEPTH).pow(2);
        let percent = if node_eval.improving { 100 } else { 50 };
        let base = 100 * LMP_BASE + lmp_slope() * square;
        let limit = |tuning_percent| base * tuning_percent * percent / 1_000_000;
        let max_quiets = limit(tuning.lmp_percent);
        let max_platform_moves = limit(tuning.platform_lmp_percent);
        MovePruner {
            depth,
            in_check,
            spares_checks: ply < tuning.spared_checks_plies,
            quiets: 0,
            platform_moves: 0,
            max_quiets,
            max_platform_moves,
        }
    }

    /// Counts a move that is searched.
    #[inline]
    pub(super) fn count(&mut self, candidate: &PruningCandidate) {
        if candidate.quiet {
            match candidate.mv.is_platform_move() {
                true => self.platform_moves += 1,
                false => self.quiets += 1,
            }
        }
    }

    /// Returns whether to prune the candidate. Some move must have avoided mate before. The steps
    /// continue the numbering of `search_node`.
    #[inline]
    pub(super) fn should_prune<B: RuleSet>(
        &self,
        board: &B,
        info: &B::CheckInfo,
        picker: &mut MovePicker,
        candidate: &PruningCandidate,
        alpha: i32,
        node_eval: &NodeEval,
    ) -> bool {
        let &PruningCandidate { mv, quiet, history, depth } = candidate;
        if !quiet {
            // 12a. SEE pruning of noisy moves. The picker has already tested whether a good noisy
            //      move loses anything.
            let max_loss = see_noisy_margin() * self.depth + history / see_history_divisor();
            return (max_loss < 0 || !picker.is_good_noisy()) && !board.see_ge(info, mv, -max_loss);
        }

        // 12b. Late move pruning: after enough quiet moves, skip the rest.
        if self.depth <= LMP_MAX_DEPTH {
            let is_platform_move = mv.is_platform_move();
            let (count, max) = match is_platform_move {
                true => (self.platform_moves, self.max_platform_moves),
                false => (self.quiets, self.max_quiets),
            };
            if count >= max {
                match is_platform_move {
                    true => picker.skip_platform_moves(),
                    false => picker.skip_quiets(),
                }
                return true;
            }
        }

        // 12c. History pruning: similar moves have failed often. The later quiet moves have a worse
        //      history, so they are pruned with this one.
        if depth < history_pruning_depth() && history < -history_pruning_slope() * self.depth {
            picker.skip_worse_quiets();
            return true;
        }

        // 12d. Futility pruning: the evaluation is so far below alpha that no quiet move is
        //      expected to reach it, unless similar moves were good, or it gives check where checks
        //      are spared. The later ones are pruned with this one, there except checks.
        let margin =
            futility_margin() + futility_slope() * depth + history / futility_history_divisor();
        if !self.in_check
            && depth < futility_depth()
            && alpha < MIN_DECISIVE_SCORE
            && node_eval.eval + margin <= alpha
            && !(self.spares_checks && board.gives_check(mv))
        {
            match self.spares_checks {
                true => picker.skip_worse_quiets_without_check(),
                false => picker.skip_worse_quiets(),
            }
            return true;
        }

        // 12e. SEE pruning of quiet moves to attacked cells, or from one, which may open a line to
        //      the destination. SEE does not apply to platform moves.
        let threats = &picker.context(board, info).threats;
        (threats.contains(mv.to()) || threats.contains(mv.from()))
            && !board.see_ge(info, mv, -see_quiet_margin() * depth * depth)
    }
}
