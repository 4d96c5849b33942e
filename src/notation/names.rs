//! The names of the notations.

use crate::rules::Notation;
use std::fmt;
use std::str::FromStr;

impl Notation {
    /// All notations, UCI first.
    pub const ALL: [Notation; 6] = [
        Notation::Uci,
        Notation::Roth,
        Notation::Smith,
        Notation::Meder,
        Notation::Maack,
        Notation::San,
    ];

    /// Returns the name, as the option `Notation` accepts it.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Uci => "uci",
            Notation::Roth => "roth",
            Notation::Smith => "smith",
            Notation::Meder => "meder",
            Notation::Maack => "maack",
            Notation::San => "san",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that no notation has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no notation named \"{name}\" (expected uci, roth, smith, meder, maack or san)")]
pub struct UnknownNotation {
    /// The name that was read.
    pub name: String,
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    /// Parses a name, ignoring case.
    fn from_str(name: &str) -> Result<Notation, UnknownNotation> {
        let mut all = Notation::ALL.into_iter();
        all.find(|notation| notation.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownNotation { name: name.to_owned() })
    }
}
