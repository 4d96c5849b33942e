//! The configuration of one player: how to start it, its options and its search limits.

use super::time_control::{self, TimeControl};
use fxhash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// The configuration of a player. Omitted fields are taken from `each` of the match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerConfig {
    /// The name in results and PGN tags, unique in the match.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The program to run. Without it, the player is this engine, run in the same process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    /// The arguments of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The working directory of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// The UCI options, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub option: BTreeMap<String, String>,
    /// The time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// The time per move in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub st: Option<f64>,
    /// The node limit per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The depth limit per move, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The percentage by which the node limit of each move is randomized, up or down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<f64>,
    /// Whether the player ponders on the opponent's time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<bool>,
}

/// An error in the configuration of a player.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlayerConfigError {
    /// The text is not a `KEY=VALUE` pair.
    #[error(
        "player: read \"{0}\", expected KEY=VALUE pairs such as name=A cmd=./engine tc=10+0.1 option.Hash=16"
    )]
    Syntax(String),
    /// The key does not exist.
    #[error("player: unknown key \"{0}\"; expected one of {KEYS}")]
    UnknownKey(String),
    /// A key occurs twice.
    #[error("player: {0}: read twice, expected once")]
    DuplicateKey(String),
    /// An option occurs twice.
    #[error("player: option.{0}: read twice, expected once; names of options ignore case")]
    DuplicateOption(String),
    /// The value cannot be parsed.
    #[error("player: {key}: read \"{read}\", expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        read: String,
        /// The expected form of the value.
        expected: String,
    },
    /// The player has no search limit.
    #[error("player {0}: no search limit; expected tc, st, nodes or depth")]
    NoLimit(String),
    /// A value is out of range, or settings contradict each other.
    #[error("player {name}: {message}")]
    Invalid {
        /// The name of the player.
        name: String,
        /// What was expected.
        message: &'static str,
    },
}

/// The keys of a player on the command line.
const KEYS: &str = "name, cmd, args, dir, tc, st, nodes, depth, jitter, ponder, option.NAME";

/// The maximum of `jitter`, in percent.
const MAX_JITTER: f64 = 90.0;

/// The maximum of `st`, in seconds.
const MAX_MOVE_SECONDS: f64 = 1e6;

impl PlayerConfig {
    /// Parses `KEY=VALUE` pairs such as `name=A` and `option.Hash=16`. The value of `args` is split
    /// into words as in a shell.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PlayerConfigError> {
        let mut player = PlayerConfig::default();
        let mut keys = FxHashSet::default();
        for pair in pairs {
            let (key, value) =
                pair.split_once('=').ok_or_else(|| PlayerConfigError::Syntax(pair.to_owned()))?;
            if !keys.insert(key) {
                return Err(PlayerConfigError::DuplicateKey(key.to_owned()));
            }
            player.set(key, value)?;
        }
        player.check_options()?;
        Ok(player)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), PlayerConfigError> {
        let invalid = |expected: &str| PlayerConfigError::Value {
            key: key.to_owned(),
            read: value.to_owned(),
            expected: expected.to_owned(),
        };
        match key {
            "name" => self.name = value.to_owned(),
            "cmd" => self.cmd = Some(value.to_owned()),
            "args" => {
                let words = shlex::split(value);
                self.args = words.ok_or_else(|| invalid("arguments with closed quotes"))?;
            }
            "dir" => self.dir = Some(value.into()),
            "tc" => {
                self.tc = Some(value.parse().map_err(|_| invalid(time_control::EXPECTED))?);
            }
            "st" => self.st = Some(value.parse().map_err(|_| invalid("seconds"))?),
            "nodes" => self.nodes = Some(value.parse().map_err(|_| invalid("a number of nodes"))?),
            "depth" => self.depth = Some(value.parse().map_err(|_| invalid("a number of plies"))?),
            "jitter" => self.jitter = Some(value.parse().map_err(|_| invalid("a percentage"))?),
            "ponder" => self.ponder = Some(value.parse().map_err(|_| invalid("true or false"))?),
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => {
                    self.option.insert(name.to_owned(), value.to_owned());
                }
                None => return Err(PlayerConfigError::UnknownKey(key.to_owned())),
            },
        }
        Ok(())
    }

    /// Fills omitted fields from `each`. A player with a limit of its own inherits no limit.
    pub fn inherit_from(&mut self, each: &PlayerConfig) {
        // The jitter of a node limit has no effect on a player with another limit.
        if !self.is_limited() || self.nodes.is_some() || each.nodes.is_none() {
            self.jitter = self.jitter.or(each.jitter);
        }
        if !self.is_limited() {
            self.tc = each.tc;
            self.st = each.st;
            self.nodes = each.nodes;
            self.depth = each.depth;
        }
        self.ponder = self.ponder.or(each.ponder);
        // Arguments and directory belong to a program; inherit them only with `cmd`.
        if self.cmd.is_none() {
            self.cmd.clone_from(&each.cmd);
            if self.args.is_empty() {
                self.args.clone_from(&each.args);
            }
            self.dir = self.dir.take().or_else(|| each.dir.clone());
        }
        for (name, value) in &each.option {
            if self.option(name).is_none() {
                self.option.insert(name.clone(), value.clone());
            }
        }
    }

    /// Checks that no two names of options are the same in another case.
    pub(super) fn check_options(&self) -> Result<(), PlayerConfigError> {
        let mut names = FxHashSet::default();
        match self.option.keys().find(|name| !names.insert(name.to_ascii_lowercase())) {
            Some(name) => Err(PlayerConfigError::DuplicateOption(name.clone())),
            None => Ok(()),
        }
    }

    /// Checks a player that has inherited its defaults.
    pub(super) fn check(&self) -> Result<(), PlayerConfigError> {
        let invalid =
            |message| Err(PlayerConfigError::Invalid { name: self.name.clone(), message });
        self.check_options()?;
        // A PGN tag replaces control characters, so resuming would not recognize the name.
        if self.name.contains(char::is_control) {
            return invalid("name: expected no control characters");
        }
        if !self.is_limited() {
            return Err(PlayerConfigError::NoLimit(self.name.clone()));
        }
        if self.tc.is_some() && self.st.is_some() {
            return invalid("expected tc or st, not both");
        }
        if self.st.is_some_and(|seconds| !(0.001..=MAX_MOVE_SECONDS).contains(&seconds)) {
            return invalid("st: expected seconds from 0.001 to 1000000");
        }
        if self.nodes == Some(0) || self.depth == Some(0) {
            return invalid("nodes, depth: expected at least 1");
        }
        if self.jitter.is_some_and(|share| !(0.0..=MAX_JITTER).contains(&share)) {
            return invalid("jitter: expected a percentage from 0 to 90");
        }
        if self.jitter.is_some() && self.nodes.is_none() {
            return invalid(
                "jitter: read without nodes; expected a node limit, which it randomizes",
            );
        }
        if self.cmd.is_none() && self.ponder == Some(true) {
            return invalid("ponder: expected a cmd; an engine in this process cannot ponder");
        }
        if self.cmd.is_none() && (self.dir.is_some() || !self.args.is_empty()) {
            return invalid("dir, args: expected a cmd");
        }
        Ok(())
    }

    fn is_limited(&self) -> bool {
        self.tc.is_some() || self.st.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Returns the value of a UCI option, if it is set. Names are compared without case.
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.option.iter();
        options.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Returns the number of search threads according to the option `Threads`.
    pub fn threads(&self) -> usize {
        self.option("Threads").and_then(|count| count.parse().ok()).unwrap_or(1)
    }

    /// Returns the limits as text, for results and for the PGN tag `TimeControl`.
    pub(crate) fn limit_text(&self) -> LimitText<'_> {
        LimitText(self)
    }
}

