//! History heuristic: scores of moves by how often they caused cutoffs.
//!
//! Quiet moves use the butterfly history (origin, destination, and whether each is under threat)
//! and the continuation history of the previous two plies. Noisy moves use the capture history
//! (moved piece, destination, captured piece); reductions and pruning use it too. Piece moves and
//! platform moves never share a value, because platform moves are rarely good and would distort the
//! scores of piece moves. Values stay within `HISTORY_MAX`, see `gravity`.

mod context;
mod continuations;
mod corrections;
mod gravity;

pub use context::QuietContext;
pub use continuations::ContinuationIndex;
pub(super) use corrections::{CorrectionHistory, CorrectionIndices};

use super::parameters::{
    HISTORY_MAX, history_bonus_max, history_bonus_offset, history_bonus_slope,
};
use crate::geometry::PlaceSet;
use crate::memory::zeroed_on_huge_pages;
use crate::moves::{Move, Side};
use crate::rules::{GameInfo, Rules};
use context::{THREAT_PARTS, threat_part};
use continuations::ContinuationHistory;
use gravity::apply_bonus;

/// History values by threats, side, origin and destination.
struct ButterflyHistory {
    values: Box<[i16]>,
    /// The number of places.
    size: usize,
    /// The first place.
    first: usize,
}

impl ButterflyHistory {
    fn new(first: usize, size: usize) -> ButterflyHistory {
        let values = zeroed_on_huge_pages(THREAT_PARTS * 2 * size * size);
        ButterflyHistory { values, size, first }
    }

    #[inline(always)]
    fn index(&self, side: Side, mv: Move, threats: &PlaceSet) -> usize {
        let (from, to) = (mv.from() as usize - self.first, mv.to() as usize - self.first);
        let part = threat_part(threats, mv) * 2 + side.index();
        (part * self.size + from) * self.size + to
    }
}

/// The history of one thread.
pub struct History {
    pieces: ButterflyHistory,
    platforms: ButterflyHistory,
    continuations: ContinuationHistory,
    /// The capture history of noisy moves, by side, moved piece type, destination and captured
    /// piece type.
    captures: Box<[i16]>,
    /// The number of places.
    places: usize,
    /// The number of piece types, and one more: for a moved piece the platform, for a captured one
    /// none (a promotion).
    types: usize,
}

impl History {
    /// Creates empty histories of a rule set.
    pub fn new(game: &GameInfo) -> History {
        let (places, types) = (game.place_count(), game.pieces.count() + 1);
        History {
            pieces: ButterflyHistory::new(0, game.cell_count),
            platforms: ButterflyHistory::new(game.cell_count, game.post_count),
            continuations: ContinuationHistory::new(game),
            captures: zeroed_on_huge_pages(2 * types * places * types),
            places,
            types,
        }
    }

    /// Clears all histories.
    pub fn clear(&mut self) {
        self.pieces.values.fill(0);
        self.platforms.values.fill(0);
        self.continuations.clear();
        self.captures.fill(0);
    }

    /// Returns the butterfly history of a quiet move, within ±`HISTORY_MAX`.
    #[inline(always)]
    pub fn butterfly(&self, side: Side, mv: Move, threats: &PlaceSet) -> i32 {
        let butterfly = if mv.is_platform_move() { &self.platforms } else { &self.pieces };
        i32::from(butterfly.values[butterfly.index(side, mv, threats)])
    }

    /// Returns the sum of butterfly and continuation history of a quiet move, within three times
    /// ±`HISTORY_MAX`.
    #[inline(always)]
    pub fn quiet<B: Rules>(&self, board: &B, mv: Move, context: &QuietContext) -> i32 {
        let side = board.side_to_move();
        let index = self.continuations.index(side, board.moved_piece(mv), mv);
        let [one_ply, two_ply] =
            context.continuations.map(|continuation| self.continuations.get(continuation, index));
        self.butterfly(side, mv, &context.threats) + one_ply + two_ply
    }

    /// Returns the capture history of a noisy move, within ±`HISTORY_MAX`.
    #[inline(always)]
    pub fn noisy<B: Rules>(&self, board: &B, mv: Move) -> i32 {
        i32::from(self.captures[self.noisy_index(board, mv)])
    }

    #[inline(always)]
    fn noisy_index<B: Rules>(&self, board: &B, mv: Move) -> usize {
        let captured = board.captured(mv).map_or(self.types - 1, |(kind, _)| kind.index());
        let mover = board.side_to_move().index() * self.types + board.moved_piece(mv).index();
        (mover * self.places + mv.to() as usize) * self.types + captured
    }

    /// Returns the continuation history of the moves after `mv`.
    #[inline(always)]
    pub fn continuation<B: Rules>(&self, board: &B, mv: Move) -> ContinuationIndex {
        self.continuations.continuation(board.side_to_move(), board.moved_piece(mv), mv)
    }

    /// Returns the history bonus of a node at this depth.
    #[inline(always)]
    pub fn bonus(depth: i32) -> i32 {
        (history_bonus_slope() * depth - history_bonus_offset()).min(history_bonus_max())
    }

