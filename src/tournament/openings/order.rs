//! The order in which a match uses the openings of its book.
//!
//! The order depends only on the seed of the match and the length of the book. So all shards of a
//! match use the same opening for the same pair of games.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// An endless sequence of openings: cycle after cycle, each a new shuffle of the whole book.
#[derive(Clone, Debug)]
pub(crate) struct OpeningOrder {
    seed: u64,
    /// The cycle of `shuffled`.
    cycle: u64,
    /// The indices of the openings in the order of the cycle.
    shuffled: Vec<usize>,
}

impl OpeningOrder {
    /// Creates the order for a book with `length` openings, at least one.
    pub(crate) fn new(length: usize, seed: u64) -> OpeningOrder {
        OpeningOrder { seed, cycle: 0, shuffled: shuffle(length.max(1), seed, 0) }
    }

    /// Returns the index in the book of the opening for a round, counted from 0.
    ///
    /// Rounds should be requested in order, since each change of the cycle shuffles the book again.
    pub(crate) fn opening_index(&mut self, round: u64) -> usize {
        let length = self.shuffled.len();
        let cycle = round / length as u64;
        if cycle != self.cycle {
            self.shuffled = shuffle(length, self.seed, cycle);
            self.cycle = cycle;
        }
        self.shuffled[(round % length as u64) as usize]
    }
}

/// Returns the order of one cycle.
fn shuffle(length: usize, seed: u64, cycle: u64) -> Vec<usize> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(cycle);
    let mut indices: Vec<usize> = (0..length).collect();
    indices.shuffle(&mut rng);
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cycle_has_every_opening_once() {
        let mut order = OpeningOrder::new(50, 7);
        let mut cycles: Vec<Vec<usize>> = Vec::new();
        for cycle in 0..4 {
            cycles.push((0..50).map(|index| order.opening_index(50 * cycle + index)).collect());
        }
        for cycle in &cycles {
            let mut sorted = cycle.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..50).collect::<Vec<_>>());
        }
        cycles.dedup();
        assert_eq!(cycles.len(), 4, "every cycle has its own order");
    }

    #[test]
    fn shards_share_one_order() {
        let mut whole = OpeningOrder::new(13, 99);
        let all: Vec<usize> = (0..100).map(|round| whole.opening_index(round)).collect();
        for shard in 0..3 {
            let mut part = OpeningOrder::new(13, 99);
            for round in (shard..100).step_by(3) {
                assert_eq!(part.opening_index(round as u64), all[round]);
            }
        }
        let mut other = OpeningOrder::new(13, 98);
        assert_ne!(all, (0..100).map(|round| other.opening_index(round)).collect::<Vec<_>>());
    }

    /// A match can be resumed with a later version of the program.
    #[test]
    fn order_is_stable_across_versions() {
        let mut order = OpeningOrder::new(8, 1);
        let openings: Vec<usize> = (0..16).map(|round| order.opening_index(round)).collect();
        assert_eq!(openings, [3, 4, 5, 2, 7, 1, 6, 0, 6, 5, 2, 3, 0, 4, 7, 1]);
    }

    #[test]
    fn single_opening_repeats() {
        let mut order = OpeningOrder::new(1, 5);
        assert!((0..5).all(|round| order.opening_index(round) == 0));
    }
}
