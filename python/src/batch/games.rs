//! Games of one rule set in step, each with its random numbers.
//!
//! [`Games`] hides the board type. Its methods change all games or none, and write the arrays of
//! [`Rows`]; [`Rows::split`] gives each thread the rows of its games.

use super::observation::{Planes, Rights};
use crate::actions::Actions;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::mem::take;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use triskelion::moves::{Move, Side};
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::registry::{Variant, Visitor};
use triskelion::rules::{EndReason, GameInfo, GenType, Outcome};

/// What all games of a batch share.
pub(super) struct Common {
    pub(super) actions: Arc<Actions>,
    pub(super) planes: Planes,
    pub(super) variant: Variant,
    /// The number of plies after which a game is cut off; 0 for none.
    pub(super) max_plies: u32,
    /// The number of random plies at the beginning of a game.
    pub(super) opening_plies: u32,
    /// Whether a game that is over begins anew at once.
    pub(super) auto_reset: bool,
    /// Whether observations are written, so that games keep what they need for it.
    pub(super) has_observations: bool,
    pub(super) has_masks: bool,
}

/// The rows of the arrays that belong to some games, one after the other. Arrays that are switched
/// off are empty.
#[derive(Default)]
pub(super) struct Rows<'a> {
    pub(super) observations: &'a mut [u8],
    pub(super) masks: &'a mut [u8],
    pub(super) rewards: &'a mut [f32],
    pub(super) terminated: &'a mut [u8],
    pub(super) truncated: &'a mut [u8],
    pub(super) to_play: &'a mut [i8],
    pub(super) winner: &'a mut [i8],
    pub(super) reason: &'a mut [i8],
    pub(super) plies: &'a mut [i32],
}

/// Splits off the rows of the first `games` games.
fn split_rows<'a, T>(rows: &mut &'a mut [T], games: usize, count: usize) -> &'a mut [T] {
    let width = rows.len() / count.max(1);
    let (head, tail) = take(rows).split_at_mut(games * width);
    *rows = tail;
    head
}

impl<'a> Rows<'a> {
    /// Splits off the rows of the first `games` of all games.
    pub(super) fn split(&mut self, games: usize) -> Rows<'a> {
        let count = self.rewards.len();
        Rows {
            observations: split_rows(&mut self.observations, games, count),
            masks: split_rows(&mut self.masks, games, count),
            rewards: split_rows(&mut self.rewards, games, count),
            terminated: split_rows(&mut self.terminated, games, count),
            truncated: split_rows(&mut self.truncated, games, count),
            to_play: split_rows(&mut self.to_play, games, count),
            winner: split_rows(&mut self.winner, games, count),
            reason: split_rows(&mut self.reason, games, count),
            plies: split_rows(&mut self.plies, games, count),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy)]
enum End {
    /// By its rules.
    Outcome(Outcome),
    /// By the limit of plies.
    CutOff,
}

/// A game.
struct Slot<B> {
    board: B,
    /// The legal moves; none if the game is over.
    moves: Vec<Move>,
    /// The keys of the positions since the last irreversible move, this one last. Empty if the game
    /// knows no repetition.
    keys: Vec<u64>,
    repetitions: usize,
    plies: u32,
    end: Option<End>,
    random: ChaCha8Rng,
    rights: Rights,
    /// The actions of the mask that has been written.
    marked: Vec<u32>,
    /// The index of the move that is played next.
    chosen: usize,
    /// The action that has been sampled.
    sampled: i32,
}

/// The position in which a game begins.
struct Start<B> {
    board: B,
    rights: Rights,
}

impl<B: RuleSet> Slot<B> {
    /// Sets a position without a history.
    fn set_board(&mut self, board: B, common: &Common) {
        self.board = board;
        self.keys.clear();
        self.plies = 0;
        if common.has_observations {
            self.rights = common.planes.rights(&board);
        }
        self.enter(true, common);
    }

    /// Begins a new game.
    fn restart(&mut self, start: &Start<B>, common: &Common) {
        // Random plies may end a game, though hardly so often.
        for attempt in 0..100 {
            self.board = start.board;
            self.keys.clear();
            self.plies = 0;
            self.rights.clone_from(&start.rights);
            self.enter(true, common);
            for _ in 0..if attempt < 99 { common.opening_plies } else { 0 } {
                if self.end.is_some() {
                    break;
                }
                self.choose_random();
                self.play(common);
            }
            if self.end.is_none() {
                break;
            }
        }
    }

