//! The arena: matches between engines, and what may be concluded from them.
//!
//! A [`plan`] says who plays whom, where games begin and how they are judged; [`run`] plays it on
//! several threads, each game under a referee who knows the rules; the [`journal`] keeps it, game
//! by game; the [`scoreboard`] counts, and [`statistics`] concludes. A match that was broken off
//! goes on from its journal, and the journals of a match's parts add up to that of the whole.

mod adjudication;
mod cancel;
mod clock;
pub mod config;
mod game_end;
pub mod journal;
pub mod merge;
pub mod opening_suite;
pub mod openings;
pub mod pgn;
mod player;
mod referee;
pub mod report;
pub mod run;
pub mod scoreboard;
pub mod statistics;

pub use game_end::{GameEnd, Termination};
pub use player::{StartError, check_players};
pub use referee::PlayerFault;
