//! The rules by which games are adjudicated from the players' scores.

use serde::{Deserialize, Serialize};

/// A game is won when the last [`movecount`](Self::movecount) scores of both players say so: at
/// least `score` for one player and at most `-score` for the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// The score in centipawns.
    pub score: u32,
    /// The number of consecutive moves of each player.
    #[serde(default = "ResignRule::default_moves")]
    pub movecount: u32,
}

impl ResignRule {
    /// Returns the default of [`movecount`](Self::movecount).
    pub const fn default_moves() -> u32 {
        4
    }
}

/// A game is drawn when, from move [`movenumber`](Self::movenumber) on, the last
/// [`movecount`](Self::movecount) scores of both players are between `-score` and `score`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The first move number at which the rule applies.
    #[serde(default = "DrawRule::default_movenumber")]
    pub movenumber: u32,
    /// The score in centipawns.
    pub score: u32,
    /// The number of consecutive moves of each player.
    #[serde(default = "DrawRule::default_moves")]
    pub movecount: u32,
}

impl DrawRule {
    /// Returns the default of [`movenumber`](Self::movenumber).
    pub const fn default_movenumber() -> u32 {
        40
    }

    /// Returns the default of [`movecount`](Self::movecount).
    pub const fn default_moves() -> u32 {
        8
    }
}
