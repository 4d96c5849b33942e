//! The order in which a match goes through its book.
//!
//! It depends on the match's seed and the book's length alone, so that every part of a match, on
//! whatever machine, gives the same pair of games the same opening.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Which opening comes when: a shuffle of the whole book, then another one, without end.
#[derive(Clone, Debug)]
pub struct OpeningOrder {
    seed: u64,
    /// The round that `shuffled` is of.
    cycle: u64,
    /// The openings of a book by the turn at which they come.
    shuffled: Vec<usize>,
}

impl OpeningOrder {
    /// The order of a match with this seed in a book of that many openings; at least one.
    pub fn new(length: usize, seed: u64) -> OpeningOrder {
        OpeningOrder { seed, cycle: 0, shuffled: shuffle(length.max(1), seed, 0) }
    }

    /// The index in the book of the opening whose turn it is, counted from 0.
    ///
    /// Cheap if turns are asked for one after the other: each round is shuffled afresh.
    pub fn opening_index(&mut self, turn: u64) -> usize {
        let length = self.shuffled.len();
        let round = turn / length as u64;
        if round != self.cycle {
            self.shuffled = shuffle(length, self.seed, round);
            self.cycle = round;
        }
        self.shuffled[(turn % length as u64) as usize]
    }
}

/// The order of one round.
fn shuffle(length: usize, seed: u64, round: u64) -> Vec<usize> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(round);
    let mut indices: Vec<usize> = (0..length).collect();
    indices.shuffle(&mut random);
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cycle_has_every_opening_once() {
        let mut order = OpeningOrder::new(50, 7);
        let mut rounds: Vec<Vec<usize>> = Vec::new();
        for round in 0..4 {
            rounds.push((0..50).map(|turn| order.opening_index(50 * round + turn)).collect());
        }
        for round in &rounds {
            let mut sorted = round.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..50).collect::<Vec<_>>());
        }
        rounds.dedup();
        assert_eq!(rounds.len(), 4, "rounds are shuffled afresh");
    }

    #[test]
    fn shards_share_one_order() {
        let mut whole = OpeningOrder::new(13, 99);
        let all: Vec<usize> = (0..100).map(|turn| whole.opening_index(turn)).collect();
        for shard in 0..3 {
            let mut part = OpeningOrder::new(13, 99);
            for turn in (shard..100).step_by(3) {
                assert_eq!(part.opening_index(turn as u64), all[turn]);
            }
        }
        let mut other = OpeningOrder::new(13, 98);
        assert_ne!(all, (0..100).map(|turn| other.opening_index(turn)).collect::<Vec<_>>());
    }

    /// A match goes on where an earlier version of the program left it.
    #[test]
    fn order_is_stable_across_versions() {
        let mut order = OpeningOrder::new(8, 1);
        let turns: Vec<usize> = (0..16).map(|turn| order.opening_index(turn)).collect();
        assert_eq!(turns, [3, 4, 5, 2, 7, 1, 6, 0, 6, 5, 2, 3, 0, 4, 7, 1]);
    }

    #[test]
    fn single_opening_repeats() {
        let mut order = OpeningOrder::new(1, 5);
        assert!((0..5).all(|turn| order.opening_index(turn) == 0));
    }
}
