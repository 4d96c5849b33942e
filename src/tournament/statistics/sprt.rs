//! The sequential probability ratio test (SPRT).
//!
//! Two hypotheses about the difference, H0: `elo0` and H1: `elo1`. After each trial the test
//! compares the log-likelihood ratio of H1 to H0 with two bounds; the first bound reached decides.
//! Sources: A. Wald, *Sequential Tests of Statistical Hypotheses* (1945), for the bounds; X. Li, J.
//! Liu, Z. Ying, *Generalized Sequential Probability Ratio Test for Separate Families of
//! Hypotheses* (2014), for hypotheses with free parameters; [`super::elo`] for the two scales.
//!
//! Wald's bounds ignore the overshoot of the last trial, which makes wrong verdicts slightly rarer
//! than requested. The distribution of the trials is estimated during the test, so the error rates
//! hold for tests of hundreds of pairs, not of ten.

use super::elo::{NORMALIZED_SCALE, to_score};
use super::likelihood::{loss_at_deviations, loss_at_mean};
use super::sample::ScoreDistribution;
use super::tally::Tally;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The maximum absolute value of a hypothesis, in Elo or normalized Elo. At 695 normalized Elo and
/// more the maximum likelihood search does not work.
pub const MAX_ELO: f64 = 600.0;

/// The scale of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo: a hypothesis about the mean score.
    Logistic,
    /// Normalized Elo: a hypothesis about the mean above ½ in standard deviations. The length of
    /// the test does not depend on the draw ratio.
    Normalized,
}

/// The verdict of a test at a log-likelihood ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No bound is reached; the match continues.
    Continue,
    /// H0 is accepted: the difference is `elo0` or less.
    H0,
    /// H1 is accepted: the difference is `elo1` or more.
    H1,
}

/// An error in the parameters of a test.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// `elo0` is not less than `elo1`, or one of them is NaN.
    #[error("expected elo0 ({0}) below elo1 ({1})")]
    Hypotheses(f64, f64),
    /// A hypothesis is too large.
    #[error("read {0} Elo, expected -{MAX_ELO} to {MAX_ELO}")]
    TooFar(f64),
    /// An error rate is out of range.
    #[error("expected {0} ({1}) between 0 and 1")]
    Rate(&'static str, f64),
    /// The sum of the error rates is too large.
    #[error("expected alpha ({0}) and beta ({1}) with a sum below 1")]
    Rates(f64, f64),
}

/// A test with valid parameters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "SprtParameters", into = "SprtParameters")]
pub struct Sprt(SprtParameters);

/// The parameters of a test, not yet validated.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SprtParameters {
    /// The scale of the hypotheses.
    pub model: EloModel,
    /// The difference of H0.
    pub elo0: f64,
    /// The difference of H1.
    pub elo1: f64,
    /// The probability of the verdict H1 if H0 is true.
    pub alpha: f64,
    /// The probability of the verdict H0 if H1 is true.
    pub beta: f64,
}

/// The hypotheses of 0 and 10 normalized Elo, each with an error rate of 5 %.
impl Default for SprtParameters {
    fn default() -> Self {
        let model = EloModel::Normalized;
        SprtParameters { model, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

impl TryFrom<SprtParameters> for Sprt {
    type Error = SprtError;

    fn try_from(parameters: SprtParameters) -> Result<Self, SprtError> {
        let SprtParameters { elo0, elo1, alpha, beta, .. } = parameters;
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 1.0) {
                return Err(SprtError::Rate(name, rate));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Rates(alpha, beta));
        }
        if elo0.is_nan() || elo1.is_nan() || elo0 >= elo1 {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        match [elo0, elo1].into_iter().find(|elo| elo.abs() > MAX_ELO) {
            Some(elo) => Err(SprtError::TooFar(elo)),
            None => Ok(Self(parameters)),
        }
    }
}

impl From<Sprt> for SprtParameters {
    fn from(sprt: Sprt) -> Self {
        sprt.0
    }
}

impl Sprt {
    /// Returns the log-likelihood ratios at which H0 and H1 are accepted: ln(β/(1 − α)) and
    /// ln((1 − β)/α).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let SprtParameters { alpha, beta, .. } = self.0;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Returns the generalized log-likelihood ratio of H1 to H0, from the pairs, or from the games
    /// if they are not paired. Scores without trials have a weight of 0.001 trials, which keeps the
    /// ratio finite. Without trials the ratio is 0.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let sample = ScoreDistribution::regularized(tally);
        let loss = |elo| match self.0.model {
            EloModel::Logistic => loss_at_mean(&sample, to_score(elo)),
            EloModel::Normalized => {
                let deviations = elo / NORMALIZED_SCALE * sample.games_in_trial.sqrt();
                loss_at_deviations(&sample, deviations)
            }
        };
        sample.trials * (loss(self.0.elo0) - loss(self.0.elo1))
    }

    /// Returns the verdict at a log-likelihood ratio.
    #[must_use]
    pub fn verdict(&self, ratio: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::H1
        } else if ratio <= lower {
            Verdict::H0
        } else {
            Verdict::Continue
        }
    }
}
