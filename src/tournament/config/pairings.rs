//! The order of the games: the number of a game determines its players, colors and opening, on
//! every machine and at any time.
//!
//! Games 2k and 2k + 1 are pair k: the same opening with colors reversed. In a round each pairing
//! plays one pair, and all pairs of a round start from the same opening.

use super::match_config::MatchConfig;
use super::schedule::{Schedule, ScheduledGame};

impl MatchConfig {
    /// Returns the pairings of a round, the lower player index first.
    fn pairings(&self) -> Vec<(usize, usize)> {
        let count = self.players.len();
        let all =
            (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        all.filter(|&(first, _)| self.schedule == Schedule::RoundRobin || first == 0).collect()
    }

    /// Returns the number of games of the whole match; `None` if only the SPRT ends it.
    pub fn total_games(&self) -> Option<u64> {
        self.games.map(|games| games.saturating_mul(self.pairings().len() as u64))
    }

    /// Returns the game with this number, or `None` past the end of the match.
    pub fn scheduled_game(&self, game: u64) -> Option<ScheduledGame> {
        if self.total_games().is_some_and(|total| game >= total) {
            return None;
        }
        let pairings = self.pairings();
        let (pair, pairs_per_round) = (game / 2, pairings.len() as u64);
        let &(first, second) = pairings.get(pair.checked_rem(pairs_per_round)? as usize)?;
        let players = if game.is_multiple_of(2) { [first, second] } else { [second, first] };
        Some(ScheduledGame { game, players, round: pair / pairs_per_round })
    }

    /// Iterates over the games of this match or shard, in order.
    pub fn scheduled_games(&self) -> impl Iterator<Item = ScheduledGame> + '_ {
        let in_shard =
            |game: &ScheduledGame| self.shard.is_none_or(|shard| shard.contains(game.pair()));
        (0..).map_while(|game| self.scheduled_game(game)).filter(in_shard)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PlayerConfig, Shard};
    use super::*;

    fn config(players: usize, games: u64, schedule: Schedule) -> MatchConfig {
        let player = PlayerConfig { nodes: Some(1), ..PlayerConfig::default() };
        let config = MatchConfig { games: Some(games), schedule, ..MatchConfig::default() };
        MatchConfig { players: vec![player; players], ..config }.with_defaults().expect("a config")
    }

    #[test]
    fn all_pairings_meet_equally_often_with_both_colors() {
        for (schedule, pairings) in [(Schedule::RoundRobin, 6), (Schedule::Gauntlet, 3)] {
            let config = config(4, 6, schedule);
            let games: Vec<ScheduledGame> = config.scheduled_games().collect();
            assert_eq!(games.len() as u64, pairings * 6);
            assert_eq!(config.total_games(), Some(pairings * 6));
            for pair in games.chunks(2) {
                let [white, black] = pair[0].players;
                assert_eq!(pair[1].players, [black, white]);
                assert_eq!(pair[0].round, pair[1].round);
            }
            for white in 0..4 {
                for black in (0..4).filter(|&black| black != white) {
                    let count = games.iter().filter(|game| game.players == [white, black]).count();
                    let meet = schedule == Schedule::RoundRobin || white == 0 || black == 0;
                    assert_eq!(count, if meet { 3 } else { 0 });
                }
            }
        }
    }

    #[test]
    fn shards_partition_all_games() {
        let whole = config(3, 10, Schedule::RoundRobin);
        let mut games: Vec<u64> = (1..=4)
            .flat_map(|index| {
                let shard = MatchConfig { shard: Some(Shard { index, count: 4 }), ..whole.clone() };
                shard.scheduled_games().map(|game| game.game).collect::<Vec<_>>()
            })
            .collect();
        games.sort_unstable();
        assert_eq!(games, (0..30).collect::<Vec<_>>());
    }

    #[test]
    fn pgn_rounds_round_trip() {
        for game in config(2, 8, Schedule::RoundRobin).scheduled_games() {
            assert_eq!(ScheduledGame::parse_pgn_round(&game.pgn_round()), Some(game.game));
        }
        for text in ["", "1", "0.1", "1.3", "1.0", "x.1", "18446744073709551615.2"] {
            assert_eq!(ScheduledGame::parse_pgn_round(text), None, "{text}");
        }
    }
}
