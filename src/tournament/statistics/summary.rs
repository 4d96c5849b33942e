//! Statistics as text in the format of fastchess, so that scripts for its output work.
//!
//! The one difference: the ratio 0/0 is 1, where fastchess prints `nan`.

use super::elo::{self, Estimate};
use super::ratings::{Crosstable, Ratings};
use super::sprt::{Sprt, SprtParameters, Verdict};
use super::tally::Tally;
use std::fmt::{self, Display, Formatter};

/// `12.34 +/- 5.67`
impl Display for Estimate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.value.is_finite(), self.error.is_finite()) {
            (true, true) => write!(f, "{:.2} +/- {:.2}", self.value, self.error),
            (true, false) => write!(f, "{:.2} +/- unknown", self.value),
            (false, _) => f.write_str("unknown"),
        }
    }
}

/// The results of two players, in three lines, or four if games are paired, without a final line
/// feed:
///
/// ```text
/// Elo: 12.34 +/- 5.67, nElo: 18.90 +/- 8.70
/// LOS: 99.99 %, DrawRatio: 45.00 %, PairsRatio: 1.17
/// Games: 6000, Wins: 1800, Losses: 1587, Draws: 2613, Points: 3106.5 (51.78 %)
/// Ptnml(0-2): [110, 650, 1350, 740, 150], WL/DD Ratio: 0.85
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary(pub Tally);

impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let tally = &self.0;
        writeln!(f, "Elo: {}, nElo: {}", elo::elo(tally), elo::normalized_elo(tally))?;
        let los = 100.0 * elo::likelihood_of_superiority(tally);
        let draw_ratio = 100.0 * elo::draw_ratio(tally);
        write!(f, "LOS: {los:.2} %, DrawRatio: {draw_ratio:.2} %")?;
        if tally.is_paired() {
            let [none, half, _, more, both] = tally.pairs();
            write!(f, ", PairsRatio: {:.2}", ratio(more + both, none + half))?;
        }
        let (wins, losses, draws) = (tally.wins(), tally.losses(), tally.draws());
        write!(f, "\nGames: {}, Wins: {wins}, Losses: {losses}, Draws: {draws}", tally.games())?;
        write!(f, ", Points: {:.1} ({:.2} %)", tally.points(), 100.0 * mean_points(tally))?;
        if tally.is_paired() {
            let wl_dd_ratio = ratio(tally.wl_pairs(), tally.dd_pairs());
            write!(f, "\nPtnml(0-2): {:?}, WL/DD Ratio: {wl_dd_ratio:.2}", tally.pairs())?;
        }
        Ok(())
    }
}

/// The progress of an SPRT: `LLR: 1.47 (49.9%) (-2.94, 2.94) [0.00, 5.00]`. The percentage is the
/// share of the bound that the ratio approaches, negative towards H0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtProgress {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
}

impl Display for SprtProgress {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (lower, upper) = self.test.bounds();
        let share = if self.ratio < 0.0 { -self.ratio / lower } else { self.ratio / upper };
        write!(f, "LLR: {:.2} ({:.1}%) ({lower:.2}, {upper:.2}) ", self.ratio, 100.0 * share)?;
        write_hypotheses(f, &self.test)
    }
}

/// The conclusion of an SPRT: `SPRT ([0.00, 5.00]) completed - H1 was accepted`, or
/// `SPRT ([0.00, 5.00]) not completed`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtConclusion {
    /// The test.
    pub test: Sprt,
    /// The verdict.
    pub verdict: Verdict,
}

impl Display for SprtConclusion {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("SPRT (")?;
        write_hypotheses(f, &self.test)?;
        f.write_str(match self.verdict {
            Verdict::H0 => ") completed - H0 was accepted",
            Verdict::H1 => ") completed - H1 was accepted",
            Verdict::Continue => ") not completed",
        })
    }
}

/// The ranking of several players, best first: a header and a line per player, without a final line
/// feed. Elo is the fitted rating ([`Ratings`]); fastchess instead converts the score of a player
/// against all others. The other columns are the same.
#[derive(Clone, Copy, Debug)]
pub struct Ranking<'a> {
    /// The names of the players, in the order of the table.
    pub names: &'a [String],
    /// Their results.
    pub table: &'a Crosstable,
    /// Their ratings.
    pub ratings: &'a Ratings,
}

impl Display for Ranking<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // fastchess has the same minimum.
        let width = self.names.iter().map(|name| name.chars().count()).fold(25, usize::max);
        write!(f, "{:<4} {:<width$} {:>10} {:>10}", "Rank", "Name", "Elo", "+/-")?;
        write!(f, " {:>10} {:>10} {:>10} {:>10}", "nElo", "+/-", "Games", "Score")?;
        write!(f, " {:>10} {:>20}", "Draw", "Ptnml(0-2)")?;
        let mut order: Vec<_> = self.names.iter().zip(&self.ratings.players).enumerate().collect();
        order.sort_by(|(_, (_, a)), (_, (_, b))| b.value.total_cmp(&a.value));
        for (rank, (player, (name, rating))) in (1..).zip(order) {
            let tally = self.table.total(player);
            let normalized = elo::normalized_elo(&tally);
            let (score, draws) = (100.0 * mean_points(&tally), 100.0 * elo::draw_ratio(&tally));
            let pairs =
                if tally.is_paired() { format!("{:?}", tally.pairs()) } else { String::new() };
            write!(f, "\n{rank:>4} {name:<width$} {:>10.2} {:>10.2}", rating.value, rating.error)?;
            write!(f, " {:>10.2} {:>10.2}", normalized.value, normalized.error)?;
            write!(f, " {:>10} {score:>9.1}% {draws:>9.1}% {pairs:>20}", tally.games())?;
        }
        Ok(())
    }
}

/// `[0.00, 5.00]`
fn write_hypotheses(f: &mut Formatter<'_>, test: &Sprt) -> fmt::Result {
    let SprtParameters { elo0, elo1, .. } = SprtParameters::from(*test);
    write!(f, "[{elo0:.2}, {elo1:.2}]")
}

/// Returns the points per game, including games of incomplete pairs; ½ without games.
fn mean_points(tally: &Tally) -> f64 {
    if tally.games() == 0 { 0.5 } else { tally.points() / tally.games() as f64 }
}

/// Returns the quotient; infinite if only the divisor is zero, 1 if both numbers are.
fn ratio(first: u64, second: u64) -> f64 {
    match (first, second) {
        (0, 0) => 1.0,
        (_, 0) => f64::INFINITY,
        _ => first as f64 / second as f64,
    }
}
