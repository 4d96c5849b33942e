//! Which move to search next: in stages, so that a node that is cut off early never generates
//! what it does not need.
//!
//! Table move, noisy moves by the value of victim and attacker (those that lose by static
//! exchange set aside), killers, quiet moves of men by history, platform moves by theirs, and the
//! losing noisy moves last. In check all evasions come in one stage. What can go wrong: the table
//! move and the killers come from other positions, so they are asked for legality, and left out of
//! the later stages.

use super::history::{History, Row};
use crate::moves::{Kind, MOST_MOVES, Move, MoveList};
use crate::rules::{Part, Play};
use arrayvec::ArrayVec;

/// Above every history value: noisy moves among the evasions come first.
const NOISY_EVASION: i32 = 1 << 18;

/// The score of a move with its place in the list, in one word that compares as they should be
/// searched: higher scores first, of equals the one that was generated first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u32);

impl Rank {
    /// Scores are below this in magnitude.
    const MOST: i32 = 1 << (31 - Rank::PLACE_BITS);
    /// As many as a list of moves needs.
    const PLACE_BITS: u32 = MOST_MOVES.next_power_of_two().trailing_zeros();
    const PLACES: u32 = (1 << Rank::PLACE_BITS) - 1;

    #[inline(always)]
    fn new(score: i32, place: usize) -> Rank {
        debug_assert!(score.abs() < Rank::MOST && place <= Rank::PLACES as usize);
        Rank(((score + Rank::MOST) as u32) << Rank::PLACE_BITS | (Rank::PLACES - place as u32))
    }

    #[inline(always)]
    fn place(self) -> usize {
        (Rank::PLACES - (self.0 & Rank::PLACES)) as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateNoisy,
    Noisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    GeneratePlatforms,
    Platforms,
    LosingNoisy,
    GenerateEvasions,
    Evasions,
    Done,
}

/// Hands out the legal moves of a board one by one, each once.
pub struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// Only noisy moves, and but for the table move those that do not lose by static exchange.
    noisy_only: bool,
    in_check: bool,
    /// What is known of moves after those that led here.
    rows: [Row; 2],
    /// Quiet moves of men are not wanted any more.
    skip_men: bool,
    /// Nor quiet moves of platforms.
    skip_platforms: bool,
    moves: MoveList,
    /// Where the moves stand: before `next` those handed out, behind those of the present stage.
    ranks: ArrayVec<Rank, MOST_MOVES>,
    next: usize,
    /// So many losing noisy moves have been set aside at the front of `ranks`.
    losing: usize,
}

impl Picker {
    /// All moves. `table_move` and `killers` may be any moves whatever.
    #[inline]
    pub fn all(in_check: bool, table_move: Option<Move>, killers: [Option<Move>; 2]) -> Picker {
        Picker {
            stage: Stage::Table,
            table_move,
            killers,
            noisy_only: false,
            in_check,
            rows: [Row::NONE; 2],
            skip_men: false,
            skip_platforms: false,
            moves: MoveList::new(),
            ranks: ArrayVec::new(),
            next: 0,
            losing: 0,
        }
    }

    /// In check all evasions, else the table move if it is noisy, and the noisy moves that do not
    /// lose by static exchange.
    #[inline]
    pub fn noisy(in_check: bool, table_move: Option<Move>) -> Picker {
        Picker { noisy_only: !in_check, ..Picker::all(in_check, table_move, [None; 2]) }
    }

    /// The same for a node that moves with these rows led to.
    #[inline]
    pub fn after(self, rows: [Row; 2]) -> Picker {
        Picker { rows, ..self }
    }

    /// Does the last move lose nothing by static exchange, for all that has been asked?
    #[inline]
    pub fn gains(&self) -> bool {
        self.stage == Stage::Noisy
    }

    /// No more quiet moves of men; evasions come all the same.
    #[inline]
    pub fn skip_men(&mut self) {
        self.skip_men = true;
    }

    /// No more quiet moves of platforms; evasions come all the same.
    #[inline]
    pub fn skip_platforms(&mut self) {
        self.skip_platforms = true;
    }

