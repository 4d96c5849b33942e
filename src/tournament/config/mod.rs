//! The configuration of a match: everything that decides which games are played and how they are
//! adjudicated.
//!
//! A [`MatchConfig`] is read from a TOML file or built from the command line, completed and checked
//! once, and then stored as one line of JSON at the head of the match file. Resuming and merging
//! read it from there, so every part of a match has the same configuration. Settings that do not
//! change the games (concurrency, output) are not part of it.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod adjudication_rules;
mod match_config;
mod opening_source;
mod pairings;
mod player;
mod schedule;
mod shard;
mod time_control;

pub use adjudication_rules::{DrawRule, ResignRule};
pub use match_config::{MatchConfig, MatchConfigError};
pub use opening_source::OpeningSource;
pub use player::{PlayerConfig, PlayerConfigError};
pub use schedule::{Schedule, ScheduledGame};
pub use shard::Shard;
pub use time_control::{TimeControl, TimeControlError};
