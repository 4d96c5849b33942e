//! The clock of one player in one game: what limits a move, and what a move costs.

use super::config::{PlayerConfig, TimeControl};
use crate::engine::Limits;
use crate::moves::Side;
use std::time::Duration;

/// A player's limits, and the state of its clock if it has one.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    nodes: Option<u64>,
    depth: Option<u32>,
    move_time: Option<Duration>,
    state: Option<ClockState>,
}

/// A clock that runs.
#[derive(Clone, Copy, Debug)]
struct ClockState {
    control: TimeControl,
    remaining: Duration,
    /// Moves to the next period.
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// At the start of a game.
    pub fn new(player: &PlayerConfig) -> GameClock {
        GameClock {
            nodes: player.nodes,
            depth: player.depth,
            move_time: player.st.map(Duration::from_secs_f64),
            state: player.tc.map(|control| ClockState {
                control,
                remaining: control.base,
                moves_to_go: control.moves,
            }),
        }
    }

    /// What limits the next move of a player of this side whose opponent has the other clock;
    /// the nodes, if they are limited, varied by `vary`.
    pub fn limits(&self, side: Side, other: &GameClock, vary: impl FnOnce(u64) -> u64) -> Limits {
        let mut limits = Limits {
            nodes: self.nodes.map(vary),
            depth: self.depth,
            movetime: self.move_time.map(milliseconds),
            movestogo: self.state.and_then(|running| running.moves_to_go),
            ..Limits::default()
        };
        if let Some(own) = self.state {
            // An opponent without a clock is shown with the same one.
            let other = other.state.unwrap_or(own);
            let [white, black] = match side {
                Side::White => [own, other],
                Side::Black => [other, own],
            };
            limits.wtime = Some(milliseconds(white.remaining));
            limits.btime = Some(milliseconds(black.remaining));
            limits.winc = Some(milliseconds(white.control.increment));
            limits.binc = Some(milliseconds(black.control.increment));
        }
        limits
    }

    /// How long the next move may take; `None` if no time limits it.
    pub fn time_limit(&self, margin: Duration) -> Option<Duration> {
        let time = self.state.map(|running| running.remaining).or(self.move_time)?;
        Some(time + margin)
    }

    /// A move was made in this time.
    pub fn press(&mut self, taken: Duration) {
        let Some(running) = &mut self.state else { return };
        running.remaining = running.remaining.saturating_sub(taken) + running.control.increment;
        if let (Some(moves), Some(period)) = (&mut running.moves_to_go, running.control.moves) {
            *moves -= 1;
            if *moves == 0 {
                *moves = period;
                running.remaining += running.control.base;
            }
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> GameClock {
        GameClock::new(&PlayerConfig::from_pairs(text.split_whitespace()).expect("a player"))
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn clock_counts_down_and_gains_each_period() {
        let mut clock = clock("tc=2/10+1");
        let still = self::clock("tc=5");
        clock.press(3 * SECOND);
        let limits = clock.limits(Side::Black, &still, |nodes| nodes);
        assert_eq!(
            (limits.btime, limits.wtime, limits.movestogo),
            (Some(8000), Some(5000), Some(1))
        );
        assert_eq!((limits.binc, limits.winc), (Some(1000), Some(0)));
        clock.press(8 * SECOND);
        assert_eq!(clock.time_limit(SECOND), Some(12 * SECOND));
        assert_eq!(clock.limits(Side::White, &still, |nodes| nodes).movestogo, Some(2));
        clock.press(100 * SECOND);
        assert_eq!(
            clock.time_limit(Duration::ZERO),
            Some(SECOND),
            "within the margin it goes to zero"
        );
    }

    #[test]
    fn node_and_fixed_time_limits_run_no_clock() {
        let clock = clock("nodes=2000 depth=9");
        assert_eq!(clock.time_limit(SECOND), None);
        let limits = clock.limits(Side::White, &clock, |nodes| nodes + 5);
        assert_eq!((limits.nodes, limits.depth, limits.wtime), (Some(2005), Some(9), None));
        let fixed = self::clock("st=0.5");
        assert_eq!(fixed.time_limit(SECOND), Some(SECOND * 3 / 2));
        assert_eq!(fixed.limits(Side::White, &clock, |nodes| nodes).movetime, Some(500));
    }
}
