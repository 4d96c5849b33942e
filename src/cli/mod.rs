//! The subcommands of the program, one a file: their arguments, and what they print.

mod interrupts;
pub mod match_cmd;
pub mod merge;
pub mod openings;
pub mod perft;
pub mod replay;
pub mod speedtest;
pub mod tune;
pub mod wdl;
