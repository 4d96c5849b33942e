//! What is said of one player: how it is started, its options, and what limits its thinking.

use super::time_control::TimeControl;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// A player as it is written in a plan. What is left out is taken from the plan's `each`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerConfig {
    /// Its name in results and records; no other player's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The program to run; without one it is this very engine, in the same process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cmd: Option<String>,
    /// The program's arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The folder it runs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Options of the protocol, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub option: BTreeMap<String, String>,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Seconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub st: Option<f64>,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// By how many per cent the number of nodes varies from move to move, up and down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<f64>,
    /// Does it think while the other player does?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<bool>,
}

/// What is wrong with what is said of a player.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlayerConfigError {
    /// The text is not made of pairs.
    #[error(
        "player: read \"{0}\", expected pairs such as name=A cmd=./engine tc=10+0.1 option.Hash=16"
    )]
    Syntax(String),
    /// There is no such key.
    #[error("player: no key is called \"{0}\"; expected one of {KEYS}")]
    UnknownKey(String),
    /// The value does not fit the key.
    #[error("player: {key}: read \"{read}\", expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// Its value.
        read: String,
        /// What it should have been.
        expected: String,
    },
    /// Nothing says when it is to stop thinking.
    #[error("player {0}: nothing limits its thinking; expected tc, st, nodes or depth")]
    NoLimit(String),
    /// It can't be so.
    #[error("player {name}: {message}")]
    Invalid {
        /// Its name.
        name: String,
        /// What is wrong.
        message: &'static str,
    },
}

/// The keys of a player in writing.
const KEYS: &str = "name, cmd, arg, dir, tc, st, nodes, depth, jitter, ponder, option.NAME";

/// The largest share of the nodes by which they may vary, in per cent.
const MAX_JITTER: f64 = 90.0;

/// The longest fixed time for a move, in seconds.
const MAX_MOVE_SECONDS: f64 = 1e6;

impl PlayerConfig {
    /// Reads pairs of key and value, already separated: `name=A`, `option.Hash=16`. `arg` may come
    /// several times.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PlayerConfigError> {
        let mut player = PlayerConfig::default();
        for pair in pairs {
            let (key, value) =
                pair.split_once('=').ok_or_else(|| PlayerConfigError::Syntax(pair.to_owned()))?;
            player.set(key, value)?;
        }
        Ok(player)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), PlayerConfigError> {
        let wrong = |expected: &str| PlayerConfigError::Value {
            key: key.to_owned(),
            read: value.to_owned(),
            expected: expected.to_owned(),
        };
        match key {
            "name" => self.name = value.to_owned(),
            "cmd" => self.cmd = Some(value.to_owned()),
            "arg" => self.args.push(value.to_owned()),
            "dir" => self.dir = Some(value.into()),
            "tc" => {
                let control = value.parse::<TimeControl>();
                self.tc = Some(control.map_err(|error| wrong(&error.to_string()))?);
            }
            "st" => self.st = Some(value.parse().map_err(|_| wrong("seconds"))?),
            "nodes" => self.nodes = Some(value.parse().map_err(|_| wrong("a number of nodes"))?),
            "depth" => self.depth = Some(value.parse().map_err(|_| wrong("a number of plies"))?),
            "jitter" => self.jitter = Some(value.parse().map_err(|_| wrong("a percentage"))?),
            "ponder" => self.ponder = Some(value.parse().map_err(|_| wrong("true or false"))?),
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some(name) => {
                    self.option.insert(name.to_owned(), value.to_owned());
                }
                None => return Err(PlayerConfigError::UnknownKey(key.to_owned())),
            },
        }
        Ok(())
    }

    /// Takes what it does not say itself from what is said of each player. A limit of its own
    /// goes before all limits of `each`.
    pub fn inherit_from(&mut self, each: &PlayerConfig) {
        if !self.is_limited() {
            self.tc = each.tc;
            self.st = each.st;
            self.nodes = each.nodes;
            self.depth = each.depth;
        }
        self.jitter = self.jitter.or(each.jitter);
        self.ponder = self.ponder.or(each.ponder);
        // Arguments belong to their program.
        if self.cmd.is_none() {
            self.cmd.clone_from(&each.cmd);
            if self.args.is_empty() {
                self.args.clone_from(&each.args);
            }
            self.dir = self.dir.take().or_else(|| each.dir.clone());
        }
        for (name, value) in &each.option {
            let has = self.option.keys().any(|own| own.eq_ignore_ascii_case(name));
            if !has {
                self.option.insert(name.clone(), value.clone());
            }
        }
    }

    /// Finds what is wrong with a completed player.
    pub fn check(&self) -> Result<(), PlayerConfigError> {
        let wrong =
            |what| Err(PlayerConfigError::Invalid { name: self.name.clone(), message: what });
        // Records could not be told to be its own.
        if self.name.contains(char::is_control) {
            return wrong("a name has no control characters");
        }
        if !self.is_limited() {
            return Err(PlayerConfigError::NoLimit(self.name.clone()));
        }
        if self.tc.is_some() && self.st.is_some() {
            return wrong("tc and st are two ways to limit time; expected one");
        }
        if self.st.is_some_and(|seconds| !(0.001..=MAX_MOVE_SECONDS).contains(&seconds)) {
            return wrong("st: expected at least 0.001 seconds");
        }
        if self.nodes == Some(0) || self.depth == Some(0) {
            return wrong("nodes and depth are at least 1");
        }
        if self.jitter.is_some_and(|share| !(0.0..=MAX_JITTER).contains(&share)) {
            return wrong("jitter: expected a percentage from 0 to 90");
        }
        if self.cmd.is_none() && self.ponder == Some(true) {
            return wrong("an engine in this process does not ponder; expected a cmd");
        }
        if self.cmd.is_none() && (self.dir.is_some() || !self.args.is_empty()) {
            return wrong("dir and args belong to a cmd");
        }
        Ok(())
    }

    fn is_limited(&self) -> bool {
        self.tc.is_some() || self.st.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// The value of an option, if it is set.
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.option.iter();
        options.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// How many threads it thinks with, as far as its options say.
    pub fn threads(&self) -> usize {
        self.option("Threads").and_then(|count| count.parse().ok()).unwrap_or(1)
    }

    /// What limits it, in a few words: the tag `TimeControl` of its games.
    pub fn limit_text(&self) -> LimitText<'_> {
        LimitText(self)
    }
}

