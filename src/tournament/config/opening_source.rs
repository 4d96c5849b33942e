//! Where a match takes its openings from.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The source of the openings of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The built-in book of the rule set.
    Book,
    /// The start position.
    Start,
    /// A file with one FEN per line.
    File(PathBuf),
}

impl FromStr for OpeningSource {
    type Err = std::convert::Infallible;

    /// Parses `book`, `start`, or a file name.
    fn from_str(text: &str) -> Result<OpeningSource, Self::Err> {
        Ok(match text {
            "book" => OpeningSource::Book,
            "start" => OpeningSource::Start,
            file => OpeningSource::File(file.into()),
        })
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Book => f.write_str("book"),
            OpeningSource::Start => f.write_str("start"),
            OpeningSource::File(file) => write!(f, "{}", file.display()),
        }
    }
}
