//! What earlier nodes have taught about moves: how often one like it has cut off, and failed to.
//!
//! Quiet moves have values by where they go from and to, and by what was played one and two plies
//! before (`continuations`: +30 ± 28 in `federation` at 4,000 nodes a move). Noisy ones have their
//! own, by what takes what where (-2 ± 16 for the order alone; reductions and pruning go by it).
//! Men's moves and platforms' moves never share a value: a platform move is rarely good, and must
//! not spoil what is known of the men, nor the other way round. Values are drawn towards zero in
//! proportion to their size, so that they stay within [`HISTORY_MOST`] and new experience counts.

mod continuations;
mod corrections;

pub use continuations::Row;
pub(super) use corrections::{Corrections, Parts};

use super::parameters::{HISTORY_MOST, history_bonus_most, history_offset, history_slope};
use crate::memory::zeros;
use crate::moves::{Kind, Move, PLACES, Side};
use crate::rules::Play;
use continuations::Continuations;

/// Adds experience to a value and draws it towards zero.
#[inline(always)]
fn learn(value: &mut i16, bonus: i32, most: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / most) as i16;
}

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
        Routes { values: zeros(2 * size * size), size, first }
    }

    #[inline(always)]
    fn index(&self, side: Side, mv: Move) -> usize {
        let (from, to) = (mv.from() as usize - self.first, mv.to() as usize - self.first);
        (side.index() * self.size + from) * self.size + to
    }

    #[inline]
    fn add(&mut self, side: Side, mv: Move, bonus: i32) {
        let index = self.index(side, mv);
        learn(&mut self.values[index], bonus, HISTORY_MOST);
    }
}

/// What a noisy move can take: a man's kind, or nothing.
const TAKEN: usize = Kind::COUNT;

/// The history of one thread.
pub struct History {
    men: Routes,
    platforms: Routes,
    continuations: Continuations,
    /// Noisy moves by side, what moves, where to, and what it takes.
    noisy: Box<[i16]>,
}

