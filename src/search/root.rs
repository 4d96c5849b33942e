//! The root: its moves with what is known of each, and one iteration over them.
//!
//! Root moves are kept in the order of the last iteration, the best first, so that the picker is
//! not asked here. A move that was shown to be no better than another has no score of its own.

use super::node::{NonPv, Pv};
use super::parameters::{LATE_DEPTH, LATE_MOVES};
use super::score::{Bound, INFINITE, to_table};
use super::worker::Search;
use super::{Stopped, reduction};
use crate::eval::Evaluate;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Play;
use crate::table::Content;

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in the present iteration; minus infinity if it was only shown to be no better
    /// than another, or has not been searched yet.
    pub score: i32,
    /// Its score in the iteration before.
    pub previous: i32,
    /// What `score` says of the true one.
    pub bound: Bound,
    /// The best play from here, itself first.
    pub line: Vec<Move>,
    /// The nodes that went into it since the search began.
    pub nodes: u64,
    /// The deepest ply seen below it.
    pub selective_depth: usize,
}

/// The moves at the root, as the generator has them: those wanted, or all if none is.
pub(crate) fn root_moves<B: Play>(position: &Position<B>, wanted: &[Move]) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let chosen = |mv: &&Move| wanted.is_empty() || wanted.contains(mv);
    legal
        .iter()
        .filter(chosen)
        .map(|&mv| RootMove {
            mv,
            score: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            line: vec![mv],
            nodes: 0,
            selective_depth: 0,
        })
        .collect()
}

impl<B: Evaluate> Search<'_, B> {
    /// Searches these root moves, the first with the whole window. `all` is true if they are all
    /// the legal moves, so that the table may remember the outcome.
    pub(super) fn root(
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
        self.memory.steps[1].killers = [None; 2];
        self.root_depth = depth as usize;
        let outlook = self.outlook(None, in_check, 0);
        for (index, root_move) in moves.iter_mut().enumerate() {
            let mv = root_move.mv;
            let nodes_before = self.nodes;
            self.selective_depth = 1;
            let mut reduction = 0;
            if depth >= LATE_DEPTH
                && index >= LATE_MOVES
                && !in_check
                && !self.thorough
                && !self.position.board().is_noisy(mv)
            {
                reduction = (reduction::of_late_move(depth, index + 1) / 1024 - 1).max(0);
            }
            let reduction = reduction.min(depth - 1);
            self.memory.lines.clear(1);
            self.make(mv, 0)?;
            let deep = depth - 1;
            let mut score = -INFINITE;
            if index > 0 {
                score = -self.node::<NonPv>(-alpha - 1, -alpha, deep - reduction, 1, true)?;
                if reduction > 0 && score > alpha {
                    score = -self.node::<NonPv>(-alpha - 1, -alpha, deep, 1, false)?;
                }
            }
            if index == 0 || score > alpha && score < beta {
                score = -self.node::<Pv>(-beta, -alpha, deep, 1, false)?;
            }
            self.unmake();
            root_move.nodes += self.nodes - nodes_before;

            if index == 0 || score > alpha {
                root_move.score = score;
                root_move.selective_depth = self.selective_depth;
                root_move.bound = Bound::of(score, alpha, beta);
                // Below the window there is no line: the old one is kept.
                if score > alpha {
                    root_move.line.clear();
                    root_move.line.push(mv);
                    root_move.line.extend_from_slice(self.memory.lines.of(1));
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
            let bound = Bound::of(best, old_alpha, beta);
            let (score, evaluation) = (to_table(best, 0), outlook.raw);
            let content = Content { mv: best_move, score, bound, evaluation, depth };
            self.shared.table.store(self.table_key(), content);
        }
        Ok(best)
    }
}
