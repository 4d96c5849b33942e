//! Errors of PGN files.

use std::io;
use triskelion_protocol::quote_clipped;

/// The reason why an item of a PGN file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The text is invalid. The next item can be read.
    #[error("line {line}: read {}, expected {expected}", quote_clipped(.read))]
    Unexpected {
        /// The line, from 1.
        line: u64,
        /// The text that was read.
        read: String,
        /// The text that was expected.
        expected: String,
    },
    /// The file ends inside a game or an escaped line. No item follows.
    #[error("line {line}: the game that starts here (byte {offset}) has no result at its end")]
    Truncated {
        /// The first line of the item, from 1.
        line: u64,
        /// The offset of the item in bytes.
        offset: u64,
    },
    /// The file cannot be read. No item follows.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl PgnError {
    pub(super) fn unexpected(line: u64, read: &str, expected: impl Into<String>) -> PgnError {
        PgnError::Unexpected { line, read: read.to_owned(), expected: expected.into() }
    }
}
