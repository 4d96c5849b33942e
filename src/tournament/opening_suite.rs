//! The positions from which the games of one match begin.

use super::config::{MatchConfig, OpeningSource};
use super::openings::{BookError, OpeningBook, OpeningOrder};
use std::sync::{Mutex, PoisonError};

/// A book and the order in which the match goes through it; or the start position, always.
#[derive(Debug)]
pub struct OpeningSuite {
    book: Option<(OpeningBook, Mutex<OpeningOrder>)>,
}

impl OpeningSuite {
    /// As the plan says; reads the file that it names.
    pub fn from_config(plan: &MatchConfig) -> Result<OpeningSuite, BookError> {
        let book = match &plan.openings {
            OpeningSource::Start => None,
            OpeningSource::Book => Some(OpeningBook::builtin(plan.variant)),
            OpeningSource::File(path) => Some(OpeningBook::open(plan.variant, path)?),
        };
        let ordered = |book: OpeningBook| {
            let order = OpeningOrder::new(book.openings().len(), plan.seed);
            (book, Mutex::new(order))
        };
        Ok(OpeningSuite { book: book.map(ordered) })
    }

    /// The position string of that round; `None` for the start position.
    pub fn opening(&self, round: u64) -> Option<&str> {
        let (book, order) = self.book.as_ref()?;
        let index = order.lock().unwrap_or_else(PoisonError::into_inner).opening_index(round);
        book.openings().get(index).map(String::as_str)
    }

    /// A number that tells one book from another, so that a match goes on with the one that it
    /// began with: FNV-1a over its lines.
    pub fn hash(&self) -> u64 {
        let lines = self.book.iter().flat_map(|(book, _)| book.openings());
        let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}
