//! What is wrong with a line, in words that its sender can act on: where, what was read, what was
//! expected.

use std::fmt::Write;

/// What is wrong with a line, or with one word of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProtocolError {
    /// No word of the line is a command.
    #[error("unknown command {}; expected one of {}", quote_clipped(.0), crate::COMMAND_WORDS.join(", "))]
    UnknownCommand(String),
    /// Nothing but white space or a comment, where a message was wanted.
    #[error("empty line")]
    Empty,
    /// One thing was read and another expected.
    #[error("{place}: read {}, expected {expected}", .read.as_deref().map_or("the end of the line".into(), quote_clipped))]
    Unexpected {
        /// The command, and the word in it, that this is about: `go depth`.
        place: String,
        /// What stood there; `None` if the line ended.
        read: Option<String>,
        /// What should have stood there.
        expected: String,
    },
    /// A number beyond its range, replaced by the nearest that is in it.
    #[error("{place}: read {}, out of range, taken as {used}", quote_clipped(.read))]
    Clamped {
        /// The command and the word in it.
        place: String,
        /// What stood there.
        read: String,
        /// The number used in its place.
        used: u64,
    },
}

impl ProtocolError {
    /// Something unexpected at a place.
    pub fn unexpected(
        place: impl Into<String>,
        read: Option<&str>,
        expected: impl Into<String>,
    ) -> ProtocolError {
        ProtocolError::Unexpected {
            place: place.into(),
            read: read.map(str::to_owned),
            expected: expected.into(),
        }
    }
}

/// The most characters of foreign text that an error repeats.
const MAX_QUOTED_CHARS: usize = 60;

/// Foreign text in quotes, fit for one line: control characters escaped, cut after 60 characters.
pub fn quote_clipped(text: &str) -> String {
    let mut clipped = String::from("'");
    for character in text.chars().take(MAX_QUOTED_CHARS) {
        if character.is_control() {
            // Writing to a string cannot fail.
            let _ = write!(clipped, "{}", character.escape_default());
        } else {
            clipped.push(character);
        }
    }
    if text.chars().nth(MAX_QUOTED_CHARS).is_some() {
        clipped.push('…');
    }
    clipped.push('\'');
    clipped
}
