//! The likeliest distributions under a hypothesis, and the generalised log-likelihood ratio.
//!
//! A hypothesis fixes one number, the mean score or the mean above ½ in standard deviations, and
//! leaves the other parameters of the distribution open: they are set to what makes the trials
//! likeliest. Among distributions p with Σ pᵢφᵢ = 0, that is pᵢ = p̂ᵢ/(1 + θφᵢ), where p̂ are the
//! shares seen and θ solves Σ p̂ᵢφᵢ/(1 + θφᵢ) = 0; so against p̂ itself the hypothesis loses
//! Σ p̂ᵢ ln(1 + θφᵢ) of log-likelihood by trial.
//!
//! Sources: M. Van den Bergh, *Comparing the approximations for the generalized log likelihood
//! ratio of a multinomial distribution*, proposition 1.1
//! (<https://www.cantate.be/Fishtest/comparing_approximations.pdf>), and *Comments on normalized
//! Elo*, section 4.1 (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).
//!
//! All cells have to have a positive share ([`Sample::regularised`]), or there may be no θ.

use super::sample::{Sample, ScoreBin};
use arrayvec::ArrayVec;

/// The φ of each cell.
type Constraint = ArrayVec<f64, 5>;

/// Steps after which an iteration is good enough in any case: bisection alone has then exhausted a
/// float.
const MAX_STEPS: usize = 100;

/// The log-likelihood lost by trial when the mean score has to be `mean`, between 0 and 1.
pub(super) fn loss_at_mean(sample: &Sample, mean: f64) -> f64 {
    let constraint = sample.bins.iter().map(|cell| cell.score - mean).collect();
    loss(&sample.bins, &constraint)
}

/// The log-likelihood lost by trial when the mean has to be `deviations` of a trial's standard
/// deviations above ½.
///
/// Let b be the score above ½, m its mean, r the root of its mean square, t the `deviations`:
/// m = t·√(r² − m²) says m = τr with τ = t/√(1 + t²). This is not linear in p, but at the likeliest
/// p it has the same gradient as the linear constraint φ = b − τ(b²/r + r)/2 with p's own r. So the
/// r is sought that its p gives back, from a bracket: below its low end no φ has another sign than
/// the rest, which no distribution fulfils; its high end is the greatest r there is. In between the
/// φ always have both signs if the `deviations` are less than √8.
pub(super) fn loss_at_deviations(sample: &Sample, deviations: f64) -> f64 {
    if deviations == 0.0 {
        return loss_at_mean(sample, 0.5);
    }
    let cells = &sample.bins;
    let slope = deviations / deviations.hypot(1.0);
    let constraint = |root: f64| -> Constraint {
        let above = |cell: &ScoreBin| cell.score - 0.5;
        cells.iter().map(|c| above(c) - slope * (above(c).powi(2) / root + root) / 2.0).collect()
    };
    let smallest = cells[cells.len() / 2 + 1].score - 0.5;
    let mut low = smallest * slope.abs() / (1.0 + (1.0 - slope * slope).sqrt());
    let mut high = 0.5;
    let mut root = mean_square(cells, |_| 1.0).sqrt();
    for _ in 0..MAX_STEPS {
        if root <= low || root >= high {
            root = (low + high) / 2.0;
        }
        let constraint = constraint(root);
        let theta = multiplier(cells, &constraint);
        let next = mean_square(cells, |index| 1.0 + theta * constraint[index]).sqrt();
        // The loss is stationary in the root, so its error is of the order of this, squared.
        if (next - root).abs() <= 1e-6 * root {
            break;
        }
        *(if next > root { &mut low } else { &mut high }) = root;
        root = next;
    }
    loss(cells, &constraint(root))
}

/// The mean square of the score above ½, with the shares divided by `divisor`.
fn mean_square(cells: &[ScoreBin], divisor: impl Fn(usize) -> f64) -> f64 {
    let square = |(index, cell): (usize, &ScoreBin)| {
        cell.share / divisor(index) * (cell.score - 0.5).powi(2)
    };
    cells.iter().enumerate().map(square).sum()
}

/// The log-likelihood lost by trial under a linear constraint.
fn loss(cells: &[ScoreBin], constraint: &Constraint) -> f64 {
    let theta = multiplier(cells, constraint);
    cells.iter().zip(constraint).map(|(cell, phi)| cell.share * (theta * phi).ln_1p()).sum()
}

/// The θ of a linear constraint, by Newton's method inside a bracket.
///
/// The function whose zero is sought falls all the way. Since no probability is above 1,
/// 1 + θφᵢ ≥ p̂ᵢ: that is the bracket, and it keeps clear of the poles.
fn multiplier(cells: &[ScoreBin], constraint: &Constraint) -> f64 {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (cell, &phi) in cells.iter().zip(constraint) {
        let end = (cell.share - 1.0) / phi;
        if phi > 0.0 {
            low = low.max(end);
        } else if phi < 0.0 {
            high = high.min(end);
        }
    }
    debug_assert!(low.is_finite() && high.is_finite(), "all of {constraint:?} has one sign");
    let mut theta = 0.0;
    for _ in 0..MAX_STEPS {
        let (mut value, mut fall) = (0.0, 0.0);
        for (cell, phi) in cells.iter().zip(constraint) {
            let part = phi / (1.0 + theta * phi);
            value += cell.share * part;
            fall += cell.share * part * part;
        }
        let newton = value / fall;
        // Twice what the step would win in the loss, whose derivative the value is.
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
