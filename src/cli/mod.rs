//! The subcommands of the program, one per file.

pub mod bench;
mod interrupts;
pub mod match_cmd;
pub mod merge;
pub mod openings;
pub mod perft;
pub mod replay;
pub mod result;
pub mod speedtest;
pub mod tune;
pub mod uci;
pub mod wdl;
