//! Iterative deepening: searches the root with increasing depth until a limit is reached.
//!
//! Each iteration gives the next one its move order and the center of its aspiration window. A
//! stopped iteration has searched only some of the moves: keep a move that it proved better than
//! the previous best move, and discard the rest.

use super::parameters::{ASPIRATION_MIN_DEPTH, aspiration_width};
use super::root::RootMove;
use super::time::{self, SearchProgress};
use super::worker::Worker;
use crate::moves::Move;
use crate::registry::RuleSet;
use crate::score::{Bound, INFINITE, MATE, MAX_PLY, Score, is_mate_score};
use std::time::Duration;

/// One reported line of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report<'a> {
    /// The depth of the iteration in plies; 0 if the game is over at the root.
    pub depth: u32,
    /// The selective depth: the deepest ply reached.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: u32,
    /// The score from the side to move, as in [`crate::score`].
    pub score: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The node count of all threads.
    pub nodes: u64,
    /// The time since the search started.
    pub elapsed: Duration,
    /// The fill of the transposition table in permille.
    pub hashfull: u32,
    /// The principal variation; empty only if the game is over at the root.
    pub pv: &'a [Move],
}

/// Report fail highs and fail lows only after this time, to keep the output short.
const REPORT_BOUNDS_AFTER: Duration = Duration::from_secs(3);

/// Above this half width, the aspiration window is opened fully.
const MAX_ASPIRATION_WIDTH: i32 = 600;

