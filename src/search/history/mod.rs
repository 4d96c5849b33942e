//! History heuristic: scores of moves by how often they caused cutoffs.
//!
//! Quiet moves use the butterfly history (origin and destination) and the continuation history of
//! the previous two plies (+30 ± 28 in `federation` at 4,000 nodes a move). Noisy moves use the
//! capture history (moved piece, destination, captured piece: -2 ± 16 for the move order alone;
//! reductions and pruning use it too). Piece moves and platform moves never share a value, because
//! platform moves are rarely good and would distort the scores of piece moves. Each update decays
//! the old value in proportion to its size (gravity), so values stay within `HISTORY_MAX`.

mod continuations;
mod corrections;
mod gravity;

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
use gravity::apply_bonus;

/// History values by side, origin and destination.
struct ButterflyHistory {
    values: Box<[i16]>,
    /// The number of places.
    size: usize,
    /// The first place.
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

/// The captured piece types; the last index means no capture (a promotion).
const CAPTURED_TYPES: usize = PieceType::COUNT;

/// The history of one thread.
pub struct History {
    pieces: ButterflyHistory,
    platforms: ButterflyHistory,
    continuations: ContinuationHistory,
    /// The capture history of noisy moves, by side, moved piece type, destination and captured
    /// piece type.
    captures: Box<[i16]>,
}

impl History {
    /// Creates empty histories. The posts are the `posts` places from `first_post` on.
    pub fn new(first_post: usize, posts: usize) -> History {
        History {
            pieces: ButterflyHistory::new(0, MAX_PLACES),
            platforms: ButterflyHistory::new(first_post, posts),
            continuations: ContinuationHistory::new(first_post, posts),
            captures: zeroed_on_huge_pages(2 * PieceType::COUNT * MAX_PLACES * CAPTURED_TYPES),
        }
    }

    /// Clears all histories.
    pub fn clear(&mut self) {
        self.pieces.values.fill(0);
        self.platforms.values.fill(0);
        self.continuations.clear();
        self.captures.fill(0);
    }

    /// The butterfly history of a quiet move, within ±`HISTORY_MAX`.
    #[inline(always)]
    pub fn butterfly(&self, side: Side, mv: Move) -> i32 {
        let butterfly = if mv.is_platform_move() { &self.platforms } else { &self.pieces };
        i32::from(butterfly.values[butterfly.index(side, mv)])
    }

    /// The sum of butterfly and continuation history of a quiet move, within three times
    /// ±`HISTORY_MAX`.
    #[inline(always)]
    pub fn quiet<B: Rules>(
        &self,
        board: &B,
        mv: Move,
        continuations: [ContinuationIndex; 2],
    ) -> i32 {
        let side = board.side_to_move();
        let index = self.continuations.index(side, board.moved_piece(mv), mv);
        let [one_ply, two_ply] =
            continuations.map(|continuation| self.continuations.get(continuation, index));
        self.butterfly(side, mv) + one_ply + two_ply
    }

    /// The capture history of a noisy move, within ±`HISTORY_MAX`.
    #[inline(always)]
    pub fn noisy<B: Rules>(&self, board: &B, mv: Move) -> i32 {
        i32::from(self.captures[Self::noisy_index(board, mv)])
    }

    #[inline(always)]
    fn noisy_index<B: Rules>(board: &B, mv: Move) -> usize {
        let captured = board.captured(mv).map_or(CAPTURED_TYPES - 1, |(kind, _)| kind.index());
        let mover = board.side_to_move().index() * PieceType::COUNT + board.moved_piece(mv).index();
        (mover * MAX_PLACES + mv.to() as usize) * CAPTURED_TYPES + captured
    }

    /// The continuation history of the moves after `mv`.
    #[inline(always)]
    pub fn continuation<B: Rules>(&self, board: &B, mv: Move) -> ContinuationIndex {
        self.continuations.continuation(board.side_to_move(), board.moved_piece(mv), mv)
    }

    /// The history bonus of a node at this depth.
    #[inline(always)]
    pub fn bonus(depth: i32) -> i32 {
        (history_bonus_slope() * depth - history_bonus_offset()).min(history_bonus_max())
    }

