//! Late-move pruning: which moves of a node are not made at all, most of them near the horizon.

use super::outlook::Outlook;
use super::parameters::*;
use super::picker::Picker;
use super::score::MATE_BOUND;
use crate::eval::Evaluate;
use crate::moves::Move;

/// A move that is about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub mv: Move,
    pub quiet: bool,
    /// What the history knows of it.
    pub experience: i32,
    /// The depth left to it after its reduction.
    pub depth: i32,
}

/// How many quiet moves a node has made and may make: those of men and of platforms apart, since
/// platforms have many and few are of use.
pub(super) struct Late {
    depth: i32,
    in_check: bool,
    men: i32,
    platforms: i32,
    most_men: i32,
    most_platforms: i32,
}

impl Late {
    /// Nothing made yet.
    #[inline]
    pub fn new<B: Evaluate>(depth: i32, in_check: bool, outlook: &Outlook) -> Late {
        // Deeper than this there is no limit.
        let square = depth.min(MEN_DEPTH).pow(2);
        let percent = if outlook.improving { 100 } else { 50 };
        let most = |share| (MEN_AT_LEAST + square) * share * percent / 10_000;
        let most_men = most(B::TUNING.late_men);
        let most_platforms = most(B::TUNING.late_platforms);
        Late { depth, in_check, men: 0, platforms: 0, most_men, most_platforms }
    }

    /// Counts a move that is made.
    #[inline]
    pub fn count(&mut self, candidate: &Candidate) {
        if candidate.quiet {
            match candidate.mv.is_platform() {
                true => self.platforms += 1,
                false => self.men += 1,
            }
        }
    }

    /// Is the candidate not worth the search? Some move must have been found before that is not
    /// mated. The steps are numbered as those of `node` are.
    #[inline]
    pub fn prunes<B: Evaluate>(
        &self,
        board: &B,
        picker: &mut Picker,
        candidate: &Candidate,
        alpha: i32,
        outlook: &Outlook,
    ) -> bool {
        let &Candidate { mv, quiet, experience, depth } = candidate;
        if !quiet {
            // 12a. A capture that loses too much by static exchange; the picker has seen to it
            //      that most lose nothing. +19 ± 28.
            let most = noisy_loss() * self.depth + experience / noisy_loss_divisor();
            return (most < 0 || !picker.gains()) && !board.exchange_at_least(mv, -most);
        }
        let platform = mv.is_platform();

        // 12b. So many quiet moves have failed that the rest will.
        if self.depth <= MEN_DEPTH {
            let (made, most) = match platform {
                true => (self.platforms, self.most_platforms),
                false => (self.men, self.most_men),
            };
            if made >= most {
                match platform {
                    true => picker.skip_platforms(),
                    false => picker.skip_men(),
                }
                return true;
            }
        }

        // 12c. Moves like this one have failed again and again. +17 ± 27.
        if depth < experience_depth() && experience < -experience_slope() * self.depth {
            return true;
        }

        // 12d. Futility: so far below alpha that no quiet move will reach it, but perhaps a
        //      check. +21 ± 27.
        let hope = futility_margin() + futility_slope() * depth;
        if !self.in_check
            && depth < futility_depth()
            && alpha < MATE_BOUND
            && outlook.expected + hope <= alpha
            && !board.gives_check(mv)
        {
            return true;
        }

        // 12e. A man that can be taken where it goes. Exchanges say nothing about
        //      platforms. +91 ± 29.
        !board.exchange_at_least(mv, -quiet_loss() * depth * depth)
    }
}
