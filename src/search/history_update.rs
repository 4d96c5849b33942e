//! What a node that is done teaches the histories about its moves.

use super::history::{ContinuationIndex, History};
use super::worker::Worker;
use crate::moves::Move;
use crate::registry::RuleSet;
use arrayvec::ArrayVec;

/// The moves that a node has searched, the first ones of each half.
#[derive(Default)]
pub(super) struct SearchedMoves {
    quiet: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Adds one, if there is room.
    #[inline]
    pub fn add(&mut self, mv: Move, quiet: bool) {
        // Whatever comes so late is known to be bad.
        let _ = if quiet { self.quiet.try_push(mv).ok() } else { self.noisy.try_push(mv).ok() };
    }
}

impl<B: RuleSet> Worker<'_, B> {
    /// A move was the best of its node, those tried besides were not.
    pub(super) fn update_histories(
        &mut self,
        best: Move,
        tried: &SearchedMoves,
        rows: [ContinuationIndex; 2],
        depth: i32,
        ply: usize,
        cut: bool,
    ) {
        let board = self.position.board();
        let bonus = History::bonus(depth);
        let history = &mut self.thread_data.history;
        if board.is_noisy(best) {
            history.update_noisy(board, best, bonus);
        } else {
            let killers = &mut self.thread_data.stack[ply].killers;
            if cut && killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            history.update_quiet(board, best, rows, bonus);
            for &mv in tried.quiet.iter().filter(|&&mv| mv != best) {
                history.update_quiet(board, mv, rows, -bonus);
            }
        }
        for &mv in tried.noisy.iter().filter(|&&mv| mv != best) {
            history.update_noisy(board, mv, -bonus);
        }
    }

    /// No move of this node was good enough: the quiet move that led to it has done well.
    pub(super) fn reward_previous_move(&mut self, depth: i32, ply: usize) {
        let (Some(mv), Some(board)) = (self.position.last_move(), self.position.previous_board())
        else {
            return;
        };
        if !board.is_noisy(mv) {
            let rows = self.continuations(ply - 1);
            self.thread_data.history.update_quiet(board, mv, rows, History::bonus(depth) / 2);
        }
    }
}
