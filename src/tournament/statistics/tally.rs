//! Counted games and pairs.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// How a game ended for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PlayerResult {
    /// Scored 0.
    Loss,
    /// Scored ½.
    Draw,
    /// Scored 1.
    Win,
}

impl PlayerResult {
    /// The same game, seen by the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Half points scored: 0, 1 or 2.
    fn half_points(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }
}

/// The games of one player against another, counted: all of them, and once more by pairs.
///
/// A game is counted when it ends, a pair when its second game ends; so at any time there may be
/// more games than pairs make up for. Counts are whole numbers: tallies add exactly, in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games lost, drawn and won by the first player.
    games: [u64; 3],
    /// Pairs in which the first player scored 0, ½, 1 by winning one game, 1 by drawing both, 1½
    /// and 2.
    pairs: [u64; 6],
}

impl Tally {
    /// A tally of games that are not paired.
    #[must_use]
    pub fn from_games(wins: u64, draws: u64, losses: u64) -> Self {
        Self { games: [losses, draws, wins], ..Self::default() }
    }

    /// A tally of pairs scored 0, ½, 1, 1½ and 2, and their games; `split` of those scored 1 were
    /// won once each, the others drawn twice. `None` if there are more of the former than pairs
    /// scored 1.
    #[must_use]
    pub fn from_pairs(pairs: [u64; 5], split: u64) -> Option<Self> {
        let [none, half, one, more, both] = pairs;
        let drawn = one.checked_sub(split)?;
        let games = [2 * none + half + split, half + 2 * drawn + more, split + more + 2 * both];
        Some(Self { games, pairs: [none, half, split, drawn, more, both] })
    }

    /// Counts a game.
    pub fn count_game(&mut self, outcome: PlayerResult) {
        self.games[outcome.half_points()] += 1;
    }

    /// Counts a pair. Its games are counted by [`Tally::count_game`], each when it ends.
    pub fn count_pair(&mut self, games: (PlayerResult, PlayerResult)) {
        let half_points = games.0.half_points() + games.1.half_points();
        let drawn = games == (PlayerResult::Draw, PlayerResult::Draw);
        self.pairs[half_points + usize::from(drawn || half_points > 2)] += 1;
    }

    /// The same games, seen by the other player.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.games.reverse();
        let [none, half, split, drawn, more, both] = self.pairs;
        self.pairs = [both, more, split, drawn, half, none];
        self
    }

    /// Games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Games lost.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.games[0]
    }

    /// Games drawn.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.games[1]
    }

    /// Games won.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.games[2]
    }

    /// Points, a draw half a point.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins() as f64 + self.draws() as f64 / 2.0
    }

    /// Pairs scored 0, ½, 1, 1½ and 2.
    #[must_use]
    pub fn pairs(&self) -> [u64; 5] {
        let [none, half, split, drawn, more, both] = self.pairs;
        [none, half, split + drawn, more, both]
    }

    /// Whether games are paired: whether there is a pair at all. Then only games in finished pairs
    /// have a part in estimates and tests.
    #[must_use]
    pub fn is_paired(&self) -> bool {
        self.pairs.iter().any(|&count| count > 0)
    }

    /// Pairs in which each player won a game.
    #[must_use]
    pub fn wl_pairs(&self) -> u64 {
        self.pairs[2]
    }

    /// Pairs drawn twice.
    #[must_use]
    pub fn dd_pairs(&self) -> u64 {
        self.pairs[3]
    }

    /// Trials by score, from the lowest to the highest: pairs, or games if they are not paired.
    pub(super) fn trials(&self) -> ArrayVec<u64, 5> {
        if self.is_paired() { self.pairs().into() } else { self.games.into_iter().collect() }
    }

    /// Games in a trial.
    pub(super) fn games_in_trial(&self) -> u32 {
        if self.is_paired() { 2 } else { 1 }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.games.iter_mut().zip(other.games).for_each(|(count, more)| *count += more);
        self.pairs.iter_mut().zip(other.pairs).for_each(|(count, more)| *count += more);
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Self::add)
    }
}
