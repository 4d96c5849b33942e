//! The positions from which the games of one match begin.

use super::openings::{Book, BookError, Order};
use super::plan::{Openings, Plan};
use std::sync::{Mutex, PoisonError};

/// A book and the order in which the match goes through it; or the start position, always.
#[derive(Debug)]
pub struct Beginnings {
    book: Option<(Book, Mutex<Order>)>,
}

impl Beginnings {
    /// As the plan says; reads the file that it names.
    pub fn of(plan: &Plan) -> Result<Beginnings, BookError> {
        let book = match &plan.openings {
            Openings::Start => None,
            Openings::Book => Some(Book::frozen(plan.variant)),
            Openings::File(path) => Some(Book::open(plan.variant, path)?),
        };
        let ordered = |book: Book| {
            let order = Order::new(book.openings().len(), plan.seed);
            (book, Mutex::new(order))
        };
        Ok(Beginnings { book: book.map(ordered) })
    }

    /// The position string of that round; `None` for the start position.
    pub fn opening(&self, round: u64) -> Option<&str> {
        let (book, order) = self.book.as_ref()?;
        let index = order.lock().unwrap_or_else(PoisonError::into_inner).opening(round);
        book.openings().get(index).map(String::as_str)
    }

    /// A number that tells one book from another, so that a match goes on with the one that it
    /// began with: FNV-1a over its lines.
    pub fn fingerprint(&self) -> u64 {
        let lines = self.book.iter().flat_map(|(book, _)| book.openings());
        let bytes = lines.flat_map(|line| line.bytes().chain([b'\n']));
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }
}