/// The limits of a player as text: `10+0.1`, `0.5/move`, `nodes=2000`.
pub(crate) struct LimitText<'a>(&'a PlayerConfig);

impl fmt::Display for LimitText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = self.0;
        let texts = [
            player.tc.map(|control| control.to_string()),
            player.st.map(|seconds| format!("{seconds}/move")),
            player.nodes.map(|nodes| format!("nodes={nodes}")),
            player.depth.map(|depth| format!("depth={depth}")),
        ];
        f.write_str(&texts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(text: &str) -> Result<PlayerConfig, PlayerConfigError> {
        PlayerConfig::from_pairs(text.split_whitespace())
    }

    #[test]
    fn player_inherits_from_each() {
        let each = player("tc=10+0.1 option.Hash=16 option.Threads=2 jitter=5").expect("a player");
        let mut own = player("name=A cmd=./a option.hash=1 nodes=7").expect("a player");
        own.set("args", "x 'y z'").expect("quoted arguments");
        own.inherit_from(&each);
        assert_eq!((own.tc, own.nodes, own.jitter), (None, Some(7), Some(5.0)));
        assert_eq!((own.option("Hash"), own.threads()), (Some("1"), 2));
        assert_eq!(own.args, ["x", "y z"]);
        assert_eq!(own.check(), Ok(()));
        assert_eq!(own.limit_text().to_string(), "nodes=7");
        let each_nodes = player("nodes=9 jitter=5").expect("a player");
        let mut timed = player("name=T tc=1").expect("a player");
        timed.inherit_from(&each_nodes);
        assert_eq!((timed.jitter, timed.check()), (None, Ok(())));
        let each = player("cmd=./each args=z dir=d tc=1").expect("a player");
        let mut inherits = player("name=B").expect("a player");
        inherits.inherit_from(&each);
        assert_eq!((inherits.cmd, inherits.args), (each.cmd.clone(), each.args.clone()));
        own.inherit_from(&each);
        assert_eq!((own.args.len(), own.dir), (2, None), "another program has its own arguments");
    }

    #[test]
    fn errors_name_the_cause() {
        for (text, expected) in [
            ("name", "expected KEY=VALUE pairs"),
            ("color=red", "unknown key \"color\""),
            ("option.=1", "unknown key"),
            ("name=a nodes=5 name=c", "player: name: read twice"),
            ("option.Hash=1 option.hash=2", "option.hash: read twice"),
            ("nodes=many", "a number of nodes"),
            ("tc=soon", "tc: read \"soon\", expected [MOVES/]SECONDS"),
            ("args='x", "closed quotes"),
        ] {
            let error = player(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{error}");
        }
        for (text, expected) in [
            ("name=A", "no search limit"),
            ("nodes=0", "at least 1"),
            ("st=0", "st: expected seconds from 0.001 to 1000000"),
            ("st=1e300", "st: expected seconds from 0.001 to 1000000"),
            ("nodes=5 jitter=100", "percentage"),
            ("depth=2 jitter=20", "jitter: read without nodes"),
            ("nodes=5 ponder=true", "cannot ponder"),
            ("nodes=5 args=x", "expected a cmd"),
            ("st=1 tc=1", "not both"),
        ] {
            let error = player(text).expect("pairs").check().expect_err(text).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
