//! Ratings of several players, fitted to all games.
//!
//! The model is that of Zermelo (1929), Bradley and Terry (1952) on the Elo scale: a player rated r
//! has the expected score 1/(1 + 10^((q − r)/400)) against a player rated q, and a draw counts as
//! half a win and half a loss. The ratings maximize the likelihood; at the maximum each player's
//! points equal the expected points. Only differences are determined, so the caller chooses the
//! mean.
//!
//! The maximum exists only if no group of players took all points from the others (L. R. Ford,
//! *Solution of a Ranking Problem from Binary Comparisons*, 1957). Otherwise each player gets one
//! additional draw against an opponent with the mean rating, and [`Ratings::has_prior_draws`] is
//! set.
//!
//! The errors do not come from the model, in which a draw is as uncertain as a decision, but from
//! the observed spread of the trials (the sandwich estimator: H. White, *Maximum Likelihood
//! Estimation of Misspecified Models*, 1982). For two players they equal those of [`elo::elo`]
//! except for the curvature. A pairing whose trials all have the same score has no spread and uses
//! that of the model.
//!
//! [`elo::elo`]: super::elo::elo

use super::elo::{Estimate, Z_95};
use super::matrix::Matrix;
use super::sample::ScoreDistribution;
use super::tally::Tally;
use std::f64::consts::LN_10;

/// The Elo difference per unit of the argument of the logistic function.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

/// The maximum number of Newton steps; a few are enough.
const MAX_STEPS: usize = 100;

/// The results of all pairings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crosstable {
    players: usize,
    /// The tallies of each player against the players before it.
    tallies: Vec<Tally>,
}

/// A player's rating.
pub type Rating = Estimate;

/// The ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The ratings in the order of the table. The errors are relative to the mean of all players.
    pub players: Vec<Rating>,
    /// Whether each player has an additional draw, because the likelihood has no maximum without
    /// it.
    pub has_prior_draws: bool,
}

impl Crosstable {
    /// Creates an empty table.
    #[must_use]
    pub fn new(players: usize) -> Self {
        let pairings = players * players.saturating_sub(1) / 2;
        Self { players, tallies: vec![Tally::default(); pairings] }
    }

    /// Returns the number of players.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Adds results of `first` against `second`.
    ///
    /// # Panics
    ///
    /// Panics if the players are equal or one of them is not in the table.
    pub fn add(&mut self, first: usize, second: usize, tally: Tally) {
        let index = self.pairing_index(first, second);
        self.tallies[index] += if first > second { tally } else { tally.reversed() };
    }

    /// Adds the results of another table of the same players.
    ///
    /// # Panics
    ///
    /// Panics if the numbers of players differ.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.players, other.players, "tables of different players");
        self.tallies.iter_mut().zip(&other.tallies).for_each(|(sum, &more)| *sum += more);
    }

    /// Returns the results of `first` against `second`.
    ///
    /// # Panics
    ///
    /// Panics if the players are equal or one of them is not in the table.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Tally {
        let tally = self.tallies[self.pairing_index(first, second)];
        if first > second { tally } else { tally.reversed() }
    }

    /// Returns the results of a player against all others.
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

    /// Iterates over the pairings with games, the higher player index first.
    fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &Tally)> {
        let indices = (0..self.players).flat_map(|high| (0..high).map(move |low| (high, low)));
        indices.zip(&self.tallies).filter(|(_, tally)| tally.games() > 0)
    }

    /// Returns whether the likelihood has a maximum: whether each player is connected to every
    /// other by a chain of points taken.
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
    /// Fits the ratings with this mean, in Elo.
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

        // The covariance of the distances from the mean is P·C·Pᵀ with P = I − J/n.
        let count = players as f64;
        let row_mean = |row| (0..players).map(|k| covariance[(row, k)]).sum::<f64>() / count;
        let rows: Vec<f64> = (0..players).map(row_mean).collect();
        let all = rows.iter().sum::<f64>() / count;
        let center = ratings.iter().sum::<f64>() / count;
        let rating = |player: usize| {
            let variance = covariance[(player, player)] - 2.0 * rows[player] + all;
            Rating {
                value: mean + ELO_PER_LOGIT * (ratings[player] - center),
                error: Z_95 * ELO_PER_LOGIT * variance.max(0.0).sqrt(),
            }
        };
        Self { players: (0..players).map(rating).collect(), has_prior_draws: fit.prior_draws > 0.0 }
    }
}

