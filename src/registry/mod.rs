//! The rule sets by name, and the one run-time match from a name to a type.
//!
//! Everything that is generic in the board is entered through [`Variant::visit`]: the visitor's
//! body is compiled once for each rule set, and the match below is the only place that lists
//! them. A new rule set is a variant of [`Variant`], a name, and an arm of that match.

mod profiles;

pub use profiles::{Profile, RuleSet, SearchTuning};

use crate::rules::federation::{Federation, FederationPlain};
use crate::rules::{chess, kobayashi, sixfold, spacechess};
use std::fmt;
use std::str::FromStr;

/// A rule set, by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Federation Revised Standard 5.0, with the rook-pawn rule.
    #[default]
    Federation,
    /// The same without the rook-pawn rule.
    FederationPlain,
    /// ST3D chess, the Kobayashi Maru variant.
    Kobayashi,
    /// Star Trek 3-D chess with six platforms.
    Sixfold,
    /// Peterson's Space Chess.
    SpaceChess,
    /// Ordinary chess, the laws of FIDE.
    Chess,
}

/// Work that is the same for every rule set.
pub trait Visitor {
    /// What the work gives.
    type Output;

    /// Does the work for the rule set whose board this is.
    fn visit<B: RuleSet>(self) -> Self::Output;
}

impl Variant {
    /// All rule sets, the default first.
    pub const ALL: [Variant; 6] = [
        Variant::Federation,
        Variant::FederationPlain,
        Variant::Kobayashi,
        Variant::Sixfold,
        Variant::SpaceChess,
        Variant::Chess,
    ];

    /// The name that `UCI_Variant` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Federation => "federation",
            Variant::FederationPlain => "federation-plain",
            Variant::Kobayashi => "kobayashi",
            Variant::Sixfold => "sixfold",
            Variant::SpaceChess => "spacechess",
            Variant::Chess => "chess",
        }
    }

    /// Runs the visitor for the board type of this rule set.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            Variant::Federation => visitor.visit::<Federation>(),
            Variant::FederationPlain => visitor.visit::<FederationPlain>(),
            Variant::Kobayashi => visitor.visit::<kobayashi::Board>(),
            Variant::Sixfold => visitor.visit::<sixfold::Board>(),
            Variant::SpaceChess => visitor.visit::<spacechess::Board>(),
            Variant::Chess => visitor.visit::<chess::Board>(),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no rule set has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule set is called \"{name}\"; expected one of {}", names())]
pub struct UnknownVariant {
    /// What was read.
    pub name: String,
}

/// The names of all rule sets, for a message.
fn names() -> String {
    Variant::ALL.map(Variant::name).join(", ")
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Upper and lower case are the same.
    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownVariant { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_str_accepts_every_name() {
        for variant in Variant::ALL {
            assert_eq!(variant.name().parse(), Ok(variant));
            assert_eq!(variant.name().to_uppercase().parse(), Ok(variant));
        }
        let error = "checkers".parse::<Variant>().expect_err("no such rule set");
        assert!(error.to_string().contains("federation-plain"));
    }
}
