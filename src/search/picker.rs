//! Which move to search next: in stages, so that a node that is cut off early never generates
//! what it does not need.
//!
//! Table move, noisy moves by the value of victim and attacker (those that lose by static
//! exchange set aside), killers, quiet moves of men by history, platform moves by theirs, and the
//! losing noisy moves last. In check all evasions come in one stage. What can go wrong: the table
//! move and the killers come from other positions, so they are asked for legality, and left out of
//! the later stages.

use super::history::{ContinuationIndex, History};
use crate::moves::{MAX_MOVES, Move, MoveList, PieceType};
use crate::rules::{GenType, Rules};
use arrayvec::ArrayVec;

/// Above every history value: noisy moves among the evasions come first.
const NOISY_EVASION_BONUS: i32 = 1 << 18;

/// The score of a move with its place in the list, in one word that compares as they should be
/// searched: higher scores first, of equals the one that was generated first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredMove(u32);

impl ScoredMove {
    /// Scores are below this in magnitude.
    const SCORE_LIMIT: i32 = 1 << (31 - ScoredMove::INDEX_BITS);
    /// As many as a list of moves needs.
    const INDEX_BITS: u32 = MAX_MOVES.next_power_of_two().trailing_zeros();
    const INDEX_MASK: u32 = (1 << ScoredMove::INDEX_BITS) - 1;

