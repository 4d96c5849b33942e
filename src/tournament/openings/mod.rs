//! The positions from which the games of a match begin: books of them, the order in which a match
//! goes through its book, and how a new book is made.
//!
//! Without openings two engines that do not roll dice play the same game over and over. No books
//! of openings exist for games that nobody else plays, so [`generate()`] makes them of random
//! moves, and a search throws out what is won already. A [`Book`] of each game is kept in the
//! program; others are read from files.
//!
//! What can go wrong: an opening that the book holds twice is counted twice, though the second
//! pair of games may be the first one over again; so books hold a position once. And a match that
//! is longer than its book goes through it again: its later pairs are then not as independent as
//! the statistics take them to be.

mod book;
mod book_options;
mod candidate;
mod generate;
mod order;

pub use book::{BookError, OpeningBook};
pub use book_options::{BookOptions, JudgeLimit, PlyRange, PlyRangeError};
pub use generate::{GenerateError, GenerateStats, GeneratedBook, Opening, generate};
pub use order::OpeningOrder;
