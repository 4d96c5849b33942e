//! History updates after a node has been searched.

use super::history::History;
use super::parameters::{EVAL_CHANGE_MAX, USUAL_EVAL_LOSS, eval_change_bonus, noisy_best_penalty};
use super::worker::{StackEntry, ThreadData, Worker};
use crate::moves::Move;
use crate::profiles::RuleSet;
use arrayvec::ArrayVec;

/// The moves that a node has searched, up to a maximum of each kind.
#[derive(Default)]
pub(super) struct SearchedMoves {
    quiet: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Adds a move if there is room.
    #[inline]
    pub(super) fn add(&mut self, mv: Move, quiet: bool) {
        // Moves this late in the order have a low history already.
        let _ = if quiet { self.quiet.try_push(mv).ok() } else { self.noisy.try_push(mv).ok() };
    }
}

impl<B: RuleSet> Worker<'_, B> {
    /// Rewards the best move of a node and penalizes the other searched moves. A quiet move that
    /// caused a cutoff becomes a killer.
    pub(super) fn update_histories(
        &mut self,
        best: Move,
        searched: &SearchedMoves,
        depth: i32,
        ply: usize,
        is_cutoff: bool,
    ) {
        let board = self.position.board();
        let bonus = History::bonus(depth);
        let history = &mut self.thread_data.history;
        let StackEntry { killers, context, .. } = &mut self.thread_data.stack[ply];
        let mut penalty = bonus;
        if board.is_noisy(best) {
            history.update_noisy(board, best, bonus);
            penalty = bonus * noisy_best_penalty() / 1024;
        } else {
            if is_cutoff && killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            history.update_quiet(board, best, context, bonus);
        }
        for &mv in searched.quiet.iter().filter(|&&mv| mv != best) {
            history.update_quiet(board, mv, context, -penalty);
        }
        for &mv in searched.noisy.iter().filter(|&&mv| mv != best) {
            history.update_noisy(board, mv, -bonus);
        }
    }

    /// Rewards or penalizes the quiet move that led to the node at `ply` by its effect on the
    /// static evaluation: `before` at the previous node, `after` at this one, each from the side to
    /// move.
    #[inline]
    pub(super) fn update_by_eval_change(&mut self, before: i32, after: i32, ply: usize) {
        let (Some(mv), Some(board)) = (self.position.last_move(), self.position.previous_board())
        else {
            return;
        };
        if !board.is_noisy(mv) {
            // The evaluation of the side that has moved changes from `before` to -`after`. A small
            // loss is usual, since the turn has passed on.
            let change = (-after - before).clamp(-EVAL_CHANGE_MAX, EVAL_CHANGE_MAX);
            let bonus = (change + USUAL_EVAL_LOSS) * eval_change_bonus();
            let ThreadData { stack, history, .. } = &mut *self.thread_data;
            history.update_butterfly(board, mv, &stack[ply - 1].context.threats, bonus);
        }
    }

    /// Rewards the quiet move that led to a node that failed low.
    pub(super) fn reward_previous_move(&mut self, depth: i32, ply: usize) {
        let (Some(mv), Some(board)) = (self.position.last_move(), self.position.previous_board())
        else {
            return;
        };
        if !board.is_noisy(mv) {
            let ThreadData { stack, history, .. } = &mut *self.thread_data;
            let bonus = History::bonus(depth) / 2;
            history.update_quiet(board, mv, &stack[ply - 1].context, bonus);
        }
    }
}
