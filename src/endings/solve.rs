//! Retrograde analysis.
//!
//! Every position is looked at once: is the game over, what do its captures and promotions lead to,
//! and how many moves stay in the ending? Where there are none but steps to empty cells, they are
//! counted only when one of them is known to lose, and the table says which of them are legal. The
//! generator is asked everywhere else. Then the positions are decided in the order of the plies to
//! the end. Whoever can move to a position that is lost for the other side wins; whoever has only
//! moves to positions that are won for the other side loses, by the one that delays it longest.
//! The other positions are drawn.

use super::ending::{Codes, Ending};
use super::layout::Cells;
use super::model::{Memory, Model, Successors};
use super::value::{DRAW, EndingValue, Index, MAX_PLIES, NONE};
use crate::moves::Side;
use crate::parallel;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};

/// The mark of a position that is not decided yet. The other bits are the number of its moves that
/// do not lose, as far as is known.
const OPEN: u16 = 1 << 15;
/// The code of an open position whose moves have not been counted.
const UNCOUNTED: u16 = u16::MAX;

/// The number of placements that are looked at without a check whether to stop.
const CHUNK: usize = 4096;

/// The number of decided positions whose predecessors a thread looks at in one go.
const PART: usize = 256;

/// How far the analysis is, and whether to go on.
pub(super) type Control<'a> = dyn Fn(f64) -> bool + Sync + 'a;

/// The positions that are decided without moves inside the ending, by plies.
#[derive(Default)]
struct Decided {
    wins: Vec<Vec<Index>>,
    losses: Vec<Vec<Index>>,
}

impl Decided {
    fn add(&mut self, value: EndingValue, index: Index) {
        let (by_plies, plies) = match value {
            EndingValue::Draw => return,
            EndingValue::Win(plies) => (&mut self.wins, plies as usize),
            EndingValue::Loss(plies) => (&mut self.losses, plies as usize),
        };
        if by_plies.len() <= plies {
            by_plies.resize_with(plies + 1, Vec::new);
        }
        by_plies[plies].push(index);
    }

    fn merge(mut self, mut other: Decided) -> Decided {
        for (own, others) in
            [(&mut self.wins, &mut other.wins), (&mut self.losses, &mut other.losses)]
        {
            if own.len() < others.len() {
                own.resize_with(others.len(), Vec::new);
            }
            for (own, others) in own.iter_mut().zip(others) {
                own.append(others);
            }
        }
        self
    }

    /// Takes the positions that are won and those that are lost in this number of plies.
    fn take(&mut self, plies: usize) -> [Vec<Index>; 2] {
        [&mut self.wins, &mut self.losses]
            .map(|by_plies| by_plies.get_mut(plies).map(std::mem::take).unwrap_or_default())
    }

    fn len(&self) -> usize {
        self.wins.len().max(self.losses.len())
    }
}

/// Memory for one thread.
struct Scratch {
    positions: Memory,
    successors: Successors,
    before: Vec<Index>,
}

/// Decides all positions of an ending. `None` if `control` returned false.
pub(super) fn solve(model: Model, control: &Control) -> Option<Ending> {
    let len = model.layout.len() as usize;
    let mut codes: Vec<AtomicU16> = Vec::new();
    codes.resize_with(len, || AtomicU16::new(NONE));
    let solver = Solver { model: &model, codes: &codes };
    let mut decided = solver.look_at_all(control)?;
    let (mut won, mut plies) = (Vec::new(), 0);
    // A position that is lost by its captures alone may be decided much later than the last one.
    while plies < decided.len() || !won.is_empty() {
        if plies as u32 >= MAX_PLIES || !control(1.0) {
            return None;
        }
        let [exits, lost] = decided.take(plies);
        won.extend(
            exits.into_iter().filter(|&it| solver.decide(it, EndingValue::Win(plies as u32))),
        );
        for &index in &lost {
            solver.decide(index, EndingValue::Loss(plies as u32));
        }
        let next = solver.win_before(&lost, plies as u32 + 1);
        decided = decided.merge(solver.lose_before(&won, plies as u32 + 1));
        won = next;
        plies += 1;
    }
    let has_wins = plies > 0;
    let codes = finish(codes);
    let Model { material, layout, .. } = model;
    Some(Ending { material, layout, codes, has_wins })
}

struct Solver<'a> {
    model: &'a Model,
    codes: &'a [AtomicU16],
}

