//! Counting, adding and reversing.

use super::tally_from_pairs;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::tournament::statistics::{PlayerResult, Tally};

const RESULTS: [PlayerResult; 3] = [PlayerResult::Loss, PlayerResult::Draw, PlayerResult::Win];

fn random_result(random: &mut ChaCha8Rng) -> PlayerResult {
    RESULTS[random.random_range(0..RESULTS.len())]
}

/// A tally of some pairs and a game whose partner still runs.
fn random_tally(random: &mut ChaCha8Rng) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..random.random_range(0..50) {
        let games = (random_result(random), random_result(random));
        tally.count_game(games.0);
        tally.count_game(games.1);
        tally.count_pair(games);
    }
    tally.count_game(random_result(random));
    tally
}

#[test]
fn pairs_are_counted_by_score() {
    for (first, points) in RESULTS.into_iter().zip(0..) {
        for (second, more) in RESULTS.into_iter().zip(0..) {
            let mut tally = Tally::default();
            tally.count_game(first);
            tally.count_game(second);
            tally.count_pair((first, second));
            let mut counts = [0; 5];
            counts[points + more] = 1;
            assert_eq!(tally.pairs(), counts, "{first:?}, {second:?}");
            let split = points + more == 2 && points != 1;
            assert_eq!(tally.wl_pairs(), u64::from(split), "{first:?}, {second:?}");
            assert_eq!(tally.dd_pairs(), u64::from(points == 1 && more == 1));
            assert_eq!(Some(tally), Tally::from_pairs(counts, u64::from(split)));
        }
    }
}

#[test]
fn tally_sum_does_not_depend_on_order() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let shards: Vec<Tally> = (0..40).map(|_| random_tally(&mut random)).collect();
    let whole: Tally = shards.iter().copied().sum();
    assert_eq!(whole, shards.iter().rev().copied().sum());
    assert_eq!(whole, shards.chunks(7).map(|chunk| chunk.iter().copied().sum()).sum());
    assert_eq!(whole.games(), shards.iter().map(Tally::games).sum::<u64>());
    assert_eq!(whole.wins() + whole.draws() + whole.losses(), whole.games());
    assert_eq!(2 * whole.pairs().iter().sum::<u64>() + 40, whole.games());
    assert_eq!(whole.reversed(), shards.iter().map(|tally| tally.reversed()).sum());
}

#[test]
fn reversed_tally_swaps_points() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let tally = random_tally(&mut random);
    let other = tally.reversed();
    assert_eq!(tally.points() + other.points(), tally.games() as f64);
    assert_eq!((tally.wins(), tally.draws()), (other.losses(), other.draws()));
    assert_eq!((tally.wl_pairs(), tally.dd_pairs()), (other.wl_pairs(), other.dd_pairs()));
    assert_eq!(other.reversed(), tally);
}

#[test]
fn impossible_pairs_are_rejected_and_tally_round_trips() {
    assert_eq!(Tally::from_pairs([9, 9, 2, 9, 9], 3), None);
    let tally = tally_from_pairs([1, 2, 3, 4, 5]);
    let stored = serde_json::to_string(&tally).expect("a tally can be written");
    assert_eq!(serde_json::from_str::<Tally>(&stored).expect("and read"), tally);
}