/// The likelihood of ratings, in units of the argument of the logistic function.
struct RatingFit<'a> {
    table: &'a Crosstable,
    /// The number of additional draws per player.
    prior_draws: f64,
}

impl RatingFit<'_> {
    /// Maximizes the likelihood by Newton's method from equal ratings. The likelihood has one
    /// maximum; a step that lowers the likelihood is halved.
    fn maximize_likelihood(&self) -> Vec<f64> {
        let mut ratings = vec![0.0; self.table.players];
        let mut likelihood = self.log_likelihood(&ratings);
        for _ in 0..MAX_STEPS {
            let step = self.information(&ratings).inverse().times_vector(&self.gradient(&ratings));
            let mut share = 1.0;
            let new_likelihood = loop {
                let next: Vec<f64> =
                    ratings.iter().zip(&step).map(|(rating, step)| rating + share * step).collect();
                let new_likelihood = self.log_likelihood(&next);
                if new_likelihood >= likelihood {
                    ratings = next;
                    break new_likelihood;
                }
                share /= 2.0;
                if share < 1e-6 {
                    // The maximum within the precision of a float.
                    return ratings;
                }
            };
            likelihood = new_likelihood;
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
        let prior = |&rating: &f64| self.prior_draws / 2.0 * (log(rating) + log(-rating));
        self.table.pairings().map(pairing).sum::<f64>() + ratings.iter().map(prior).sum::<f64>()
    }

    /// Returns the points above the expected points.
    fn gradient(&self, ratings: &[f64]) -> Vec<f64> {
        let prior = |&rating: &f64| self.prior_draws * (0.5 - expected_score(rating));
        let mut above: Vec<f64> = ratings.iter().map(prior).collect();
        for ((first, second), tally) in self.table.pairings() {
            let expected = tally.games() as f64 * expected_score(ratings[first] - ratings[second]);
            above[first] += tally.points() - expected;
            above[second] -= tally.points() - expected;
        }
        above
    }

    /// Returns the derivatives of the expected points by the ratings. Without prior draws the
    /// matrix would be singular, since the mean is free. A constant fixes the mean and does not
    /// change the differences.
    fn information(&self, ratings: &[f64]) -> Matrix {
        let constant = if self.prior_draws > 0.0 { 0.0 } else { 1.0 };
        let mut matrix = Matrix::filled(ratings.len(), constant);
        for ((first, second), tally) in self.table.pairings() {
            let slope = slope(ratings[first] - ratings[second]);
            matrix.add_exchange((first, second), tally.games() as f64 * slope);
        }
        self.add_prior_draws(&mut matrix, ratings);
        matrix
    }

    /// Returns the covariances of the points.
    fn scatter(&self, ratings: &[f64]) -> Matrix {
        let mut matrix = Matrix::filled(ratings.len(), 0.0);
        for ((first, second), tally) in self.table.pairings() {
            let sample = ScoreDistribution::from_tally(tally);
            let games = tally.games() as f64;
            let observed = games * sample.games_in_trial * sample.variance();
            let model = games * slope(ratings[first] - ratings[second]);
            matrix.add_exchange((first, second), if observed > 0.0 { observed } else { model });
        }
        self.add_prior_draws(&mut matrix, ratings);
        matrix
    }

    /// Adds the part of the prior draws to [`information`](Self::information) or
    /// [`scatter`](Self::scatter).
    fn add_prior_draws(&self, matrix: &mut Matrix, ratings: &[f64]) {
        for (player, &rating) in ratings.iter().enumerate() {
            matrix[(player, player)] += self.prior_draws * slope(rating);
        }
    }
}

/// Returns the expected score, a logistic function.
fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Returns the derivative of the expected score. It equals the variance of a game without draws.
fn slope(difference: f64) -> f64 {
    expected_score(difference) * expected_score(-difference)
}