impl Solver<'_> {
    /// Returns nothing decided yet, and memory for a thread.
    fn start(&self) -> (Decided, Scratch) {
        let (positions, successors) = (self.model.memory(), Successors::default());
        (Decided::default(), Scratch { positions, successors, before: Vec::new() })
    }

    /// Looks at every position. Returns those that are decided by the end of the game, or by
    /// captures and promotions.
    fn look_at_all(&self, control: &Control) -> Option<Decided> {
        let placements = self.codes.len() / 2;
        let chunks = placements.div_ceil(CHUNK);
        let (done, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let look = |(decided, scratch): &mut (Decided, Scratch), chunk: usize| {
            for placement in chunk * CHUNK..placements.min((chunk + 1) * CHUNK) {
                self.look_at(placement as Index, decided, scratch);
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            let goes_on = control(done as f64 / chunks as f64);
            stopped.fetch_or(!goes_on, Ordering::Relaxed);
            goes_on
        };
        let parts = parallel::fold(chunks, || self.start(), look);
        (!stopped.into_inner()).then(|| merged(parts))
    }

    /// Looks at a placement with either side to move.
    fn look_at(&self, placement: Index, decided: &mut Decided, scratch: &mut Scratch) {
        let model = self.model;
        let (cells, _) = model.layout.position(2 * placement);
        let is_image = model.layout.has_symmetries()
            && model.layout.index(&cells, Side::White) != 2 * placement;
        if is_image || !model.can_stand(&cells) {
            return;
        }
        let Scratch { positions, successors, .. } = scratch;
        model.set_boards(&cells, &Side::ALL, positions);
        let checks = positions.boards.each_ref().map(|board| board.in_check());
        for side in Side::ALL {
            if *side.other().select(&checks) {
                continue;
            }
            let index = 2 * placement + side.index() as Index;
            let (board, in_check) = (side.select(&positions.boards), *side.select(&checks));
            let stalemate = value_of(board.game().end_rules.stalemate_winner(side), side);
            // A stalemate that is a draw may stay open, since no move leads on from it.
            let stays_open =
                || !in_check && stalemate == EndingValue::Draw || board.count_legal_moves() > 0;
            let end = board.variant_outcome().map(|outcome| value_of(outcome.winner, side));
            let (value, code) = match end {
                Some(value) => (value, OPEN),
                None if !self.may_leave(&cells, side) && stays_open() => {
                    (EndingValue::Draw, UNCOUNTED)
                }
                None if model.successors((&cells, index), positions, successors) => {
                    let (value, open) = summary(successors);
                    (value, OPEN | open)
                }
                None if in_check => (EndingValue::Loss(0), OPEN),
                None => (stalemate, OPEN),
            };
            decided.add(value, index);
            self.codes[index as usize].store(code, Ordering::Relaxed);
        }
    }

    /// Decides a position that is open. Returns whether it was.
    fn decide(&self, index: Index, value: EndingValue) -> bool {
        let code = &self.codes[index as usize];
        let set = |code: u16| (code & OPEN != 0).then(|| value.code());
        code.fetch_update(Ordering::Relaxed, Ordering::Relaxed, set).is_ok()
    }

    /// Decides the open positions before these, which are lost, as won. Returns them.
    fn win_before(&self, lost: &[Index], plies: u32) -> Vec<Index> {
        let parts = lost.chunks(PART).collect::<Vec<_>>();
        let start = || (Vec::new(), Vec::new(), self.model.memory());
        let win = |(won, before, memory): &mut (Vec<Index>, Vec<Index>, Memory), part: usize| {
            for &index in parts[part] {
                self.model.predecessors(index, memory, before);
                let decides = |&it: &Index| self.decide(it, EndingValue::Win(plies));
                won.extend(before.iter().copied().filter(decides));
            }
            true
        };
        let won = parallel::fold(parts.len(), start, win);
        won.into_iter().flat_map(|(won, ..)| won).collect()
    }

    /// Counts a losing move in the open positions before these, which are won. Returns those that
    /// have no other moves, with the plies in which they are lost.
    fn lose_before(&self, won: &[Index], plies: u32) -> Decided {
        let parts = won.chunks(PART).collect::<Vec<_>>();
        let lose = |(lost, scratch): &mut (Decided, Scratch), part: usize| {
            for &index in parts[part] {
                let mut before = std::mem::take(&mut scratch.before);
                self.model.predecessors(index, &mut scratch.positions, &mut before);
                for &index in &before {
                    if !self.count_losing_move(index, scratch) {
                        continue;
                    }
                    let plies = plies.max(self.longest_exit(index, scratch));
                    lost.add(EndingValue::Loss(plies), index);
                }
                scratch.before = before;
            }
            true
        };
        merged(parallel::fold(parts.len(), || self.start(), lose))
    }

    /// Returns whether the position is open and no move is left that does not lose.
    fn count_losing_move(&self, index: Index, scratch: &mut Scratch) -> bool {
        let code = &self.codes[index as usize];
        if code.load(Ordering::Relaxed) == UNCOUNTED {
            let open = self.count_moves(index, scratch);
            // Another thread may have counted them, and a losing move too.
            let counted = OPEN | open;
            let _ = code.compare_exchange(UNCOUNTED, counted, Ordering::Relaxed, Ordering::Relaxed);
        }
        let count = |code: u16| (code & OPEN != 0 && code != OPEN).then(|| code - 1);
        code.fetch_update(Ordering::Relaxed, Ordering::Relaxed, count) == Ok(OPEN + 1)
    }

    /// Returns the plies of the longest loss after a capture or promotion; 0 without one.
    fn longest_exit(&self, index: Index, scratch: &mut Scratch) -> u32 {
        let (cells, side) = self.model.layout.position(index);
        if !self.may_leave(&cells, side) {
            return 0;
        }
        let losses = self.successors(index, scratch).exits.iter().map(|value| match value {
            EndingValue::Loss(plies) => *plies,
            _ => 0,
        });
        losses.max().unwrap_or(0)
    }

    /// Returns whether a move may lead out of the ending.
    fn may_leave(&self, cells: &Cells, side: Side) -> bool {
        self.model.has_exits(side) && !self.model.has_only_steps(cells, side)
    }

    /// Counts the moves of an open position that may not lose.
    fn count_moves(&self, index: Index, scratch: &mut Scratch) -> u16 {
        let (cells, side) = self.model.layout.position(index);
        if !self.model.has_only_steps(&cells, side) {
            return summary(self.successors(index, scratch)).1;
        }
        let found = &mut scratch.successors.inside;
        self.model.steps((&cells, index), found);
        let is_legal = |index: &&Index| {
            let code = &self.codes[**index as usize];
            code.load(Ordering::Relaxed) != NONE
        };
        found.iter().filter(is_legal).count() as u16
    }

    /// Finds what the legal moves of a position lead to.
    fn successors<'s>(&self, index: Index, scratch: &'s mut Scratch) -> &'s Successors {
        let (cells, side) = self.model.layout.position(index);
        let Scratch { positions, successors, .. } = scratch;
        self.model.set_boards(&cells, &[side], positions);
        self.model.successors((&cells, index), positions, successors);
        successors
    }
}

