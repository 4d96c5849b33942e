//! From the clock to limits: how long to think about a move.
//!
//! Pure functions of numbers, all in milliseconds. Two limits: no new iteration is begun after the
//! soft one, which the search stretches or shrinks by what it sees; nothing goes on beyond the
//! hard one. What can go wrong: the time between our answer and the moment the user's clock stops
//! is not ours, so `overhead` is set aside for every move that is still to come; and with almost
//! nothing left we still have to answer, so limits are never below one millisecond.

use std::time::Duration;

/// A side's clock when it is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left.
    pub remaining: u64,
    /// What each move gains.
    pub increment: u64,
    /// Moves to the next time control, if there is one; at least 1.
    pub moves_to_go: Option<u32>,
}

/// How long to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeBudget {
    /// No iteration is begun beyond this, times [`stretch`].
    pub soft: Duration,
    /// The search ends here.
    pub hard: Duration,
}

/// With no control in sight, the clock is divided by so many moves.
const DEFAULT_MOVES_TO_GO: u64 = 28;

/// The hard limit is at most this share of the clock, in per cent.
const MAX_CLOCK_PERCENT: u64 = 40;

/// The hard limit is at most so many times the soft one.
const MAX_HARD_TO_SOFT: u64 = 4;

/// Divides the clock: the soft limit is between 1/28 of it with no control in sight and 80 % of
/// it for the last move before one, plus three quarters of what the increment leaves after the
/// overhead, so that a clock that lives on increments settles well above zero; the hard limit is
/// four times the soft one, but at most 40 % of the clock (80 % for the last move before a
/// control).
pub fn time_budget(clock: Clock, overhead: u64) -> TimeBudget {
    let moves = clock
        .moves_to_go
        .map_or(DEFAULT_MOVES_TO_GO, |moves| u64::from(moves.max(1)).min(DEFAULT_MOVES_TO_GO));
    // Overhead is lost with every move that is to be made with this time, but thinking must not
    // stop for it: at least half the clock is for use.
    let usable = clock
        .remaining
        .saturating_sub(overhead.saturating_mul(moves.min(10)))
        .max(clock.remaining / 2)
        .min(clock.remaining.saturating_sub(overhead));
    let share = if moves == 1 { 80 } else { MAX_CLOCK_PERCENT };
    let ceiling = (usable.saturating_mul(share) / 100).max(1);
    let gained = clock.increment.saturating_sub(overhead).saturating_mul(3) / 4;
    let soft = (usable / moves).saturating_add(gained);
    let soft = soft.clamp(1, ceiling);
    let hard = soft.saturating_mul(MAX_HARD_TO_SOFT).clamp(1, ceiling);
    TimeBudget { soft: Duration::from_millis(soft), hard: Duration::from_millis(hard) }
}

/// The allowance for a move that is to take exactly this long: no soft limit but the hard one.
pub fn fixed_time(move_time: u64, overhead: u64) -> TimeBudget {
    let time = Duration::from_millis(move_time.saturating_sub(overhead).max(1));
    TimeBudget { soft: time, hard: time }
}

/// How a search has gone so far, which says whether more of it is worth the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchProgress {
    /// How many iterations have ended with the same best move as the one before them.
    pub stable_iterations: u32,
    /// The share of all nodes that went into the best move, in permille.
    pub best_move_node_permille: u32,
    /// How many centipawns the score is below that of earlier iterations.
    pub score_drop: i32,
}

/// What the soft limit is multiplied by, in permille, between 442 and 2700: the best move's
/// steadiness gives between 80 % (it has not changed for eight iterations) and 120 % (it has just
/// changed), the share of nodes that went into it between 65 % (all of them) and 150 % (none), the
/// score between 85 % (it has risen by 30 centipawns) and 150 % (it has fallen by 100).
pub fn soft_limit_scale(course: SearchProgress) -> u32 {
    let steadiness = 1200 - 50 * course.stable_iterations.min(8);
    let effort = 1500 - 850 * course.best_move_node_permille.min(1000) / 1000;
    let trouble = 1000 + 5 * course.score_drop.clamp(-30, 100);
    steadiness * effort / 1000 * trouble as u32 / 1000
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
                        let one = Duration::from_millis(1);
                        assert!(one <= soft && soft <= hard);
                        let most = remaining.saturating_sub(overhead).max(1);
                        assert!(hard <= Duration::from_millis(most), "{clock:?} {overhead}");
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
        let steady =
            SearchProgress { stable_iterations: 4, best_move_node_permille: 500, score_drop: 0 };
        assert_eq!(
            soft_limit_scale(SearchProgress {
                stable_iterations: 0,
                best_move_node_permille: 0,
                score_drop: i32::MAX
            }),
            2700
        );
        assert_eq!(
            soft_limit_scale(SearchProgress {
                stable_iterations: 100,
                best_move_node_permille: 1000,
                score_drop: i32::MIN
            }),
            442
        );
        assert!(
            soft_limit_scale(SearchProgress { stable_iterations: 0, ..steady })
                > soft_limit_scale(steady)
        );
        assert!(
            soft_limit_scale(SearchProgress { best_move_node_permille: 900, ..steady })
                < soft_limit_scale(steady)
        );
        assert!(
            soft_limit_scale(SearchProgress { score_drop: 40, ..steady })
                > soft_limit_scale(steady)
        );
        assert!(
            soft_limit_scale(SearchProgress { score_drop: -20, ..steady })
                < soft_limit_scale(steady)
        );
    }
}
