//! Who plays whom, in which order: every game of a match has a number, and the number decides
//! players, colours and opening, whoever plays it and when.
//!
//! Games come in pairs from the same opening with colours reversed: games 2k and 2k + 1 are pair
//! k. Pairs go round by round: in a round all pairings play a pair each, all from the same opening.

use super::Plan;
use serde::{Deserialize, Serialize};

/// Which players meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The players' numbers, White's first.
    pub players: [usize; 2],
    /// The number of its opening: the round.
    pub opening: u64,
}

impl Fixture {
    /// The pair of games that it belongs to, from 0.
    pub fn pair(self) -> u64 {
        self.game / 2
    }

    /// As the tag `Round` has it: pair and game, from 1.
    pub fn round(self) -> String {
        format!("{}.{}", self.pair() + 1, self.game % 2 + 1)
    }

    /// The number of the game that this round was.
    pub fn game_of_round(round: &str) -> Option<u64> {
        let (pair, game) = round.split_once('.')?;
        let (pair, game): (u64, u64) = (pair.parse().ok()?, game.parse().ok()?);
        let valid = pair > 0 && (1..=2).contains(&game);
        valid.then(|| (pair - 1).checked_mul(2)?.checked_add(game - 1)).flatten()
    }
}

impl Plan {
    /// The pairings of a round, the player of the lower number first.
    fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        all.filter(|&(one, _)| self.schedule == Schedule::RoundRobin || one == 0).collect()
    }

    /// The number of games of the whole match, if it is bounded.
    pub fn length(&self) -> Option<u64> {
        self.games.map(|games| games.saturating_mul(self.pairings().len() as u64))
    }

    /// The game of that number; `None` beyond the end of the match.
    pub fn fixture(&self, game: u64) -> Option<Fixture> {
        if self.length().is_some_and(|length| game >= length) {
            return None;
        }
        let pairings = self.pairings();
        let (pair, in_round) = (game / 2, pairings.len() as u64);
        let &(one, other) = pairings.get(pair.checked_rem(in_round)? as usize)?;
        let players = if game.is_multiple_of(2) { [one, other] } else { [other, one] };
        Some(Fixture { game, players, opening: pair / in_round })
    }

    /// The games that this match, or this part of it, has to play, in order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        let mine = |fixture: &Fixture| self.shard.is_none_or(|shard| shard.has(fixture.pair()));
        (0..).map_while(|game| self.fixture(game)).filter(mine)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PlayerPlan, Shard};
    use super::*;

    fn plan(players: usize, games: u64, schedule: Schedule) -> Plan {
        let player = PlayerPlan { nodes: Some(1), ..PlayerPlan::default() };
        let plan = Plan { games: Some(games), schedule, ..Plan::default() };
        Plan { players: vec![player; players], ..plan }.completed().expect("a plan")
    }

    #[test]
    fn every_two_meet_equally_often_with_both_colours() {
        for (schedule, meetings) in [(Schedule::RoundRobin, 6), (Schedule::Gauntlet, 3)] {
            let plan = plan(4, 6, schedule);
            let fixtures: Vec<Fixture> = plan.fixtures().collect();
            assert_eq!(fixtures.len() as u64, meetings * 6);
            assert_eq!(plan.length(), Some(meetings * 6));
            for pair in fixtures.chunks(2) {
                let [white, black] = pair[0].players;
                assert_eq!(pair[1].players, [black, white]);
                assert_eq!(pair[0].opening, pair[1].opening);
            }
            for one in 0..4 {
                for other in (0..4).filter(|&other| other != one) {
                    let count = fixtures.iter().filter(|f| f.players == [one, other]).count();
                    let meet = schedule == Schedule::RoundRobin || one == 0 || other == 0;
                    assert_eq!(count, if meet { 3 } else { 0 });
                }
            }
        }
    }

    #[test]
    fn shards_have_all_games_once() {
        let whole = plan(3, 10, Schedule::RoundRobin);
        let mut games: Vec<u64> = (1..=4)
            .flat_map(|number| {
                let part = Plan { shard: Some(Shard { number, of: 4 }), ..whole.clone() };
                part.fixtures().map(|fixture| fixture.game).collect::<Vec<_>>()
            })
            .collect();
        games.sort_unstable();
        assert_eq!(games, (0..30).collect::<Vec<_>>());
    }

    #[test]
    fn rounds_are_read_back() {
        for fixture in plan(2, 8, Schedule::RoundRobin).fixtures() {
            assert_eq!(Fixture::game_of_round(&fixture.round()), Some(fixture.game));
        }
        for text in ["", "1", "0.1", "1.3", "1.0", "x.1", "18446744073709551615.2"] {
            assert_eq!(Fixture::game_of_round(text), None, "{text}");
        }
    }
}
