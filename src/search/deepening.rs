//! Iterative deepening: one iteration after another, a ply deeper each, until a limit is reached.
//!
//! Each iteration leaves the best move for the next one to begin with, and a score to guess a
//! narrow window from. What can go wrong: an iteration that is stopped has searched some moves
//! only; a move that it has shown to be better than the old best one is taken, anything else of it
//! is dropped.

use super::parameters::{ASPIRATION_DEPTH, aspiration_width};
use super::root::RootMove;
use super::score::{Bound, INFINITE, MATE, MAX_PLY, Score, is_mate};
use super::worker::Search;
use crate::eval::Evaluate;
use crate::moves::Move;
use crate::time::{self, Course};
use std::time::Duration;

/// What the first thread tells of its search: one line of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<'a> {
    /// The iteration, in plies; 0 if the game is over at the root.
    pub depth: u32,
    /// The deepest ply seen.
    pub selective_depth: u32,
    /// The rank of the line, from 1.
    pub rank: u32,
    /// The score in the search's terms, from the side to move.
    pub score: i32,
    /// What the score says of the true one.
    pub bound: Bound,
    /// The nodes of all threads so far.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in permille.
    pub permille_full: u32,
    /// Best play; empty only if the game is over at the root.
    pub line: &'a [Move],
}

/// Bounds are told from this moment on; before, they only make noise.
const TELL_BOUNDS_AFTER: Duration = Duration::from_secs(3);

impl<B: Evaluate> Search<'_, B> {
    /// Searches until a limit is reached or the search is stopped; the moves end up in order, the
    /// best first. `lines` of them get a score and a line of their own. There is at least one
    /// move. Returns the depth of the last iteration that came to an end.
    pub(crate) fn deepen(
        &mut self,
        moves: &mut [RootMove],
        lines: usize,
        all: bool,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> u32 {
        let lines = lines.clamp(1, moves.len());
        let deepest = self.shared.goal.depth.map_or(MAX_PLY, |depth| depth as usize);
        let deepest = deepest.clamp(1, MAX_PLY) as i32;
        // Every other helper is a ply ahead, so that the threads do not all do the same.
        let ahead = (self.thread & 1) as i32;
        let mut course = Course::default();
        let mut usual = None;
        let mut told = None;
        let mut depth = 0;
        let mut completed = 0;
        while depth < deepest {
            depth += 1;
            let best_before = moves[0].mv;
            for root_move in moves.iter_mut() {
                root_move.previous = root_move.score;
            }
            let searched = (depth + ahead).min(deepest);
            if !self.iterate(moves, lines, searched, all, report) {
                break;
            }
            completed = searched;
            self.publish();
            if self.thread == 0 {
                for (rank, root_move) in moves[..lines].iter().enumerate() {
                    self.tell(root_move, rank, depth, report);
                }
                told = Some((moves[0].mv, moves[0].bound));
                let RootMove { mv, score, nodes, .. } = moves[0];
                course.unchanged = if mv == best_before { course.unchanged + 1 } else { 0 };
                course.effort = (nodes * 1000 / self.nodes.max(1)) as u32;
                // An average that forgets half of what was before.
                let before = usual.unwrap_or(score);
                course.fallen = before - score;
                usual = Some((before + score) / 2);
                if self.is_enough(moves, depth, course) {
                    break;
                }
            }
        }
        self.publish();
        // The last word is about the move that will be played.
        if self.thread == 0 && told != Some((moves[0].mv, moves[0].bound)) {
            if moves[0].score == -INFINITE {
                // Not even the first iteration came to an end: the evaluation must do.
                moves[0].score = match moves[0].previous {
                    previous if previous > -INFINITE => previous,
                    _ if self.position.board().in_check() => 0,
                    _ => self.evaluate(0),
                };
            }
            self.tell(&moves[0], 0, depth.max(1), report);
        }
        completed as u32
    }

    /// One iteration. False if it was stopped; what it had found is in the moves then.
    fn iterate(
        &mut self,
        moves: &mut [RootMove],
        lines: usize,
        depth: i32,
        all: bool,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> bool {
        for rank in 0..lines {
            for root_move in &mut moves[rank..] {
                root_move.score = -INFINITE;
            }
            let finished = self.aspire(moves, rank, depth, all && rank == 0, lines == 1, report);
            // Stable: what has no score of its own keeps its place.
            moves[rank..].sort_by_key(|root_move| -root_move.score);
            if !finished {
                self.return_to_root();
                for root_move in moves.iter_mut().filter(|mv| mv.score == -INFINITE) {
                    root_move.score = root_move.previous;
                }
                return false;
            }
        }
        // A later line may turn out better than an earlier one.
        moves[..lines].sort_by_key(|root_move| -root_move.score);
        true
    }

    /// Searches the moves from `rank` on, first with a narrow window about the last score, then
    /// with wider ones on the side where the score fell out. False if it was stopped.
    fn aspire(
        &mut self,
        moves: &mut [RootMove],
        rank: usize,
        depth: i32,
        all: bool,
        tell_bounds: bool,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> bool {
        let guess = moves[rank].previous;
        let mut width = aspiration_width();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_DEPTH && guess > -INFINITE && !is_mate(guess) {
            (alpha, beta) = (guess - width, guess + width);
        }
        loop {
            let Ok(score) = self.root(&mut moves[rank..], alpha, beta, depth, all) else {
                return false;
            };
            if score > alpha && score < beta {
                return true;
            }
            moves[rank..].sort_by_key(|root_move| -root_move.score);
            self.publish();
            if self.thread == 0 && tell_bounds && self.shared.signals.elapsed() > TELL_BOUNDS_AFTER
            {
                self.tell(&moves[rank], rank, depth, report);
            }
            for root_move in &mut moves[rank + 1..] {
                root_move.score = -INFINITE;
            }
            width *= 3;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = score - width;
            } else {
                beta = score + width;
            }
            // Mates are either seen or not: there is no use in feeling one's way to them.
            if width > 600 || is_mate(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Has an iteration been the last one, though there is no limit to its depth?
    fn is_enough(&self, moves: &[RootMove], depth: i32, course: Course) -> bool {
        let shared = self.shared;
        let best = &moves[0];
        if let (Some(limit), Score::Mate(distance)) = (shared.goal.mate, Score::from(best.score))
            && distance > 0
            && distance as u32 <= limit
        {
            return true;
        }
        let (Some(used), Some(time)) = (shared.signals.on_clock(), shared.goal.time) else {
            return false;
        };
        if !shared.goal.may_end_early {
            return used >= time.hard;
        }
        // One legal move needs no thought, a mate no deeper search than its length.
        if moves.len() == 1 || is_mate(best.score) && depth > MATE - best.score.abs() {
            return true;
        }
        let stretch = time::stretch(course);
        // What was thought on the opponent's time is thought.
        shared.signals.elapsed() >= time.soft * stretch / 1000 || used >= time.hard
    }

    /// Reports a line.
    fn tell(
        &self,
        root_move: &RootMove,
        rank: usize,
        depth: i32,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        report(&Report {
            depth: depth as u32,
            selective_depth: root_move.selective_depth.max(1) as u32,
            rank: rank as u32 + 1,
            score: root_move.score,
            bound: root_move.bound,
            nodes: self.shared.nodes(),
            elapsed: self.shared.signals.elapsed(),
            permille_full: self.shared.table.permille_full(),
            line: &root_move.line,
        });
    }
}
