//! The options that, with the rule set, determine a generated book.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use triskelion_protocol::Limits;

/// The options of a generated book. The same options generate the same book on every machine, as
/// long as search and evaluation do not change.
#[derive(Clone, PartialEq, Debug)]
pub struct BookOptions {
    /// The number of openings.
    pub count: usize,
    /// The seed of the random moves.
    pub seed: u64,
    /// The number of random plies before an opening.
    pub plies: PlyRange,
    /// The maximum absolute score of an opening, in centipawns.
    pub max_score: i32,
    /// The limit of the search that scores an opening.
    pub judge_limit: JudgeLimit,
    /// The share of openings with a moved platform, 0 to 1; `None` for a rule set without
    /// platforms.
    pub platform_share: Option<f64>,
}

impl BookOptions {
    /// Returns the defaults of a book for matches: openings that are varied but not decided.
    pub const fn new(count: usize, seed: u64) -> BookOptions {
        BookOptions {
            count,
            seed,
            plies: PlyRange { min: 6, max: 9 },
            max_score: 150,
            judge_limit: JudgeLimit::Nodes(20_000),
            platform_share: Some(0.5),
        }
    }
}

/// Formats the options as arguments of `triskelion openings`.
impl fmt::Display for BookOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookOptions { count, seed, plies, max_score, judge_limit, platform_share } = self;
        write!(f, "--count {count} --seed {seed} --plies {plies} --max-score {max_score}")?;
        write!(f, " {judge_limit}")?;
        platform_share.map_or(Ok(()), |share| write!(f, " --platform-share {share}"))
    }
}

/// The limit of the search that scores an opening. A time limit would give a different book on
/// another machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JudgeLimit {
    /// A number of nodes.
    Nodes(u64),
    /// A depth in plies.
    Depth(u32),
}

impl JudgeLimit {
    /// Converts to the limits of a search.
    pub(super) fn limits(self) -> Limits {
        match self {
            JudgeLimit::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            JudgeLimit::Depth(depth) => Limits { depth: Some(depth.into()), ..Limits::default() },
        }
    }
}

impl fmt::Display for JudgeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JudgeLimit::Nodes(nodes) => write!(f, "--nodes {nodes}"),
            JudgeLimit::Depth(depth) => write!(f, "--depth {depth}"),
        }
    }
}

/// An inclusive range of plies, written `6-9`, or `8` for a single number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRange {
    min: u32,
    max: u32,
}

impl PlyRange {
    /// The maximum number of plies.
    pub const MAX_PLIES: u32 = 200;

    /// Creates a range that includes both limits.
    pub const fn new(min: u32, max: u32) -> PlyRange {
        PlyRange { min, max }
    }

    /// Converts to a standard range.
    pub fn range(self) -> RangeInclusive<u32> {
        self.min..=self.max
    }
}

impl fmt::Display for PlyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.min == self.max {
            true => write!(f, "{}", self.min),
            false => write!(f, "{}-{}", self.min, self.max),
        }
    }
}

/// The reason why a text is not a range of plies.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlyRangeError {
    /// The text is not a number or a range.
    #[error("read \"{0}\", expected a number of plies or a range such as 6-9")]
    Syntax(String),
    /// The range is empty.
    #[error("read \"{0}\", expected a range whose end is not below its start")]
    Reversed(String),
    /// The range exceeds the maximum.
    #[error("read \"{0}\", expected at most {max} plies", max = PlyRange::MAX_PLIES)]
    TooLong(String),
}

impl FromStr for PlyRange {
    type Err = PlyRangeError;

    fn from_str(text: &str) -> Result<PlyRange, PlyRangeError> {
        let number = |part: &str| {
            part.trim().parse::<u32>().map_err(|_| PlyRangeError::Syntax(text.to_owned()))
        };
        let (min, max) = match text.split_once('-') {
            Some((min, max)) => (number(min)?, number(max)?),
            None => (number(text)?, number(text)?),
        };
        match () {
            () if min > max => Err(PlyRangeError::Reversed(text.to_owned())),
            () if max > PlyRange::MAX_PLIES => Err(PlyRangeError::TooLong(text.to_owned())),
            () => Ok(PlyRange { min, max }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ply_ranges_round_trip() {
        for text in ["6-9", "8", "0-200"] {
            assert_eq!(text.parse::<PlyRange>().map(|range| range.to_string()), Ok(text.into()));
        }
        let error = |text: &str| text.parse::<PlyRange>().expect_err("no range");
        assert_eq!(error("9-6"), PlyRangeError::Reversed("9-6".into()));
        assert_eq!(error("6-201"), PlyRangeError::TooLong("6-201".into()));
        for text in ["", "-", "6-", "-6", "six", "6-7-8", "1.5", "99999999999"] {
            assert_eq!(error(text), PlyRangeError::Syntax(text.into()));
        }
    }

    #[test]
    fn book_options_display_as_arguments() {
        let mut options = BookOptions::new(500, 1);
        let arguments = "--count 500 --seed 1 --plies 6-9 --max-score 150 --nodes 20000 \
                         --platform-share 0.5";
        assert_eq!(options.to_string(), arguments);
        options.judge_limit = JudgeLimit::Depth(8);
        options.platform_share = None;
        assert!(options.to_string().ends_with("--max-score 150 --depth 8"));
    }
}
