//! The text of a game: how it is read, what it says, and what is wrong with it.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod checksum;
mod context;
mod document;
mod extras;
mod game;
mod json;
mod reach;
mod resolve;
mod vectors;

pub use document::GameError;
pub use game::*;
pub use reach::Reach;
pub(super) use vectors::sum_of;
pub use vectors::{Path, Vector};

use document::{Errors, LocatedValue, Value, merge};

/// The text of a game, read and checked as far as this needs no tables.
pub struct GameText {
    /// What it says.
    pub spec: GameSpec,
    root: LocatedValue,
    errors: Errors,
}

/// What is wrong with the rules of a game: the keys and the messages.
#[derive(Default)]
pub(super) struct Problems(Vec<(String, String)>);

impl Problems {
    /// Adds a problem with the value of a key, once.
    pub(super) fn add(&mut self, key: impl Into<String>, message: impl Into<String>) {
        let problem = (key.into(), message.into());
        if !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl GameText {
    /// Reads the text of a file. `find` returns the text of a game that another one inherits from,
    /// by its name.
    ///
    /// # Errors
    /// Every error of the text.
    pub fn parse(
        file: &str,
        text: &str,
        find: &dyn Fn(&str) -> Option<String>,
    ) -> Result<GameText, Vec<GameError>> {
        let mut errors = Errors::default();
        let Some(root) = parse_inherited(file, text, find, 0, &mut errors) else {
            return Err(errors.into_list());
        };
        match resolve::resolve(&root, &mut errors) {
            Some(spec) if errors.is_empty() => Ok(GameText { spec, root, errors }),
            _ => Err(errors.into_list()),
        }
    }

    /// Returns the errors of these problems, with the lines of their keys.
    pub(super) fn locate(mut self, problems: Problems) -> Vec<GameError> {
        for (key, message) in problems.0 {
            self.errors.add(self.root.location_of(&key), &key, message);
        }
        self.errors.into_list()
    }
}

/// Parses a text and the games that it inherits from.
fn parse_inherited(
    file: &str,
    text: &str,
    find: &dyn Fn(&str) -> Option<String>,
    depth: usize,
    errors: &mut Errors,
) -> Option<LocatedValue> {
    let start = errors.add_source(file);
    if text.len() > MAX_TEXT {
        // The text may be the beginning of a file.
        let message = format!("more than {MAX_TEXT} bytes read, at most {MAX_TEXT} expected");
        errors.add(start, "", message);
        return None;
    }
    let root = errors.parse(start, text)?;
    let Value::Table(entries) = &root.value else { return Some(root) };
    let Some(entry) = entries.iter().find(|entry| entry.key == "inherits") else {
        return Some(root);
    };
    let at = entry.node.at;
    let Value::Text(base) = &entry.node.value else {
        let read = entry.node.describe();
        errors.add(at, "inherits", format!("{read} read, the name of a game in quotes expected"));
        return None;
    };
    if depth >= MAX_INHERITED {
        let message =
            format!("more than {MAX_INHERITED} games read that inherit one from the other");
        errors.add(at, "inherits", message);
        return None;
    }
    let Some(base_text) = find(base) else {
        let message = format!(
            "`{}` read, which is no game from a file; the name of one beside this file or of the program expected",
            document::shorten(base)
        );
        errors.add(at, "inherits", message);
        return None;
    };
    let base = parse_inherited(&format!("{base}.toml"), &base_text, find, depth + 1, errors)?;
    Some(merge(base, root))
}
