//! What makes a book of openings what it is: with the rule set, its recipe.

use crate::search::SearchLimits;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How a book is made. The same recipe makes the same book on every machine, as long as search
/// and evaluation stay the same.
#[derive(Clone, PartialEq, Debug)]
pub struct BookOptions {
    /// How many openings.
    pub count: usize,
    /// From which all random moves come.
    pub seed: u64,
    /// How many random plies lie before an opening.
    pub plies: PlyRange,
    /// How far from even an opening may be, in centipawns, by the score of the search.
    pub max_score: i32,
    /// How long that search is.
    pub judge_limit: JudgeLimit,
    /// The share of openings in which a platform stands elsewhere than at the start, 0 to 1; all
    /// the same in games without platforms.
    pub platform_share: f64,
}

impl BookOptions {
    /// What a match needs if nothing else is said: openings that are neither from the start
    /// position's book nor decided.
    pub const fn new(count: usize, seed: u64) -> BookOptions {
        BookOptions {
            count,
            seed,
            plies: PlyRange { min: 6, max: 9 },
            max_score: 150,
            judge_limit: JudgeLimit::Nodes(20_000),
            platform_share: 0.5,
        }
    }
}

/// As arguments of the command that makes the book.
impl fmt::Display for BookOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookOptions {
            count,
            seed,
            plies,
            max_score: band,
            judge_limit: effort,
            platform_share: platforms,
        } = self;
        write!(f, "--count {count} --seed {seed} --plies {plies} --band {band} {effort}")?;
        write!(f, " --platforms {platforms}")
    }
}

/// How long the search that judges an opening is. Never a time: that would make another book on
/// another machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JudgeLimit {
    /// So many nodes.
    Nodes(u64),
    /// To that depth, in plies.
    Depth(u32),
}

impl JudgeLimit {
    /// The same as the search wants it.
    pub(super) fn search_limits(self) -> SearchLimits {
        match self {
            JudgeLimit::Nodes(nodes) => {
                SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
            }
            JudgeLimit::Depth(depth) => {
                SearchLimits { depth: Some(depth), ..SearchLimits::default() }
            }
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

/// A range of numbers of plies, both ends in it; written `6-9`, or `8` for a single number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRange {
    min: u32,
    max: u32,
}

impl PlyRange {
    /// More would be no opening any more.
    pub const MAX_PLIES: u32 = 200;

    /// The numbers in it.
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

/// Why a text is no range of plies.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlyRangeError {
    /// It is not a number or two.
    #[error("\"{0}\" read, a number of plies or a range like 6-9 expected")]
    Syntax(String),
    /// It holds nothing.
    #[error("\"{0}\" read, but the range ends before it begins")]
    Reversed(String),
    /// It goes too far.
    #[error("\"{0}\" read, {max} plies at most expected", max = PlyRange::MAX_PLIES)]
    TooLong(String),
}

impl FromStr for PlyRange {
    type Err = PlyRangeError;

    fn from_str(text: &str) -> Result<PlyRange, PlyRangeError> {
        let number = |part: &str| {
            part.trim().parse::<u32>().map_err(|_| PlyRangeError::Syntax(text.to_owned()))
        };
        let (least, most) = match text.split_once('-') {
            Some((least, most)) => (number(least)?, number(most)?),
            None => (number(text)?, number(text)?),
        };
        match () {
            () if least > most => Err(PlyRangeError::Reversed(text.to_owned())),
            () if most > PlyRange::MAX_PLIES => Err(PlyRangeError::TooLong(text.to_owned())),
            () => Ok(PlyRange { min: least, max: most }),
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
        let read = |text: &str| text.parse::<PlyRange>().expect_err("no range");
        assert_eq!(read("9-6"), PlyRangeError::Reversed("9-6".into()));
        assert_eq!(read("6-201"), PlyRangeError::TooLong("6-201".into()));
        for text in ["", "-", "6-", "-6", "six", "6-7-8", "1.5", "99999999999"] {
            assert_eq!(read(text), PlyRangeError::Syntax(text.into()));
        }
    }

    #[test]
    fn book_options_display_as_arguments() {
        let mut recipe = BookOptions::new(500, 1);
        let arguments = "--count 500 --seed 1 --plies 6-9 --band 150 --nodes 20000 --platforms 0.5";
        assert_eq!(recipe.to_string(), arguments);
        recipe.judge_limit = JudgeLimit::Depth(8);
        assert!(recipe.to_string().contains("--depth 8"));
    }
}