    /// Adds a bonus to the butterfly history of a quiet move.
    #[inline]
    pub fn update_butterfly<B: Rules>(
        &mut self,
        board: &B,
        mv: Move,
        threats: &PlaceSet,
        bonus: i32,
    ) {
        let butterfly = if mv.is_platform_move() { &mut self.platforms } else { &mut self.pieces };
        let index = butterfly.index(board.side_to_move(), mv, threats);
        apply_bonus(&mut butterfly.values[index], bonus, HISTORY_MAX);
    }

    /// Adds a bonus to the histories of a quiet move.
    #[inline]
    pub fn update_quiet<B: Rules>(
        &mut self,
        board: &B,
        mv: Move,
        context: &QuietContext,
        bonus: i32,
    ) {
        self.update_butterfly(board, mv, &context.threats, bonus);
        let side = board.side_to_move();
        let index = self.continuations.index(side, board.moved_piece(mv), mv);
        for continuation in context.continuations {
            self.continuations.add(continuation, index, bonus);
        }
    }

    /// Adds a bonus to the capture history of a noisy move.
    #[inline]
    pub fn update_noisy<B: Rules>(&mut self, board: &B, mv: Move, bonus: i32) {
        let index = self.noisy_index(board, mv);
        apply_bonus(&mut self.captures[index], bonus, HISTORY_MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Place;
    use crate::moves::{MoveList, MoveType};
    use crate::rules::{BuiltIn, Federation, GenType, Rules};

    type Board = Federation;

    fn moves(gen_type: GenType) -> Vec<Move> {
        let mut list = MoveList::new();
        Board::startpos().generate(gen_type, &mut list);
        list.to_vec()
    }

    fn after(continuation: ContinuationIndex) -> QuietContext {
        let continuations = [continuation, ContinuationIndex::NONE];
        QuietContext { continuations, ..QuietContext::NONE }
    }

    fn history() -> History {
        History::new(Board::game_info())
    }

    #[test]
    fn updates_change_history_within_bounds() {
        let (mut history, board) = (history(), Board::startpos());
        let quiet = moves(GenType::Quiet);
        let (good, bad) = (quiet[0], quiet[1]);
        let context = after(history.continuation(&board, quiet[2]));
        for _ in 0..1000 {
            history.update_quiet(&board, good, &context, History::bonus(20));
            history.update_quiet(&board, bad, &context, -History::bonus(20));
            history.update_noisy(&board, good, History::bonus(20));
        }
        let butterfly = |side, mv| history.butterfly(side, mv, &PlaceSet::EMPTY);
        assert!(butterfly(Side::White, good) > HISTORY_MAX / 2);
        assert!(butterfly(Side::White, bad) < -HISTORY_MAX / 2);
        assert!(history.quiet(&board, good, &context) > HISTORY_MAX);
        assert!(history.quiet(&board, bad, &context) < -HISTORY_MAX);
        assert!(history.noisy(&board, good) > HISTORY_MAX / 2);
        for mv in [good, bad] {
            assert!(history.quiet(&board, mv, &context).abs() <= 2 * HISTORY_MAX);
            assert_eq!(butterfly(Side::Black, mv), 0);
        }
        history.clear();
        assert_eq!(history.quiet(&board, good, &context), 0);
        assert_eq!(history.noisy(&board, good), 0);
    }

    #[test]
    fn pieces_and_platforms_share_no_history() {
        let (mut history, board) = (history(), Board::startpos());
        let post = Board::game_info().cell_count as Place;
        let [platform, other] = [1, 2].map(|to| Move::new(post, post + to, MoveType::Platform));
        let context = after(history.continuation(&board, platform));
        history.update_quiet(&board, platform, &context, 500);
        assert!(history.quiet(&board, platform, &context) > 500);
        for mv in moves(GenType::Quiet).into_iter().chain([other]) {
            assert_eq!(history.quiet(&board, mv, &context), 0);
        }
    }

    #[test]
    fn continuation_history_depends_on_previous_move() {
        let (mut history, board) = (history(), Board::startpos());
        let quiet = moves(GenType::Quiet);
        let [first, second] = [0, 1].map(|index| after(history.continuation(&board, quiet[index])));
        history.update_quiet(&board, quiet[0], &first, 500);
        let others = history.quiet(&board, quiet[0], &QuietContext::NONE);
        assert!(history.quiet(&board, quiet[0], &first) > others);
        assert_eq!(history.quiet(&board, quiet[0], &second), others);
    }

    #[test]
    fn butterfly_history_depends_on_threats() {
        let (mut history, board) = (history(), Board::startpos());
        let quiet = moves(GenType::Quiet);
        // All cells of the lowest 64 are under threat.
        let threats = PlaceSet::from_words([u64::MAX]);
        history.update_butterfly(&board, quiet[0], &threats, 500);
        assert!(history.butterfly(Side::White, quiet[0], &threats) > 0);
        assert_eq!(history.butterfly(Side::White, quiet[0], &PlaceSet::EMPTY), 0);
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
