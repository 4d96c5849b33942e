//! Time controls: `40/60+0.5` is 40 moves in 60 seconds with an increment of 0.5 seconds, `10+0.1`
//! has one period for the whole game, `2:30` is two and a half minutes.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time control: a base time for a number of moves or for the whole game, and an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The number of moves per period; `None` if one period covers the whole game.
    pub moves: Option<u32>,
    /// The base time of a period.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The expected form of a time control.
pub(super) const EXPECTED: &str = "[MOVES/]SECONDS[+SECONDS], such as 40/60+0.5 or 2:30+1";

/// The text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("time control: read \"{read}\", expected {EXPECTED}")]
pub struct TimeControlError {
    read: String,
}

/// The maximum base time or increment, in seconds.
const MAX_SECONDS: f64 = 1e6;

/// Parses a nonnegative time as `SECONDS` or `MINUTES:SECONDS`.
fn parse_time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (minutes, seconds): (u32, f64) = (minutes.parse().ok()?, seconds.parse().ok()?);
    let seconds = f64::from(minutes) * 60.0 + seconds;
    let milliseconds = || Duration::from_millis((seconds * 1000.0).round() as u64);
    (0.0..=MAX_SECONDS).contains(&seconds).then(milliseconds)
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let parse = || -> Option<TimeControl> {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let (base, increment) = (parse_time(base)?, parse_time(increment)?);
            let is_positive = base + increment > Duration::ZERO;
            is_positive.then_some(TimeControl { moves, base, increment })
        };
        parse().ok_or_else(|| TimeControlError { read: text.to_owned() })
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
        for text in ["10+0.1", "40/60+0.5", "1", "0.25+0.002", "40/5", "0+0.1", "4.092"] {
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
