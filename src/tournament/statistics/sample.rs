//! The distribution of scores over the trials of a match.

use super::tally::Tally;
use arrayvec::ArrayVec;

/// The weight of a score without trials in [`ScoreDistribution::regularized`].
const UNSEEN_WEIGHT: f64 = 1e-3;

/// A possible score of a trial.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ScoreBin {
    /// The score per game, 0 to 1.
    pub score: f64,
    /// The share of trials with this score.
    pub share: f64,
}

/// A distribution over three or five evenly spaced scores from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ScoreDistribution {
    /// The bins from the lowest score to the highest. The shares add up to 1, or are all 0 without
    /// trials.
    pub bins: ArrayVec<ScoreBin, 5>,
    /// The total weight of the trials.
    pub trials: f64,
    /// The number of games per trial.
    pub games_in_trial: f64,
}

impl ScoreDistribution {
    /// Creates the distribution of the counted trials.
    pub(super) fn from_tally(tally: &Tally) -> Self {
        Self::from_weights(tally, |count| count as f64)
    }

    /// Creates the distribution with a weight of 0.001 trials for each score without trials.
    ///
    /// A score that cannot occur has a likelihood of zero, so the likelihood ratio is undefined if
    /// the hypothesis needs that score. With this weight the ratio is finite, and it is exact once
    /// each score has occurred. Source: fishtest, `server/fishtest/stats/LLRcalc.py`. fastchess
    /// uses the same weight, so all three programs reach the same verdicts.
    pub(super) fn regularized(tally: &Tally) -> Self {
        Self::from_weights(tally, |count| if count == 0 { UNSEEN_WEIGHT } else { count as f64 })
    }

    fn from_weights(tally: &Tally, weight: impl Fn(u64) -> f64) -> Self {
        let counts = tally.trials();
        let trials: f64 = counts.iter().map(|&count| weight(count)).sum();
        let last = (counts.len() - 1) as f64;
        let share = |count| if trials > 0.0 { weight(count) / trials } else { 0.0 };
        let bin = |(index, &count): (usize, &u64)| ScoreBin {
            score: index as f64 / last,
            share: share(count),
        };
        let bins = counts.iter().enumerate().map(bin).collect();
        Self { bins, trials, games_in_trial: f64::from(tally.games_in_trial()) }
    }

    /// Returns the mean score; ½ without trials.
    pub(super) fn mean(&self) -> f64 {
        // Summing differences from ½ gives exactly ½ for a symmetric distribution.
        0.5 + self.bins.iter().map(|bin| bin.share * (bin.score - 0.5)).sum::<f64>()
    }

    /// Returns the variance of the score of a trial: the mean square of the distance from the mean,
    /// without the factor n/(n − 1), as in other match runners.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.bins.iter().map(|bin| bin.share * (bin.score - mean).powi(2)).sum()
    }

    /// Returns the standard deviation of the mean score; infinite without trials.
    pub(super) fn standard_error(&self) -> f64 {
        if self.trials > 0.0 { (self.variance() / self.trials).sqrt() } else { f64::INFINITY }
    }
}
