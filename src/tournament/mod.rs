//! Matches between engines and their statistics.
//!
//! A [`config::MatchConfig`] defines the players, the openings and the adjudication. [`run`] plays
//! the games on several threads, each game with its own referee. The [`journal`] stores every game
//! as it ends, the [`scoreboard`] counts results, and [`statistics`] computes Elo and SPRT. An
//! interrupted match resumes from its journal, and [`merge`] combines the journals of shards into
//! the journal of the whole match.

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
mod player_fault;
mod referee;
pub mod run;
pub mod scoreboard;
mod shared_tables;
pub mod standings;
pub mod statistics;

pub use game_end::{GameEnd, Termination};
pub use player::{StartError, check_players};
pub use player_fault::PlayerFault;
