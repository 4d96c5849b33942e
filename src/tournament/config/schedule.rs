//! Schedules and scheduled games.

use serde::{Deserialize, Serialize};

/// The pairings of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Every player meets every other player.
    #[default]
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
}

/// A game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game in the match, from 0.
    pub game: u64,
    /// The indices of the players, White first.
    pub players: [usize; 2],
    /// The round, from 0. All games of a round start from the same opening.
    pub round: u64,
}

impl ScheduledGame {
    /// Returns the pair of games that this game belongs to, from 0.
    pub fn pair(self) -> u64 {
        self.game / 2
    }

    /// Formats the value of the PGN tag `Round`: pair and game, from 1.
    pub(crate) fn pgn_round(self) -> String {
        format!("{}.{}", self.pair() + 1, self.game % 2 + 1)
    }

    /// Parses the value of the PGN tag `Round` and returns the number of the game.
    pub(crate) fn parse_pgn_round(round: &str) -> Option<u64> {
        let (pair, game) = round.split_once('.')?;
        let (pair, game): (u64, u64) = (pair.parse().ok()?, game.parse().ok()?);
        let valid = pair > 0 && (1..=2).contains(&game);
        valid.then(|| (pair - 1).checked_mul(2)?.checked_add(game - 1)).flatten()
    }
}
