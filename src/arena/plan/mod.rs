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

mod control;
mod player;
mod schedule;

pub use control::{ControlError, TimeControl};
pub use player::{Limit, PlayerError, PlayerPlan};
pub use schedule::{Fixture, Schedule};

use super::statistics::Sprt;
use crate::rules::Notation;
use crate::rules::registry::Variant;
use fxhash::FxHashSet;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The plan of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Plan {
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
    pub openings: Openings,
    /// How moves are written in the records.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub notation: Notation,
    /// By how many milliseconds a player may overstep its time.
    pub margin: u64,
    /// Seconds that a player may be silent where no clock runs, or when its process is asked
    /// something that takes no thought.
    pub patience: f64,
    /// Games that are longer, in moves of both sides, are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// When a game is taken for won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
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
    pub book_key: Option<u64>,
    /// What is said of every player; empty in a completed plan.
    #[serde(skip_serializing_if = "is_empty")]
    pub each: PlayerPlan,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<PlayerPlan>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            event: "Triskelion match".to_owned(),
            variant: Variant::default(),
            seed: 1,
            games: None,
            schedule: Schedule::RoundRobin,
            openings: Openings::Book,
            notation: Notation::Wire,
            margin: 50,
            patience: 10.0,
            max_moves: Some(400),
            win: None,
            draw: None,
            sprt: None,
            shard: None,
            book_key: None,
            each: PlayerPlan::default(),
            players: Vec::new(),
        }
    }
}

/// Where games begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// The small book of the rule set that the program carries.
    Book,
    /// The start position.
    Start,
    /// A file with a position string on each line.
    File(PathBuf),
}

impl FromStr for Openings {
    type Err = std::convert::Infallible;

    /// `book`, `start`, or a file.
    fn from_str(text: &str) -> Result<Openings, Self::Err> {
        Ok(match text {
            "book" => Openings::Book,
            "start" => Openings::Start,
            file => Openings::File(file.into()),
        })
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Book => f.write_str("book"),
            Openings::Start => f.write_str("start"),
            Openings::File(file) => write!(f, "{}", file.display()),
        }
    }
}

/// A game is won when both players' last `moves` scores have said so: at least `score` for one and
/// against the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// Centipawns.
    pub score: u32,
    /// How many moves running of each player.
    #[serde(default = "WinRule::usual_moves")]
    pub moves: u32,
}

impl WinRule {
    /// What holds where no number of moves is given.
    pub const fn usual_moves() -> u32 {
        4
    }
}

/// A game is drawn when, after move `after`, both players' last `moves` scores have been at most
/// `score` either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The number of the move from which it holds.
    #[serde(default = "DrawRule::usual_after")]
    pub after: u32,
    /// Centipawns.
    pub score: u32,
    /// How many moves running of each player.
    #[serde(default = "DrawRule::usual_moves")]
    pub moves: u32,
}

impl DrawRule {
    /// What holds where no first move is given.
    pub const fn usual_after() -> u32 {
        40
    }

    /// What holds where no number of moves is given.
    pub const fn usual_moves() -> u32 {
        8
    }
}

/// A part of a match: every `of`th pair of games, from the `number`th on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// From 1 to `of`.
    pub number: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// Does it play this pair of games?
    pub fn has(self, pair: u64) -> bool {
        pair % self.of == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// `3/40`: the third of forty parts.
    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let shard = Shard { number: number.parse().ok()?, of: of.parse().ok()? };
            (1..=shard.of).contains(&shard.number).then_some(shard)
        });
        numbers.ok_or_else(|| format!("read \"{text}\", expected K/N with K from 1 to N, as 3/40"))
    }
}

/// What is wrong with a plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// It cannot be read as a plan.
    #[error("plan: {0}")]
    Form(String),
    /// A player is at fault.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Two are called alike.
    #[error("plan: two players are called \"{0}\"")]
    SameName(String),
    /// Something does not go together.
    #[error("plan: {0}")]
    Wrong(&'static str),
}

impl Plan {
    /// Reads a plan that somebody has written in TOML; it still has to be completed.
    pub fn from_toml(text: &str) -> Result<Plan, PlanError> {
        toml::from_str(text).map_err(|error| PlanError::Form(error.to_string()))
    }

