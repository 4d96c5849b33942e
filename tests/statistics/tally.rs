//! Counting, adding and reversing tallies.

use super::tally_from_pairs;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::tournament::statistics::{PlayerResult, Tally};

const RESULTS: [PlayerResult; 3] = [PlayerResult::Loss, PlayerResult::Draw, PlayerResult::Win];

fn random_result(rng: &mut ChaCha8Rng) -> PlayerResult {
    RESULTS[rng.random_range(0..RESULTS.len())]
}

/// Returns a tally of several pairs and one game of an incomplete pair.
fn random_tally(rng: &mut ChaCha8Rng) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..rng.random_range(0..50) {
        let games = (random_result(rng), random_result(rng));
        tally.count_game(games.0);
        tally.count_game(games.1);
        tally.count_pair(games);
    }
    tally.count_game(random_result(rng));
    tally
}

#[test]
fn pairs_are_counted_by_score() {
    for (first, first_half_points) in RESULTS.into_iter().zip(0..) {
        for (second, second_half_points) in RESULTS.into_iter().zip(0..) {
            let mut tally = Tally::default();
            tally.count_game(first);
            tally.count_game(second);
            tally.count_pair((first, second));
            let mut counts = [0; 5];
            let half_points: usize = first_half_points + second_half_points;
            counts[half_points] = 1;
            assert_eq!(tally.pairs(), counts, "{first:?}, {second:?}");
            let is_wl = half_points == 2 && first_half_points != 1;
            assert_eq!(tally.wl_pairs(), u64::from(is_wl), "{first:?}, {second:?}");
            assert_eq!(
                tally.dd_pairs(),
                u64::from(first_half_points == 1 && second_half_points == 1)
            );
            assert_eq!(Some(tally), Tally::from_pairs(counts, u64::from(is_wl)));
        }
    }
}

#[test]
fn tally_sum_does_not_depend_on_order() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let shards: Vec<Tally> = (0..40).map(|_| random_tally(&mut rng)).collect();
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
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let tally = random_tally(&mut rng);
    let reversed = tally.reversed();
    assert_eq!(tally.points() + reversed.points(), tally.games() as f64);
    assert_eq!((tally.wins(), tally.draws()), (reversed.losses(), reversed.draws()));
    assert_eq!((tally.wl_pairs(), tally.dd_pairs()), (reversed.wl_pairs(), reversed.dd_pairs()));
    assert_eq!(reversed.reversed(), tally);
}

#[test]
fn impossible_pairs_are_rejected_and_tally_round_trips() {
    assert_eq!(Tally::from_pairs([9, 9, 2, 9, 9], 3), None);
    let tally = tally_from_pairs([1, 2, 3, 4, 5]);
    let stored = serde_json::to_string(&tally).expect("JSON");
    assert_eq!(serde_json::from_str::<Tally>(&stored).expect("a tally"), tally);
}
