//! The line protocol of Triskelion as types, in both directions.
//!
//! A [`Command`] is a line from the GUI, an [`EngineMessage`] a line from the engine. Both
//! implement `Display` and `FromStr`, so the engine, the match runner and the tests share one
//! grammar. The README of this crate is the specification.
//!
//! ```
//! use triskelion_protocol::{Command, ParsedLine, Query, parse};
//!
//! let ParsedLine::Command(command, errors) = parse("go  wtime 60000 depth x\r") else { panic!() };
//! assert_eq!(command.to_string(), "go wtime 60000");
//! assert_eq!(errors.len(), 1, "the invalid depth is reported and ignored");
//! assert_eq!("query result".parse(), Ok(Command::Query(Query::Result)));
//! ```
//!
//! Invariant: no input causes a panic.

#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod engine_message;
mod error;
mod info;
mod info_string;
pub mod json;
mod limits;
mod option;
mod position;
mod tokens;
mod words;

pub use command::{Command, ParsedLine, Query, Reach, Survey, parse};
pub use engine_message::{EngineMessage, GameResult, NO_MOVE, QueryResponse};
pub use error::{ProtocolError, escape_control, quote_clipped};
pub use info::{Bound, Info, Score};
pub use info_string::{InfoString, VariantInfo};
pub use limits::Limits;
pub use option::{OptionDeclaration, OptionType, OptionValue};
pub use position::{BasePosition, PositionCommand};
pub use words::{COMMANDS, CommandHelp};

/// Runs the examples of the specification as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Specification;