    /// Adds a bonus to the butterfly history of a quiet move.
    #[inline]
    pub fn update_butterfly<B: Rules>(&mut self, board: &B, mv: Move, bonus: i32) {
        let butterfly = if mv.is_platform_move() { &mut self.platforms } else { &mut self.pieces };
        butterfly.add(board.side_to_move(), mv, bonus);
    }

    /// Adds a bonus to the histories of a quiet move.
    #[inline]
    pub fn update_quiet<B: Rules>(
        &mut self,
        board: &B,
        mv: Move,
        continuations: [ContinuationIndex; 2],
        bonus: i32,
    ) {
        self.update_butterfly(board, mv, bonus);
        let side = board.side_to_move();
        let index = self.continuations.index(side, board.moved_piece(mv), mv);
        for continuation in continuations {
            self.continuations.add(continuation, index, bonus);
        }
    }

    /// Adds a bonus to the capture history of a noisy move.
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

    fn moves(gen_type: GenType) -> Vec<Move> {
        let mut list = MoveList::new();
        Board::startpos().generate(gen_type, &mut list);
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
        let continuations = [history.continuation(&board, quiet[2]), ContinuationIndex::NONE];
        for _ in 0..1000 {
            history.update_quiet(&board, good, continuations, History::bonus(20));
            history.update_quiet(&board, bad, continuations, -History::bonus(20));
            history.update_noisy(&board, good, History::bonus(20));
        }
        assert!(history.butterfly(Side::White, good) > HISTORY_MAX / 2);
        assert!(history.butterfly(Side::White, bad) < -HISTORY_MAX / 2);
        assert!(history.quiet(&board, good, continuations) > HISTORY_MAX);
        assert!(history.quiet(&board, bad, continuations) < -HISTORY_MAX);
        assert!(history.noisy(&board, good) > HISTORY_MAX / 2);
        for mv in [good, bad] {
            assert!(history.quiet(&board, mv, continuations).abs() <= 2 * HISTORY_MAX);
            assert_eq!(history.butterfly(Side::Black, mv), 0);
        }
        history.clear();
        assert_eq!(history.quiet(&board, good, continuations), 0);
        assert_eq!(history.noisy(&board, good), 0);
    }

    #[test]
    fn pieces_and_platforms_share_no_history() {
        let (mut history, board) = (history(), Board::startpos());
        let post = Board::CELLS as Place;
        let [platform, other] = [1, 2].map(|to| Move::new(post, post + to, MoveType::Platform));
        let continuations = [history.continuation(&board, platform), ContinuationIndex::NONE];
        history.update_quiet(&board, platform, continuations, 500);
        assert!(history.quiet(&board, platform, continuations) > 500);
        for mv in moves(GenType::Quiet).into_iter().chain([other]) {
            assert_eq!(history.quiet(&board, mv, continuations), 0);
        }
    }

    #[test]
    fn continuation_history_depends_on_previous_move() {
        let (mut history, board) = (history(), Board::startpos());
        let quiet = moves(GenType::Quiet);
        let after: Vec<ContinuationIndex> =
            quiet.iter().map(|&mv| history.continuation(&board, mv)).collect();
        history.update_quiet(&board, quiet[0], [after[0], after[0]], 500);
        let butterfly = history.quiet(&board, quiet[0], [ContinuationIndex::NONE; 2]);
        assert!(history.quiet(&board, quiet[0], [after[0], ContinuationIndex::NONE]) > butterfly);
        assert_eq!(history.quiet(&board, quiet[0], [after[1], ContinuationIndex::NONE]), butterfly);
    }

    #[test]
    fn corrections_follow_eval_errors() {
        let mut corrections = CorrectionHistory::new();
        let indices = CorrectionIndices::from(Board::startpos().correction_keys());
        for _ in 0..100 {
            corrections.update(Side::White, indices, 60, 8);
        }
        assert!(corrections.correction(Side::White, indices) > 20);
        assert_eq!(corrections.correction(Side::Black, indices), 0);
        corrections.clear();
        assert_eq!(corrections.correction(Side::White, indices), 0);
    }
}
