//! The subcommands of the program, one per file.

pub(crate) mod bench;
pub(crate) mod data;
pub(crate) mod datagen;
pub(crate) mod game;
mod interrupts;
pub(crate) mod match_cmd;
pub(crate) mod merge;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod result;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod speedtest;
mod survey;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod uci;
pub(crate) mod wdl;
