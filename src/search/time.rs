//! Time management: the time limits of a search, computed from the clock.
//!
//! The functions are pure; all times are in milliseconds. After the soft limit, which is scaled by
//! the progress of the search, no new iteration starts. At the hard limit the search stops.
//! Reserve `overhead` for the delay between `bestmove` and the clock stop, for every move still to
//! come. Limits are at least one millisecond, so that there is always a move to send.

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The remaining time.
    pub remaining: u64,
    /// The increment for each move.
    pub increment: u64,
    /// The moves to the next time control, if there is one; at least 1.
    pub moves_to_go: Option<u32>,
}

/// The time limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// After this time, scaled by the progress of the search, no new iteration starts.
    pub soft: Duration,
    /// The search stops at this time.
    pub hard: Duration,
}

/// The number of moves among which to divide the clock if no time control is nearer.
const DEFAULT_MOVES_TO_GO: u64 = 28;

/// The maximum share of the clock for the hard limit, in percent.
const MAX_CLOCK_PERCENT: u64 = 40;

/// The same for the last move before a time control.
const MAX_CLOCK_PERCENT_LAST_MOVE: u64 = 80;

/// The maximum ratio of the hard limit to the soft limit.
const MAX_HARD_TO_SOFT: u64 = 4;

/// Computes the time budget of a move.
///
/// The soft limit is a share of the clock, between 1/28 without a time control and 80 % for the
/// last move before one, plus three quarters of the increment after the overhead, so that a clock
/// that depends on increments settles well above zero. The hard limit is four times the soft limit,
/// but at most 40 % of the clock (80 % for the last move before a time control).
pub fn time_budget(clock: Clock, overhead: u64) -> TimeBudget {
    let moves = clock
        .moves_to_go
        .map_or(DEFAULT_MOVES_TO_GO, |moves| u64::from(moves.max(1)).min(DEFAULT_MOVES_TO_GO));
    // Every move to come loses the overhead, but at least half of the clock stays usable.
    let usable = clock
        .remaining
        .saturating_sub(overhead.saturating_mul(moves.min(10)))
        .max(clock.remaining / 2)
        .min(clock.remaining.saturating_sub(overhead));
    let max_percent = if moves == 1 { MAX_CLOCK_PERCENT_LAST_MOVE } else { MAX_CLOCK_PERCENT };
    let max = (usable.saturating_mul(max_percent) / 100).max(1);
    let from_increment = clock.increment.saturating_sub(overhead).saturating_mul(3) / 4;
    let soft = (usable / moves).saturating_add(from_increment);
    let soft = soft.clamp(1, max);
    let hard = soft.saturating_mul(MAX_HARD_TO_SOFT).clamp(1, max);
    TimeBudget { soft: Duration::from_millis(soft), hard: Duration::from_millis(hard) }
}

/// Computes the time budget of a search for a fixed time. Both limits are the same.
pub fn fixed_time(move_time: u64, overhead: u64) -> TimeBudget {
    let time = Duration::from_millis(move_time.saturating_sub(overhead).max(1));
    TimeBudget { soft: time, hard: time }
}

/// The progress of a search, which decides whether another iteration is worth the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SearchProgress {
    /// The number of consecutive iterations with an unchanged best move.
    stable_iterations: u32,
    /// The share of all nodes that were spent on the best move, in permille.
    best_move_node_permille: u32,
    /// The average score of earlier iterations minus the last score, in centipawns.
    score_drop: i32,
    /// An exponential moving average of the scores, with weight one half.
    average_score: Option<i32>,
}

impl SearchProgress {
    /// Adds the result of an iteration.
    pub(super) fn update(&mut self, is_stable: bool, best_move_node_permille: u32, score: i32) {
        self.stable_iterations = if is_stable { self.stable_iterations + 1 } else { 0 };
        self.best_move_node_permille = best_move_node_permille;
        let average_score = self.average_score.unwrap_or(score);
        self.score_drop = average_score - score;
        self.average_score = Some((average_score + score) / 2);
    }
}

