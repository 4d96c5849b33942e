//! Opening books: built-in books, book files, the order of the openings in a match, and the
//! generation of new books.
//!
//! Without openings two deterministic engines repeat the same game. No opening books exist for the
//! rule sets of this program, so [`generate()`] builds them from random moves and a search rejects
//! unbalanced positions. The program contains an [`OpeningBook`] for each rule set and reads others
//! from files.
//!
//! A book holds each position once, because a repeated opening can repeat a pair of games. A match
//! that is longer than its book repeats the openings; its later pairs are not fully independent,
//! although the statistics assume so.

mod book;
mod book_options;
mod candidate;
mod generate;
mod order;

pub use book::{BookError, OpeningBook};
pub use book_options::{BookOptions, JudgeLimit, PlyRange, PlyRangeError};
pub(crate) use candidate::{MovePolicy, random_walk};
pub use generate::{GenerateError, GenerateStats, GeneratedBook, Opening, generate};
pub(crate) use order::OpeningOrder;
