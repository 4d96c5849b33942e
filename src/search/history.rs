//! What earlier nodes have taught about quiet moves: how often a move from here to there has cut
//! off, by side.
//!
//! Men's moves and platforms' moves have a table each: a platform move is rarely good, and must
//! not spoil what is known of the men, nor the other way round. Values are drawn towards zero in
//! proportion to their size, so that they stay within [`HISTORY_MOST`] and new experience counts.

use super::parameters::{HISTORY_BONUS_MOST, HISTORY_MOST, HISTORY_OFFSET, HISTORY_SLOPE};
use crate::moves::{Move, PLACES, Side};

/// Values by side, from and to.
struct Routes {
    values: Box<[i16]>,
    /// The number of places.
    size: usize,
    /// The number of the first of them.
    first: usize,
}

impl Routes {
    fn new(first: usize, size: usize) -> Routes {
        Routes { values: vec![0; 2 * size * size].into_boxed_slice(), size, first }
    }

    #[inline(always)]
    fn index(&self, side: Side, mv: Move) -> usize {
        let (from, to) = (mv.from() as usize - self.first, mv.to() as usize - self.first);
        (side.index() * self.size + from) * self.size + to
    }

    #[inline]
    fn add(&mut self, side: Side, mv: Move, bonus: i32) {
        let index = self.index(side, mv);
        let value = i32::from(self.values[index]);
        let value = value + bonus - value * bonus.abs() / HISTORY_MOST;
        self.values[index] = value as i16;
    }
}

/// The history of one thread.
pub struct History {
    men: Routes,
    platforms: Routes,
}

impl History {
    /// Without experience; posts are the `posts` places from `first_post` on.
    pub fn new(first_post: usize, posts: usize) -> History {
        History { men: Routes::new(0, PLACES), platforms: Routes::new(first_post, posts) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.men.values.fill(0);
        self.platforms.values.fill(0);
    }

    /// What is known of this quiet move: between minus and plus [`HISTORY_MOST`].
    #[inline(always)]
    pub fn of(&self, side: Side, mv: Move) -> i32 {
        let routes = if mv.is_platform() { &self.platforms } else { &self.men };
        i32::from(routes.values[routes.index(side, mv)])
    }

    /// A quiet move has cut off at this depth, those tried before it have not.
    #[inline]
    pub fn learn(&mut self, side: Side, best: Move, others: &[Move], depth: i32) {
        let bonus = (HISTORY_SLOPE * depth - HISTORY_OFFSET).min(HISTORY_BONUS_MOST);
        self.add(side, best, bonus);
        for &mv in others {
            self.add(side, mv, -bonus);
        }
    }

    #[inline]
    fn add(&mut self, side: Side, mv: Move, bonus: i32) {
        let routes = if mv.is_platform() { &mut self.platforms } else { &mut self.men };
        routes.add(side, mv, bonus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Manner;

    #[test]
    fn experience_counts_and_stays_in_bounds() {
        let mut history = History::new(144, 24);
        let good = Move::new(3, 17, Manner::Plain);
        let bad = Move::new(3, 18, Manner::Plain);
        let platform = Move::new(150, 167, Manner::Platform);
        for _ in 0..1000 {
            history.learn(Side::White, good, &[bad, platform], 20);
            for mv in [good, bad, platform] {
                assert!(history.of(Side::White, mv).abs() <= HISTORY_MOST);
            }
        }
        assert!(history.of(Side::White, good) > HISTORY_MOST / 2);
        assert!(history.of(Side::White, bad) < -HISTORY_MOST / 2);
        assert!(history.of(Side::White, platform) < -HISTORY_MOST / 2);
        assert_eq!(history.of(Side::Black, good), 0);
        history.clear();
        assert_eq!(history.of(Side::White, good), 0);
    }

    #[test]
    fn men_and_platforms_do_not_share() {
        let mut history = History::new(144, 24);
        let platform = Move::new(144, 145, Manner::Platform);
        history.learn(Side::Black, platform, &[], 5);
        assert_eq!(history.of(Side::Black, Move::new(0, 1, Manner::Plain)), 0);
        assert!(history.of(Side::Black, platform) > 0);
    }
}
