//! Ratings fitted to a crosstable.

use super::{assert_near, tally_from_pairs};
use triskelion::tournament::statistics::elo::{Z_95, elo, to_score};
use triskelion::tournament::statistics::{Crosstable, Ratings, Tally};

/// Returns the fitted ratings without errors.
fn values(table: &Crosstable, mean: f64) -> Vec<f64> {
    Ratings::fit(table, mean).players.iter().map(|rating| rating.value).collect()
}

#[test]
fn two_player_ratings_match_elo() {
    let tally = tally_from_pairs([30, 120, 400, 180, 50]);
    let mut table = Crosstable::new(2);
    table.add(0, 1, tally);
    let ratings = Ratings::fit(&table, 1500.0);
    let (first, second) = (ratings.players[0], ratings.players[1]);
    let expected = elo(&tally);
    assert!(!ratings.has_prior_draws);
    assert_near(first.value - second.value, expected.value, 1e-8);
    assert_near(first.value + second.value, 3000.0, 1e-8);
    // Each rating is half the difference from the mean. The fit uses the slope of the curve at the
    // score instead of the ends of the interval, hence the tolerance.
    assert_near(first.error, expected.error / 2.0, 0.01);
    assert_near(first.error, second.error, 1e-9);
}

#[test]
fn exact_scores_recover_ratings() {
    // Every pairing has the expected score of these ratings, rounded to one of 10¹⁵ games.
    let truth = [130.0, 40.0, -20.0, -150.0];
    let games = 1e15;
    let mut table = Crosstable::new(4);
    for first in 0..4 {
        for second in 0..first {
            let wins = (games * to_score(truth[first] - truth[second])).round();
            table.add(first, second, Tally::from_games(wins as u64, 0, (games - wins) as u64));
        }
    }
    for (found, expected) in values(&table, 0.0).into_iter().zip(truth) {
        assert_near(found, expected, 1e-6);
    }
}

#[test]
fn rating_differences_add_along_chain() {
    // The first and the third player never met. 3 to 1 twice gives 9 to 1, 2·190.85 Elo.
    let mut table = Crosstable::new(3);
    table.add(0, 1, Tally::from_games(60, 30, 10));
    table.add(1, 2, Tally::from_games(75, 0, 25));
    let found = values(&table, 0.0);
    assert_near(found[0], 190.8485, 1e-3);
    assert_near(found[1], 0.0, 1e-3);
    assert_near(found[2], -190.8485, 1e-3);
    // The player in the middle met both others, so its error is smaller.
    let ratings = Ratings::fit(&table, 0.0);
    assert!(ratings.players[1].error < ratings.players[2].error);
}

#[test]
fn equal_player_errors_match_hand_computation() {
    // Three players, each pairing 100 games, half won: information of a pairing 100·¼ = 25 and,
    // with the 3×3 matrix 25·(3I − J), covariance (I − J/3)/75; the variance of a player's
    // distance from the mean (2/3)/75 = 1/112.5, in Elo 173.718/√112.5 = 16.378.
    let mut table = Crosstable::new(3);
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        table.add(first, second, Tally::from_games(50, 0, 50));
    }
    for rating in Ratings::fit(&table, 7.0).players {
        assert_near(rating.value, 7.0, 1e-9);
        assert_near(rating.error, Z_95 * 16.378, 0.01);
    }
}

#[test]
fn ratings_do_not_depend_on_player_order() {
    let pairings = [(0, 1, [1, 4, 9, 3, 0]), (0, 2, [0, 2, 5, 2, 8]), (1, 2, [3, 3, 3, 3, 4])];
    let (mut table, mut reversed) = (Crosstable::new(3), Crosstable::new(3));
    for (first, second, counts) in pairings {
        table.add(first, second, tally_from_pairs(counts));
        reversed.add(2 - first, 2 - second, tally_from_pairs(counts));
    }
    let found = Ratings::fit(&table, 0.0).players;
    let other = Ratings::fit(&reversed, 0.0).players;
    for (rating, other) in found.iter().zip(other.iter().rev()) {
        assert_near(rating.value, other.value, 1e-8);
        assert_near(rating.error, other.error, 1e-8);
    }
}

#[test]
fn unbounded_ratings_get_prior_draws() {
    // With the prior draw against the mean rating the winner has 5½ points of 6, so its rating a
    // solves 5·(1 − E(2a)) + ½ − E(a) = 0; E is the expected score.
    let mut table = Crosstable::new(2);
    table.add(0, 1, Tally::from_games(5, 0, 0));
    let ratings = Ratings::fit(&table, 0.0);
    assert!(ratings.has_prior_draws);
    let found = ratings.players[0].value;
    assert_near(5.0 * (1.0 - to_score(2.0 * found)) + 0.5 - to_score(found), 0.0, 1e-9);
    assert!(found > 100.0 && found < 1000.0, "{found}");
    assert!(ratings.players[0].error.is_finite() && ratings.players[0].error > 100.0);
}

#[test]
fn sparse_crosstables_have_finite_ratings() {
    assert!(values(&Crosstable::new(0), 0.0).is_empty());
    assert_eq!(values(&Crosstable::new(1), 3.0), [3.0]);
    let mut table = Crosstable::new(5);
    assert_eq!(values(&table, 0.0), [0.0; 5]);
    table.add(0, 1, Tally::from_games(100_000, 0, 0));
    table.add(1, 2, Tally::from_games(100_000, 0, 0));
    table.add(3, 4, tally_from_pairs([0, 0, 9, 0, 0]));
    let ratings = Ratings::fit(&table, 0.0);
    assert!(ratings.has_prior_draws);
    assert!(ratings.players.iter().all(|r| r.value.is_finite() && r.error.is_finite()));
    let found = values(&table, 0.0);
    assert!(found[0] > found[1] + 1000.0 && found[1] > found[2] + 1000.0, "{found:?}");
    assert_near(found[3], found[4], 1e-9);
}

#[test]
fn crosstable_keeps_pairings_and_merges() {
    let tally = tally_from_pairs([1, 2, 3, 4, 5]);
    let mut table = Crosstable::new(4);
    table.add(0, 2, tally);
    table.add(3, 0, tally);
    assert_eq!(table.between(0, 2), tally);
    assert_eq!(table.between(2, 0), tally.reversed());
    assert_eq!(table.total(0), tally + tally.reversed());
    assert_eq!(table.total(1), Tally::default());
    let mut whole = Crosstable::new(4);
    whole.add(2, 0, tally.reversed());
    let mut rest = Crosstable::new(4);
    rest.add(3, 0, tally);
    whole.merge(&rest);
    assert_eq!(whole, table);
}
