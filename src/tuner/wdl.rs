//! The chances of win, draw and loss that go with a score, fitted to games.
//!
//! The model is an ordered logistic one with two figures for each rule set ([`ChanceModel`]). Its
//! likelihood is concave in 1/spread and even/spread, so that scoring with Fisher's information
//! climbs to the one maximum. What can go wrong: scores depend on the evaluation, so a model holds
//! for the evaluation whose games it was fitted to; and games that were adjudicated by score would
//! prove what they presuppose, so only ends by the rules count.
//!
//! Source: P. McCullagh, *Regression Models for Ordinal Data* (1980).

use crate::score::WdlModel;
use crate::tournament::pgn::GameRecord;
use std::collections::BTreeMap;
use triskelion_protocol::Score;

/// Scores beyond this are left out: there is nothing to learn from them.
const MAX_SCORE: i64 = 3000;

/// Steps, of which a dozen is enough.
const MAX_STEPS: usize = 200;

/// How often each score was followed by a loss, a draw and a win of whoever saw it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScoreCounts(BTreeMap<i64, [u64; 3]>);

/// A model, and how well it fits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlFit {
    /// The likeliest model.
    pub model: WdlModel,
    /// The mean surprise of an outcome, in bits.
    pub log_loss: f64,
}

impl ScoreCounts {
    /// Counts the scores of a game that has ended by the rules, mates left out.
    pub fn add(&mut self, record: &GameRecord) {
        let Some(end) = record.end.filter(|end| end.termination.is_by_rules()) else { return };
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
    }

    /// Scores counted.
    pub fn total(&self) -> u64 {
        self.0.values().flatten().sum()
    }

    /// The model under which these outcomes are likeliest; `None` if they do not tell, as when all
    /// games were drawn, or none.
    pub fn fit(&self) -> Option<WdlFit> {
        // With u = 1/spread and v = even/spread, a win at score s has the chance σ(us − v) and a
        // loss σ(−us − v). Scores in pawns keep the two of a size.
        let (mut u, mut v) = (0.5, 0.5);
        let mut best = self.log_loss(u, v)?;
        for _ in 0..MAX_STEPS {
            let Some((du, dv)) = self.step(u, v) else { break };
            // Halved until it is one for the better.
            let halves = (0..30).map(|half| 0.5_f64.powi(half));
            let better = halves
                .map(|share| (u + share * du, v + share * dv))
                .filter(|&(u, v)| u > 1e-4 && v > 1e-4)
                .find_map(|(u, v)| {
                    self.log_loss(u, v).filter(|&surprise| surprise < best).map(|s| (u, v, s))
                });
            let Some((new_u, new_v, surprise)) = better else { break };
            let gain = best - surprise;
            (u, v, best) = (new_u, new_v, surprise);
            if gain < 1e-12 {
                break;
            }
        }
        let centipawns = |pawns: f64| (100.0 * pawns).round() as i32;
        let model = WdlModel { midpoint: centipawns(v / u), scale: centipawns(1.0 / u).max(1) };
        Some(WdlFit { model, log_loss: best })
    }

    /// Fisher's step from here.
    fn step(&self, u: f64, v: f64) -> Option<(f64, f64)> {
        let (mut gradient, mut information) = ([0.0; 2], [0.0; 3]);
        for (&score, counts) in &self.0 {
            let s = score as f64 / 100.0;
            let chances = wdl_probabilities(s, u, v);
            let [loss, _, win] = chances;
            let (win_slope, loss_slope) = (win * (1.0 - win), loss * (1.0 - loss));
            // How each chance changes with u and with v.
            let slopes = [
                [-s * loss_slope, -loss_slope],
                [s * (loss_slope - win_slope), loss_slope + win_slope],
                [s * win_slope, -win_slope],
            ];
            let total: u64 = counts.iter().sum();
            for ((&count, chance), [by_u, by_v]) in counts.iter().zip(chances).zip(slopes) {
                let chance = chance.max(1e-12);
                gradient[0] += count as f64 * by_u / chance;
                gradient[1] += count as f64 * by_v / chance;
                let weight = total as f64 / chance;
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

    /// The mean surprise in bits; `None` without outcomes.
    fn log_loss(&self, u: f64, v: f64) -> Option<f64> {
        let total = self.total();
        let sum: f64 = self
            .0
            .iter()
            .flat_map(|(&score, counts)| {
                counts.iter().zip(wdl_probabilities(score as f64 / 100.0, u, v))
            })
            .filter(|&(&count, _)| count > 0)
            .map(|(&count, chance)| -(count as f64) * chance.max(1e-12).log2())
            .sum();
        (total > 0).then(|| sum / total as f64)
    }
}

/// The chances of loss, draw and win at a score in pawns.
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

    /// Outcomes as a model foresees them, for scores of all sizes.
    fn expected_counts(model: WdlModel) -> ScoreCounts {
        let (u, v) =
            (100.0 / f64::from(model.scale), f64::from(model.midpoint) / f64::from(model.scale));
        let counts = (-1000..=1000).step_by(10).map(|score| {
            let chances = wdl_probabilities(score as f64 / 100.0, u, v);
            (score, chances.map(|chance| (1e6 * chance).round() as u64))
        });
        ScoreCounts(counts.collect())
    }

    #[test]
    fn fit_recovers_the_true_model() {
        for (even, spread) in [(120, 60), (30, 150), (300, 80), (90, 400)] {
            let model = WdlModel { midpoint: even, scale: spread };
            let fit = expected_counts(model).fit().expect("there are outcomes");
            assert!((fit.model.midpoint - even).abs() <= 1, "{fit:?}");
            assert!((fit.model.scale - spread).abs() <= 1, "{fit:?}");
        }
    }

    #[test]
    fn degenerate_counts_give_finite_results() {
        assert_eq!(ScoreCounts::default().fit(), None);
        let drawn = ScoreCounts(BTreeMap::from([(0, [0, 10, 0]), (50, [0, 10, 0])]));
        let fit = drawn.fit().expect("there are outcomes");
        assert!(fit.log_loss.is_finite() && fit.model.scale >= 1);
        let sure = ScoreCounts(BTreeMap::from([(500, [0, 0, 10]), (-500, [10, 0, 0])]));
        assert!(sure.fit().expect("there are outcomes").log_loss.is_finite());
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
        counts.add(&record);
        let expected = [(-30, [1, 0, 0]), (40, [0, 0, 1]), (60, [0, 0, 1])];
        assert_eq!(counts, ScoreCounts(BTreeMap::from(expected)));
        let adjudged = crate::tournament::GameEnd {
            termination: crate::tournament::Termination::WinAdjudication,
            ..end
        };
        counts.add(&GameRecord { end: Some(adjudged), ..record });
        assert_eq!(counts.total(), 3);
    }
}
