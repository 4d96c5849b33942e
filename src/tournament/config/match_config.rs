//! The configuration as a whole: its fields, defaults and consistency checks.

use super::adjudication_rules::{DrawRule, ResignRule};
use super::opening_source::OpeningSource;
use super::player::{PlayerConfig, PlayerConfigError};
use super::schedule::Schedule;
use super::shard::Shard;
use crate::endings::MAX_PIECES;
use crate::files::header_error;
use crate::registry::Variant;
use crate::rules::Notation;
use crate::tournament::statistics::Sprt;
use fxhash::FxHashSet;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The configuration of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct MatchConfig {
    /// The name of the match, written to the PGN tag `Event`.
    pub event: String,
    /// The rule set.
    pub variant: Variant,
    /// The seed of the opening order and of the node jitter.
    pub seed: u64,
    /// The number of games per pairing, an even number. Without it, only the SPRT ends the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The pairings.
    pub schedule: Schedule,
    /// The openings.
    pub openings: OpeningSource,
    /// The notation of the moves in the PGN file; see [`MatchConfig::record_notation`].
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_display",
        deserialize_with = "deserialize_from_str"
    )]
    pub notation: Option<Notation>,
    /// The time in milliseconds by which a player may exceed its limit.
    pub time_margin: u64,
    /// The time in seconds to wait for a reply when no clock runs, including replies that need no
    /// search.
    pub stall_timeout: f64,
    /// Whether a player loses a game in which it reports an invalid principal variation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub check_lines: bool,
    /// The number of moves per side after which a game is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// The rule by which games are adjudicated as wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// The rule by which games are adjudicated as draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The largest number of pieces of a position that is adjudicated by its table of endings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endgames: Option<u32>,
    /// The sequential test that ends the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The part of the match to play; `None` for the whole match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The hash of the openings; `None` before the match starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book_hash: Option<u64>,
    /// The defaults of all players; empty once they are applied.
    #[serde(skip_serializing_if = "is_default")]
    pub each: PlayerConfig,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<PlayerConfig>,
}

impl Default for MatchConfig {
    fn default() -> MatchConfig {
        MatchConfig {
            event: "Triskelion match".to_owned(),
            variant: Variant::default(),
            seed: 1,
            games: None,
            schedule: Schedule::RoundRobin,
            openings: OpeningSource::Book,
            notation: None,
            time_margin: 50,
            stall_timeout: 10.0,
            check_lines: false,
            max_moves: Some(400),
            resign: None,
            draw: None,
            endgames: None,
            sprt: None,
            shard: None,
            book_hash: None,
            each: PlayerConfig::default(),
            players: Vec::new(),
        }
    }
}

