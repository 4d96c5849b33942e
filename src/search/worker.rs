//! One thread's search: what it owns, what it shares, and the making and taking back of moves.
//!
//! What can go wrong: a stopped search leaves the position somewhere in the tree, so whoever
//! catches `Stopped` calls [`Search::return_to_root`] before anything else.

use super::Stopped;
use super::goal::Goal;
use super::history::{Corrections, History, Row};
use super::line::Lines;
use super::parameters::CHECK_INTERVAL;
use super::score::{DRAW, INFINITE, MAX_PLY, mate_at, mated_at};
use super::signals::Signals;
use crate::eval::Evaluate;
use crate::moves::Move;
use crate::position::Position;
use crate::table::Table;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The nodes that a thread has searched, for the others to read; on a cache line of its own.
#[repr(align(128))]
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

/// What all threads of a search see.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub signals: &'a Signals,
    pub goal: Goal,
    pub counters: &'a [Counter],
    /// The first thread has ended its search: the others end theirs.
    pub finished: AtomicBool,
}

impl Shared<'_> {
    /// The nodes of all threads, as of their last look at the clock.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// What a thread keeps for a ply of the tree.
#[derive(Clone, Copy)]
pub(super) struct Step<A> {
    pub accumulator: A,
    /// Quiet moves that have lately cut off at this ply, the latest first.
    pub killers: [Option<Move>; 2],
    /// The static evaluation, corrected; minus infinity in check.
    pub evaluation: i32,
    /// What is known of moves after the one that is being searched here.
    pub row: Row,
    /// The table move, while the node is searched without it.
    pub excluded: Option<Move>,
    /// How many moves up to and with this one are searched two plies deeper.
    pub doubled: i32,
}

impl<A> Step<A> {
    /// Nothing known.
    fn new(accumulator: A) -> Self {
        Step {
            accumulator,
            killers: [None; 2],
            evaluation: -INFINITE,
            row: Row::NONE,
            excluded: None,
            doubled: 0,
        }
    }
}

/// What a thread keeps from search to search.
pub(crate) struct Memory<B: Evaluate> {
    pub(super) history: History,
    pub(super) corrections: Corrections,
    pub(super) steps: Vec<Step<B::Accumulator>>,
    pub(super) lines: Lines,
}

impl<B: Evaluate> Memory<B> {
    /// Without experience.
    pub fn new() -> Self {
        let step = Step::new(B::start().accumulate());
        Memory {
            history: History::new(B::CELLS, B::POSTS),
            corrections: Corrections::new(),
            steps: vec![step; MAX_PLY + 2],
            lines: Lines::new(),
        }
    }

    /// Forgets what was learnt.
    pub fn forget(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// One thread's search.
pub(crate) struct Search<'a, B: Evaluate> {
    pub(super) shared: &'a Shared<'a>,
    /// The number of the thread; the first one, 0, watches the clock and reports.
    pub(super) thread: usize,
    pub(super) position: Position<B>,
    pub(super) memory: &'a mut Memory<B>,
    pub(super) nodes: u64,
    /// The deepest ply reached in this iteration.
    pub(super) selective_depth: usize,
    /// The depth of this iteration.
    pub(super) root_depth: usize,
    /// While a null move is verified, the ply from which on there may be others; else 0.
    pub(super) null_from: usize,
    /// A mate is asked for: no move is left out, and no node given up unseen.
    pub(super) thorough: bool,
    /// How many plies lie before the root.
    before_root: usize,
    /// The node count at which to look at the clock next.
    next_check: u64,
}

impl<'a, B: Evaluate> Search<'a, B> {
    /// A search of this position on that thread.
    pub fn new(
        shared: &'a Shared<'a>,
        thread: usize,
        position: &Position<B>,
        memory: &'a mut Memory<B>,
    ) -> Self {
        let mut position = position.clone();
        position.reserve(MAX_PLY + 2);
        let accumulator = position.board().accumulate();
        for step in &mut memory.steps {
            *step = Step::new(accumulator);
        }
        shared.counters[thread].0.store(0, Ordering::Relaxed);
        let before_root = position.plies();
        let mut search = Search {
            shared,
            thread,
            position,
            memory,
            nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            null_from: 0,
            thorough: shared.goal.mate.is_some(),
            before_root,
            next_check: 0,
        };
        search.next_check = search.check_after();
        search
    }