    /// Chooses a random legal move.
    #[inline]
    fn choose_random(&mut self) {
        let count = self.moves.len() as u64;
        self.chosen = ((u64::from(self.random.next_u32()) * count) >> 32) as usize;
    }

    /// Plays the chosen move, if there is one.
    #[inline]
    fn play(&mut self, common: &Common) {
        let Some(&mv) = self.moves.get(self.chosen) else {
            return;
        };
        let parent = self.board;
        parent.make_into(mv, &mut self.board, &mut ());
        self.plies += 1;
        if common.has_observations {
            common.planes.update_rights(&mut self.rights, mv, &self.board);
        }
        let is_irreversible = self.board.halfmove_clock() == 0 && parent.is_irreversible(mv);
        self.enter(is_irreversible, common);
    }

    /// Finds the legal moves of the new position, and whether the game is over, as
    /// [`Position::outcome`] does.
    #[inline]
    fn enter(&mut self, is_irreversible: bool, common: &Common) {
        let board = &self.board;
        let rules = board.game().end_rules;
        self.repetitions = 0;
        if rules.repetition > 0 {
            if is_irreversible {
                self.keys.clear();
            }
            let key = board.key();
            let earlier = self.keys.iter().rev().skip(3).step_by(2);
            self.repetitions = earlier.filter(|&&earlier| earlier == key).count();
            self.keys.push(key);
        }
        self.moves.clear();
        board.generate(GenType::All, &mut self.moves);
        self.end = self.find_end(common);
        if self.end.is_some() {
            self.moves.clear();
        }
    }

    #[inline]
    fn find_end(&self, common: &Common) -> Option<End> {
        let board = &self.board;
        let (rules, side) = (board.game().end_rules, board.side_to_move());
        let outcome = |winner, reason| Some(End::Outcome(Outcome { winner, reason }));
        if let Some(outcome) = board.variant_outcome() {
            return Some(End::Outcome(outcome));
        }
        if self.moves.is_empty() {
            return match board.in_check() {
                true => outcome(Some(side.other()), EndReason::Checkmate),
                false => outcome(rules.stalemate_winner(side), EndReason::Stalemate),
            };
        }
        if rules.is_draw_by_clock(board.halfmove_clock()) {
            return outcome(None, EndReason::FiftyMoves);
        }
        if rules.repetition > 0 && self.repetitions + 1 >= rules.repetition as usize {
            return outcome(None, EndReason::Repetition);
        }
        (common.max_plies > 0 && self.plies >= common.max_plies).then_some(End::CutOff)
    }

    /// Plays the chosen move, writes how the game stands, and begins a new one if it is over.
    #[inline]
    fn step(&mut self, row: &mut Rows<'_>, start: &Start<B>, common: &Common) -> bool {
        let (was_over, mover) = (self.end.is_some(), self.board.side_to_move());
        if !was_over {
            self.play(common);
        }
        let sign = |side: Side, of: Side| if side == of { 1 } else { -1 };
        let (mut winner, mut reason, mut reward) = (0, -1, 0);
        let (mut terminated, mut truncated) = (false, false);
        match self.end {
            None => {}
            Some(End::CutOff) => truncated = true,
            Some(End::Outcome(outcome)) => {
                terminated = true;
                let place = EndReason::ALL.iter().position(|&known| known == outcome.reason);
                reason = place.map_or(-1, |place| place as i8);
                if let Some(side) = outcome.winner {
                    winner = sign(side, Side::White);
                    reward = if was_over { 0 } else { sign(side, mover) };
                }
            }
        }
        fn set<T>(row: &mut [T], value: T) {
            if let Some(to) = row.first_mut() {
                *to = value;
            }
        }
        set(row.rewards, f32::from(reward));
        set(row.terminated, u8::from(terminated));
        set(row.truncated, u8::from(truncated));
        set(row.winner, winner);
        set(row.reason, reason);
        set(row.plies, i32::try_from(self.plies).unwrap_or(i32::MAX));
        let has_ended = !was_over && self.end.is_some();
        if has_ended && common.auto_reset {
            self.restart(start, common);
        }
        has_ended
    }