    /// Reads a completed plan from the line of JSON that [`Plan::to_json`] wrote.
    pub fn from_json(text: &str) -> Result<Plan, PlanError> {
        let plan: Plan =
            serde_json::from_str(text).map_err(|error| PlanError::Form(error.to_string()))?;
        plan.completed()
    }

    /// The plan as one line.
    pub fn to_json(&self) -> Result<String, PlanError> {
        serde_json::to_string(self).map_err(|error| PlanError::Form(error.to_string()))
    }

    /// Gives every player what is said of each, names those that have none, and checks it all.
    pub fn completed(mut self) -> Result<Plan, PlanError> {
        let each = std::mem::take(&mut self.each);
        for (index, player) in self.players.iter_mut().enumerate() {
            player.complete(&each);
            if player.name.is_empty() {
                player.name = format!("player{}", index + 1);
            }
            player.check()?;
        }
        self.check()?;
        Ok(self)
    }

    fn check(&self) -> Result<(), PlanError> {
        if self.players.len() < 2 {
            return Err(PlanError::Wrong("a match needs two players or more"));
        }
        let mut names = FxHashSet::default();
        if let Some(second) = self.players.iter().find(|player| !names.insert(&player.name)) {
            return Err(PlanError::SameName(second.name.clone()));
        }
        if self.games.is_some_and(|games| games == 0 || games % 2 == 1) {
            return Err(PlanError::Wrong("games: expected an even number, at least 2"));
        }
        if self.games.is_none() && self.sprt.is_none() {
            return Err(PlanError::Wrong("nothing ends the match; expected games or sprt"));
        }
        if self.sprt.is_some() && self.players.len() > 2 {
            return Err(PlanError::Wrong("sprt tests two players, not more"));
        }
        if self.shard.is_some() && self.games.is_none() {
            return Err(PlanError::Wrong("a shard is a part of so many games; expected games"));
        }
        if !(0.01..=1e6).contains(&self.patience) {
            return Err(PlanError::Wrong("patience: expected at least 0.01 seconds"));
        }
        if self.max_moves == Some(0)
            || self.win.is_some_and(|rule| rule.moves == 0)
            || self.draw.is_some_and(|rule| rule.moves == 0)
        {
            return Err(PlanError::Wrong("win, draw, max-moves: expected at least one move"));
        }
        Ok(())
    }

    /// The same match, whole.
    pub fn unsharded(&self) -> Plan {
        Plan { shard: None, ..self.clone() }
    }
}

fn is_empty(player: &PlayerPlan) -> bool {
    *player == PlayerPlan::default()
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
    fn a_plan_is_read_completed_and_kept() {
        let plan = Plan::from_toml(TOML).and_then(Plan::completed).expect("a plan");
        assert_eq!(plan.variant, Variant::SpaceChess);
        assert_eq!((plan.players[0].nodes, plan.players[1].nodes), (Some(2000), None));
        assert_eq!(plan.players[1].option("Hash"), Some("4"));
        let line = plan.to_json().expect("a line");
        let kept = Plan::from_json(&line).expect("its own line");
        assert_eq!(kept, plan);
        assert!(!line.contains('\n'));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (change, told) in [
            ("games = 3", "even"),
            ("games = 2\nvariant = \"checkers\"", "no rule set"),
            ("games = 2\ncolour = 1", "colour"),
            ("patience = 0\ngames = 2", "patience"),
            ("", "nothing ends"),
        ] {
            let players = "[[player]]\nnodes = 1\n[[player]]\nnodes = 1\n";
            let plan = Plan::from_toml(&format!("{change}\n{players}")).and_then(Plan::completed);
            let error = plan.expect_err(change).to_string();
            assert!(error.contains(told), "{error}");
        }
        let twice =
            "games = 2\n[[player]]\nname = \"A\"\nnodes = 1\n[[player]]\nname = \"A\"\nnodes = 1";
        let error = Plan::from_toml(twice).and_then(Plan::completed).expect_err("alike");
        assert!(matches!(error, PlanError::SameName(_)));
    }

    #[test]
    fn shards_share_all_pairs() {
        for pair in 0..100 {
            let shards = (1..=7).map(|number| Shard { number, of: 7 });
            assert_eq!(shards.filter(|shard| shard.has(pair)).count(), 1);
        }
        assert_eq!("3/40".parse(), Ok(Shard { number: 3, of: 40 }));
        for text in ["0/3", "4/3", "3", "a/b", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
