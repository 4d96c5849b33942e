//! The players of a match: this engine in the same process, or a child process that speaks UCI.
//!
//! The tournament never trusts a player: a player returns a move, and the tournament checks its
//! legality and measures its time. Every error of a player is a [`PlayerFailure`], which ends the
//! game but not the match.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod engine_process;
mod failure;
mod in_process;
mod messages;
mod start;
mod uci_player;

pub(super) use failure::PlayerFailure;
pub use failure::StartError;
pub(super) use messages::{GameMoves, MoveRequest, Player};
pub use start::check_players;
pub(super) use start::start_player;
