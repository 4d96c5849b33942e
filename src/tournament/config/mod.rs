//! The plan of a match: all that decides which games are played and how they are judged.
//!
//! A plan is read from a TOML file or put together from the command line, completed and checked
//! once, and then kept as one line of JSON at the head of the match's records, so that whoever
//! goes on with the match, or adds up its parts, has the very same plan. What does not change the
//! games (how many at a time, what is printed) is no part of it.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod player;
mod schedule;
mod time_control;

pub use player::{LimitText, PlayerConfig, PlayerConfigError};
pub use schedule::{Schedule, ScheduledGame};
pub use time_control::{TimeControl, TimeControlError};

use super::statistics::Sprt;
use crate::registry::Variant;
use crate::rules::Notation;
use fxhash::FxHashSet;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The plan of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct MatchConfig {
    /// What the match is called in its records.
    pub event: String,
    /// The rule set.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub variant: Variant,
    /// Decides the order of the openings and the jitter of nodes.
    pub seed: u64,
    /// How many games each two players play, an even number; without it the match goes on until
    /// the sequential test ends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub openings: OpeningSource,
    /// How moves are written in the records.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub notation: Notation,
    /// By how many milliseconds a player may overstep its time.
    pub time_margin: u64,
    /// Seconds that a player may be silent where no clock runs, or when its process is asked
    /// something that takes no thought.
    pub stall_timeout: f64,
    /// Games that are longer, in moves of both sides, are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// When a game is taken for won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// When a game is taken for drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The test that ends the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The part of the match that this is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Tells the book of the match from any other; none before the match begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book_hash: Option<u64>,
    /// What is said of every player; empty in a completed plan.
    #[serde(skip_serializing_if = "is_empty")]
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
            notation: Notation::Uci,
            time_margin: 50,
            stall_timeout: 10.0,
            max_moves: Some(400),
            resign: None,
            draw: None,
            sprt: None,
            shard: None,
            book_hash: None,
            each: PlayerConfig::default(),
            players: Vec::new(),
        }
    }
}

/// Where games begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The small book of the rule set that the program carries.
    Book,
    /// The start position.
    Start,
    /// A file with a position string on each line.
    File(PathBuf),
}

impl FromStr for OpeningSource {
    type Err = std::convert::Infallible;

    /// `book`, `start`, or a file.
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

/// A game is won when both players' last `moves` scores have said so: at least `score` for one and
/// against the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// Centipawns.
    pub score: u32,
    /// How many moves running of each player.
    #[serde(default = "ResignRule::default_moves")]
    pub movecount: u32,
}

impl ResignRule {
    /// What holds where no number of moves is given.
    pub const fn default_moves() -> u32 {
        4
    }
}

/// A game is drawn when, after move `after`, both players' last `moves` scores have been at most
/// `score` either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The number of the move from which it holds.
    #[serde(default = "DrawRule::default_movenumber")]
    pub movenumber: u32,
    /// Centipawns.
    pub score: u32,
    /// How many moves running of each player.
    #[serde(default = "DrawRule::default_moves")]
    pub movecount: u32,
}

impl DrawRule {
    /// What holds where no first move is given.
    pub const fn default_movenumber() -> u32 {
        40
    }

    /// What holds where no number of moves is given.
    pub const fn default_moves() -> u32 {
        8
    }
}

/// A part of a match: every `of`th pair of games, from the `number`th on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// From 1 to `of`.
    pub index: u64,
    /// How many parts there are.
    pub count: u64,
}

impl Shard {
    /// Does it play this pair of games?
    pub fn contains(self, pair: u64) -> bool {
        pair % self.count == self.index - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// `3/40`: the third of forty parts.
    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let shard = Shard { index: number.parse().ok()?, count: of.parse().ok()? };
            (1..=shard.count).contains(&shard.index).then_some(shard)
        });
        numbers.ok_or_else(|| format!("read \"{text}\", expected K/N with K from 1 to N, as 3/40"))
    }
}

