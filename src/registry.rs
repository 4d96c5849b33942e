//! The rule sets by name, and the dispatch from a name to a board type.
//!
//! Generic code is called through [`Variant::visit`], which compiles the visitor once for each rule
//! set. This module is the only one that lists the rule sets. To add one, add a variant to
//! [`Variant`], its name and an arm of `visit`.

use crate::profiles::{Profile, RuleSet};
use crate::rules::federation::{Federation, FederationPlain};
use crate::rules::{BuiltIn, GameInfo, chess, kobayashi, meder, raumschach, sixfold, spacechess};
use std::fmt;
use std::str::FromStr;

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Federation Revised Standard 5.0, with the rook-pawn rule.
    #[default]
    Federation,
    /// Federation Revised Standard 5.0 without the rook-pawn rule.
    FederationPlain,
    /// ST3D chess, the Kobayashi Maru variant.
    Kobayashi,
    /// Jens Meder's tournament rules.
    Meder,
    /// Star Trek 3-D chess with six platforms.
    Sixfold,
    /// Peterson's Space Chess.
    SpaceChess,
    /// Maack's Raumschach.
    Raumschach,
    /// Ordinary chess by the FIDE laws.
    Chess,
}

/// An operation that is generic in the rule set.
pub trait Visitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation for the rule set with the board type `B`.
    fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output;
}

impl Variant {
    /// All rule sets, the default first.
    pub const ALL: [Variant; 8] = [
        Variant::Federation,
        Variant::FederationPlain,
        Variant::Kobayashi,
        Variant::Meder,
        Variant::Sixfold,
        Variant::SpaceChess,
        Variant::Raumschach,
        Variant::Chess,
    ];

    /// The name of the rule set, which is its value of the option `UCI_Variant`.
    pub fn name(self) -> &'static str {
        self.game().name
    }

    /// What the positions of the rule set share.
    pub fn game(self) -> &'static GameInfo {
        match self {
            Variant::Federation => Federation::GAME,
            Variant::FederationPlain => FederationPlain::GAME,
            Variant::Kobayashi => kobayashi::Board::GAME,
            Variant::Meder => meder::Board::GAME,
            Variant::Sixfold => sixfold::Board::GAME,
            Variant::SpaceChess => spacechess::Board::GAME,
            Variant::Raumschach => raumschach::Board::GAME,
            Variant::Chess => chess::Board::GAME,
        }
    }

    /// The profile of the rule set.
    pub fn profile(self) -> &'static Profile {
        Profile::of(self.game())
    }

    /// Runs the visitor for the board type of this rule set.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        let game = self.game();
        match self {
            Variant::Federation => visitor.visit::<Federation>(game),
            Variant::FederationPlain => visitor.visit::<FederationPlain>(game),
            Variant::Kobayashi => visitor.visit::<kobayashi::Board>(game),
            Variant::Meder => visitor.visit::<meder::Board>(game),
            Variant::Sixfold => visitor.visit::<sixfold::Board>(game),
            Variant::SpaceChess => visitor.visit::<spacechess::Board>(game),
            Variant::Raumschach => visitor.visit::<raumschach::Board>(game),
            Variant::Chess => visitor.visit::<chess::Board>(game),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No rule set has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule set named \"{name}\" (expected one of {})", names())]
pub struct UnknownVariant {
    /// The name that was read.
    pub name: String,
}

/// Returns the names of all rule sets, separated by commas.
fn names() -> String {
    Variant::ALL.map(Variant::name).join(", ")
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Parses a name, ignoring case.
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