    /// Writes what describes the position: side to move, observation and mask.
    fn write_position(&mut self, row: &mut Rows<'_>, common: &Common) {
        let side = self.board.side_to_move();
        row.to_play.iter_mut().for_each(|to| *to = side.index() as i8);
        if common.has_observations {
            self.write_observation(side, row.observations, common);
        }
        if common.has_masks {
            for action in self.marked.drain(..) {
                row.masks.get_mut(action as usize).into_iter().for_each(|it| *it = 0);
            }
            for &mv in &self.moves {
                let Some(action) = common.actions.action(&self.board, mv) else {
                    continue;
                };
                if let Some(it) = row.masks.get_mut(action as usize) {
                    *it = 1;
                    self.marked.push(action);
                }
            }
        }
    }

    fn write_observation(&self, side: Side, out: &mut [u8], common: &Common) {
        common.planes.write(&self.board, &self.rights, self.repetitions, side, out);
    }

    /// Writes that no game has ended, and the position.
    fn write_start(&mut self, row: &mut Rows<'_>, common: &Common) {
        row.rewards.fill(0.0);
        row.terminated.fill(0);
        row.truncated.fill(0);
        row.winner.fill(0);
        row.reason.fill(-1);
        row.plies.fill(i32::try_from(self.plies).unwrap_or(i32::MAX));
        self.write_position(row, common);
    }
}

/// An action that is not legal.
pub(super) struct IllegalAction {
    pub(super) game: usize,
    pub(super) action: i64,
}

/// The games of a batch.
pub(super) trait Games: Send {
    /// Begins new games, with the random numbers of a seed if there is one.
    fn reset(&mut self, seed: Option<u64>, rows: Rows<'_>, common: &Common);
    /// Plays an action in each game.
    ///
    /// # Errors
    /// The first action that is not legal. Nothing changes then.
    fn step(
        &mut self,
        actions: &[i64],
        rows: Rows<'_>,
        common: &Common,
    ) -> Result<(), IllegalAction>;
    /// Plays that many random legal moves in each game. Returns how many games ended.
    fn random_steps(&mut self, steps: u64, rows: Rows<'_>, common: &Common) -> usize;
    /// Returns a random legal action of each game; -1 for a game that is over.
    fn sample(&mut self, common: &Common) -> Vec<i32>;
    /// Returns the legal actions of a game and the texts of their moves.
    fn legal_actions(&self, game: usize, common: &Common) -> Vec<(u32, String)>;
    /// Returns the FEN of a game.
    fn fen(&self, game: usize) -> Option<String>;
    /// Sets the position of a game, without a history. The rows are those of this game.
    ///
    /// # Errors
    /// What is wrong with the FEN.
    fn set_fen(
        &mut self,
        game: usize,
        fen: &str,
        rows: Rows<'_>,
        common: &Common,
    ) -> Result<(), String>;
    /// Writes what a side sees of a game; the side to move if none is given.
    fn observe(&self, game: usize, side: Option<Side>, out: &mut [u8], common: &Common);
}

/// The games of a batch on boards of one type.
struct BoardGames<B> {
    slots: Vec<Slot<B>>,
    start: Start<B>,
}

/// Creates games of a rule set, which [`Games::reset`] must set up.
pub(super) fn new_games(count: usize, common: &Common) -> Box<dyn Games> {
    struct NewGames<'a>(usize, &'a Common);
    impl Visitor for NewGames<'_> {
        type Output = Box<dyn Games>;

        fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Box<dyn Games> {
            let NewGames(count, common) = self;
            let board = B::start(game);
            let start = Start { board, rights: common.planes.rights(&board) };
            let slot = |index| Slot {
                board,
                moves: Vec::new(),
                keys: Vec::new(),
                repetitions: 0,
                plies: 0,
                end: None,
                random: random_numbers(0, index),
                rights: start.rights.clone(),
                marked: Vec::new(),
                chosen: 0,
                sampled: -1,
            };
            Box::new(BoardGames { slots: (0..count as u64).map(slot).collect(), start })
        }
    }
    common.variant.visit(NewGames(count, common))
}

/// Returns the random numbers of a game.
fn random_numbers(seed: u64, game: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(game);
    random
}

