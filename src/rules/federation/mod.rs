//! `federation`: Federation Revised Standard 5.0 on the staircase, and `federation-plain`, which
//! is the same without the rook-pawn rule.
//!
//! A [`FederationBoard`] is a state of the staircase on 64 logical squares, with the rules that
//! read it. Lines are computed over columns (`ceilings`), since all levels of a column block
//! together.

mod board;
mod ceilings;
mod endings;
mod generate;
mod legality;
mod replies;
mod rules;
mod sinks;
mod text;

pub use board::{Federation, FederationPlain};
