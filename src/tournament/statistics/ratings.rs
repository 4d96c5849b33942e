//! Ratings of several players from their games against each other.
//!
//! The model of Zermelo (1929), Bradley and Terry (1952) on Elo's scale: players rated r and q
//! expect the score 1/(1 + 10^((q − r)/400)), and a draw is half a win and half a loss. The ratings
//! are the likeliest ones; at them each player has scored what was to be expected. Only differences
//! matter, so the mean is fixed by whoever asks.
//!
//! There is a likeliest rating only if no group of players took every point from the others
//! (L. R. Ford, *Solution of a Ranking Problem from Binary Comparisons*, 1957); else the groups
//! drift apart for ever. Then each player is lent one drawn game against somebody of the mean
//! rating, which ties them all together; [`Ratings::lent`] tells.
//!
//! Errors are not those of the model, for which a draw is as uncertain as a decision, but come from
//! the spread of the trials seen (the sandwich estimator: H. White, *Maximum Likelihood Estimation
//! of Misspecified Models*, 1982). So for two players they are the same as [`elo::elo`]'s but for
//! the curvature. A pairing whose trials all ended alike shows no spread and is given the model's.
//!
//! [`elo::elo`]: super::elo::elo

use super::elo::{Estimate, Z_95};
use super::matrix::Matrix;
use super::sample::Sample;
use super::tally::Tally;
use std::f64::consts::LN_10;

/// Elo for one unit of the logistic function's argument.
const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

/// Newton steps, of which a handful is enough.
const MAX_STEPS: usize = 100;

/// Who scored what against whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crosstable {
    players: usize,
    /// For each row, the tallies against the players before it.
    tallies: Vec<Tally>,
}

/// A player's rating.
pub type Rating = Estimate;

/// The ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// In the order of the table. The error is that of the distance from the mean of all players.
    pub players: Vec<Rating>,
    /// Whether each player was lent a drawn game, since there was no likeliest rating.
    pub has_prior_draws: bool,
}

impl Crosstable {
    /// An empty table for so many players.
    #[must_use]
    pub fn new(players: usize) -> Self {
        let pairings = players * players.saturating_sub(1) / 2;
        Self { players, tallies: vec![Tally::default(); pairings] }
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds what `first` did against `second`.
    ///
    /// # Panics
    ///
    /// If they are the same, or one of them is not in the table.
    pub fn add(&mut self, first: usize, second: usize, tally: Tally) {
        let place = self.pairing_index(first, second);
        self.tallies[place] += if first > second { tally } else { tally.reversed() };
    }

    /// Adds all that another table of the same players holds.
    ///
    /// # Panics
    ///
    /// If it has another number of players.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.players, other.players, "tables of different players");
        self.tallies.iter_mut().zip(&other.tallies).for_each(|(sum, &more)| *sum += more);
    }

    /// What `first` did against `second`.
    ///
    /// # Panics
    ///
    /// If they are the same, or one of them is not in the table.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Tally {
        let tally = self.tallies[self.pairing_index(first, second)];
        if first > second { tally } else { tally.reversed() }
    }

    /// What a player did against all others.
    #[must_use]
    pub fn total(&self, player: usize) -> Tally {
        let others = (0..self.players).filter(|&other| other != player);
        others.map(|other| self.between(player, other)).sum()
    }

    fn pairing_index(&self, first: usize, second: usize) -> usize {
        let (high, low) = (first.max(second), first.min(second));
        assert!(low < high && high < self.players, "no pairing of {first} and {second}");
        high * (high - 1) / 2 + low
    }

    /// All pairings that have met, the first player having the higher number.
    fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        let places = (0..self.players).flat_map(|high| (0..high).map(move |low| (high, low)));
        places.zip(&self.tallies).filter(|(_, tally)| tally.games() > 0)
    }

    /// Whether there are likeliest ratings: whether from each player a chain of points taken leads
    /// to each other one.
    fn has_likelihood_maximum(&self) -> bool {
        let reaches_all = |took: fn(&Tally) -> bool| {
            let mut reached = vec![false; self.players];
            let mut waiting = vec![0];
            while let Some(player) = waiting.pop() {
                if std::mem::replace(&mut reached[player], true) {
                    continue;
                }
                let others = (0..self.players).filter(|&other| other != player);
                waiting.extend(others.filter(|&other| took(&self.between(player, other))));
            }
            reached.into_iter().all(|reached| reached)
        };
        reaches_all(|tally| tally.points() > 0.0) && reaches_all(|t| t.reversed().points() > 0.0)
    }
}

