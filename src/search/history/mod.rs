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

pub use continuations::ContinuationIndex;
pub(super) use corrections::{CorrectionHistory, CorrectionIndices};

use super::parameters::{
    HISTORY_MAX, history_bonus_max, history_bonus_offset, history_bonus_slope,
};
use crate::geometry::MAX_PLACES;
use crate::memory::zeroed_on_huge_pages;
use crate::moves::{Move, PieceType, Side};
use crate::rules::Rules;
use continuations::ContinuationHistory;

/// Adds experience to a value and draws it towards zero.
#[inline(always)]
fn apply_bonus(value: &mut i16, bonus: i32, most: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / most) as i16;
}

/// Values by side, from and to.
struct ButterflyHistory {
    values: Box<[i16]>,
    /// The number of places.
    size: usize,
    /// The number of the first of them.
    first: usize,
}

impl ButterflyHistory {
    fn new(first: usize, size: usize) -> ButterflyHistory {
        ButterflyHistory { values: zeroed_on_huge_pages(2 * size * size), size, first }
    }

    #[inline(always)]
    fn index(&self, side: Side, mv: Move) -> usize {
        let (from, to) = (mv.from() as usize - self.first, mv.to() as usize - self.first);
        (side.index() * self.size + from) * self.size + to
    }

    #[inline]
    fn add(&mut self, side: Side, mv: Move, bonus: i32) {
        let index = self.index(side, mv);
        apply_bonus(&mut self.values[index], bonus, HISTORY_MAX);
    }
}

/// What a noisy move can take: a man's kind, or nothing.
const CAPTURED_TYPES: usize = PieceType::COUNT;

/// The history of one thread.
pub struct History {
    pieces: ButterflyHistory,
    platforms: ButterflyHistory,
    continuations: ContinuationHistory,
    /// Noisy moves by side, what moves, where to, and what it takes.
    captures: Box<[i16]>,
}

