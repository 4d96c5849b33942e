//! The scoreboard of a match: which games are finished, and their results.
//!
//! Each game counts once, and the order does not matter. So a resumed or merged match has the same
//! scoreboard as a match played in one piece.

use super::config::{MatchConfig, ScheduledGame};
use super::game_end::{GameEnd, Termination};
use super::statistics::{Crosstable, PlayerResult, Tally};
use crate::moves::Side;
use std::collections::BTreeMap;

/// The results of a match so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Scoreboard {
    table: Crosstable,
    /// The results by pair number, from the view of the player who has White in the first game.
    pairs: BTreeMap<u64, [Option<PlayerResult>; 2]>,
    games: u64,
    /// The number of faults by player and termination name.
    faults: BTreeMap<(usize, &'static str), u64>,
    /// The number of games by termination name.
    terminations: BTreeMap<&'static str, u64>,
}

impl Scoreboard {
    /// Creates an empty scoreboard.
    pub fn new(config: &MatchConfig) -> Scoreboard {
        Scoreboard {
            table: Crosstable::new(config.players.len()),
            pairs: BTreeMap::new(),
            games: 0,
            faults: BTreeMap::new(),
            terminations: BTreeMap::new(),
        }
    }

    /// Adds a finished game. Returns `false` if the game was added before.
    pub fn add(&mut self, game: ScheduledGame, end: GameEnd) -> bool {
        let pair = self.pairs.entry(game.pair()).or_default();
        let index = (game.game % 2) as usize;
        if pair[index].is_some() {
            return false;
        }
        let white_result = match end.winner {
            None => PlayerResult::Draw,
            Some(Side::White) => PlayerResult::Win,
            Some(Side::Black) => PlayerResult::Loss,
        };
        let [white, black] = game.players;
        let (result, [player, opponent]) = match index {
            0 => (white_result, [white, black]),
            _ => (white_result.reversed(), [black, white]),
        };
        pair[index] = Some(result);
        let mut tally = Tally::default();
        tally.count_game(result);
        if let [Some(first), Some(second)] = *pair {
            tally.count_pair((first, second));
        }
        self.table.add(player, opponent, tally);
        self.games += 1;
        *self.terminations.entry(end.termination.name()).or_default() += 1;
        if let Some(winner) = end.winner.filter(|_| end.termination.is_fault()) {
            let loser = game.players[winner.other().index()];
            *self.faults.entry((loser, end.termination.name())).or_default() += 1;
        }
        true
    }

    /// Returns whether this game is finished.
    pub fn contains(&self, game: u64) -> bool {
        self.pairs.get(&(game / 2)).is_some_and(|pair| pair[(game % 2) as usize].is_some())
    }

    /// Returns the number of finished games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the crosstable.
    pub fn table(&self) -> &Crosstable {
        &self.table
    }

    /// Returns the results of the first player against the second.
    pub fn head_to_head(&self) -> Tally {
        self.table.between(0, 1)
    }

    /// Returns the number of games by termination name.
    pub fn terminations(&self) -> &BTreeMap<&'static str, u64> {
        &self.terminations
    }

    /// Returns the number of games that a player lost by this fault.
    pub fn faults(&self, player: usize, fault: Termination) -> u64 {
        self.faults.get(&(player, fault.name())).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::PlayerConfig;
    use super::*;
    use crate::rules::EndReason;

    fn config() -> MatchConfig {
        let player = PlayerConfig { nodes: Some(1), ..PlayerConfig::default() };
        MatchConfig { games: Some(4), players: vec![player; 3], ..MatchConfig::default() }
            .with_defaults()
            .expect("a config")
    }

    #[test]
    fn games_count_once_in_any_order() {
        let config = config();
        let ends = [Some(Side::White), Some(Side::White), None, Some(Side::Black)];
        let end = |game: u64| GameEnd {
            winner: ends[(game % 4) as usize],
            termination: Termination::Rules(EndReason::Checkmate),
        };
        let games: Vec<ScheduledGame> = config.scheduled_games().collect();
        let mut forward = Scoreboard::new(&config);
        let mut backward = Scoreboard::new(&config);
        for &game in &games {
            assert!(!forward.contains(game.game));
            assert!(forward.add(game, end(game.game)));
            assert!(!forward.add(game, end(game.game + 1)), "counted twice");
        }
        for &game in games.iter().rev() {
            assert!(backward.add(game, end(game.game)));
        }
        assert_eq!(forward, backward);
        assert_eq!(forward.games(), 12);
        // Players 0 and 1: pair 0 (White wins both: one win each) and pair 3 (a draw, Black wins).
        let tally = forward.head_to_head();
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (2, 1, 1));
        assert_eq!(tally.pairs(), [0, 0, 1, 1, 0]);
    }

    #[test]
    fn fault_counts_for_the_loser() {
        let config = config();
        let game = config.scheduled_game(1).expect("a game");
        let mut scoreboard = Scoreboard::new(&config);
        scoreboard.add(game, GameEnd::by_fault(Termination::TimeForfeit, Side::White));
        assert_eq!(scoreboard.faults(game.players[0], Termination::TimeForfeit), 1);
        assert_eq!(scoreboard.faults(game.players[1], Termination::TimeForfeit), 0);
        assert_eq!(scoreboard.terminations()["time-forfeit"], 1);
    }
}
