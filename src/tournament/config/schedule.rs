//! Who plays whom, in which order: every game of a match has a number, and the number decides
//! players, colours and opening, whoever plays it and when.
//!
//! Games come in pairs from the same opening with colours reversed: games 2k and 2k + 1 are pair
//! k. Pairs go round by round: in a round all pairings play a pair each, all from the same opening.

use super::MatchConfig;
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
pub struct ScheduledGame {
    /// Its number in the match, from 0.
    pub game: u64,
    /// The players' numbers, White's first.
    pub players: [usize; 2],
    /// The number of its opening: the round.
    pub round: u64,
}

impl ScheduledGame {
    /// The pair of games that it belongs to, from 0.
    pub fn pair(self) -> u64 {
        self.game / 2
    }

    /// As the tag `Round` has it: pair and game, from 1.
    pub fn pgn_round(self) -> String {
        format!("{}.{}", self.pair() + 1, self.game % 2 + 1)
    }

    /// The number of the game that this round was.
    pub fn parse_pgn_round(round: &str) -> Option<u64> {
        let (pair, game) = round.split_once('.')?;
        let (pair, game): (u64, u64) = (pair.parse().ok()?, game.parse().ok()?);
        let valid = pair > 0 && (1..=2).contains(&game);
        valid.then(|| (pair - 1).checked_mul(2)?.checked_add(game - 1)).flatten()
    }
}

impl MatchConfig {
    /// The pairings of a round, the player of the lower number first.
    fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        all.filter(|&(one, _)| self.schedule == Schedule::RoundRobin || one == 0).collect()
    }

    /// The number of games of the whole match, if it is bounded.
    pub fn total_games(&self) -> Option<u64> {
        self.games.map(|games| games.saturating_mul(self.pairings().len() as u64))
    }

    /// The game of that number; `None` beyond the end of the match.
    pub fn scheduled_game(&self, game: u64) -> Option<ScheduledGame> {
        if self.total_games().is_some_and(|length| game >= length) {
            return None;
        }
        let pairings = self.pairings();
        let (pair, in_round) = (game / 2, pairings.len() as u64);
        let &(one, other) = pairings.get(pair.checked_rem(in_round)? as usize)?;
        let players = if game.is_multiple_of(2) { [one, other] } else { [other, one] };
        Some(ScheduledGame { game, players, round: pair / in_round })
    }

    /// The games that this match, or this part of it, has to play, in order.
    pub fn scheduled_games(&self) -> impl Iterator<Item = ScheduledGame> + '_ {
        let mine =
            |fixture: &ScheduledGame| self.shard.is_none_or(|shard| shard.contains(fixture.pair()));
        (0..).map_while(|game| self.scheduled_game(game)).filter(mine)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PlayerConfig, Shard};
    use super::*;

    fn config(players: usize, games: u64, schedule: Schedule) -> MatchConfig {
        let player = PlayerConfig { nodes: Some(1), ..PlayerConfig::default() };
        let plan = MatchConfig { games: Some(games), schedule, ..MatchConfig::default() };
        MatchConfig { players: vec![player; players], ..plan }.with_defaults().expect("a plan")
    }

    #[test]
    fn all_pairings_meet_equally_often_with_both_colors() {
        for (schedule, meetings) in [(Schedule::RoundRobin, 6), (Schedule::Gauntlet, 3)] {
            let plan = config(4, 6, schedule);
            let fixtures: Vec<ScheduledGame> = plan.scheduled_games().collect();
            assert_eq!(fixtures.len() as u64, meetings * 6);
            assert_eq!(plan.total_games(), Some(meetings * 6));
            for pair in fixtures.chunks(2) {
                let [white, black] = pair[0].players;
                assert_eq!(pair[1].players, [black, white]);
                assert_eq!(pair[0].round, pair[1].round);
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
    fn shards_partition_all_games() {
        let whole = config(3, 10, Schedule::RoundRobin);
        let mut games: Vec<u64> = (1..=4)
            .flat_map(|number| {
                let part =
                    MatchConfig { shard: Some(Shard { index: number, count: 4 }), ..whole.clone() };
                part.scheduled_games().map(|fixture| fixture.game).collect::<Vec<_>>()
            })
            .collect();
        games.sort_unstable();
        assert_eq!(games, (0..30).collect::<Vec<_>>());
    }

    #[test]
    fn pgn_rounds_round_trip() {
        for fixture in config(2, 8, Schedule::RoundRobin).scheduled_games() {
            assert_eq!(ScheduledGame::parse_pgn_round(&fixture.pgn_round()), Some(fixture.game));
        }
        for text in ["", "1", "0.1", "1.3", "1.0", "x.1", "18446744073709551615.2"] {
            assert_eq!(ScheduledGame::parse_pgn_round(text), None, "{text}");
        }
    }
}