impl Ratings {
    /// The likeliest ratings with this mean, in Elo.
    #[must_use]
    pub fn fit(table: &Crosstable, mean: f64) -> Self {
        let players = table.players;
        if players == 0 {
            return Self { players: Vec::new(), has_prior_draws: false };
        }
        let fit = RatingFit {
            table,
            prior_draws: if table.has_likelihood_maximum() { 0.0 } else { 1.0 },
        };
        let ratings = fit.maximize_likelihood();
        let inverse = fit.information(&ratings).inverse();
        let covariance = inverse.times(&fit.scatter(&ratings)).times(&inverse);

        // Of the distance from the mean: the covariance between P·r and itself, P = I − J/n.
        let count = players as f64;
        let row_mean = |row| (0..players).map(|k| covariance[(row, k)]).sum::<f64>() / count;
        let rows: Vec<f64> = (0..players).map(row_mean).collect();
        let all = rows.iter().sum::<f64>() / count;
        let centre = ratings.iter().sum::<f64>() / count;
        let rating = |player: usize| {
            let variance = covariance[(player, player)] - 2.0 * rows[player] + all;
            Rating {
                value: mean + ELO_PER_LOGIT * (ratings[player] - centre),
                error: Z_95 * ELO_PER_LOGIT * variance.max(0.0).sqrt(),
            }
        };
        Self { players: (0..players).map(rating).collect(), has_prior_draws: fit.prior_draws > 0.0 }
    }
}

/// The likelihood of ratings, which are in units of the logistic function's argument here.
struct RatingFit<'a> {
    table: &'a Crosstable,
    /// Drawn games lent to each player.
    prior_draws: f64,
}

impl RatingFit<'_> {
    /// Newton's method from equal ratings. The likelihood has one summit; a step that goes down
    /// overshot it and is halved.
    fn maximize_likelihood(&self) -> Vec<f64> {
        let mut ratings = vec![0.0; self.table.players];
        let mut height = self.log_likelihood(&ratings);
        for _ in 0..MAX_STEPS {
            let step = self.information(&ratings).inverse().times_vector(&self.gradient(&ratings));
            let mut share = 1.0;
            let reached = loop {
                let next: Vec<f64> =
                    ratings.iter().zip(&step).map(|(rating, step)| rating + share * step).collect();
                let reached = self.log_likelihood(&next);
                if reached >= height {
                    ratings = next;
                    break reached;
                }
                share /= 2.0;
                if share < 1e-6 {
                    // The summit, as far as floats can tell.
                    return ratings;
                }
            };
            height = reached;
            if step.iter().all(|step| step.abs() < 1e-12) {
                break;
            }
        }
        ratings
    }

    /// Σ points · ln(expected score), over both players of each pairing.
    fn log_likelihood(&self, ratings: &[f64]) -> f64 {
        // ln of the logistic function.
        let log = |difference: f64| -(-difference).exp().ln_1p();
        let pairing = |((first, second), tally): ((usize, usize), &Tally)| {
            let difference = ratings[first] - ratings[second];
            tally.points() * log(difference) + tally.reversed().points() * log(-difference)
        };
        let lent = |&rating: &f64| self.prior_draws / 2.0 * (log(rating) + log(-rating));
        self.table.pairings().map(pairing).sum::<f64>() + ratings.iter().map(lent).sum::<f64>()
    }

    /// Points scored above those expected.
    fn gradient(&self, ratings: &[f64]) -> Vec<f64> {
        let lent = |&rating: &f64| self.prior_draws * (0.5 - expected_score(rating));
        let mut above: Vec<f64> = ratings.iter().map(lent).collect();
        for ((first, second), tally) in self.table.pairings() {
            let expected = tally.games() as f64 * expected_score(ratings[first] - ratings[second]);
            above[first] += tally.points() - expected;
            above[second] -= tally.points() - expected;
        }
        above
    }

    /// How the expected points grow with the ratings. If nothing was lent, nothing holds the mean,
    /// and a constant is added that does, without any consequence for the differences.
    fn information(&self, ratings: &[f64]) -> Matrix {
        let hold = if self.prior_draws > 0.0 { 0.0 } else { 1.0 };
        let mut matrix = Matrix::filled(ratings.len(), hold);
        for ((first, second), tally) in self.table.pairings() {
            let slope = slope(ratings[first] - ratings[second]);
            matrix.add_exchange((first, second), tally.games() as f64 * slope);
        }
        self.add_prior_draws(&mut matrix, ratings);
        matrix
    }

    /// The covariances of the points scored.
    fn scatter(&self, ratings: &[f64]) -> Matrix {
        let mut matrix = Matrix::filled(ratings.len(), 0.0);
        for ((first, second), tally) in self.table.pairings() {
            let sample = Sample::from_tally(tally);
            let games = tally.games() as f64;
            let seen = games * sample.games_in_trial * sample.variance();
            let model = games * slope(ratings[first] - ratings[second]);
            matrix.add_exchange((first, second), if seen > 0.0 { seen } else { model });
        }
        self.add_prior_draws(&mut matrix, ratings);
        matrix
    }

    /// The lent games' part in [`Fit::information`] and [`Fit::scatter`].
    fn add_prior_draws(&self, matrix: &mut Matrix, ratings: &[f64]) {
        for (player, &rating) in ratings.iter().enumerate() {
            matrix[(player, player)] += self.prior_draws * slope(rating);
        }
    }
}

/// The expected score, a logistic function.
fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The derivative of the expected score, which is also the variance of a game without draws.
fn slope(difference: f64) -> f64 {
    expected_score(difference) * expected_score(-difference)
}
