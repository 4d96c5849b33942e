//! Fitting the WDL model: the probabilities of win, draw and loss at a score.
//!
//! The model is an ordered logistic regression with two parameters per rule set ([`WdlModel`]). Its
//! likelihood is concave in 1/scale and midpoint/scale, so Fisher scoring converges to the only
//! maximum. Scores depend on the evaluation, so a model is valid only for the evaluation that
//! played the games. Use only games that ended by the rules. Adjudicated games would confirm the
//! scores that ended them.
//!
//! Source: P. McCullagh, *Regression Models for Ordinal Data* (1980).

use crate::score::WdlModel;
use crate::tournament::pgn::GameRecord;
use std::collections::BTreeMap;
use triskelion_protocol::Score;

/// The maximum absolute score. Larger scores carry no information.
const MAX_SCORE: i64 = 3000;

/// The maximum number of steps; a dozen is enough.
const MAX_STEPS: usize = 200;

/// The numbers of losses, draws and wins of the mover by score.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScoreCounts(BTreeMap<i64, [u64; 3]>);

/// A fitted model and its log loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlFit {
    /// The maximum likelihood model.
    pub model: WdlModel,
    /// The mean log loss per score, in bits.
    pub log_loss: f64,
}

impl ScoreCounts {
    /// Adds the centipawn scores of a game that ended by the rules. Ignores other games, and
    /// returns whether the game was one that counts.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        let Some(end) = record.end.filter(|end| end.termination.is_by_rules()) else {
            return false;
        };
        let mut side = record.first_move().0;
        for ply in &record.plies {
            if let Some(Score::Centipawns(score)) = ply.score
                && (-MAX_SCORE..=MAX_SCORE).contains(&score)
            {
                let [losses, draws, wins] = self.0.entry(score).or_default();
                *match end.winner {
                    None => draws,
                    Some(winner) if winner == side => wins,
                    Some(_) => losses,
                } += 1;
            }
            side = side.other();
        }
        true
    }

    /// Returns the number of scores.
    pub fn total(&self) -> u64 {
        self.0.values().flatten().sum()
    }

    /// Fits the model; returns `None` without a win or loss, since draws alone fit any score.
    pub fn fit(&self) -> Option<WdlFit> {
        if self.0.values().all(|[losses, _, wins]| losses + wins == 0) {
            return None;
        }
        // With u = 1/scale and v = midpoint/scale, P(win) = σ(us − v) and P(loss) = σ(−us − v) at
        // score s. Scores in pawns give u and v a similar magnitude.
        let (mut u, mut v) = (0.5, 0.5);
        let mut best = self.log_loss(u, v)?;
        for _ in 0..MAX_STEPS {
            let Some((du, dv)) = self.step(u, v) else { break };
            // Halve the step until it reduces the log loss.
            let halves = (0..30).map(|half| 0.5_f64.powi(half));
            let better = halves
                .map(|share| (u + share * du, v + share * dv))
                .filter(|&(u, v)| u > 1e-4 && v > 1e-4)
                .find_map(|(u, v)| {
                    self.log_loss(u, v).filter(|&loss| loss < best).map(|loss| (u, v, loss))
                });
            let Some((new_u, new_v, log_loss)) = better else { break };
            let gain = best - log_loss;
            (u, v, best) = (new_u, new_v, log_loss);
            if gain < 1e-12 {
                break;
            }
        }
        let centipawns = |pawns: f64| (100.0 * pawns).round() as i32;
        let model = WdlModel { midpoint: centipawns(v / u), scale: centipawns(1.0 / u).max(1) };
        Some(WdlFit { model, log_loss: best })
    }

    /// Returns the step of Fisher scoring.
    fn step(&self, u: f64, v: f64) -> Option<(f64, f64)> {
        let (mut gradient, mut information) = ([0.0; 2], [0.0; 3]);
        for (&score, counts) in &self.0 {
            let s = score as f64 / 100.0;
            let probabilities = wdl_probabilities(s, u, v);
            let [loss, _, win] = probabilities;
            let (win_slope, loss_slope) = (win * (1.0 - win), loss * (1.0 - loss));
            // The derivatives of each probability by u and v.
            let slopes = [
                [-s * loss_slope, -loss_slope],
                [s * (loss_slope - win_slope), loss_slope + win_slope],
                [s * win_slope, -win_slope],
            ];
            let total: u64 = counts.iter().sum();
            for ((&count, probability), [by_u, by_v]) in
                counts.iter().zip(probabilities).zip(slopes)
            {
                let probability = probability.max(1e-12);
                gradient[0] += count as f64 * by_u / probability;
                gradient[1] += count as f64 * by_v / probability;
                let weight = total as f64 / probability;
                information[0] += weight * by_u * by_u;
                information[1] += weight * by_u * by_v;
                information[2] += weight * by_v * by_v;
            }
        }
        let [uu, uv, vv] = information;
        let determinant = uu * vv - uv * uv;
        let [gu, gv] = gradient;
        let step = ((vv * gu - uv * gv) / determinant, (uu * gv - uv * gu) / determinant);
        (determinant > 0.0 && step.0.is_finite() && step.1.is_finite()).then_some(step)
    }

    /// Returns the mean log loss in bits; `None` without scores.
    fn log_loss(&self, u: f64, v: f64) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self
            .0
            .iter()
            .flat_map(|(&score, counts)| {
                counts.iter().zip(wdl_probabilities(score as f64 / 100.0, u, v))
            })
            .filter(|&(&count, _)| count > 0)
            .map(|(&count, probability)| -(count as f64) * probability.max(1e-12).log2())
            .sum();
        (total > 0).then(|| sum / total as f64)
    }
}