impl<B: RuleSet> Worker<'_, B> {
    /// Searches until a limit is reached or the search is stopped. Sorts `moves`, of which there
    /// is at least one, with the best first; the first `multipv` get a score and a line each.
    /// Returns the depth of the last completed iteration.
    pub(super) fn iterative_deepening(
        &mut self,
        moves: &mut [RootMove],
        multipv: usize,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> u32 {
        let multipv = multipv.clamp(1, moves.len());
        let max_depth = self.shared.limits.depth.map_or(MAX_PLY, |depth| depth as usize);
        let max_depth = max_depth.clamp(1, MAX_PLY) as i32;
        // Every other helper thread searches one ply deeper, so that the threads differ.
        let depth_offset = (self.thread_index & 1) as i32;
        let mut progress = SearchProgress::default();
        let mut reported = None;
        let mut depth = 0;
        let mut completed_depth = 0;
        while depth < max_depth {
            depth += 1;
            let previous_best = moves[0].mv;
            for root_move in moves.iter_mut() {
                root_move.previous_score = root_move.score;
            }
            let search_depth = (depth + depth_offset).min(max_depth);
            if !self.search_depth(moves, multipv, search_depth, report) {
                break;
            }
            completed_depth = search_depth;
            self.publish_nodes();
            if self.thread_index == 0 {
                for (pv_index, root_move) in moves[..multipv].iter().enumerate() {
                    self.report_pv(root_move, pv_index, depth, report);
                }
                let best = &moves[0];
                reported = Some((best.mv, best.bound));
                let node_permille = (best.nodes * 1000 / self.nodes.max(1)) as u32;
                progress.update(best.mv == previous_best, node_permille, best.score);
                if self.should_stop(moves, depth, progress) {
                    break;
                }
            }
        }
        self.publish_nodes();
        // The last report is about the move that will be played.
        if self.thread_index == 0 && reported != Some((moves[0].mv, moves[0].bound)) {
            if moves[0].score == -INFINITE {
                moves[0].score = self.fallback_score(&moves[0]);
            }
            self.report_pv(&moves[0], 0, depth.max(1), report);
        }
        completed_depth as u32
    }

    /// Returns the score to report for a move that the stopped iteration did not score: the score
    /// of the previous iteration, or the static evaluation if there was none.
    fn fallback_score(&self, best: &RootMove) -> i32 {
        match best.previous_score {
            previous if previous > -INFINITE => previous,
            _ if self.position.in_check() => 0,
            _ => self.evaluate(0),
        }
    }

    /// Runs one iteration. Returns false if it was stopped; `moves` then holds its partial result.
    fn search_depth(
        &mut self,
        moves: &mut [RootMove],
        multipv: usize,
        depth: i32,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> bool {
        for pv_index in 0..multipv {
            for root_move in &mut moves[pv_index..] {
                root_move.score = -INFINITE;
            }
            let report_bounds = multipv == 1;
            let finished = self.aspiration_search(moves, pv_index, depth, report_bounds, report);
            // The sort is stable: moves without a score keep their order.
            moves[pv_index..].sort_by_key(|root_move| -root_move.score);
            if !finished {
                self.unwind_to_root();
                for root_move in moves.iter_mut().filter(|mv| mv.score == -INFINITE) {
                    root_move.score = root_move.previous_score;
                }
                return false;
            }
        }
        // A later line may have a higher score than an earlier one.
        moves[..multipv].sort_by_key(|root_move| -root_move.score);
        true
    }

    /// Searches the moves from `pv_index` on with a narrow window around the previous score. After
    /// a fail high or fail low, widens the window on that side and searches again. Returns false
    /// if the search was stopped.
    fn aspiration_search(
        &mut self,
        moves: &mut [RootMove],
        pv_index: usize,
        depth: i32,
        report_bounds: bool,
        report: &mut dyn FnMut(&Report<'_>),
    ) -> bool {
        let previous = moves[pv_index].previous_score;
        let mut width = aspiration_width();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= ASPIRATION_MIN_DEPTH && previous > -INFINITE && !is_mate_score(previous) {
            (alpha, beta) = (previous - width, previous + width);
        }
        loop {
            let Ok(score) = self.search_root(&mut moves[pv_index..], alpha, beta, depth) else {
                return false;
            };
            if score > alpha && score < beta {
                return true;
            }
            moves[pv_index..].sort_by_key(|root_move| -root_move.score);
            self.publish_nodes();
            if self.thread_index == 0
                && report_bounds
                && self.shared.signals.elapsed() > REPORT_BOUNDS_AFTER
            {
                self.report_pv(&moves[pv_index], pv_index, depth, report);
            }
            for root_move in &mut moves[pv_index + 1..] {
                root_move.score = -INFINITE;
            }
            width *= 3;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = score - width;
            } else {
                beta = score + width;
            }
            // Open the full window for mate scores; widening it in steps does not help.
            if width > MAX_ASPIRATION_WIDTH || is_mate_score(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Returns whether to stop after an iteration: the requested mate was found, or another
    /// iteration is not worth the time.
    fn should_stop(&self, moves: &[RootMove], depth: i32, progress: SearchProgress) -> bool {
        let shared = self.shared;
        let best = &moves[0];
        if let (Some(limit), Score::Mate(distance)) = (shared.limits.mate, Score::from(best.score))
            && distance > 0
            && distance as u32 <= limit
        {
            return true;
        }
        if shared.limits.soft_nodes.is_some_and(|limit| self.nodes >= limit) {
            return true;
        }
        let (Some(elapsed), Some(time)) = (shared.signals.clock_elapsed(), shared.limits.time)
        else {
            return false;
        };
        if !shared.limits.use_soft_limit {
            return elapsed >= time.hard;
        }
        // Stop with a single legal move, and after a search deeper than the mate that was found.
        if moves.len() == 1 || is_mate_score(best.score) && depth > MATE - best.score.abs() {
            return true;
        }
        let scale = time::soft_limit_scale(progress);
        // The time spent pondering counts toward the soft limit.
        shared.signals.elapsed() >= time.soft * scale / 1000 || elapsed >= time.hard
    }

    /// Reports the line of a root move.
    fn report_pv(
        &self,
        root_move: &RootMove,
        pv_index: usize,
        depth: i32,
        report: &mut dyn FnMut(&Report<'_>),
    ) {
        report(&Report {
            depth: depth as u32,
            seldepth: root_move.seldepth.max(1) as u32,
            multipv: pv_index as u32 + 1,
            score: root_move.score,
            bound: root_move.bound,
            nodes: self.shared.nodes(),
            elapsed: self.shared.signals.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: &root_move.pv,
        });
    }
}
