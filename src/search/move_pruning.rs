//! Late-move pruning: which moves of a node are not made at all, most of them near the horizon.

use super::node_eval::NodeEval;
use super::parameters::*;
use super::picker::MovePicker;
use crate::moves::Move;
use crate::registry::RuleSet;
use crate::score::MIN_MATE_SCORE;

/// A move that is about to be searched.
#[derive(Clone, Copy)]
pub(super) struct PruningCandidate {
    pub mv: Move,
    pub quiet: bool,
    /// What the history knows of it.
    pub history: i32,
    /// The depth left to it after its reduction.
    pub depth: i32,
}

/// How many quiet moves a node has made and may make: those of men and of platforms apart, since
/// platforms have many and few are of use.
pub(super) struct MovePruner {
    depth: i32,
    in_check: bool,
    quiets: i32,
    platform_moves: i32,
    max_quiets: i32,
    max_platform_moves: i32,
}

impl MovePruner {
    /// Nothing made yet.
    #[inline]
    pub fn new<B: RuleSet>(depth: i32, in_check: bool, outlook: &NodeEval) -> MovePruner {
        // Deeper than this there is no limit.
        let square = depth.min(LMP_MAX_DEPTH).pow(2);
        let percent = if outlook.improving { 100 } else { 50 };
        let most = |share| (LMP_BASE + square) * share * percent / 10_000;
        let max_quiets = most(B::PROFILE.search.lmp_percent);
        let max_platform_moves = most(B::PROFILE.search.platform_lmp_percent);
        MovePruner { depth, in_check, quiets: 0, platform_moves: 0, max_quiets, max_platform_moves }
    }

    /// Counts a move that is made.
    #[inline]
    pub fn count(&mut self, candidate: &PruningCandidate) {
        if candidate.quiet {
            match candidate.mv.is_platform_move() {
                true => self.platform_moves += 1,
                false => self.quiets += 1,
            }
        }
    }

    /// Is the candidate not worth the search? Some move must have been found before that is not
    /// mated. The steps are numbered as those of `node` are.
    #[inline]
    pub fn should_prune<B: RuleSet>(
        &self,
        board: &B,
        picker: &mut MovePicker,
        candidate: &PruningCandidate,
        alpha: i32,
        outlook: &NodeEval,
    ) -> bool {
        let &PruningCandidate { mv, quiet, history: experience, depth } = candidate;
        if !quiet {
            // 12a. A capture that loses too much by static exchange; the picker has seen to it
            //      that most lose nothing. +19 ± 28.
            let most = see_noisy_margin() * self.depth + experience / see_history_divisor();
            return (most < 0 || !picker.is_good_noisy()) && !board.see_ge(mv, -most);
        }
        let platform = mv.is_platform_move();

        // 12b. So many quiet moves have failed that the rest will.
        if self.depth <= LMP_MAX_DEPTH {
            let (made, most) = match platform {
                true => (self.platform_moves, self.max_platform_moves),
                false => (self.quiets, self.max_quiets),
            };
            if made >= most {
                match platform {
                    true => picker.skip_platform_moves(),
                    false => picker.skip_quiets(),
                }
                return true;
            }
        }

        // 12c. Moves like this one have failed again and again. +17 ± 27.
        if depth < history_pruning_depth() && experience < -history_pruning_slope() * self.depth {
            return true;
        }

        // 12d. Futility: so far below alpha that no quiet move will reach it, but perhaps a
        //      check. +21 ± 27.
        let hope = futility_margin() + futility_slope() * depth;
        if !self.in_check
            && depth < futility_depth()
            && alpha < MIN_MATE_SCORE
            && outlook.eval + hope <= alpha
            && !board.gives_check(mv)
        {
            return true;
        }

        // 12e. A man that can be taken where it goes. Exchanges say nothing about
        //      platforms. +91 ± 29.
        !board.see_ge(mv, -see_quiet_margin() * depth * depth)
    }
}
