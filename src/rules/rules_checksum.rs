//! The checksum of the rules of a game from a file, by which records, training data and networks
//! know their game.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The checksum of the rules of a game from a file; as text eight hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct RulesChecksum(pub u32);

impl fmt::Display for RulesChecksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl From<RulesChecksum> for String {
    fn from(checksum: RulesChecksum) -> String {
        checksum.to_string()
    }
}

impl FromStr for RulesChecksum {
    type Err = String;

    fn from_str(text: &str) -> Result<RulesChecksum, String> {
        let is_hex = text.len() == 8 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u32::from_str_radix(text, 16).ok().filter(|_| is_hex);
        let expected = || "a checksum of rules: eight hexadecimal digits expected".to_owned();
        number.map(RulesChecksum).ok_or_else(expected)
    }
}

impl TryFrom<String> for RulesChecksum {
    type Error = String;

    fn try_from(text: String) -> Result<RulesChecksum, String> {
        text.parse()
    }
}

/// Something belongs to other rules of a game with the same name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "made for other rules of {name}: checksum {read} read, {} expected",
    .expected.map_or("none".to_owned(), String::from)
)]
pub struct OtherRules {
    /// The name of the game.
    pub name: &'static str,
    /// The checksum that was read.
    pub read: RulesChecksum,
    /// The checksum of the game; `None` for a rule set of the program, which has none.
    pub expected: Option<RulesChecksum>,
}
