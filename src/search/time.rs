//! Time management: the time limits of a search, computed from the clock.
//!
//! The functions are pure; all times are in milliseconds. After the soft limit, which is scaled by
//! the progress of the search, no new iteration starts. At the hard limit the search stops.
//! Both limits reserve the overhead, the delay between `bestmove` and the clock stop, of up to ten
//! moves to come. Limits are at least one millisecond, so that there is always a move to send.

use crate::moves::Side;
use std::time::Duration;
use triskelion_protocol::Limits;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Clock {
    /// The remaining time.
    remaining: u64,
    /// The increment for each move.
    increment: u64,
    /// The moves to the next time control, if there is one; at least 1.
    moves_to_go: Option<u64>,
}

/// The time limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// After this time, scaled by the progress of the search, no new iteration starts. `None` for a
    /// fixed time, which is used up.
    pub soft: Option<Duration>,
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

impl TimeBudget {
    /// Computes the time budget of a move; `None` if no time is limited. A fixed time overrides the
    /// clocks. If the clock of the side to move is missing, the opponent's clock applies: any clock
    /// parameter must limit the time. An infinite search has no time limit.
    pub fn new(limits: &Limits, side: Side, overhead: u64) -> Option<TimeBudget> {
        if limits.infinite {
            return None;
        }
        if let Some(move_time) = limits.movetime {
            let hard = Duration::from_millis(move_time.saturating_sub(overhead).max(1));
            return Some(TimeBudget { soft: None, hard });
        }
        let clocks = [(limits.wtime, limits.winc), (limits.btime, limits.binc)];
        let (own, opponent) = (clocks[side.index()], clocks[side.other().index()]);
        let (remaining, increment) = if own == (None, None) { opponent } else { own };
        let has_clock = remaining.is_some() || increment.is_some() || limits.movestogo.is_some();
        let clock = Clock {
            remaining: remaining.or(opponent.0).unwrap_or(0),
            increment: increment.unwrap_or(0),
            moves_to_go: limits.movestogo,
        };
        has_clock.then(|| TimeBudget::from_clock(clock, overhead))
    }

    /// Computes the time budget of a move from a clock.
    ///
    /// The soft limit is a share of the clock, between 1/28 without a time control and 80 % for the
    /// last move before one, plus three quarters of the increment after the overhead, so that a
    /// clock that depends on increments settles well above zero. The hard limit is four times the
    /// soft limit, but at most 40 % of the clock (80 % for the last move before a time control).
    fn from_clock(clock: Clock, overhead: u64) -> TimeBudget {
        let moves = clock
            .moves_to_go
            .map_or(DEFAULT_MOVES_TO_GO, |moves| moves.clamp(1, DEFAULT_MOVES_TO_GO));
        // Every move to come loses the overhead. Half of the clock stays usable, but for that of
        // this move.
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
        TimeBudget { soft: Some(Duration::from_millis(soft)), hard: Duration::from_millis(hard) }
    }
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

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u64>) -> Clock {
        Clock { remaining, increment, moves_to_go }
    }

    /// Returns the soft and the hard limit.
    fn limits(clock: Clock, overhead: u64) -> (Duration, Duration) {
        let budget = TimeBudget::from_clock(clock, overhead);
        (budget.soft.expect("a soft limit"), budget.hard)
    }

    #[test]
    fn limits_never_exceed_clock() {
        for remaining in [0, 1, 5, 20, 100, 999, 60_000, u64::MAX / 1000] {
            for increment in [0, 10, 5_000, 1_000_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u64::MAX)] {
                    for overhead in [0, 10, 300, 5_000] {
                        let clock = clock(remaining, increment, moves);
                        let (soft, hard) = limits(clock, overhead);
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
        let (soft, hard) = limits(clock(60_000, 0, None), 10);
        assert!((1_800..2_400).contains(&soft.as_millis()), "{soft:?}");
        assert!(hard <= Duration::from_secs(24) && hard >= 3 * soft);
        let (soft_with_increment, _) = limits(clock(60_000, 1_000, None), 10);
        assert!(soft_with_increment > soft);
    }

    #[test]
    fn hard_limits_never_lose_on_time() {
        for increment in [0, 10, 100] {
            let mut remaining = 1_000;
            for _ in 0..300 {
                let (_, hard) = limits(clock(remaining, increment, None), 10);
                let spent = hard.as_millis() as u64 + 5;
                assert!(spent <= remaining.max(6), "{remaining}");
                remaining = remaining.saturating_sub(spent) + increment;
            }
        }
    }

    fn hard_limit(limits: &Limits, side: Side) -> Option<Duration> {
        TimeBudget::new(limits, side, 10).map(|time| time.hard)
    }

    #[test]
    fn clock_of_side_to_move_limits_time() {
        let limits = Limits { wtime: Some(60_000), btime: Some(1_000), ..Limits::default() };
        assert!(hard_limit(&limits, Side::White) > Some(Duration::from_secs(2)));
        assert!(hard_limit(&limits, Side::Black) < Some(Duration::from_secs(1)));
        assert_eq!(hard_limit(&Limits { infinite: true, ..limits.clone() }, Side::White), None);
    }

    #[test]
    fn fixed_time_overrides_clock_and_subtracts_overhead() {
        let fixed = |time| Limits { movetime: Some(time), wtime: Some(1), ..Limits::default() };
        assert_eq!(hard_limit(&fixed(500), Side::White), Some(Duration::from_millis(490)));
        assert_eq!(hard_limit(&fixed(5), Side::White), Some(Duration::from_millis(1)));
    }

    #[test]
    fn any_clock_parameter_limits_time() {
        let assert_limited = |limits: Limits| {
            for side in Side::ALL {
                let hard = hard_limit(&limits, side).expect("a limit");
                assert!(hard <= Duration::from_millis(100), "{limits:?} {hard:?}");
            }
        };
        assert_limited(Limits { wtime: Some(100), ..Limits::default() });
        assert_limited(Limits { btime: Some(100), ..Limits::default() });
        assert_limited(Limits { winc: Some(100), ..Limits::default() });
        assert_limited(Limits { btime: Some(100), winc: Some(10), ..Limits::default() });
        assert_limited(Limits { movestogo: Some(1), ..Limits::default() });
        assert_eq!(hard_limit(&Limits::default(), Side::White), None);
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
