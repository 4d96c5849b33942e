//! The openings of one match.

use super::config::{MatchConfig, OpeningSource};
use super::openings::{BookError, OpeningBook, OpeningOrder};
use crate::sync::lock;
use std::sync::Mutex;

/// An opening book with the order in which the match uses it, or the start position for all games.
#[derive(Debug)]
pub struct OpeningSuite {
    book: Option<(OpeningBook, Mutex<OpeningOrder>)>,
}

impl OpeningSuite {
    /// Loads the openings of a match. Reads the book file if the configuration names one.
    pub fn from_config(config: &MatchConfig) -> Result<OpeningSuite, BookError> {
        let book = match &config.openings {
            OpeningSource::Start => None,
            OpeningSource::Book => Some(OpeningBook::builtin(config.variant)),
            OpeningSource::File(path) => Some(OpeningBook::open(config.variant, path)?),
        };
        let with_order = |book: OpeningBook| {
            let order = OpeningOrder::new(book.openings().len(), config.seed);
            (book, Mutex::new(order))
        };
        Ok(OpeningSuite { book: book.map(with_order) })
    }

    /// Returns the FEN for a round; `None` for the start position.
    pub fn opening(&self, round: u64) -> Option<&str> {
        let (book, order) = self.book.as_ref()?;
        let index = lock(order).opening_index(round);
        book.openings().get(index).map(String::as_str)
    }

    /// Returns the FNV-1a hash of the openings. Resuming a match compares it, so that the openings
    /// stay the same.
    pub fn hash(&self) -> u64 {
        let lines = self.book.iter().flat_map(|(book, _)| book.openings());
        let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}
