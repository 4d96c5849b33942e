//! Match statistics, compared with values computed by hand, with published values of other match
//! runners, and with simulations.

mod error_rates;
mod estimates;
mod ratings;
mod report;
mod sprt;
mod tally;

use triskelion::tournament::statistics::Tally;

/// Panics if the values differ by more than the tolerance.
#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} instead of {expected} ± {tolerance}");
}

/// Returns a tally of pairs with 0, ½, 1, 1½ and 2 points; those with 1 point are two draws.
fn tally_from_pairs(counts: [u64; 5]) -> Tally {
    Tally::from_pairs(counts, 0).expect("a valid tally")
}

/// Returns tallies without spread: empty, with one kind of game, or with one kind of pair.
fn tallies_without_spread() -> Vec<Tally> {
    let one_bin = (0..5).map(|index| {
        let mut counts = [0; 5];
        counts[index] = 40;
        tally_from_pairs(counts)
    });
    let games = [(0, 0, 0), (0, 1, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9)];
    one_bin
        .chain(games.map(|(wins, draws, losses)| Tally::from_games(wins, draws, losses)))
        .collect()
}
