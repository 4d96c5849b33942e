//! The line protocol of Triskelion as types, in both directions.
//!
//! [`Command`] is what a GUI sends, [`Answer`] what the engine sends back; each is printed by
//! `Display` and read by `FromStr`, so that engine, match runner and tests share one grammar. The
//! README of this crate is the specification.
//!
//! ```
//! use triskelion_protocol::{Command, Parsed, Question, parse};
//!
//! let Parsed::Command(command, notes) = parse("go  wtime 60000 depth x\r") else { panic!() };
//! assert_eq!(command.to_string(), "go wtime 60000");
//! assert_eq!(notes.len(), 1, "the bad pair is ignored, and told");
//! assert_eq!("query result".parse(), Ok(Command::Query(Question::Result)));
//! ```
//!
//! What can go wrong: nothing here may panic, whatever the bytes; every line comes from outside.
//! The crate denies the ways to, and its tests feed it nonsense.

#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod engine_message;
mod error;
mod go;
mod info;
mod info_string;
pub mod json;
mod option;
mod position;
mod tokens;

pub use command::{COMMAND_WORDS, Command, ParsedLine, Query, parse};
pub use engine_message::{EngineMessage, GameResult, NO_MOVE, QueryResponse};
pub use error::{ProtocolError, quote_clipped};
pub use go::Go;
pub use info::{Bound, Info, Score};
pub use info_string::{InfoString, VariantInfo};
pub use option::{OptionDeclaration, OptionType, OptionValue};
pub use position::{BasePosition, PositionCommand};

/// The examples of the specification compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Specification;