/// What is wrong with a plan.
#[derive(Debug, thiserror::Error)]
pub enum MatchConfigError {
    /// It cannot be read as a plan.
    #[error("plan: {0}")]
    Syntax(String),
    /// A player is at fault.
    #[error(transparent)]
    Player(#[from] PlayerConfigError),
    /// Two are called alike.
    #[error("plan: two players are called \"{0}\"")]
    DuplicateName(String),
    /// Something does not go together.
    #[error("plan: {0}")]
    Invalid(&'static str),
}

impl MatchConfig {
    /// Reads a plan that somebody has written in TOML; it still has to be completed.
    pub fn from_toml(text: &str) -> Result<MatchConfig, MatchConfigError> {
        toml::from_str(text).map_err(|error| MatchConfigError::Syntax(error.to_string()))
    }

    /// Reads a completed plan from the line of JSON that [`Plan::to_json`] wrote.
    pub fn from_json(text: &str) -> Result<MatchConfig, MatchConfigError> {
        let plan: MatchConfig = serde_json::from_str(text)
            .map_err(|error| MatchConfigError::Syntax(error.to_string()))?;
        plan.with_defaults()
    }

    /// The plan as one line.
    pub fn to_json(&self) -> Result<String, MatchConfigError> {
        serde_json::to_string(self).map_err(|error| MatchConfigError::Syntax(error.to_string()))
    }

    /// Gives every player what is said of each, names those that have none, and checks it all.
    pub fn with_defaults(mut self) -> Result<MatchConfig, MatchConfigError> {
        let each = std::mem::take(&mut self.each);
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
        if self.players.len() < 2 {
            return Err(MatchConfigError::Invalid("a match needs two players or more"));
        }
        let mut names = FxHashSet::default();
        if let Some(second) = self.players.iter().find(|player| !names.insert(&player.name)) {
            return Err(MatchConfigError::DuplicateName(second.name.clone()));
        }
        if self.games.is_some_and(|games| games == 0 || games % 2 == 1) {
            return Err(MatchConfigError::Invalid("games: expected an even number, at least 2"));
        }
        if self.games.is_none() && self.sprt.is_none() {
            return Err(MatchConfigError::Invalid(
                "nothing ends the match; expected games or sprt",
            ));
        }
        if self.sprt.is_some() && self.players.len() > 2 {
            return Err(MatchConfigError::Invalid("sprt tests two players, not more"));
        }
        if self.shard.is_some() && self.games.is_none() {
            return Err(MatchConfigError::Invalid(
                "a shard is a part of so many games; expected games",
            ));
        }
        if !(0.01..=1e6).contains(&self.stall_timeout) {
            return Err(MatchConfigError::Invalid("patience: expected at least 0.01 seconds"));
        }
        if self.max_moves == Some(0)
            || self.resign.is_some_and(|rule| rule.movecount == 0)
            || self.draw.is_some_and(|rule| rule.movecount == 0)
        {
            return Err(MatchConfigError::Invalid(
                "win, draw, max-moves: expected at least one move",
            ));
        }
        Ok(())
    }

    /// The same match, whole.
    pub fn unsharded(&self) -> MatchConfig {
        MatchConfig { shard: None, ..self.clone() }
    }
}

fn is_empty(player: &PlayerConfig) -> bool {
    *player == PlayerConfig::default()
}

fn as_text<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn from_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = r#"
        variant = "spacechess"
        games = 200
        seed = 7
        openings = { file = "some/book.txt" }
        win = { score = 1000, moves = 4 }
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
        let plan =
            MatchConfig::from_toml(TOML).and_then(MatchConfig::with_defaults).expect("a plan");
        assert_eq!(plan.variant, Variant::SpaceChess);
        assert_eq!((plan.players[0].nodes, plan.players[1].nodes), (Some(2000), None));
        assert_eq!(plan.players[1].option("Hash"), Some("4"));
        let line = plan.to_json().expect("a line");
        let kept = MatchConfig::from_json(&line).expect("its own line");
        assert_eq!(kept, plan);
        assert!(!line.contains('\n'));
    }

    #[test]
    fn errors_name_the_cause() {
        for (change, told) in [
            ("games = 3", "even"),
            ("games = 2\nvariant = \"checkers\"", "no rule set"),
            ("games = 2\ncolour = 1", "colour"),
            ("patience = 0\ngames = 2", "patience"),
            ("", "nothing ends"),
        ] {
            let players = "[[player]]\nnodes = 1\n[[player]]\nnodes = 1\n";
            let plan = MatchConfig::from_toml(&format!("{change}\n{players}"))
                .and_then(MatchConfig::with_defaults);
            let error = plan.expect_err(change).to_string();
            assert!(error.contains(told), "{error}");
        }
        let twice =
            "games = 2\n[[player]]\nname = \"A\"\nnodes = 1\n[[player]]\nname = \"A\"\nnodes = 1";
        let error =
            MatchConfig::from_toml(twice).and_then(MatchConfig::with_defaults).expect_err("alike");
        assert!(matches!(error, MatchConfigError::DuplicateName(_)));
    }

    #[test]
    fn each_pair_belongs_to_one_shard() {
        for pair in 0..100 {
            let shards = (1..=7).map(|number| Shard { index: number, count: 7 });
            assert_eq!(shards.filter(|shard| shard.contains(pair)).count(), 1);
        }
        assert_eq!("3/40".parse(), Ok(Shard { index: 3, count: 40 }));
        for text in ["0/3", "4/3", "3", "a/b", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
