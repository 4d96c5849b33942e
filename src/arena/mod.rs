//! The arena: matches between engines, and what may be concluded from them.
//!
//! A [`plan`] says who plays whom, where games begin and how they are judged; [`run`] plays it on
//! several threads, each game under a referee who knows the rules; the [`journal`] keeps it, game
//! by game; the [`scoreboard`] counts, and [`statistics`] concludes. A match that was broken off
//! goes on from its journal, and the journals of a match's parts add up to that of the whole.

mod adjudication;
pub mod beginnings;
mod call_off;
mod clock;
mod end;
pub mod journal;
pub mod merge;
pub mod openings;
pub mod plan;
mod player;
pub mod record;
mod referee;
pub mod report;
pub mod run;
pub mod scoreboard;
pub mod statistics;

pub use end::{Cause, End};
pub use player::{StartError, try_players};
pub use referee::Trouble;