/// Calls a function for each game and its rows, on all threads of the pool that runs this.
fn for_each<B: Send>(
    slots: &mut [Slot<B>],
    first: usize,
    mut rows: Rows<'_>,
    visit: &(impl Fn(&mut Slot<B>, usize, Rows<'_>) + Sync),
) {
    // A task is long enough that its start does not matter.
    const GRAIN: usize = 32;
    if slots.len() > GRAIN && rayon::current_num_threads() > 1 {
        let half = slots.len() / 2;
        let (left, right) = slots.split_at_mut(half);
        let left_rows = rows.split(half);
        rayon::join(
            || for_each(left, first, left_rows, visit),
            || for_each(right, first + half, rows, visit),
        );
        return;
    }
    for (slot, index) in slots.iter_mut().zip(first..) {
        let row = rows.split(1);
        visit(slot, index, row);
    }
}

impl<B: RuleSet> Games for BoardGames<B> {
    fn reset(&mut self, seed: Option<u64>, rows: Rows<'_>, common: &Common) {
        let start = &self.start;
        for_each(&mut self.slots, 0, rows, &|slot, index, mut row| {
            if let Some(seed) = seed {
                slot.random = random_numbers(seed, index as u64);
            }
            slot.restart(start, common);
            slot.write_start(&mut row, common);
        });
    }

    fn step(
        &mut self,
        actions: &[i64],
        rows: Rows<'_>,
        common: &Common,
    ) -> Result<(), IllegalAction> {
        let first_illegal = AtomicUsize::new(usize::MAX);
        for_each_slot(&mut self.slots, 0, &|slot, index| {
            if slot.end.is_some() {
                return;
            }
            let action = actions.get(index).copied().unwrap_or(-1);
            match common.actions.index_of_move(&slot.board, &slot.moves, action) {
                Some(chosen) => slot.chosen = chosen,
                None => {
                    first_illegal.fetch_min(index, Ordering::Relaxed);
                }
            }
        });
        let game = first_illegal.into_inner();
        if game != usize::MAX {
            let action = actions.get(game).copied().unwrap_or(-1);
            return Err(IllegalAction { game, action });
        }
        let start = &self.start;
        for_each(&mut self.slots, 0, rows, &|slot, _, mut row| {
            slot.step(&mut row, start, common);
            slot.write_position(&mut row, common);
        });
        Ok(())
    }

    fn random_steps(&mut self, steps: u64, rows: Rows<'_>, common: &Common) -> usize {
        let start = &self.start;
        let ended = AtomicUsize::new(0);
        for_each(&mut self.slots, 0, rows, &|slot, _, mut row| {
            let mut count = 0;
            for _ in 0..steps {
                slot.choose_random();
                count += usize::from(slot.step(&mut row, start, common));
            }
            ended.fetch_add(count, Ordering::Relaxed);
            slot.write_position(&mut row, common);
        });
        ended.into_inner()
    }

    fn sample(&mut self, common: &Common) -> Vec<i32> {
        for_each_slot(&mut self.slots, 0, &|slot, _| {
            slot.choose_random();
            let mv = slot.moves.get(slot.chosen);
            let action = mv.and_then(|&mv| common.actions.action(&slot.board, mv));
            slot.sampled = action.and_then(|action| i32::try_from(action).ok()).unwrap_or(-1);
        });
        self.slots.iter().map(|slot| slot.sampled).collect()
    }

    fn legal_actions(&self, game: usize, common: &Common) -> Vec<(u32, String)> {
        let Some(slot) = self.slots.get(game) else {
            return Vec::new();
        };
        let action = |&mv: &Move| {
            Some((common.actions.action(&slot.board, mv)?, slot.board.move_to_uci(mv)))
        };
        slot.moves.iter().filter_map(action).collect()
    }

    fn fen(&self, game: usize) -> Option<String> {
        self.slots.get(game).map(|slot| slot.board.to_fen())
    }

    fn set_fen(
        &mut self,
        game: usize,
        fen: &str,
        mut rows: Rows<'_>,
        common: &Common,
    ) -> Result<(), String> {
        let board = B::parse_fen(common.variant.game(), fen).map_err(|errors| {
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        })?;
        let Some(slot) = self.slots.get_mut(game) else {
            return Ok(());
        };
        if Position::new(board).outcome().is_some() {
            return Err("the game is over in this position".to_owned());
        }
        slot.set_board(board, common);
        slot.write_start(&mut rows, common);
        Ok(())
    }

    fn observe(&self, game: usize, side: Option<Side>, out: &mut [u8], common: &Common) {
        if let Some(slot) = self.slots.get(game) {
            let side = side.unwrap_or(slot.board.side_to_move());
            slot.write_observation(side, out, common);
        }
    }
}

/// Calls a function for each game, on all threads of the pool that runs this.
fn for_each_slot<B: Send>(
    slots: &mut [Slot<B>],
    first: usize,
    visit: &(impl Fn(&mut Slot<B>, usize) + Sync),
) {
    for_each(slots, first, Rows::default(), &|slot, index, _| visit(slot, index));
}
