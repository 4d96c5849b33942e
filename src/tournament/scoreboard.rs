//! The standing of a match: which games are over, and who scored what.
//!
//! A game is counted once, whoever reports it and in whatever order, so that a match that is gone
//! on with, or put together from its parts, has the standing of one that was played in one go.

use super::config::{MatchConfig, ScheduledGame};
use super::statistics::{Crosstable, PlayerResult, Tally};
use super::{GameEnd, Termination};
use std::collections::BTreeMap;

/// The standing.
#[derive(Clone, PartialEq, Debug)]
pub struct Scoreboard {
    table: Crosstable,
    /// By number of the pair: how its games ended for the player that was White in the first.
    pairs: BTreeMap<u64, [Option<PlayerResult>; 2]>,
    games: u64,
    /// How often each player has ended a game by a fault, or games have ended otherwise.
    faults: BTreeMap<(usize, &'static str), u64>,
    terminations: BTreeMap<&'static str, u64>,
}

impl Scoreboard {
    /// Before the first game.
    pub fn new(plan: &MatchConfig) -> Scoreboard {
        Scoreboard {
            table: Crosstable::new(plan.players.len()),
            pairs: BTreeMap::new(),
            games: 0,
            faults: BTreeMap::new(),
            terminations: BTreeMap::new(),
        }
    }

    /// Counts a game; false if it was counted before.
    pub fn add(&mut self, fixture: ScheduledGame, end: GameEnd) -> bool {
        let pair = self.pairs.entry(fixture.pair()).or_default();
        let which = (fixture.game % 2) as usize;
        if pair[which].is_some() {
            return false;
        }
        // Seen by the player who is White in the first game of the pair.
        let white = match end.winner {
            None => PlayerResult::Draw,
            Some(crate::moves::Side::White) => PlayerResult::Win,
            Some(crate::moves::Side::Black) => PlayerResult::Loss,
        };
        let (outcome, [one, other]) = match which {
            0 => (white, fixture.players),
            _ => (white.reversed(), [fixture.players[1], fixture.players[0]]),
        };
        pair[which] = Some(outcome);
        let mut tally = Tally::default();
        tally.count_game(outcome);
        if let [Some(first), Some(second)] = *pair {
            tally.count_pair((first, second));
        }
        self.table.add(one, other, tally);
        self.games += 1;
        *self.terminations.entry(end.termination.name()).or_default() += 1;
        if let Some(winner) = end.winner.filter(|_| end.termination.is_fault()) {
            let loser = fixture.players[winner.other().index()];
            *self.faults.entry((loser, end.termination.name())).or_default() += 1;
        }
        true
    }

    /// Is this game over?
    pub fn contains(&self, game: u64) -> bool {
        self.pairs.get(&(game / 2)).is_some_and(|pair| pair[(game % 2) as usize].is_some())
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Who scored what against whom.
    pub fn table(&self) -> &Crosstable {
        &self.table
    }

    /// What the first player of two did against the second.
    pub fn head_to_head(&self) -> Tally {
        self.table.between(0, 1)
    }

    /// How many games ended by each cause, by its name.
    pub fn terminations(&self) -> &BTreeMap<&'static str, u64> {
        &self.terminations
    }

    /// How many games that player ended by this fault.
    pub fn faults(&self, player: usize, cause: Termination) -> u64 {
        self.faults.get(&(player, cause.name())).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::PlayerConfig;
    use super::*;
    use crate::moves::Side;
    use crate::rules::EndReason;

    fn config() -> MatchConfig {
        let player = PlayerConfig { nodes: Some(1), ..PlayerConfig::default() };
        MatchConfig { games: Some(4), players: vec![player; 3], ..MatchConfig::default() }
            .with_defaults()
            .expect("a plan")
    }

    #[test]
    fn games_count_once_in_any_order() {
        let plan = config();
        let ends = [Some(Side::White), Some(Side::White), None, Some(Side::Black)];
        let end = |game: u64| GameEnd {
            winner: ends[(game % 4) as usize],
            termination: Termination::Rules(EndReason::Checkmate),
        };
        let fixtures: Vec<ScheduledGame> = plan.scheduled_games().collect();
        let mut forward = Scoreboard::new(&plan);
        let mut backward = Scoreboard::new(&plan);
        for &fixture in &fixtures {
            assert!(!forward.contains(fixture.game));
            assert!(forward.add(fixture, end(fixture.game)));
            assert!(!forward.add(fixture, end(fixture.game + 1)), "counted twice");
        }
        for &fixture in fixtures.iter().rev() {
            assert!(backward.add(fixture, end(fixture.game)));
        }
        assert_eq!(forward, backward);
        assert_eq!(forward.games(), 12);
        // Players 0 and 1: pair 0 (White wins twice: each once) and pair 3 (a draw, Black wins).
        let tally = forward.head_to_head();
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (2, 1, 1));
        assert_eq!(tally.pairs(), [0, 0, 1, 1, 0]);
    }

    #[test]
    fn fault_counts_for_the_loser() {
        let plan = config();
        let fixture = plan.scheduled_game(1).expect("a game");
        let mut scoreboard = Scoreboard::new(&plan);
        scoreboard.add(fixture, GameEnd::by_fault(Termination::TimeForfeit, Side::White));
        assert_eq!(scoreboard.faults(fixture.players[0], Termination::TimeForfeit), 1);
        assert_eq!(scoreboard.faults(fixture.players[1], Termination::TimeForfeit), 0);
        assert_eq!(scoreboard.terminations()["time-forfeit"], 1);
    }
}
