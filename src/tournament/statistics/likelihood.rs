//! Maximum likelihood under a hypothesis, for the generalized log-likelihood ratio.
//!
//! A hypothesis fixes one number: the mean score, or the mean above ½ in standard deviations. The
//! other parameters of the distribution maximize the likelihood of the trials. Among distributions
//! p with Σ pᵢφᵢ = 0 the maximum is pᵢ = p̂ᵢ/(1 + θφᵢ), where p̂ are the observed shares and θ
//! solves Σ p̂ᵢφᵢ/(1 + θφᵢ) = 0. Compared with p̂ itself, the hypothesis loses Σ p̂ᵢ ln(1 + θφᵢ) of
//! log-likelihood per trial.
//!
//! Sources: M. Van den Bergh, *Comparing the approximations for the generalized log likelihood
//! ratio of a multinomial distribution*, proposition 1.1
//! (<https://www.cantate.be/Fishtest/comparing_approximations.pdf>), and *Comments on normalized
//! Elo*, section 4.1 (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).
//!
//! All bins need a positive share ([`ScoreDistribution::regularized`]); otherwise θ may not exist.

use super::sample::{ScoreBin, ScoreDistribution};
use arrayvec::ArrayVec;

/// The φ of each bin.
type Constraint = ArrayVec<f64, 5>;

/// The maximum number of steps of an iteration. Bisection alone reaches the precision of a float in
/// fewer steps.
const MAX_STEPS: usize = 100;

/// Returns the loss of log-likelihood per trial if the mean score is `mean`, between 0 and 1.
pub(super) fn loss_at_mean(sample: &ScoreDistribution, mean: f64) -> f64 {
    let constraint = sample.bins.iter().map(|bin| bin.score - mean).collect();
    loss(&sample.bins, &constraint)
}

/// Returns the loss of log-likelihood per trial if the mean is `deviations` standard deviations of
/// a trial above ½.
///
/// Let b be the score above ½, m its mean, r the root of its mean square, t the `deviations`: m =
/// t·√(r² − m²) means m = τr with τ = t/√(1 + t²). This is not linear in p, but at the maximum it
/// has the same gradient as the linear constraint φ = b − τ(b²/r + r)/2 with the r of p. So this
/// function searches for the r that its own p reproduces, inside a bracket. Below the low end all φ
/// have the same sign, which no distribution satisfies. The high end is the largest possible r. In
/// between the φ have both signs if the `deviations` are less than √8.
pub(super) fn loss_at_deviations(sample: &ScoreDistribution, deviations: f64) -> f64 {
    if deviations == 0.0 {
        return loss_at_mean(sample, 0.5);
    }
    let bins = &sample.bins;
    let slope = deviations / deviations.hypot(1.0);
    let constraint = |root: f64| -> Constraint {
        let above_half = |bin: &ScoreBin| bin.score - 0.5;
        bins.iter()
            .map(|bin| above_half(bin) - slope * (above_half(bin).powi(2) / root + root) / 2.0)
            .collect()
    };
    let smallest = bins[bins.len() / 2 + 1].score - 0.5;
    let mut low = smallest * slope.abs() / (1.0 + (1.0 - slope * slope).sqrt());
    let mut high = 0.5;
    let mut root = mean_square(bins, |_| 1.0).sqrt();
    for _ in 0..MAX_STEPS {
        if root <= low || root >= high {
            root = (low + high) / 2.0;
        }
        let constraint = constraint(root);
        let theta = multiplier(bins, &constraint);
        let next = mean_square(bins, |index| 1.0 + theta * constraint[index]).sqrt();
        // The loss is stationary in the root, so its error is of the order of the square of this
        // one.
        if (next - root).abs() <= 1e-6 * root {
            break;
        }
        *(if next > root { &mut low } else { &mut high }) = root;
        root = next;
    }
    loss(bins, &constraint(root))
}

/// Returns the mean square of the score above ½, with the shares divided by `divisor`.
fn mean_square(bins: &[ScoreBin], divisor: impl Fn(usize) -> f64) -> f64 {
    let square =
        |(index, bin): (usize, &ScoreBin)| bin.share / divisor(index) * (bin.score - 0.5).powi(2);
    bins.iter().enumerate().map(square).sum()
}

/// Returns the loss of log-likelihood per trial under a linear constraint.
fn loss(bins: &[ScoreBin], constraint: &Constraint) -> f64 {
    let theta = multiplier(bins, constraint);
    bins.iter().zip(constraint).map(|(bin, phi)| bin.share * (theta * phi).ln_1p()).sum()
}

/// Returns the θ of a linear constraint, by Newton's method inside a bracket.
///
/// The function whose zero is θ decreases strictly. No probability exceeds 1, so 1 + θφᵢ ≥ p̂ᵢ.
/// This gives the bracket and excludes the poles.
fn multiplier(bins: &[ScoreBin], constraint: &Constraint) -> f64 {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (bin, &phi) in bins.iter().zip(constraint) {
        let end = (bin.share - 1.0) / phi;
        if phi > 0.0 {
            low = low.max(end);
        } else if phi < 0.0 {
            high = high.min(end);
        }
    }
    debug_assert!(
        low.is_finite() && high.is_finite(),
        "all values of {constraint:?} have the same sign"
    );
    let mut theta = 0.0;
    for _ in 0..MAX_STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (bin, phi) in bins.iter().zip(constraint) {
            let term = phi / (1.0 + theta * phi);
            value += bin.share * term;
            slope += bin.share * term * term;
        }
        let newton = value / slope;
        // `value` is the derivative of the loss, so this product is twice the gain of the step.
        if value * newton <= 1e-14 {
            return theta + newton;
        }
        *(if value > 0.0 { &mut low } else { &mut high }) = theta;
        theta += newton;
        if theta <= low || theta >= high {
            theta = (low + high) / 2.0;
        }
    }
    theta
}
