//! The root: its moves with what is known of each, and one iteration over them.
//!
//! Root moves are kept in the order of the last iteration, the best first, so that the picker is
//! not asked here. A move that was shown to be no better than another has no score of its own.

use super::node::{NonPv, Pv};
use super::parameters::{LMR_FULL_MOVES, LMR_MIN_DEPTH};
use super::worker::Worker;
use super::{Stopped, reduction};
use crate::moves::Move;
use crate::position::Position;
use crate::registry::RuleSet;
use crate::rules::Rules;
use crate::score::{Bound, INFINITE, score_to_tt};
use crate::search::table::TtData;

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in the present iteration; minus infinity if it was only shown to be no better
    /// than another, or has not been searched yet.
    pub score: i32,
    /// Its score in the iteration before.
    pub previous_score: i32,
    /// What `score` says of the true one.
    pub bound: Bound,
    /// The best play from here, itself first.
    pub pv: Vec<Move>,
    /// The nodes that went into it since the search began.
    pub nodes: u64,
    /// The deepest ply seen below it.
    pub seldepth: usize,
}

/// The moves at the root, as the generator has them: those wanted, or all if none is.
pub(crate) fn root_moves<B: Rules>(position: &Position<B>, wanted: &[Move]) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let chosen = |mv: &&Move| wanted.is_empty() || wanted.contains(mv);
    legal
        .iter()
        .filter(chosen)
        .map(|&mv| RootMove {
            mv,
            score: -INFINITE,
            previous_score: -INFINITE,
            bound: Bound::Exact,
            pv: vec![mv],
            nodes: 0,
            seldepth: 0,
        })
        .collect()
}

impl<B: RuleSet> Worker<'_, B> {
    /// Searches these root moves, the first with the whole window. `all` is true if they are all
    /// the legal moves, so that the table may remember the outcome.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove],
        mut alpha: i32,
        beta: i32,
        depth: i32,
        all: bool,
    ) -> Result<i32, Stopped> {
        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let in_check = self.position.board().in_check();
        self.thread_data.stack[1].killers = [None; 2];
        self.root_depth = depth as usize;
        let outlook = self.evaluate_node(None, in_check, 0);
        for (index, root_move) in moves.iter_mut().enumerate() {
            let mv = root_move.mv;
            let nodes_before = self.nodes;
            self.seldepth = 1;
            let mut reduction = 0;
            if depth >= LMR_MIN_DEPTH
                && index >= LMR_FULL_MOVES
                && !in_check
                && !self.mate_search
                && !self.position.board().is_noisy(mv)
            {
                reduction = (reduction::late_move_reduction(depth, index + 1) / 1024 - 1).max(0);
            }
            let reduction = reduction.min(depth - 1);
            self.thread_data.pv_table.clear(1);
            self.make(mv, 0)?;
            let deep = depth - 1;
            let mut score = -INFINITE;
            if index > 0 {
                score =
                    -self.search_node::<NonPv>(-alpha - 1, -alpha, deep - reduction, 1, true)?;
                if reduction > 0 && score > alpha {
                    score = -self.search_node::<NonPv>(-alpha - 1, -alpha, deep, 1, false)?;
                }
            }
            if index == 0 || score > alpha && score < beta {
                score = -self.search_node::<Pv>(-beta, -alpha, deep, 1, false)?;
            }
            self.unmake();
            root_move.nodes += self.nodes - nodes_before;

            if index == 0 || score > alpha {
                root_move.score = score;
                root_move.seldepth = self.seldepth;
                root_move.bound = Bound::from_window(score, alpha, beta);
                // Below the window there is no line: the old one is kept.
                if score > alpha {
                    root_move.pv.clear();
                    root_move.pv.push(mv);
                    root_move.pv.extend_from_slice(self.thread_data.pv_table.line(1));
                }
            } else {
                root_move.score = -INFINITE;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        if all {
            let bound = Bound::from_window(best, old_alpha, beta);
            let (score, evaluation) = (score_to_tt(best, 0), outlook.raw);
            let content = TtData { mv: best_move, score, bound, raw_eval: evaluation, depth };
            self.shared.table.store(self.table_key(), content);
        }
        Ok(best)
    }
}