impl History {
    /// Without experience; posts are the `posts` places from `first_post` on.
    pub fn new(first_post: usize, posts: usize) -> History {
        History {
            men: Routes::new(0, PLACES),
            platforms: Routes::new(first_post, posts),
            continuations: Continuations::new(first_post, posts),
            noisy: zeros(2 * Kind::COUNT * PLACES * TAKEN),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.men.values.fill(0);
        self.platforms.values.fill(0);
        self.continuations.clear();
        self.noisy.fill(0);
    }

    /// What is known of this quiet move, whatever was played before: between minus and plus
    /// [`HISTORY_MOST`].
    #[inline(always)]
    pub fn of(&self, side: Side, mv: Move) -> i32 {
        let routes = if mv.is_platform() { &self.platforms } else { &self.men };
        i32::from(routes.values[routes.index(side, mv)])
    }

    /// What is known of this quiet move of the board in all, after the moves of these rows:
    /// between minus and plus three times [`HISTORY_MOST`].
    #[inline(always)]
    pub fn of_quiet<B: Play>(&self, board: &B, mv: Move, rows: [Row; 2]) -> i32 {
        let side = board.side();
        let slot = self.continuations.slot(side, board.moved(mv), mv);
        let [one, two] = rows.map(|row| self.continuations.of(row, slot));
        self.of(side, mv) + one + two
    }

    /// What is known of this noisy move: between minus and plus [`HISTORY_MOST`].
    #[inline(always)]
    pub fn of_noisy<B: Play>(&self, board: &B, mv: Move) -> i32 {
        i32::from(self.noisy[Self::index_of_noisy(board, mv)])
    }

    #[inline(always)]
    fn index_of_noisy<B: Play>(board: &B, mv: Move) -> usize {
        let taken = board.captured(mv).map_or(TAKEN - 1, |(kind, _)| kind.index());
        let mover = board.side().index() * Kind::COUNT + board.moved(mv).index();
        (mover * PLACES + mv.to() as usize) * TAKEN + taken
    }

    /// The row of what can be played after this move of the board.
    #[inline(always)]
    pub fn row<B: Play>(&self, board: &B, mv: Move) -> Row {
        self.continuations.row(board.side(), board.moved(mv), mv)
    }

    /// How much a node of this depth teaches.
    #[inline(always)]
    pub fn bonus(depth: i32) -> i32 {
        (history_slope() * depth - history_offset()).min(history_bonus_most())
    }

    /// A quiet move of the board, after the moves of these rows, was so much good or bad.
    #[inline]
    pub fn learn_quiet<B: Play>(&mut self, board: &B, mv: Move, rows: [Row; 2], bonus: i32) {
        let side = board.side();
        let routes = if mv.is_platform() { &mut self.platforms } else { &mut self.men };
        routes.add(side, mv, bonus);
        let slot = self.continuations.slot(side, board.moved(mv), mv);
        for row in rows {
            self.continuations.add(row, slot, bonus);
        }
    }

    /// A noisy move of the board was so much good or bad.
    #[inline]
    pub fn learn_noisy<B: Play>(&mut self, board: &B, mv: Move, bonus: i32) {
        learn(&mut self.noisy[Self::index_of_noisy(board, mv)], bonus, HISTORY_MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{Manner, MoveList, Place};
    use crate::rules::{Geometry, Part, Play, federation};

    type Board = federation::Board<true>;

    fn moves(part: Part) -> Vec<Move> {
        let mut list = MoveList::new();
        Board::start().generate(part, &mut list);
        list.to_vec()
    }

    fn history() -> History {
        History::new(Board::CELLS, Board::POSTS)
    }

    #[test]
    fn experience_counts_and_stays_in_bounds() {
        let (mut history, board) = (history(), Board::start());
        let quiet = moves(Part::Quiet);
        let (good, bad) = (quiet[0], quiet[1]);
        let row = history.row(&board, quiet[2]);
        let rows = [row, Row::NONE];
        for _ in 0..1000 {
            history.learn_quiet(&board, good, rows, History::bonus(20));
            history.learn_quiet(&board, bad, rows, -History::bonus(20));
            history.learn_noisy(&board, good, History::bonus(20));
        }
        assert!(history.of(Side::White, good) > HISTORY_MOST / 2);
        assert!(history.of(Side::White, bad) < -HISTORY_MOST / 2);
        assert!(history.of_quiet(&board, good, rows) > HISTORY_MOST);
        assert!(history.of_quiet(&board, bad, rows) < -HISTORY_MOST);
        assert!(history.of_noisy(&board, good) > HISTORY_MOST / 2);
        for mv in [good, bad] {
            assert!(history.of_quiet(&board, mv, rows).abs() <= 2 * HISTORY_MOST);
            assert_eq!(history.of(Side::Black, mv), 0);
        }
        history.clear();
        assert_eq!(history.of_quiet(&board, good, rows), 0);
        assert_eq!(history.of_noisy(&board, good), 0);
    }

    #[test]
    fn men_and_platforms_do_not_share() {
        let (mut history, board) = (history(), Board::start());
        let post = Board::CELLS as Place;
        let [platform, other] = [1, 2].map(|to| Move::new(post, post + to, Manner::Platform));
        let row = history.row(&board, platform);
        history.learn_quiet(&board, platform, [row, Row::NONE], 500);
        assert!(history.of_quiet(&board, platform, [row, Row::NONE]) > 500);
        for mv in moves(Part::Quiet).into_iter().chain([other]) {
            assert_eq!(history.of_quiet(&board, mv, [row, Row::NONE]), 0);
        }
    }

    #[test]
    fn what_follows_one_move_is_not_what_follows_another() {
        let (mut history, board) = (history(), Board::start());
        let quiet = moves(Part::Quiet);
        let rows: Vec<Row> = quiet.iter().map(|&mv| history.row(&board, mv)).collect();
        history.learn_quiet(&board, quiet[0], [rows[0], rows[0]], 500);
        let plain = history.of_quiet(&board, quiet[0], [Row::NONE; 2]);
        assert!(history.of_quiet(&board, quiet[0], [rows[0], Row::NONE]) > plain);
        assert_eq!(history.of_quiet(&board, quiet[0], [rows[1], Row::NONE]), plain);
    }

    #[test]
    fn corrections_follow_the_errors() {
        let mut corrections = Corrections::new();
        let parts = Parts::from(Board::start().aspects());
        for _ in 0..100 {
            corrections.learn(Side::White, parts, 60, 8);
        }
        assert!(corrections.of(Side::White, parts) > 20);
        assert_eq!(corrections.of(Side::Black, parts), 0);
        corrections.clear();
        assert_eq!(corrections.of(Side::White, parts), 0);
    }
}
