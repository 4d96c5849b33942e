//! Games in PGN, for every rule set.
//!
//! The `Display` of a [`GameRecord`] writes PGN, a [`PgnReader`] parses it, and [`replay`] checks a
//! game against the rules. The format follows the *Portable Game Notation Specification and
//! Implementation Guide* (1994): tags, moves with comments, the result. These tags are added:
//!
//! | tag | value |
//! |---|---|
//! | `Variant` | the rule set as in `UCI_Variant`, or `Chess960`; ordinary chess without the tag |
//! | `Reason` | the [`Termination`](super::Termination), more precise than the tag of that name |
//! | `Notation` | the notation of the moves: `uci`, `roth`, `smith`, `meder`, `maack` or `san` |
//!
//! A comment after a move holds score, depth, time and nodes of the search:
//! `{+0.23/14 0.519s n=12034}`, or `{-M3/20 …}` if the mover is mated in three moves.
//!
//! The reader accepts files from other programs and never panics. A game with an error is reported,
//! and reading continues with the next game. A file that ends inside a game is reported as
//! [`PgnError::Truncated`].

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod comment;
mod error;
mod lexer;
mod read;
mod record;
pub mod replay;
mod tags;
mod write;

pub use super::game_end::result_text;
pub use error::PgnError;
pub use read::{PgnItem, PgnReader};
pub use record::{GameRecord, MoveNumber, RecordedMove, today};