/// Returns what all threads have decided.
fn merged(parts: Vec<(Decided, Scratch)>) -> Decided {
    let decided = parts.into_iter().map(|(decided, _)| decided);
    decided.fold(Decided::default(), Decided::merge)
}

/// Returns the value of a game that has ended for the side to move.
fn value_of(winner: Option<Side>, to_move: Side) -> EndingValue {
    match winner {
        None => EndingValue::Draw,
        Some(winner) if winner == to_move => EndingValue::Win(0),
        Some(_) => EndingValue::Loss(0),
    }
}

/// Returns what captures and promotions decide, and the number of moves that may not lose. A
/// position without such moves is lost.
fn summary(successors: &Successors) -> (EndingValue, u16) {
    let (mut win, mut loss, mut draws) = (None, 0, 0);
    for &value in &successors.exits {
        match value {
            EndingValue::Draw => draws = 1,
            EndingValue::Win(plies) => win = Some(win.unwrap_or(plies).min(plies)),
            EndingValue::Loss(plies) => loss = loss.max(plies),
        }
    }
    let open = successors.inside.len() as u16 + draws + u16::from(win.is_some());
    let value = match win {
        Some(plies) => EndingValue::Win(plies),
        None if open == 0 => EndingValue::Loss(loss),
        None => EndingValue::Draw,
    };
    (value, open)
}

/// Returns the codes, with what is open as drawn.
fn finish(codes: Vec<AtomicU16>) -> Codes {
    let closed = |code: AtomicU16| {
        let code = code.into_inner();
        if code & OPEN != 0 { DRAW } else { code }
    };
    let mut codes: Vec<u16> = codes.into_iter().map(closed).collect();
    let fits = codes.iter().all(|&code| code <= u16::from(u8::MAX));
    if fits {
        let bytes: Vec<u8> = codes.drain(..).map(|code| code as u8).collect();
        Codes::Bytes(bytes.into_boxed_slice())
    } else {
        Codes::Words(codes.into_boxed_slice())
    }
}
