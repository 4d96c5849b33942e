//! Errors in a line: the place, the text read and the text expected.

/// An error in a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProtocolError {
    /// The line contains no command.
    #[error("unknown command {}; expected one of {}", quote_clipped(.0), crate::words::words())]
    UnknownCommand(String),
    /// The line is empty or a comment.
    #[error("empty line")]
    Empty,
    /// The text read differs from the text expected.
    #[error("{place}: read {}, expected {expected}", .read.as_deref().map_or("the end of the line".into(), quote_clipped))]
    Unexpected {
        /// The command and its parameter: `go depth`.
        place: String,
        /// The text read; `None` at the end of the line.
        read: Option<String>,
        /// A description of the text expected.
        expected: String,
    },
    /// A number out of range, replaced by the nearest number in range.
    #[error("{place}: read {}, out of range, used {used}", quote_clipped(.read))]
    Clamped {
        /// The command and its parameter.
        place: String,
        /// The text read.
        read: String,
        /// The number used instead.
        used: u64,
    },
}

impl ProtocolError {
    /// Creates [`ProtocolError::Unexpected`].
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

/// The maximum number of characters that an error quotes.
const MAX_QUOTED_CHARS: usize = 60;

/// Quotes text from outside for use in one line: escapes control characters and truncates it after
/// 60 characters.
pub fn quote_clipped(text: &str) -> String {
    let end = text.char_indices().nth(MAX_QUOTED_CHARS).map(|(end, _)| end);
    let clipped = escape_control(end.and_then(|end| text.get(..end)).unwrap_or(text));
    let mark = if end.is_some() { "…" } else { "" };
    format!("'{clipped}{mark}'")
}

/// Escapes the control characters of text from outside, for use in one line.
pub fn escape_control(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    escaped
}