/// An error in the configuration of a match.
#[derive(Debug, thiserror::Error)]
pub enum MatchConfigError {
    /// The text is not a valid configuration.
    #[error("match config: {0}")]
    Syntax(String),
    /// The configuration of a player is invalid.
    #[error(transparent)]
    Player(#[from] PlayerConfigError),
    /// Two players have the same name.
    #[error("match config: two players have the name \"{0}\"")]
    DuplicateName(String),
    /// The rule set does not have the notation.
    #[error("match config: {variant} has no notation {notation}")]
    UnsupportedNotation {
        /// The rule set.
        variant: Variant,
        /// The notation.
        notation: Notation,
    },
    /// A value is out of range, or settings contradict each other.
    #[error("match config: {0}")]
    Invalid(&'static str),
}

impl MatchConfig {
    /// Parses a configuration written in TOML. Call [`with_defaults`](Self::with_defaults) next.
    pub fn from_toml(text: &str) -> Result<MatchConfig, MatchConfigError> {
        toml::from_str(text).map_err(|error| MatchConfigError::Syntax(error.to_string()))
    }

    /// Parses a complete configuration from the line that [`to_json`](Self::to_json) returns.
    pub(crate) fn from_json(text: &str) -> Result<MatchConfig, MatchConfigError> {
        let config: MatchConfig = serde_json::from_str(text)
            .map_err(|error| MatchConfigError::Syntax(header_error(&error)))?;
        config.with_defaults()
    }

    /// Formats the configuration as one line of JSON.
    pub(crate) fn to_json(&self) -> Result<String, MatchConfigError> {
        serde_json::to_string(self).map_err(|error| MatchConfigError::Syntax(error.to_string()))
    }

    /// Returns the notation of the moves in the PGN file: SAN where the rule set has it, which
    /// other programs expect in ordinary chess, UCI elsewhere, unless the configuration has
    /// another.
    pub fn record_notation(&self) -> Notation {
        let is_san = self.variant.game().notations.contains(&Notation::San);
        self.notation.unwrap_or(if is_san { Notation::San } else { Notation::Uci })
    }

    /// Applies `each` to every player, names the players without a name, and checks everything.
    pub fn with_defaults(mut self) -> Result<MatchConfig, MatchConfigError> {
        let each = std::mem::take(&mut self.each);
        // A player inherits only one of two names that are the same in another case.
        each.check_options()?;
        for (index, player) in self.players.iter_mut().enumerate() {
            player.inherit_from(&each);
            if player.name.is_empty() {
                player.name = format!("player{}", index + 1);
            }
            player.check()?;
        }
        self.check()?;
        Ok(self)
    }

    fn check(&self) -> Result<(), MatchConfigError> {
        let invalid = |message| Err(MatchConfigError::Invalid(message));
        if self.players.len() < 2 {
            return invalid("expected two players or more");
        }
        let mut names = FxHashSet::default();
        if let Some(second) = self.players.iter().find(|player| !names.insert(&player.name)) {
            return Err(MatchConfigError::DuplicateName(second.name.clone()));
        }
        let (variant, notation) = (self.variant, self.record_notation());
        if notation != Notation::Uci && !variant.game().notations.contains(&notation) {
            return Err(MatchConfigError::UnsupportedNotation { variant, notation });
        }
        if self.games.is_some_and(|games| games == 0 || games % 2 == 1) {
            return invalid("games: expected an even number, at least 2");
        }
        if self.games.is_none() && self.sprt.is_none() {
            return invalid("nothing ends the match; expected games or sprt");
        }
        if self.sprt.is_some() && self.players.len() > 2 {
            return invalid("sprt: expected exactly two players");
        }
        if self.shard.is_some() && self.games.is_none() {
            return invalid("shard: expected a fixed number of games; set games");
        }
        if self.shard.is_some_and(|shard| !(1..=shard.count).contains(&shard.index)) {
            return invalid("shard: expected an index from 1 to the count");
        }
        if !(0.01..=1e6).contains(&self.stall_timeout) {
            return invalid("stall-timeout: expected seconds from 0.01 to 1000000");
        }
        if self.max_moves == Some(0)
            || self.resign.is_some_and(|rule| rule.movecount == 0)
            || self.draw.is_some_and(|rule| rule.movecount == 0)
        {
            return invalid("max-moves, resign, draw: expected at least one move");
        }
        if self.endgames.is_some_and(|pieces| !(3..=MAX_PIECES as u32).contains(&pieces)) {
            return invalid("endgames: expected 3, 4 or 5 pieces");
        }
        Ok(())
    }

    /// Returns the configuration of the whole match that this shard belongs to.
    pub(crate) fn unsharded(&self) -> MatchConfig {
        MatchConfig { shard: None, ..self.clone() }
    }
}

fn is_default(player: &PlayerConfig) -> bool {
    *player == PlayerConfig::default()
}

fn serialize_display<T: fmt::Display, S: Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

fn deserialize_from_str<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map(Some).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = r#"
        variant = "spacechess"
        games = 200
        seed = 7
        openings = { file = "some/book.txt" }
        resign = { score = 1000, movecount = 4 }
        draw = { movenumber = 60, score = 10, movecount = 8 }
        shard = { index = 2, count = 5 }
        sprt = { model = "normalized", elo0 = 0, elo1 = 20, alpha = 0.05, beta = 0.05 }

        [each]
        nodes = 2000
        option = { Hash = "4" }

        [[player]]
        name = "new"

        [[player]]
        name = "old"
        cmd = "./old"
        args = ["--option", "Threads=1"]
        tc = "10+0.1"
    "#;

    #[test]
    fn toml_config_round_trips_through_json() {
        let config =
            MatchConfig::from_toml(TOML).and_then(MatchConfig::with_defaults).expect("a config");
        assert_eq!(config.variant, Variant::SpaceChess);
        assert_eq!((config.players[0].nodes, config.players[1].nodes), (Some(2000), None));
        assert_eq!(config.players[1].option("Hash"), Some("4"));
        let line = config.to_json().expect("a line");
        assert_eq!(MatchConfig::from_json(&line).expect("its own line"), config);
        assert!(!line.contains('\n'));
    }

    #[test]
    fn errors_name_the_cause() {
        for (change, expected) in [
            ("games = 3", "even"),
            ("games = 2\nvariant = \"checkers\"", "no rule set"),
            ("games = 2\ncolor = 1", "color"),
            ("games = 2\nvariant = \"chess\"\nnotation = \"roth\"", "chess has no notation roth"),
            ("stall-timeout = 0\ngames = 2", "stall-timeout"),
            ("stall-timeout = 1e7\ngames = 2", "seconds from 0.01 to 1000000"),
            ("games = 2\nshard = { index = 0, count = 0 }", "shard"),
            ("games = 2\nshard = { index = 3, count = 2 }", "shard"),
            ("each = { option = { Hash = \"1\", hash = \"2\" } }", "option.hash: read twice"),
            ("", "nothing ends"),
        ] {
            let players = "[[player]]\nnodes = 1\n[[player]]\nnodes = 1\n";
            let config = MatchConfig::from_toml(&format!("{change}\n{players}"))
                .and_then(MatchConfig::with_defaults);
            let error = config.expect_err(change).to_string();
            assert!(error.contains(expected), "{error}");
        }
        let same_option = "games = 2\n[[player]]\nnodes = 1\n[[player]]\nnodes = 1\n\
                           option = { Hash = \"1\", hash = \"2\" }";
        let error = MatchConfig::from_toml(same_option).and_then(MatchConfig::with_defaults);
        assert!(error.expect_err("two values").to_string().contains("option.hash: read twice"));
        let same_name =
            "games = 2\n[[player]]\nname = \"A\"\nnodes = 1\n[[player]]\nname = \"A\"\nnodes = 1";
        let error = MatchConfig::from_toml(same_name)
            .and_then(MatchConfig::with_defaults)
            .expect_err("two players named A");
        assert!(matches!(error, MatchConfigError::DuplicateName(_)));
    }
}