    /// The node count of the next check: soon, and never beyond the limit of a single thread.
    fn check_after(&self) -> u64 {
        let soon = self.nodes + CHECK_INTERVAL;
        match (self.shared.goal.nodes, self.shared.counters.len()) {
            (Some(limit), 1) => soon.min(limit.max(self.nodes + 1)),
            _ => soon,
        }
    }

    /// Makes the node count of this thread known to the others.
    pub(super) fn publish(&self) {
        self.shared.counters[self.thread].0.store(self.nodes, Ordering::Relaxed);
    }

    /// Counts a node; now and then, looks whether the search is to end.
    #[inline(always)]
    fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.publish();
        let shared = self.shared;
        if shared.signals.is_stopped() || shared.finished.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if self.thread == 0 {
            // While pondering, neither nodes nor time end the search.
            if let Some(used) = shared.signals.on_clock() {
                let nodes_spent = shared.goal.nodes.is_some_and(|limit| shared.nodes() >= limit);
                if nodes_spent || shared.goal.time.is_some_and(|time| used >= time.hard) {
                    return Err(Stopped);
                }
            }
        }
        self.next_check = self.check_after();
        Ok(())
    }

    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&mut self, mv: Move, ply: usize) -> Result<(), Stopped> {
        self.count()?;
        let step = &mut self.memory.steps[ply];
        step.row = self.memory.history.row(self.position.board(), mv);
        let mut accumulator = step.accumulator;
        self.position.make(mv, &mut accumulator);
        self.shared.table.prefetch(self.position.board().key());
        self.memory.steps[ply + 1].accumulator = accumulator;
        Ok(())
    }

    /// Passes the move.
    #[inline]
    pub(super) fn make_null(&mut self, ply: usize) -> Result<(), Stopped> {
        self.count()?;
        self.memory.steps[ply].row = Row::NONE;
        self.position.make_null();
        self.shared.table.prefetch(self.position.board().key());
        self.memory.steps[ply + 1].accumulator = self.memory.steps[ply].accumulator;
        Ok(())
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn unmake(&mut self) {
        self.position.unmake();
    }

    /// What is known of moves after those one and two plies before this ply.
    #[inline]
    pub(super) fn rows(&self, ply: usize) -> [Row; 2] {
        [1, 2].map(|plies| match ply.checked_sub(plies) {
            Some(ply) => self.memory.steps[ply].row,
            None => Row::NONE,
        })
    }

    /// Takes back all moves that a stopped search has left, and what it was about.
    pub(super) fn return_to_root(&mut self) {
        self.null_from = 0;
        for step in &mut self.memory.steps {
            step.excluded = None;
        }
        while self.position.plies() > self.before_root {
            self.position.unmake();
        }
    }

    /// The static evaluation of the position at this ply.
    #[inline]
    pub(super) fn evaluate(&self, ply: usize) -> i32 {
        let evaluation = self.position.board().evaluate(&self.memory.steps[ply].accumulator);
        match self.shared.goal.blur {
            None => evaluation,
            Some(blur) => blur.of(evaluation, self.position.board().key()),
        }
    }

    /// The score of a game that is over at this ply by repetition, the fifty-move rule or the
    /// position itself.
    #[inline]
    pub(super) fn ended(&self, ply: usize) -> Option<i32> {
        if let Some(ending) = self.position.board().dead() {
            return Some(match ending.winner {
                None => DRAW,
                Some(winner) if winner == self.position.side() => mate_at(ply),
                Some(_) => mated_at(ply),
            });
        }
        self.position.is_draw_in_tree(ply).then_some(DRAW)
    }
}