/// Returns the probabilities of loss, draw and win at a score in pawns.
fn wdl_probabilities(s: f64, u: f64, v: f64) -> [f64; 3] {
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let (win, loss) = (logistic(u * s - v), logistic(-u * s - v));
    [loss, 1.0 - win - loss, win]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Side;
    use crate::rules::EndReason;

    /// Returns the expected counts of a model for a range of scores.
    fn expected_counts(model: WdlModel) -> ScoreCounts {
        let (u, v) =
            (100.0 / f64::from(model.scale), f64::from(model.midpoint) / f64::from(model.scale));
        let counts = (-1000..=1000).step_by(10).map(|score| {
            let probabilities = wdl_probabilities(score as f64 / 100.0, u, v);
            (score, probabilities.map(|probability| (1e6 * probability).round() as u64))
        });
        ScoreCounts(counts.collect())
    }

    #[test]
    fn fit_recovers_the_true_model() {
        for (midpoint, scale) in [(120, 60), (30, 150), (300, 80), (90, 400)] {
            let model = WdlModel { midpoint, scale };
            let fit = expected_counts(model).fit().expect("a fit");
            assert!((fit.model.midpoint - midpoint).abs() <= 1, "{fit:?}");
            assert!((fit.model.scale - scale).abs() <= 1, "{fit:?}");
        }
    }

    #[test]
    fn degenerate_counts_give_finite_results_or_none() {
        assert_eq!(ScoreCounts::default().fit(), None);
        let drawn = ScoreCounts(BTreeMap::from([(0, [0, 10, 0]), (50, [0, 10, 0])]));
        assert_eq!(drawn.fit(), None);
        let won = ScoreCounts(BTreeMap::from([(0, [0, 0, 10]), (50, [0, 0, 10])]));
        let fit = won.fit().expect("a fit");
        assert!(fit.log_loss.is_finite() && fit.model.scale >= 1);
        let separated = ScoreCounts(BTreeMap::from([(500, [0, 0, 10]), (-500, [10, 0, 0])]));
        assert!(separated.fit().expect("a fit").log_loss.is_finite());
    }

    #[test]
    fn scores_are_from_the_movers_view() {
        let ply = |score| crate::tournament::pgn::RecordedMove {
            score: Some(Score::Centipawns(score)),
            ..Default::default()
        };
        let end = crate::tournament::GameEnd {
            winner: Some(Side::White),
            termination: crate::tournament::Termination::Rules(EndReason::Checkmate),
        };
        let record = GameRecord {
            end: Some(end),
            plies: vec![ply(40), ply(-30), ply(60)],
            ..GameRecord::default()
        };
        let mut counts = ScoreCounts::default();
        assert!(counts.add(&record));
        let expected = [(-30, [1, 0, 0]), (40, [0, 0, 1]), (60, [0, 0, 1])];
        assert_eq!(counts, ScoreCounts(BTreeMap::from(expected)));
        let adjudicated = crate::tournament::GameEnd {
            termination: crate::tournament::Termination::WinAdjudication,
            ..end
        };
        assert!(!counts.add(&GameRecord { end: Some(adjudicated), ..record }));
        assert_eq!(counts.total(), 3);
    }
}
