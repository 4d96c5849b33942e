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
pub struct Allowance {
    /// No iteration is begun beyond this, times [`stretch`].
    pub soft: Duration,
    /// The search ends here.
    pub hard: Duration,
}

/// With no control in sight, the clock is divided by so many moves.
const HORIZON: u64 = 28;

/// The hard limit is at most this share of the clock, in per cent.
const LARGEST_SHARE: u64 = 40;

/// The hard limit is at most so many times the soft one.
const LARGEST_STRETCH: u64 = 4;

/// Divides the clock: the soft limit is between 1/28 of it with no control in sight and 80 % of
/// it for the last move before one, plus three quarters of what the increment leaves after the
/// overhead, so that a clock that lives on increments settles well above zero; the hard limit is
/// four times the soft one, but at most 40 % of the clock (80 % for the last move before a
/// control).
pub fn allowance(clock: Clock, overhead: u64) -> Allowance {
    let moves = clock.moves_to_go.map_or(HORIZON, |moves| u64::from(moves.max(1)).min(HORIZON));
    // Overhead is lost with every move that is to be made with this time, but thinking must not
    // stop for it: at least half the clock is for use.
    let usable = clock
        .remaining
        .saturating_sub(overhead.saturating_mul(moves.min(10)))
        .max(clock.remaining / 2)
        .min(clock.remaining.saturating_sub(overhead));
    let share = if moves == 1 { 80 } else { LARGEST_SHARE };
    let ceiling = (usable.saturating_mul(share) / 100).max(1);
    let gained = clock.increment.saturating_sub(overhead).saturating_mul(3) / 4;
    let soft = (usable / moves).saturating_add(gained);
    let soft = soft.clamp(1, ceiling);
    let hard = soft.saturating_mul(LARGEST_STRETCH).clamp(1, ceiling);
    Allowance { soft: Duration::from_millis(soft), hard: Duration::from_millis(hard) }
}

/// The allowance for a move that is to take exactly this long: no soft limit but the hard one.
pub fn exactly(move_time: u64, overhead: u64) -> Allowance {
    let time = Duration::from_millis(move_time.saturating_sub(overhead).max(1));
    Allowance { soft: time, hard: time }
}

/// How a search has gone so far, which says whether more of it is worth the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Course {
    /// How many iterations have ended with the same best move as the one before them.
    pub unchanged: u32,
    /// The share of all nodes that went into the best move, in permille.
    pub effort: u32,
    /// How many centipawns the score is below that of earlier iterations.
    pub fallen: i32,
}

/// What the soft limit is multiplied by, in permille, between 442 and 2700: the best move's
/// steadiness gives between 80 % (it has not changed for eight iterations) and 120 % (it has just
/// changed), the share of nodes that went into it between 65 % (all of them) and 150 % (none), the
/// score between 85 % (it has risen by 30 centipawns) and 150 % (it has fallen by 100).
pub fn stretch(course: Course) -> u32 {
    let steadiness = 1200 - 50 * course.unchanged.min(8);
    let effort = 1500 - 850 * course.effort.min(1000) / 1000;
    let trouble = 1000 + 5 * course.fallen.clamp(-30, 100);
    steadiness * effort / 1000 * trouble as u32 / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { remaining, increment, moves_to_go }
    }

    #[test]
    fn no_limit_outlasts_the_clock() {
        for remaining in [0, 1, 5, 20, 100, 999, 60_000, u64::MAX / 1000] {
            for increment in [0, 10, 5_000, 1_000_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 300, 5_000] {
                        let clock = clock(remaining, increment, moves);
                        let Allowance { soft, hard } = allowance(clock, overhead);
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
    fn a_long_game_gets_its_share() {
        let Allowance { soft, hard } = allowance(clock(60_000, 0, None), 10);
        assert!((1_800..2_400).contains(&soft.as_millis()), "{soft:?}");
        assert!(hard <= Duration::from_secs(24) && hard >= 3 * soft);
        let with_increment = allowance(clock(60_000, 1_000, None), 10);
        assert!(with_increment.soft > soft);
    }

    #[test]
    fn a_whole_game_of_hard_limits_never_loses_on_time() {
        for increment in [0, 10, 100] {
            let mut remaining = 1_000;
            for _ in 0..300 {
                let Allowance { hard, .. } = allowance(clock(remaining, increment, None), 10);
                let spent = hard.as_millis() as u64 + 5;
                assert!(spent <= remaining.max(6), "{remaining}");
                remaining = remaining.saturating_sub(spent) + increment;
            }
        }
    }

    #[test]
    fn a_fixed_time_is_kept() {
        let Allowance { soft, hard } = exactly(500, 10);
        assert_eq!((soft, hard), (Duration::from_millis(490), Duration::from_millis(490)));
        assert_eq!(exactly(5, 10).hard, Duration::from_millis(1));
    }

    #[test]
    fn factors_stay_in_their_range() {
        let steady = Course { unchanged: 4, effort: 500, fallen: 0 };
        assert_eq!(stretch(Course { unchanged: 0, effort: 0, fallen: i32::MAX }), 2700);
        assert_eq!(stretch(Course { unchanged: 100, effort: 1000, fallen: i32::MIN }), 442);
        assert!(stretch(Course { unchanged: 0, ..steady }) > stretch(steady));
        assert!(stretch(Course { effort: 900, ..steady }) < stretch(steady));
        assert!(stretch(Course { fallen: 40, ..steady }) > stretch(steady));
        assert!(stretch(Course { fallen: -20, ..steady }) < stretch(steady));
    }
}
