//! Time controls in writing: `40/60+0.5` is 40 moves in 60 seconds and half a second more for each
//! move, `10+0.1` has one period for the whole game, `2:30` is two minutes and a half.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A clock: time for a number of moves, or for all of them, and what each move adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The moves of a period; the whole game if there is none.
    pub moves: Option<u32>,
    /// The time of a period.
    pub base: Duration,
    /// What the clock gains with each move.
    pub increment: Duration,
}

/// What is wrong with a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "time control: read \"{read}\", expected [MOVES/]SECONDS[+SECONDS], as in 40/60+0.5 or 2:30+1"
)]
pub struct TimeControlError {
    read: String,
}

/// Longer than any game.
const MAX_SECONDS: f64 = 1e6;

/// Seconds, not negative, or minutes and seconds with a colon between.
fn parse_time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (minutes, seconds): (u32, f64) = (minutes.parse().ok()?, seconds.parse().ok()?);
    let seconds = f64::from(minutes) * 60.0 + seconds;
    (0.0..=MAX_SECONDS).contains(&seconds).then(|| Duration::from_millis((seconds * 1000.0) as u64))
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let read = || -> Option<TimeControl> {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let (base, increment) = (parse_time(base)?, parse_time(increment)?);
            let some = base + increment > Duration::ZERO;
            some.then_some(TimeControl { moves, base, increment })
        };
        read().ok_or_else(|| TimeControlError { read: text.to_owned() })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_round_trip() {
        for text in ["10+0.1", "40/60+0.5", "1", "0.25+0.002", "40/5", "0+0.1"] {
            let control: TimeControl = text.parse().expect("a time control");
            assert_eq!(control.to_string(), text);
        }
        let control: TimeControl = "2:30+1".parse().expect("minutes");
        assert_eq!(control.base, Duration::from_secs(150));
    }

    #[test]
    fn invalid_input_is_rejected() {
        for text in ["", "0", "-1", "x", "0/10", "10+", "+1", "1e99", "nan", "10+inf", "1/2/3"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
