//! The move picker: yields the moves of a node in stages, so that an early cutoff saves the
//! generation of the later ones.
//!
//! The stages are: table move, noisy moves by MVV-LVA and history, killers, quiet moves of pieces
//! and platforms by history, and the noisy moves that lose material by SEE. In check all evasions
//! form one stage. Pruning may end the quiet moves early, or all but those that may give check. The
//! table move and the killers come from other positions, so the picker tests whether they are
//! legal, and skips them in later stages.

use super::history::{ContinuationIndex, History, QuietContext};
use super::parameters::HISTORY_MAX;
use crate::moves::{Move, MoveList, PieceInfo, PieceType};
use crate::rules::{Exchange, GameInfo, GenType};
use std::ops::Range;

/// The score of a noisy evasion besides its MVV-LVA, so that noisy evasions come first.
const NOISY_EVASION_BONUS: i32 = 1 << 16;

// A history score is at most three times `HISTORY_MAX`, MVV-LVA 16 times what a capture with
// promotion gains.
const _: () = assert!(
    NOISY_EVASION_BONUS - PieceInfo::MAX_VALUE > 3 * HISTORY_MAX
        && NOISY_EVASION_BONUS + 32 * PieceInfo::MAX_VALUE < ScoredMove::SCORE_LIMIT
);

/// The score of a move and its index in the move list, packed into one word whose order is the
/// search order: higher scores first, then generation order. Bit 31 is set while the move remains
/// in its stage and clear once it is set aside; 0 marks a move that was yielded or skipped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove(u32);

impl ScoredMove {
    const YIELDED: ScoredMove = ScoredMove(0);
    const MIN_SET_ASIDE: ScoredMove = ScoredMove(1);
    const MIN_REMAINING: ScoredMove = ScoredMove(1 << 31);
    /// Enough bits for the longest list of moves of any rule set; see [`MoveLists::new`].
    const INDEX_BITS: u32 = 12;
    const INDEX_MASK: u32 = (1 << ScoredMove::INDEX_BITS) - 1;
    /// The magnitude of every score is below this limit.
    const SCORE_LIMIT: i32 = 1 << (30 - ScoredMove::INDEX_BITS);

    #[inline(always)]
    fn new(score: i32, index: usize) -> ScoredMove {
        debug_assert!(
            score.abs() < ScoredMove::SCORE_LIMIT && index <= ScoredMove::INDEX_MASK as usize
        );
        let score = ((score + ScoredMove::SCORE_LIMIT) as u32) << ScoredMove::INDEX_BITS;
        ScoredMove(ScoredMove::MIN_REMAINING.0 | score | (ScoredMove::INDEX_MASK - index as u32))
    }

    /// Returns the move set aside, for a later stage.
    #[inline(always)]
    fn set_aside(self) -> ScoredMove {
        ScoredMove(self.0 & !ScoredMove::MIN_REMAINING.0)
    }

    #[inline(always)]
    fn index(self) -> usize {
        (ScoredMove::INDEX_MASK - (self.0 & ScoredMove::INDEX_MASK)) as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    FilterQuietChecks,
    QuietChecks,
    BadNoisy,
    GenerateEvasions,
    Evasions,
    Done,
}

/// The moves of all nodes from the root to the current one, one list after the other, so that they
/// take little memory and stay in the cache.
pub struct MoveLists {
    moves: MoveList,
    /// The score of each move.
    scored_moves: Vec<ScoredMove>,
}

impl MoveLists {
    /// Creates empty lists for the nodes of a rule set.
    pub fn new(game: &GameInfo) -> MoveLists {
        assert!(game.max_moves <= 1 << ScoredMove::INDEX_BITS);
        let capacity = 16 * game.max_moves;
        MoveLists {
            moves: MoveList::with_capacity(capacity),
            scored_moves: Vec::with_capacity(capacity),
        }
    }

    /// Removes the moves of all nodes.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    #[inline(always)]
    fn truncate(&mut self, len: usize) {
        self.moves.truncate(len);
        self.scored_moves.truncate(len);
    }
}

/// Yields the legal moves of a node one by one, each once. Its moves are the last ones of
/// [`MoveLists`]; those that a node below has left behind are removed when the next move is asked
/// for.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// Yield only noisy moves with SEE of at least 0, and a noisy table move.
    noisy_only: bool,
    in_check: bool,
    /// The continuation histories of the moves before the node.
    continuations: [ContinuationIndex; 2],
    /// What the history of quiet moves depends on, once it is needed.
    context: Option<QuietContext>,
    skip_quiets: bool,
    skip_platform_moves: bool,
    /// The index in [`MoveLists`] of the first move of the node.
    start: usize,
    /// The index of the first move of the stage.
    stage_start: usize,
    /// The end of the noisy moves, which come first.
    noisy_end: usize,
    /// The start of the quiet platform moves, which come last.
    platforms_start: usize,
    /// The end of the moves that have been generated.
    end: usize,
}