    /// The next move; it is a legal one.
    #[inline]
    pub fn next<B: Play>(&mut self, board: &B, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage =
                        if self.in_check { Stage::GenerateEvasions } else { Stage::GenerateNoisy };
                    let wanted = self.table_move.filter(|&mv| {
                        board.is_legal(mv) && (!self.noisy_only || board.is_noisy(mv))
                    });
                    self.table_move = wanted;
                    if wanted.is_some() {
                        return wanted;
                    }
                }
                Stage::GenerateNoisy => {
                    board.generate(Part::Noisy, &mut self.moves);
                    self.score(|mv| exchange_order(board, mv) + history.of_noisy(board, mv) / 4);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => {
                    let Some(mv) = self.select() else {
                        self.stage = if self.noisy_only { Stage::Done } else { Stage::FirstKiller };
                        continue;
                    };
                    if board.exchange_at_least(mv, 0) {
                        return Some(mv);
                    }
                    self.ranks[self.losing] = self.ranks[self.next - 1];
                    self.losing += 1;
                }
                Stage::FirstKiller | Stage::SecondKiller => {
                    let second = self.stage == Stage::SecondKiller;
                    self.stage = if second { Stage::GenerateQuiet } else { Stage::SecondKiller };
                    let killer = &mut self.killers[usize::from(second)];
                    *killer = killer.filter(|&mv| {
                        Some(mv) != self.table_move && board.is_legal(mv) && !board.is_noisy(mv)
                    });
                    if killer.is_some() {
                        return *killer;
                    }
                }
                Stage::GenerateQuiet if self.skip_men => self.stage = Stage::GeneratePlatforms,
                Stage::GenerateQuiet => {
                    board.generate(Part::Quiet, &mut self.moves);
                    let rows = self.rows;
                    self.score(|mv| history.of_quiet(board, mv, rows));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet if self.skip_men => {
                    self.next = self.ranks.len();
                    self.stage = Stage::GeneratePlatforms;
                }
                Stage::Quiet => match self.select_new() {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::GeneratePlatforms,
                },
                Stage::GeneratePlatforms | Stage::Platforms if self.skip_platforms => {
                    self.next = 0;
                    self.stage = Stage::LosingNoisy;
                }
                Stage::GeneratePlatforms => {
                    board.generate(Part::Platforms, &mut self.moves);
                    let rows = self.rows;
                    self.score(|mv| history.of_quiet(board, mv, rows));
                    self.stage = Stage::Platforms;
                }
                Stage::Platforms => match self.select_new() {
                    Some(mv) => return Some(mv),
                    None => {
                        self.next = 0;
                        self.stage = Stage::LosingNoisy;
                    }
                },
                Stage::LosingNoisy => {
                    if self.next < self.losing {
                        self.next += 1;
                        return Some(self.moves[self.ranks[self.next - 1].place()]);
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateEvasions => {
                    board.generate(Part::All, &mut self.moves);
                    let rows = self.rows;
                    self.score(|mv| match board.is_noisy(mv) {
                        true => NOISY_EVASION + exchange_order(board, mv),
                        false => history.of_quiet(board, mv, rows),
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
        for place in self.ranks.len()..self.moves.len() {
            self.ranks.push(Rank::new(score(self.moves[place]), place));
        }
    }

    /// Takes the best move that is left in this stage, but for the table move. A search for the
    /// maximum each time: most nodes need few of their moves, and the loop is a few vector
    /// instructions long.
    #[inline(always)]
    fn select(&mut self) -> Option<Move> {
        loop {
            let left = self.ranks.get_mut(self.next..)?;
            let best = left.iter().copied().max()?;
            let index = left.iter().position(|&rank| rank == best)?;
            left.swap(0, index);
            self.next += 1;
            let mv = self.moves[best.place()];
            if Some(mv) != self.table_move {
                return Some(mv);
            }
        }
    }

    /// The same, and without the killers.
    #[inline(always)]
    fn select_new(&mut self) -> Option<Move> {
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
fn exchange_order<B: Play>(board: &B, mv: Move) -> i32 {
    let victim = board.captured(mv).map_or(0, |(kind, _)| B::VALUES[kind.index()]);
    let gain = [mv.promotion(), mv.second_promotion()]
        .into_iter()
        .flatten()
        .map(|kind| B::VALUES[kind.index()] - B::VALUES[Kind::Pawn.index()])
        .sum::<i32>();
    16 * (victim + gain) - B::VALUES[board.moved(mv).index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::spacechess::Board;
    use crate::rules::{Geometry, Text};
    use std::collections::BTreeSet;

    #[test]
    fn the_longest_lists_are_handed_out_whole() {
        let queens = "Q1Q1Q1pk/6pp/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8|\
             Q1Q1Q1pp/7p/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8|\
             Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/8/Q1Q1Q1Q1/K7 w - - - 0 1";
        let board = Board::parse(queens).expect("a valid position");
        assert!(board.count() > 512 && !board.in_check());
        let history = History::new(Board::CELLS, Board::POSTS);
        let mut picker = Picker::all(false, None, [None; 2]);
        let mut moves = BTreeSet::new();
        while let Some(mv) = picker.next(&board, &history) {
            assert!(moves.insert(mv), "{mv:?} twice");
        }
        assert_eq!(moves.len() as u64, board.count());
    }
}
