//! The subcommands of the program, one a file: their arguments, and what they print.

pub mod chances;
pub mod contest;
mod interrupts;
pub mod merge;
pub mod openings;
pub mod perft;
pub mod replay;
pub mod speed;
pub mod tune;