/// Returns the scale of the soft limit in permille, between 442 and 2700. It is the product of
/// three factors:
///
/// - the stability of the best move: between 80 % (unchanged for eight iterations) and 120 % (just
///   changed);
/// - its share of the nodes: between 65 % (all) and 150 % (none);
/// - the score: between 85 % (30 centipawns higher) and 150 % (100 centipawns lower).
pub(super) fn soft_limit_scale(progress: SearchProgress) -> u32 {
    let stability = 1200 - 50 * progress.stable_iterations.min(8);
    let node_share = 1500 - 850 * progress.best_move_node_permille.min(1000) / 1000;
    let score = 1000 + 5 * progress.score_drop.clamp(-30, 100);
    stability * node_share / 1000 * score as u32 / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { remaining, increment, moves_to_go }
    }

    #[test]
    fn limits_never_exceed_clock() {
        for remaining in [0, 1, 5, 20, 100, 999, 60_000, u64::MAX / 1000] {
            for increment in [0, 10, 5_000, 1_000_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 300, 5_000] {
                        let clock = clock(remaining, increment, moves);
                        let TimeBudget { soft, hard } = time_budget(clock, overhead);
                        assert!(Duration::from_millis(1) <= soft && soft <= hard);
                        let max = remaining.saturating_sub(overhead).max(1);
                        assert!(hard <= Duration::from_millis(max), "{clock:?} {overhead}");
                    }
                }
            }
        }
    }

    #[test]
    fn time_budget_takes_expected_share() {
        let TimeBudget { soft, hard } = time_budget(clock(60_000, 0, None), 10);
        assert!((1_800..2_400).contains(&soft.as_millis()), "{soft:?}");
        assert!(hard <= Duration::from_secs(24) && hard >= 3 * soft);
        let with_increment = time_budget(clock(60_000, 1_000, None), 10);
        assert!(with_increment.soft > soft);
    }

    #[test]
    fn hard_limits_never_lose_on_time() {
        for increment in [0, 10, 100] {
            let mut remaining = 1_000;
            for _ in 0..300 {
                let TimeBudget { hard, .. } = time_budget(clock(remaining, increment, None), 10);
                let spent = hard.as_millis() as u64 + 5;
                assert!(spent <= remaining.max(6), "{remaining}");
                remaining = remaining.saturating_sub(spent) + increment;
            }
        }
    }

    #[test]
    fn fixed_time_subtracts_overhead() {
        let TimeBudget { soft, hard } = fixed_time(500, 10);
        assert_eq!((soft, hard), (Duration::from_millis(490), Duration::from_millis(490)));
        assert_eq!(fixed_time(5, 10).hard, Duration::from_millis(1));
    }

    #[test]
    fn soft_limit_scale_stays_in_range() {
        let scale = |stable_iterations, best_move_node_permille, score_drop| {
            let average_score = None;
            soft_limit_scale(SearchProgress {
                stable_iterations,
                best_move_node_permille,
                score_drop,
                average_score,
            })
        };
        assert_eq!(scale(0, 0, i32::MAX), 2700);
        assert_eq!(scale(100, 1000, i32::MIN), 442);
        let usual = scale(4, 500, 0);
        assert!(scale(0, 500, 0) > usual);
        assert!(scale(4, 900, 0) < usual);
        assert!(scale(4, 500, 40) > usual);
        assert!(scale(4, 500, -20) < usual);
    }

    #[test]
    fn score_drop_is_measured_from_average_score() {
        let mut progress = SearchProgress::default();
        for (score, drop) in [(40, 0), (20, 20), (10, 20)] {
            progress.update(true, 500, score);
            assert_eq!(progress.score_drop, drop, "after a score of {score}");
        }
        assert_eq!(progress.stable_iterations, 3);
        progress.update(false, 500, 10);
        assert_eq!(progress.stable_iterations, 0);
    }
}
