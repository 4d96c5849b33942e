//! Counts of games and pairs.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// The result of a game for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PlayerResult {
    /// 0 points.
    Loss,
    /// ½ point.
    Draw,
    /// 1 point.
    Win,
}

impl PlayerResult {
    /// Returns the result for the other player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Returns the number of half points: 0, 1 or 2.
    fn half_points(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }
}

/// Counts of the games of one player against another, and of the pairs of games.
///
/// A game is counted when it ends, a pair when its second game ends. So there can be more games
/// than the pairs contain. Counts are integers, so tallies add exactly and in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The games that the first player lost, drew and won.
    games: [u64; 3],
    /// The pairs with 0 points, ½, 1 by a win and a loss, 1 by two draws, 1½ and 2.
    pairs: [u64; 6],
}

impl Tally {
    /// Creates a tally of games that are not paired.
    #[must_use]
    pub fn from_games(wins: u64, draws: u64, losses: u64) -> Self {
        Self { games: [losses, draws, wins], ..Self::default() }
    }

    /// Creates a tally of pairs with 0, ½, 1, 1½ and 2 points, and of their games. `wl_pairs` of
    /// the pairs with 1 point are a win and a loss, the others two draws. Returns `None` if
    /// `wl_pairs` exceeds the pairs with 1 point.
    #[must_use]
    pub fn from_pairs(pairs: [u64; 5], wl_pairs: u64) -> Option<Self> {
        let [none, half, one, more, both] = pairs;
        let dd = one.checked_sub(wl_pairs)?;
        let games = [2 * none + half + wl_pairs, half + 2 * dd + more, wl_pairs + more + 2 * both];
        Some(Self { games, pairs: [none, half, wl_pairs, dd, more, both] })
    }

    /// Counts a game.
    pub fn count_game(&mut self, result: PlayerResult) {
        self.games[result.half_points()] += 1;
    }

    /// Counts a pair. [`Tally::count_game`] counts its games.
    pub fn count_pair(&mut self, games: (PlayerResult, PlayerResult)) {
        let half_points = games.0.half_points() + games.1.half_points();
        let is_dd = games == (PlayerResult::Draw, PlayerResult::Draw);
        let kind = match half_points {
            0..2 => half_points,
            2 => 2 + usize::from(is_dd),
            _ => half_points + 1,
        };
        self.pairs[kind] += 1;
    }

    /// Returns the tally from the other player's view.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.games.reverse();
        let [none, half, wl, dd, more, both] = self.pairs;
        self.pairs = [both, more, wl, dd, half, none];
        self
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Returns the number of lost games.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.games[0]
    }

    /// Returns the number of drawn games.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.games[1]
    }

    /// Returns the number of won games.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.games[2]
    }

    /// Returns the number of points; a draw is half a point.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins() as f64 + self.draws() as f64 / 2.0
    }

    /// Returns the numbers of pairs with 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub fn pairs(&self) -> [u64; 5] {
        let [none, half, wl, dd, more, both] = self.pairs;
        [none, half, wl + dd, more, both]
    }

    /// Returns whether the tally has a pair. If it has one, estimates and tests use only the games
    /// of complete pairs.
    #[must_use]
    pub fn is_paired(&self) -> bool {
        self.pairs.iter().any(|&count| count > 0)
    }

    /// Returns the number of pairs with a win and a loss.
    #[must_use]
    pub fn wl_pairs(&self) -> u64 {
        self.pairs[2]
    }

    /// Returns the number of pairs with two draws.
    #[must_use]
    pub fn dd_pairs(&self) -> u64 {
        self.pairs[3]
    }

    /// Returns the numbers of trials by score, lowest first: pairs, or games if they are not
    /// paired.
    pub(super) fn trials(&self) -> ArrayVec<u64, 5> {
        if self.is_paired() { self.pairs().into() } else { self.games.into_iter().collect() }
    }

    /// Returns the number of games per trial.
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
