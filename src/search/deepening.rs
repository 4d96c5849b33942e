//! Iterative deepening: one iteration after another, a ply deeper each, until a limit is reached.
//!
//! Each iteration leaves the best move for the next one to begin with, and a score to guess a
//! narrow window from. What can go wrong: an iteration that is stopped has searched some moves
//! only; a move that it has shown to be better than the old best one is taken, anything else of it
//! is dropped.

use super::parameters::{ASPIRATION_MIN_DEPTH, aspiration_width};
use super::root::RootMove;
use super::worker::Worker;
use crate::moves::Move;
use crate::registry::RuleSet;
use crate::score::{Bound, INFINITE, MATE, MAX_PLY, Score, is_mate_score};
use crate::search::time::{self, SearchProgress};
use std::time::Duration;

/// What the first thread tells of its search: one line of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<'a> {
    /// The iteration, in plies; 0 if the game is over at the root.
    pub depth: u32,
    /// The deepest ply seen.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: u32,
    /// The score in the search's terms, from the side to move.
    pub score: i32,
    /// What the score says of the true one.
    pub bound: Bound,
    /// The nodes of all threads so far.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How full the table is, in permille.
    pub hashfull: u32,
    /// Best play; empty only if the game is over at the root.
    pub pv: &'a [Move],
}

/// Bounds are told from this moment on; before, they only make noise.
const REPORT_BOUNDS_AFTER: Duration = Duration::from_secs(3);

impl<B: RuleSet> Worker<'_, B> {
    /// Searches until a limit is reached or the search is stopped; the moves end up in order, the
    /// best first. `lines` of them get a score and a line of their own. There is at least one
    /// move. Returns the depth of the last iteration that came to an end.
    pub(crate) fn iterative_deepening(
        &mut self,
        moves: &mut [RootMove],
        lines: usize,
        all: bool,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> u32 {
        let lines = lines.clamp(1, moves.len());
        let deepest = self.shared.limits.depth.map_or(MAX_PLY, |depth| depth as usize);
        let deepest = deepest.clamp(1, MAX_PLY) as i32;
        // Every other helper is a ply ahead, so that the threads do not all do the same.
        let ahead = (self.thread_index & 1) as i32;
        let mut course = SearchProgress::default();
        let mut usual = None;
        let mut told = None;
        let mut depth = 0;
        let mut completed = 0;
        while depth < deepest {
            depth += 1;
            let best_before = moves[0].mv;
            for root_move in moves.iter_mut() {
                root_move.previous_score = root_move.score;
            }
            let searched = (depth + ahead).min(deepest);
            if !self.search_depth(moves, lines, searched, all, report) {
                break;
            }
            completed = searched;
            self.publish_nodes();
            if self.thread_index == 0 {
                for (rank, root_move) in moves[..lines].iter().enumerate() {
                    self.report_pv(root_move, rank, depth, report);
                }
                told = Some((moves[0].mv, moves[0].bound));
                let RootMove { mv, score, nodes, .. } = moves[0];
                course.stable_iterations =
                    if mv == best_before { course.stable_iterations + 1 } else { 0 };
                course.best_move_node_permille = (nodes * 1000 / self.nodes.max(1)) as u32;
                // An average that forgets half of what was before.
                let before = usual.unwrap_or(score);
                course.score_drop = before - score;
                usual = Some((before + score) / 2);
                if self.should_stop(moves, depth, course) {
                    break;
                }
            }
        }
        self.publish_nodes();
        // The last word is about the move that will be played.
        if self.thread_index == 0 && told != Some((moves[0].mv, moves[0].bound)) {
            if moves[0].score == -INFINITE {
                // Not even the first iteration came to an end: the evaluation must do.
                moves[0].score = match moves[0].previous_score {
                    previous if previous > -INFINITE => previous,
                    _ if self.position.board().in_check() => 0,
                    _ => self.evaluate(0),
                };
            }
            self.report_pv(&moves[0], 0, depth.max(1), report);
        }
        completed as u32
    }

    /// One iteration. False if it was stopped; what it had found is in the moves then.
    fn search_depth(
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
            let finished =
                self.aspiration_search(moves, rank, depth, all && rank == 0, lines == 1, report);
            // Stable: what has no score of its own keeps its place.
            moves[rank..].sort_by_key(|root_move| -root_move.score);
            if !finished {
                self.unwind_to_root();
                for root_move in moves.iter_mut().filter(|mv| mv.score == -INFINITE) {
                    root_move.score = root_move.previous_score;
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
    fn aspiration_search(
        &mut self,
        moves: &mut [RootMove],
        rank: usize,
        depth: i32,
        all: bool,
        tell_bounds: bool,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> bool {
        let guess = moves[rank].previous_score;
        let mut width = aspiration_width();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_MIN_DEPTH && guess > -INFINITE && !is_mate_score(guess) {
            (alpha, beta) = (guess - width, guess + width);
        }
        loop {
            let Ok(score) = self.search_root(&mut moves[rank..], alpha, beta, depth, all) else {
                return false;
            };
            if score > alpha && score < beta {
                return true;
            }
            moves[rank..].sort_by_key(|root_move| -root_move.score);
            self.publish_nodes();
            if self.thread_index == 0
                && tell_bounds
                && self.shared.signals.elapsed() > REPORT_BOUNDS_AFTER
            {
                self.report_pv(&moves[rank], rank, depth, report);
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
            if width > 600 || is_mate_score(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Has an iteration been the last one, though there is no limit to its depth?
    fn should_stop(&self, moves: &[RootMove], depth: i32, course: SearchProgress) -> bool {
        let shared = self.shared;
        let best = &moves[0];
        if let (Some(limit), Score::Mate(distance)) = (shared.limits.mate, Score::from(best.score))
            && distance > 0
            && distance as u32 <= limit
        {
            return true;
        }
        let (Some(used), Some(time)) = (shared.signals.clock_elapsed(), shared.limits.time) else {
            return false;
        };
        if !shared.limits.use_soft_limit {
            return used >= time.hard;
        }
        // One legal move needs no thought, a mate no deeper search than its length.
        if moves.len() == 1 || is_mate_score(best.score) && depth > MATE - best.score.abs() {
            return true;
        }
        let stretch = time::soft_limit_scale(course);
        // What was thought on the opponent's time is thought.
        shared.signals.elapsed() >= time.soft * stretch / 1000 || used >= time.hard
    }

    /// Reports a line.
    fn report_pv(
        &self,
        root_move: &RootMove,
        rank: usize,
        depth: i32,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        report(&Report {
            depth: depth as u32,
            seldepth: root_move.seldepth.max(1) as u32,
            multipv: rank as u32 + 1,
            score: root_move.score,
            bound: root_move.bound,
            nodes: self.shared.nodes(),
            elapsed: self.shared.signals.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: &root_move.pv,
        });
    }
}
