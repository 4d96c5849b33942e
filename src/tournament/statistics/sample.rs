//! The trials of a match as a distribution of scores.

use super::tally::Tally;
use arrayvec::ArrayVec;

/// What a score that no trial had is counted as by [`Sample::regularised`].
const UNSEEN_WEIGHT: f64 = 1e-3;

/// One of the scores that a trial can have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ScoreBin {
    /// The score by games, 0 to 1.
    pub score: f64,
    /// The share of the trials that had it.
    pub share: f64,
}

/// Three or five cells with evenly spaced scores from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample {
    /// From the lowest score to the highest; the shares add up to 1, or are all 0 without trials.
    pub bins: ArrayVec<ScoreBin, 5>,
    /// Trials, or what stands for them.
    pub trials: f64,
    /// Games in a trial.
    pub games_in_trial: f64,
}

impl Sample {
    /// The trials as counted.
    pub fn from_tally(tally: &Tally) -> Self {
        Self::from_weights(tally, |count| count as f64)
    }

    /// The trials, but each score that none of them had is counted as a thousandth of a trial.
    ///
    /// The likelihood of a score that cannot occur is zero, so that a likelihood ratio has no
    /// value where the hypothesis needs such a score; with this little of it the ratio is finite
    /// and, as soon as each score has been seen, the exact one. Source: fishtest,
    /// `server/fishtest/stats/LLRcalc.py`, whose thousandth fastchess has too, so that all three
    /// come to the same verdicts.
    pub fn regularized(tally: &Tally) -> Self {
        Self::from_weights(tally, |count| if count == 0 { UNSEEN_WEIGHT } else { count as f64 })
    }

    fn from_weights(tally: &Tally, weight: impl Fn(u64) -> f64) -> Self {
        let counts = tally.trials();
        let trials: f64 = counts.iter().map(|&count| weight(count)).sum();
        let last = (counts.len() - 1) as f64;
        let share = |count| if trials > 0.0 { weight(count) / trials } else { 0.0 };
        let cell = |(index, &count): (usize, &u64)| ScoreBin {
            score: index as f64 / last,
            share: share(count),
        };
        let bins = counts.iter().enumerate().map(cell).collect();
        Self { bins, trials, games_in_trial: f64::from(tally.games_in_trial()) }
    }

    /// The mean score; ½ without trials.
    pub fn mean(&self) -> f64 {
        // Summed about ½, so that equal play gives exactly ½.
        0.5 + self.bins.iter().map(|cell| cell.share * (cell.score - 0.5)).sum::<f64>()
    }

    /// The variance of a trial's score: the mean square of its distance from the mean, not
    /// multiplied by n/(n − 1), as other runners have it.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.bins.iter().map(|cell| cell.share * (cell.score - mean).powi(2)).sum()
    }

    /// The standard deviation of the mean score; infinite without trials.
    pub fn standard_error(&self) -> f64 {
        if self.trials > 0.0 { (self.variance() / self.trials).sqrt() } else { f64::INFINITY }
    }
}
