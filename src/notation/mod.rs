//! Moves as text: UCI notation and the notations for people.
//!
//! A [`NotationCodec`] formats and parses the moves of one position. Parsing compares the text with
//! the texts that each legal move accepts, so a parsed move is always legal, each formatted move
//! parses to itself, and ambiguous texts are found. A text that no legal move accepts is analyzed
//! only to explain the error.
//!
//! A rule set lists its notations for people in [`GameInfo::notations`](crate::rules::GameInfo);
//! UCI notation is always available. Invariant: a notation formats two moves of a position
//! differently; `tests/notation.rs` checks this.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod codec;
mod maack;
mod meder;
mod names;
mod parts;
mod roth;
mod san;
mod smith;
mod unmatched;

pub use codec::{NotationCodec, format_line, parse_move};
pub use names::UnknownNotation;