/// What limits a player, in words: `10+0.1`, `0.5/move`, `nodes=2000`.
pub struct LimitText<'a>(&'a PlayerConfig);

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
        let mut own = player("name=A cmd=./a arg=x arg=y option.hash=1 nodes=7").expect("a player");
        own.inherit_from(&each);
        assert_eq!((own.tc, own.nodes, own.jitter), (None, Some(7), Some(5.0)));
        assert_eq!((own.option("Hash"), own.threads()), (Some("1"), 2));
        assert_eq!(own.args, ["x", "y"]);
        assert_eq!(own.check(), Ok(()));
        assert_eq!(own.limit_text().to_string(), "nodes=7");
        let each = player("cmd=./each arg=z dir=d tc=1").expect("a player");
        let mut inherits = player("name=B").expect("a player");
        inherits.inherit_from(&each);
        assert_eq!((inherits.cmd, inherits.args), (each.cmd.clone(), each.args.clone()));
        own.inherit_from(&each);
        assert_eq!((own.args.len(), own.dir), (2, None), "another program has its own arguments");
    }

    #[test]
    fn errors_name_the_cause() {
        for (text, told) in [
            ("name", "expected pairs"),
            ("colour=red", "no key is called \"colour\""),
            ("option.=1", "no key"),
            ("nodes=many", "a number of nodes"),
            ("tc=soon", "SECONDS"),
        ] {
            let error = player(text).expect_err(text).to_string();
            assert!(error.contains(told), "{error}");
        }
        for (text, told) in [
            ("name=A", "nothing limits"),
            ("nodes=0", "at least 1"),
            ("nodes=5 jitter=100", "percentage"),
            ("nodes=5 ponder=true", "does not ponder"),
            ("nodes=5 arg=x", "belong to a cmd"),
            ("st=1 tc=1", "two ways"),
        ] {
            let error = player(text).expect("pairs").check().expect_err(text).to_string();
            assert!(error.contains(told), "{error}");
        }
    }
}
