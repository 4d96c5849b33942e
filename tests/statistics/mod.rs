//! The statistics of matches, against figures worked by hand, figures that other match runners
//! publish, and simulation.

mod error_rates;
mod estimates;
mod ratings;
mod report;
mod sprt;
mod tally;

use triskelion::tournament::statistics::Tally;

/// Fails unless the two are within the tolerance.
#[track_caller]
fn assert_near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found} instead of {wanted} ± {tolerance}");
}

/// Pairs scored 0, ½, 1, 1½ and 2; of those scored 1, all drawn.
fn tally_from_pairs(counts: [u64; 5]) -> Tally {
    Tally::from_pairs(counts, 0).expect("no pair was won once each")
}

/// Tallies without any spread, from none at all to a player who lost everything.
fn tallies_without_spread() -> Vec<Tally> {
    let lone = (0..5).map(|place| {
        let mut counts = [0; 5];
        counts[place] = 40;
        tally_from_pairs(counts)
    });
    let games = [(0, 0, 0), (0, 1, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)];
    lone.chain(games.map(|(wins, draws, losses)| Tally::from_games(wins, draws, losses))).collect()
}