    #[inline(always)]
    fn new(score: i32, place: usize) -> ScoredMove {
        debug_assert!(
            score.abs() < ScoredMove::SCORE_LIMIT && place <= ScoredMove::INDEX_MASK as usize
        );
        ScoredMove(
            ((score + ScoredMove::SCORE_LIMIT) as u32) << ScoredMove::INDEX_BITS
                | (ScoredMove::INDEX_MASK - place as u32),
        )
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
    Noisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    GeneratePlatforms,
    Platforms,
    BadNoisy,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Hands out the legal moves of a board one by one, each once.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// Only noisy moves, and but for the table move those that do not lose by static exchange.
    noisy_only: bool,
    in_check: bool,
    /// What is known of moves after those that led here.
    continuations: [ContinuationIndex; 2],
    /// Quiet moves of men are not wanted any more.
    skip_quiets: bool,
    /// Nor quiet moves of platforms.
    skip_platform_moves: bool,
    moves: MoveList,
    /// Where the moves stand: before `next` those handed out, behind those of the present stage.
    scored_moves: ArrayVec<ScoredMove, MAX_MOVES>,
    next: usize,
    /// So many losing noisy moves have been set aside at the front of `ranks`.
    bad_noisy_count: usize,
}

impl MovePicker {
    /// All moves. `table_move` and `killers` may be any moves whatever.
    #[inline]
    pub fn new(in_check: bool, tt_move: Option<Move>, killers: [Option<Move>; 2]) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            killers,
            noisy_only: false,
            in_check,
            continuations: [ContinuationIndex::NONE; 2],
            skip_quiets: false,
            skip_platform_moves: false,
            moves: MoveList::new(),
            scored_moves: ArrayVec::new(),
            next: 0,
            bad_noisy_count: 0,
        }
    }

    /// In check all evasions, else the table move if it is noisy, and the noisy moves that do not
    /// lose by static exchange.
    #[inline]
    pub fn new_qsearch(in_check: bool, table_move: Option<Move>) -> MovePicker {
        MovePicker { noisy_only: !in_check, ..MovePicker::new(in_check, table_move, [None; 2]) }
    }

    /// The same for a node that moves with these rows led to.
    #[inline]
    pub fn with_continuations(self, rows: [ContinuationIndex; 2]) -> MovePicker {
        MovePicker { continuations: rows, ..self }
    }

    /// Does the last move lose nothing by static exchange, for all that has been asked?
    #[inline]
    pub fn is_good_noisy(&self) -> bool {
        self.stage == Stage::Noisy
    }

    /// No more quiet moves of men; evasions come all the same.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// No more quiet moves of platforms; evasions come all the same.
    #[inline]
    pub fn skip_platform_moves(&mut self) {
        self.skip_platform_moves = true;
    }

    /// The next move; it is a legal one.
    #[inline]
    pub fn next<B: Rules>(&mut self, board: &B, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage =
                        if self.in_check { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
                    let wanted = self.tt_move.filter(|&mv| {
                        board.is_legal(mv) && (!self.noisy_only || board.is_noisy(mv))
                    });
                    self.tt_move = wanted;
                    if wanted.is_some() {
                        return wanted;
                    }
                }
                Stage::GenerateNoisy => {
                    board.generate(GenType::Noisy, &mut self.moves);
                    self.score(|mv| mvv_lva(board, mv) + history.noisy(board, mv) / 4);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => {
                    let Some(mv) = self.select() else {
                        self.stage = if self.noisy_only { Stage::Done } else { Stage::FirstKiller };
                        continue;
                    };
                    if board.see_ge(mv, 0) {
                        return Some(mv);
                    }
                    self.scored_moves[self.bad_noisy_count] = self.scored_moves[self.next - 1];
                    self.bad_noisy_count += 1;
                }
                Stage::FirstKiller | Stage::SecondKiller => {
                    let second = self.stage == Stage::SecondKiller;
                    self.stage = if second { Stage::GenerateQuiet } else { Stage::SecondKiller };
                    let killer = &mut self.killers[usize::from(second)];
                    *killer = killer.filter(|&mv| {
                        Some(mv) != self.tt_move && board.is_legal(mv) && !board.is_noisy(mv)
                    });
                    if killer.is_some() {
                        return *killer;
                    }
                }
                Stage::GenerateQuiet if self.skip_quiets => self.stage = Stage::GeneratePlatforms,
                Stage::GenerateQuiet => {
                    board.generate(GenType::Quiet, &mut self.moves);
                    let rows = self.continuations;
                    self.score(|mv| history.quiet(board, mv, rows));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet if self.skip_quiets => {
                    self.next = self.scored_moves.len();
                    self.stage = Stage::GeneratePlatforms;
                }
                Stage::Quiet => match self.select_non_killer() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::GeneratePlatforms,
                },
                Stage::GeneratePlatforms | Stage::Platforms if self.skip_platform_moves => {
                    self.next = 0;
                    self.stage = Stage::BadNoisy;
                }
                Stage::GeneratePlatforms => {
                    board.generate(GenType::Platforms, &mut self.moves);
                    let rows = self.continuations;
                    self.score(|mv| history.quiet(board, mv, rows));
                    self.stage = Stage::Platforms;
                }
                Stage::Platforms => match self.select_non_killer() {
                    Some(mv) => return Some(mv),
                    None => {
                        self.next = 0;
                        self.stage = Stage::BadNoisy;
                    }
                },
                Stage::BadNoisy => {
                    if self.next < self.bad_noisy_count {
                        self.next += 1;
                        return Some(self.moves[self.scored_moves[self.next - 1].index()]);
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateEvasions => {
                    board.generate(GenType::All, &mut self.moves);
                    let rows = self.continuations;
                    self.score(|mv| match board.is_noisy(mv) {
                        true => NOISY_EVASION_BONUS + mvv_lva(board, mv),
                        false => history.quiet(board, mv, rows),
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.select() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Ranks the moves that have been generated since.
    #[inline(always)]
    fn score(&mut self, mut score: impl FnMut(Move) -> i32) {
        for place in self.scored_moves.len()..self.moves.len() {
            self.scored_moves.push(ScoredMove::new(score(self.moves[place]), place));
        }
    }

    /// Takes the best move that is left in this stage, but for the table move. A search for the
    /// maximum each time: most nodes need few of their moves, and the loop is a few vector
    /// instructions long.
    #[inline(always)]
    fn select(&mut self) -> Option<Move> {
        loop {
            let left = self.scored_moves.get_mut(self.next..)?;
            let best = left.iter().copied().max()?;
            let index = left.iter().position(|&rank| rank == best)?;
            left.swap(0, index);
            self.next += 1;
            let mv = self.moves[best.index()];
            if Some(mv) != self.tt_move {
                return Some(mv);
            }
        }
    }

    /// The same, and without the killers.
    #[inline(always)]
    fn select_non_killer(&mut self) -> Option<Move> {
        loop {
            let mv = self.select()?;
            if !self.killers.contains(&Some(mv)) {
                return Some(mv);
            }
        }
    }
}

/// Most valuable victim first, least valuable attacker among equals; promotions gain their price.
#[inline]
fn mvv_lva<B: Rules>(board: &B, mv: Move) -> i32 {
    let victim = board.captured(mv).map_or(0, |(kind, _)| B::PIECE_VALUES[kind.index()]);
    let gain = [mv.promotion(), mv.second_promotion()]
        .into_iter()
        .flatten()
        .map(|kind| B::PIECE_VALUES[kind.index()] - B::PIECE_VALUES[PieceType::Pawn.index()])
        .sum::<i32>();
    16 * (victim + gain) - B::PIECE_VALUES[board.moved_piece(mv).index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::spacechess::Board;
    use crate::rules::{BoardText, Geometry};
    use std::collections::BTreeSet;

    #[test]
    fn picker_yields_every_move_of_long_lists() {
        let queens = "Q1Q1Q1pk/6pp/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8|\
             Q1Q1Q1pp/7p/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8|\
             Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/K7 w - - - 0 1";
        let board = Board::from_fen(queens).expect("a valid position");
        assert!(board.count_legal_moves() > 512 && !board.in_check());
        let history = History::new(Board::CELLS, Board::POSTS);
        let mut picker = MovePicker::new(false, None, [None; 2]);
        let mut moves = BTreeSet::new();
        while let Some(mv) = picker.next(&board, &history) {
            assert!(moves.insert(mv), "{mv:?} twice");
        }
        assert_eq!(moves.len() as u64, board.count_legal_moves());
    }
}
