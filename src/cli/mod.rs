//! The subcommands of the program, one a file: their arguments, and what they print.

pub mod openings;
pub mod perft;