impl MovePicker {
    /// Creates a picker of all moves. `tt_move` and `killers` need not be legal.
    #[inline]
    pub fn new(
        in_check: bool,
        tt_move: Option<Move>,
        killers: [Option<Move>; 2],
        lists: &MoveLists,
    ) -> MovePicker {
        let start = lists.moves.len();
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            killers,
            noisy_only: false,
            in_check,
            continuations: [ContinuationIndex::NONE; 2],
            context: None,
            skip_quiets: false,
            skip_platform_moves: false,
            start,
            stage_start: start,
            noisy_end: start,
            platforms_start: start,
            end: start,
        }
    }

    /// Creates a picker for quiescence. In check it yields all evasions, otherwise the table move
    /// if it is noisy and the noisy moves with SEE of at least 0.
    #[inline]
    pub fn new_qsearch(in_check: bool, tt_move: Option<Move>, lists: &MoveLists) -> MovePicker {
        MovePicker { noisy_only: !in_check, ..MovePicker::new(in_check, tt_move, [None; 2], lists) }
    }

    /// Sets the continuation histories by which quiet moves are ordered.
    #[inline]
    pub fn set_continuations(&mut self, continuations: [ContinuationIndex; 2]) {
        self.continuations = continuations;
    }

    /// Returns what the history of quiet moves depends on. The attacked cells are computed at the
    /// first call, since many nodes have no quiet move before the cutoff.
    #[inline]
    pub fn context<B: Exchange>(&mut self, board: &B, info: &B::CheckInfo) -> &QuietContext {
        let continuations = self.continuations;
        self.context.get_or_insert_with(|| QuietContext {
            continuations,
            threats: board.attacked_cells(info, board.side_to_move().other()),
        })
    }

    /// Returns whether the last move came from the stage of good noisy moves, whose SEE is at
    /// least 0.
    #[inline]
    pub fn is_good_noisy(&self) -> bool {
        self.stage == Stage::GoodNoisy
    }

    /// Skips the remaining quiet moves, whose history is worse, if the last move came from their
    /// stage.
    #[inline]
    pub fn skip_worse_quiets(&mut self) {
        if matches!(self.stage, Stage::Quiet | Stage::QuietChecks) {
            self.stage = Stage::BadNoisy;
        }
    }

    /// As [`MovePicker::skip_worse_quiets`], but keeps those that may give check.
    #[inline]
    pub fn skip_worse_quiets_without_check(&mut self) {
        if self.stage == Stage::Quiet {
            self.stage = Stage::FilterQuietChecks;
        }
    }

    /// Skips the remaining quiet piece moves, unless in check.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Skips the remaining quiet platform moves, unless in check.
    #[inline]
    pub fn skip_platform_moves(&mut self) {
        self.skip_platform_moves = true;
    }

    /// Returns the next move, which is legal. `info` belongs to the board.
    #[inline]
    pub fn next<B: Exchange>(
        &mut self,
        board: &B,
        info: &B::CheckInfo,
        history: &History,
        lists: &mut MoveLists,
    ) -> Option<Move> {
        lists.truncate(self.end);
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage =
                        if self.in_check { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
                    self.tt_move = self.tt_move.filter(|&mv| {
                        board.is_legal_with(info, mv) && (!self.noisy_only || board.is_noisy(mv))
                    });
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::GenerateNoisy => {
                    board.generate_with(info, GenType::Noisy, &mut lists.moves);
                    self.score(lists, |mv| mvv_lva(board, mv) + history.noisy(board, mv) / 4);
                    self.noisy_end = self.end;
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.select_good_noisy(board, info, lists) {
                    Some(mv) => return Some(mv),
                    None if self.noisy_only => self.stage = Stage::Done,
                    None => self.stage = Stage::FirstKiller,
                },
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(mv) = self.validate_killer(0, board, info) {
                        return Some(mv);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiet;
                    if let Some(mv) = self.validate_killer(1, board, info) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    self.generate_quiets(board, info, history, lists);
                    self.stage = Stage::Quiet;
                }
                Stage::FilterQuietChecks => {
                    self.keep_quiet_checks(board, lists);
                    self.stage = Stage::QuietChecks;
                }
                Stage::Quiet | Stage::QuietChecks => match self.select_quiet(lists) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    let noisy = self.start..self.noisy_end;
                    return self
                        .take_best(lists, noisy, ScoredMove::MIN_SET_ASIDE)
                        .map(|bad| bad.0);
                }
                Stage::GenerateEvasions => {
                    self.generate_evasions(board, info, history, lists);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => {
                    return self.select(lists, self.stage_start..self.end).map(|best| best.0);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Generates the quiet moves that are not to be skipped, and scores them by history.
    #[inline(always)]
    fn generate_quiets<B: Exchange>(
        &mut self,
        board: &B,
        info: &B::CheckInfo,
        history: &History,
        lists: &mut MoveLists,
    ) {
        if !self.skip_quiets {
            board.generate_with(info, GenType::Quiet, &mut lists.moves);
        }
        self.platforms_start = lists.moves.len();
        if !self.skip_platform_moves {
            board.generate_with(info, GenType::Platforms, &mut lists.moves);
        }
        let context = *self.context(board, info);
        self.score(lists, |mv| history.quiet(board, mv, &context));
    }

    /// Marks the moves of the stage that cannot give check as yielded.
    #[inline(always)]
    fn keep_quiet_checks<B: Exchange>(&self, board: &B, lists: &mut MoveLists) {
        let MoveLists { moves, scored_moves } = lists;
        let moves = moves[self.stage_start..].iter();
        let may_give_check = board.check_filter();
        for (&mv, scored_move) in moves.zip(&mut scored_moves[self.stage_start..]) {
            if !may_give_check(mv) {
                *scored_move = ScoredMove::YIELDED;
            }
        }
    }

    /// Generates all evasions and scores them: noisy moves by MVV-LVA, then quiet moves by history.
    #[inline(always)]
    fn generate_evasions<B: Exchange>(
        &mut self,
        board: &B,
        info: &B::CheckInfo,
        history: &History,
        lists: &mut MoveLists,
    ) {
        board.generate_with(info, GenType::All, &mut lists.moves);
        let context = *self.context(board, info);
        self.score(lists, |mv| match board.is_noisy(mv) {
            true => NOISY_EVASION_BONUS + mvv_lva(board, mv),
            false => history.quiet(board, mv, &context),
        });
    }

    /// Returns a killer if it is legal and quiet here and not the table move; otherwise clears it.
    #[inline(always)]
    fn validate_killer<B: Exchange>(
        &mut self,
        index: usize,
        board: &B,
        info: &B::CheckInfo,
    ) -> Option<Move> {
        let tt_move = self.tt_move;
        let is_valid = |&mv: &Move| {
            Some(mv) != tt_move && board.is_legal_with(info, mv) && !board.is_noisy(mv)
        };
        self.killers[index] = self.killers[index].filter(is_valid);
        self.killers[index]
    }

    /// Scores the moves that have been generated since the last call: those of a new stage.
    #[inline(always)]
    fn score(&mut self, lists: &mut MoveLists, mut score: impl FnMut(Move) -> i32) {
        (self.stage_start, self.end) = (self.end, lists.moves.len());
        let MoveLists { moves, scored_moves } = lists;
        let moves = moves[self.stage_start..].iter();
        let scores = moves.zip(self.stage_start - self.start..);
        scored_moves.extend(scores.map(|(&mv, index)| ScoredMove::new(score(mv), index)));
    }

    /// Returns the move of a range with the greatest score if that is at least `min`, and marks it
    /// as yielded. Each call searches for the maximum instead of sorting once: most nodes need few
    /// of their moves, and the loop compiles to a few vector instructions.
    #[inline(always)]
    fn take_best(
        &mut self,
        lists: &mut MoveLists,
        range: Range<usize>,
        min: ScoredMove,
    ) -> Option<(Move, ScoredMove)> {
        let best = lists.scored_moves[range].iter().copied().max().filter(|&best| best >= min)?;
        let index = self.start + best.index();
        lists.scored_moves[index] = ScoredMove::YIELDED;
        Some((lists.moves[index], best))
    }

    /// Selects the best remaining move of a range of the stage, except the table move.
    #[inline(always)]
    fn select(&mut self, lists: &mut MoveLists, range: Range<usize>) -> Option<(Move, ScoredMove)> {
        loop {
            let best = self.take_best(lists, range.clone(), ScoredMove::MIN_REMAINING)?;
            if Some(best.0) != self.tt_move {
                return Some(best);
            }
        }
    }

    /// Selects the best remaining noisy move with SEE of at least 0, and sets the bad ones before
    /// it aside.
    #[inline(always)]
    fn select_good_noisy<B: Exchange>(
        &mut self,
        board: &B,
        info: &B::CheckInfo,
        lists: &mut MoveLists,
    ) -> Option<Move> {
        loop {
            let (mv, best) = self.select(lists, self.stage_start..self.end)?;
            if board.see_ge(info, mv, 0) {
                return Some(mv);
            }
            lists.scored_moves[self.start + best.index()] = best.set_aside();
        }
    }

    /// Selects the best remaining quiet move that is not to be skipped, except the table move and
    /// the killers.
    #[inline(always)]
    fn select_quiet(&mut self, lists: &mut MoveLists) -> Option<Move> {
        let start = if self.skip_quiets { self.platforms_start } else { self.stage_start };
        let end = if self.skip_platform_moves { self.platforms_start } else { self.end };
        loop {
            let (mv, _) = self.select(lists, start..end)?;
            if !self.killers.contains(&Some(mv)) {
                return Some(mv);
            }
        }
    }
}

/// MVV-LVA: the most valuable victim first, then the least valuable attacker. A promotion counts
/// its gain in material.
#[inline(always)]
fn mvv_lva<B: Exchange>(board: &B, mv: Move) -> i32 {
    let game = board.game();
    let victim = board.captured(mv).map_or(0, |(kind, _)| game.pieces.value(kind));
    let gain = [mv.promotion(), mv.second_promotion()]
        .into_iter()
        .flatten()
        .map(|kind| game.pieces.value(kind) - game.pieces.value(PieceType::PAWN))
        .sum::<i32>();
    16 * (victim + gain) - game.pieces.value(board.moved_piece(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardText, BuiltIn, Checks, Chess, Kobayashi, Rules, SpaceChess};
    use std::collections::BTreeSet;

    #[test]
    fn picker_yields_every_move_of_long_lists() {
        let queens = "Q1Q1Q1pk/6pp/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8|\
             Q1Q1Q1pp/7p/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8|\
             Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/K7 w - - - 0 1";
        let board = SpaceChess::from_fen(queens).expect("a legal position");
        assert!(board.count_legal_moves() > 512 && !board.in_check());
        let history = History::new(SpaceChess::game_info());
        let mut lists = MoveLists::new(SpaceChess::game_info());
        let mut picker = MovePicker::new(false, None, [None; 2], &lists);
        let mut moves = BTreeSet::new();
        let info = board.check_info();
        while let Some(mv) = picker.next(&board, &info, &history, &mut lists) {
            assert!(moves.insert(mv), "{mv:?} twice");
        }
        assert_eq!(moves.len() as u64, board.count_legal_moves());
    }

    #[test]
    fn picker_skips_one_kind_of_quiet_moves() {
        let board = Kobayashi::startpos();
        let (history, info) = (History::new(Kobayashi::game_info()), board.check_info());
        let yielded = |skip: fn(&mut MovePicker), after: usize| {
            let mut lists = MoveLists::new(Kobayashi::game_info());
            let mut picker = MovePicker::new(false, None, [None; 2], &lists);
            let mut next =
                |picker: &mut MovePicker| picker.next(&board, &info, &history, &mut lists);
            for _ in 0..after {
                next(&mut picker);
            }
            skip(&mut picker);
            std::iter::from_fn(|| next(&mut picker)).collect::<Vec<_>>()
        };
        let mut platform_moves = MoveList::new();
        board.generate(GenType::Platforms, &mut platform_moves);
        assert!(!platform_moves.is_empty());
        for after in [0, 1] {
            let moves = yielded(MovePicker::skip_quiets, after);
            assert!(moves.iter().all(|mv| mv.is_platform_move()), "{moves:?}");
            assert!(moves.len() + after >= platform_moves.len());
            let moves = yielded(MovePicker::skip_platform_moves, after);
            assert!(
                !moves.is_empty() && moves.iter().all(|mv| !mv.is_platform_move()),
                "{moves:?}"
            );
        }
    }

    #[test]
    fn picker_skips_worse_quiets_but_no_losing_capture() {
        let fen = "4k3/3p4/2p5/8/8/8/2R5/4K3 w - - 0 1";
        let board = Chess::from_fen(fen).expect("a legal position");
        let (history, info) = (History::new(Chess::game_info()), board.check_info());
        let rest = |skip: fn(&mut MovePicker)| {
            let mut lists = MoveLists::new(Chess::game_info());
            let mut picker = MovePicker::new(false, None, [None; 2], &lists);
            // Before the quiet moves nothing is skipped.
            skip(&mut picker);
            let first = picker.next(&board, &info, &history, &mut lists);
            assert!(first.is_some_and(|mv| !board.gives_check(mv)), "{first:?}");
            skip(&mut picker);
            let rest = std::iter::from_fn(|| picker.next(&board, &info, &history, &mut lists));
            rest.map(|mv| board.move_to_uci(mv)).collect::<Vec<_>>()
        };
        assert_eq!(rest(MovePicker::skip_worse_quiets), ["c2c6"]);
        assert_eq!(rest(MovePicker::skip_worse_quiets_without_check), ["c2e2", "c2c6"]);
    }
}