impl History {
    /// Without experience; posts are the `posts` places from `first_post` on.
    pub fn new(first_post: usize, posts: usize) -> History {
        History {
            pieces: ButterflyHistory::new(0, MAX_PLACES),
            platforms: ButterflyHistory::new(first_post, posts),
            continuations: ContinuationHistory::new(first_post, posts),
            captures: zeroed_on_huge_pages(2 * PieceType::COUNT * MAX_PLACES * CAPTURED_TYPES),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pieces.values.fill(0);
        self.platforms.values.fill(0);
        self.continuations.clear();
        self.captures.fill(0);
    }

    /// What is known of this quiet move, whatever was played before: between minus and plus
    /// [`HISTORY_MOST`].
    #[inline(always)]
    pub fn butterfly(&self, side: Side, mv: Move) -> i32 {
        let routes = if mv.is_platform_move() { &self.platforms } else { &self.pieces };
        i32::from(routes.values[routes.index(side, mv)])
    }

    /// What is known of this quiet move of the board in all, after the moves of these rows:
    /// between minus and plus three times [`HISTORY_MOST`].
    #[inline(always)]
    pub fn quiet<B: Rules>(&self, board: &B, mv: Move, rows: [ContinuationIndex; 2]) -> i32 {
        let side = board.side_to_move();
        let slot = self.continuations.index(side, board.moved_piece(mv), mv);
        let [one, two] = rows.map(|row| self.continuations.get(row, slot));
        self.butterfly(side, mv) + one + two
    }

    /// What is known of this noisy move: between minus and plus [`HISTORY_MOST`].
    #[inline(always)]
    pub fn noisy<B: Rules>(&self, board: &B, mv: Move) -> i32 {
        i32::from(self.captures[Self::noisy_index(board, mv)])
    }

    #[inline(always)]
    fn noisy_index<B: Rules>(board: &B, mv: Move) -> usize {
        let taken = board.captured(mv).map_or(CAPTURED_TYPES - 1, |(kind, _)| kind.index());
        let mover = board.side_to_move().index() * PieceType::COUNT + board.moved_piece(mv).index();
        (mover * MAX_PLACES + mv.to() as usize) * CAPTURED_TYPES + taken
    }

    /// The row of what can be played after this move of the board.
    #[inline(always)]
    pub fn continuation<B: Rules>(&self, board: &B, mv: Move) -> ContinuationIndex {
        self.continuations.continuation(board.side_to_move(), board.moved_piece(mv), mv)
    }

    /// How much a node of this depth teaches.
    #[inline(always)]
    pub fn bonus(depth: i32) -> i32 {
        (history_bonus_slope() * depth - history_bonus_offset()).min(history_bonus_max())
    }

    /// A quiet move of the board, after the moves of these rows, was so much good or bad.
    #[inline]
    pub fn update_quiet<B: Rules>(
        &mut self,
        board: &B,
        mv: Move,
        rows: [ContinuationIndex; 2],
        bonus: i32,
    ) {
        let side = board.side_to_move();
        let routes = if mv.is_platform_move() { &mut self.platforms } else { &mut self.pieces };
        routes.add(side, mv, bonus);
        let slot = self.continuations.index(side, board.moved_piece(mv), mv);
        for row in rows {
            self.continuations.add(row, slot, bonus);
        }
    }

    /// A noisy move of the board was so much good or bad.
    #[inline]
    pub fn update_noisy<B: Rules>(&mut self, board: &B, mv: Move, bonus: i32) {
        apply_bonus(&mut self.captures[Self::noisy_index(board, mv)], bonus, HISTORY_MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Place;
    use crate::moves::{MoveList, MoveType};
    use crate::rules::{GenType, Geometry, Rules, federation};

    type Board = federation::Board<true>;

    fn moves(part: GenType) -> Vec<Move> {
        let mut list = MoveList::new();
        Board::startpos().generate(part, &mut list);
        list.to_vec()
    }

    fn history() -> History {
        History::new(Board::CELLS, Board::POSTS)
    }

    #[test]
    fn updates_change_history_within_bounds() {
        let (mut history, board) = (history(), Board::startpos());
        let quiet = moves(GenType::Quiet);
        let (good, bad) = (quiet[0], quiet[1]);
        let row = history.continuation(&board, quiet[2]);
        let rows = [row, ContinuationIndex::NONE];
        for _ in 0..1000 {
            history.update_quiet(&board, good, rows, History::bonus(20));
            history.update_quiet(&board, bad, rows, -History::bonus(20));
            history.update_noisy(&board, good, History::bonus(20));
        }
        assert!(history.butterfly(Side::White, good) > HISTORY_MAX / 2);
        assert!(history.butterfly(Side::White, bad) < -HISTORY_MAX / 2);
        assert!(history.quiet(&board, good, rows) > HISTORY_MAX);
        assert!(history.quiet(&board, bad, rows) < -HISTORY_MAX);
        assert!(history.noisy(&board, good) > HISTORY_MAX / 2);
        for mv in [good, bad] {
            assert!(history.quiet(&board, mv, rows).abs() <= 2 * HISTORY_MAX);
            assert_eq!(history.butterfly(Side::Black, mv), 0);
        }
        history.clear();
        assert_eq!(history.quiet(&board, good, rows), 0);
        assert_eq!(history.noisy(&board, good), 0);
    }

    #[test]
    fn pieces_and_platforms_share_no_history() {
        let (mut history, board) = (history(), Board::startpos());
        let post = Board::CELLS as Place;
        let [platform, other] = [1, 2].map(|to| Move::new(post, post + to, MoveType::Platform));
        let row = history.continuation(&board, platform);
        history.update_quiet(&board, platform, [row, ContinuationIndex::NONE], 500);
        assert!(history.quiet(&board, platform, [row, ContinuationIndex::NONE]) > 500);
        for mv in moves(GenType::Quiet).into_iter().chain([other]) {
            assert_eq!(history.quiet(&board, mv, [row, ContinuationIndex::NONE]), 0);
        }
    }

    #[test]
    fn continuation_history_depends_on_previous_move() {
        let (mut history, board) = (history(), Board::startpos());
        let quiet = moves(GenType::Quiet);
        let rows: Vec<ContinuationIndex> =
            quiet.iter().map(|&mv| history.continuation(&board, mv)).collect();
        history.update_quiet(&board, quiet[0], [rows[0], rows[0]], 500);
        let plain = history.quiet(&board, quiet[0], [ContinuationIndex::NONE; 2]);
        assert!(history.quiet(&board, quiet[0], [rows[0], ContinuationIndex::NONE]) > plain);
        assert_eq!(history.quiet(&board, quiet[0], [rows[1], ContinuationIndex::NONE]), plain);
    }

    #[test]
    fn corrections_follow_eval_errors() {
        let mut corrections = CorrectionHistory::new();
        let parts = CorrectionIndices::from(Board::startpos().correction_keys());
        for _ in 0..100 {
            corrections.update(Side::White, parts, 60, 8);
        }
        assert!(corrections.correction(Side::White, parts) > 20);
        assert_eq!(corrections.correction(Side::Black, parts), 0);
        corrections.clear();
        assert_eq!(corrections.correction(Side::White, parts), 0);
    }
}
