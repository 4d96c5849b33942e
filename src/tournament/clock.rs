//! The clock of one player in one game.

use super::config::{PlayerConfig, TimeControl};
use crate::moves::Side;
use std::time::Duration;
use triskelion_protocol::Limits;

/// The limits of a player, and the state of its clock if it has a time control.
#[derive(Clone, Debug)]
pub(super) struct GameClock {
    nodes: Option<u64>,
    depth: Option<u32>,
    move_time: Option<Duration>,
    state: Option<ClockState>,
}

/// The state of a clock.
#[derive(Clone, Copy, Debug)]
struct ClockState {
    control: TimeControl,
    remaining: Duration,
    /// The number of moves to the next period.
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// Creates the clock at the start of a game.
    pub(super) fn new(player: &PlayerConfig) -> GameClock {
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

    /// Returns the limits of the next move of `side`, whose opponent has the clock `opponent`.
    /// `randomize` changes the node limit.
    pub(super) fn limits(
        &self,
        side: Side,
        opponent: &GameClock,
        randomize: impl FnOnce(u64) -> u64,
    ) -> Limits {
        let mut limits = Limits {
            nodes: self.nodes.map(randomize),
            depth: self.depth.map(u64::from),
            movetime: self.move_time.map(milliseconds),
            movestogo: self.state.and_then(|state| state.moves_to_go).map(u64::from),
            ..Limits::default()
        };
        if let Some(own) = self.state {
            // An opponent without a clock is reported with the player's own clock.
            let opponent = opponent.state.unwrap_or(own);
            let [white, black] = match side {
                Side::White => [own, opponent],
                Side::Black => [opponent, own],
            };
            // UCI does not define a clock of zero.
            limits.wtime = Some(milliseconds(white.remaining).max(1));
            limits.btime = Some(milliseconds(black.remaining).max(1));
            limits.winc = Some(milliseconds(white.control.increment));
            limits.binc = Some(milliseconds(black.control.increment));
        }
        limits
    }

    /// Returns the time limit of the next move, margin included; `None` without a time limit.
    pub(super) fn time_limit(&self, margin: Duration) -> Option<Duration> {
        let time = self.state.map(|state| state.remaining).or(self.move_time)?;
        Some(time + margin)
    }

    /// Subtracts the time of a move, and adds the increment and the time of a new period.
    pub(super) fn press(&mut self, elapsed: Duration) {
        let Some(state) = &mut self.state else { return };
        state.remaining = state.remaining.saturating_sub(elapsed) + state.control.increment;
        if let (Some(moves), Some(period)) = (&mut state.moves_to_go, state.control.moves) {
            *moves -= 1;
            if *moves == 0 {
                *moves = period;
                state.remaining += state.control.base;
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
        let opponent = self::clock("tc=5");
        clock.press(3 * SECOND);
        let limits = clock.limits(Side::Black, &opponent, |nodes| nodes);
        assert_eq!(
            (limits.btime, limits.wtime, limits.movestogo),
            (Some(8000), Some(5000), Some(1))
        );
        assert_eq!((limits.binc, limits.winc), (Some(1000), Some(0)));
        clock.press(8 * SECOND);
        assert_eq!(clock.time_limit(SECOND), Some(12 * SECOND));
        assert_eq!(clock.limits(Side::White, &opponent, |nodes| nodes).movestogo, Some(2));
        clock.press(100 * SECOND);
        assert_eq!(
            clock.time_limit(Duration::ZERO),
            Some(SECOND),
            "a move within the margin leaves no time"
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
