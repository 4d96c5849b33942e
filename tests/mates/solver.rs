//! A full-width mate solver: every move of the attacker against every reply of the defender.
//!
//! It shares only the rules with the search, and it does not prune. It is fast enough because of
//! its move order and its table of transpositions. A proof grows by a factor of 30 to 100 with each
//! move, so the solver takes a limit.

use crate::support::board::legal_moves;
use std::collections::HashMap;
use triskelion::moves::Move;
use triskelion::rules::{Rules, Stalemate};

/// The bounds of a board on its distance to mate.
#[derive(Clone, Copy, Default)]
struct MateBounds {
    /// There is no mate in this number of moves or fewer.
    refuted: u32,
    /// There is a mate in this number of moves or fewer.
    proved: Option<u32>,
}

/// A solver, with its table and the boards that it may still search.
pub(super) struct Solver {
    mate_bounds: HashMap<u64, MateBounds>,
    /// The last reply that refuted a mate, by the moves left. It often refutes the next one.
    refutations: HashMap<u32, Move>,
    boards_left: u64,
}

impl Solver {
    /// Creates a solver that gives up after about `boards` boards.
    pub(super) fn new(boards: u64) -> Solver {
        Solver { mate_bounds: HashMap::new(), refutations: HashMap::new(), boards_left: boards }
    }

    /// Returns the distance to mate in moves, at most `max`; a win by a rule of the variant counts
    /// as mate. `Some(None)` means that there is no such mate, `None` that the limit was reached.
    pub(super) fn distance<B: Rules>(&mut self, board: &B, max: u32) -> Option<Option<u32>> {
        for moves in 1..=max {
            if self.can_mate_in(board, moves)? {
                return Some(Some(moves));
            }
        }
        Some(None)
    }

    /// Returns whether the side to move can force a win in at most `moves` moves, without regard to
    /// repetition and the fifty-move rule. `None` means that the limit was reached.
    fn can_mate_in<B: Rules>(&mut self, board: &B, moves: u32) -> Option<bool> {
        if let Some(outcome) = board.variant_outcome() {
            return Some(outcome.winner == Some(board.side_to_move()));
        }
        let mut bounds = self.mate_bounds.get(&board.key()).copied().unwrap_or_default();
        if moves <= bounds.refuted {
            return Some(false);
        }
        if bounds.proved.is_some_and(|proved| proved <= moves) {
            return Some(true);
        }
        let found = self.search_attacker(board, moves)?;
        if found {
            bounds.proved = Some(moves);
        } else {
            bounds.refuted = moves;
        }
        self.mate_bounds.insert(board.key(), bounds);
        Some(found)
    }

    /// Does the work of [`Solver::can_mate_in`] without its table.
    fn search_attacker<B: Rules>(&mut self, board: &B, moves: u32) -> Option<bool> {
        let list = legal_moves(board);
        self.boards_left = self.boards_left.checked_sub(list.len() as u64)?;
        let children = list.iter().map(|&mv| board.make(mv, &mut ()));
        let decides = |child: &B| {
            child.variant_outcome().is_some() || child.in_check() || loses_by_stalemate(child)
        };
        if moves == 1 {
            // No other move can end the game.
            return Some(children.filter(decides).any(|child| has_lost(&child)));
        }
        // Try moves with few replies first: they mate more often and are refuted sooner.
        let mut children: Vec<B> = children.collect();
        children.sort_by_cached_key(|child| (!decides(child), child.count_legal_moves()));
        for child in children {
            if self.search_defender(&child, moves - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns whether the side to move has lost, or is mated in at most `moves` moves.
    fn search_defender<B: Rules>(&mut self, board: &B, moves: u32) -> Option<bool> {
        let mut replies = legal_moves(board);
        if board.variant_outcome().is_some() || replies.is_empty() {
            return Some(has_lost(board));
        }
        if let Some(refutation) = self.refutations.get(&moves)
            && let Some(index) = replies.iter().position(|reply| reply == refutation)
        {
            replies.swap(0, index);
        }
        for reply in replies {
            if !self.can_mate_in(&board.make(reply, &mut ()), moves)? {
                self.refutations.insert(moves, reply);
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Returns whether the side to move has lost.
fn has_lost<B: Rules>(board: &B) -> bool {
    match board.variant_outcome() {
        Some(outcome) => outcome.winner == Some(board.side_to_move().other()),
        None => (board.in_check() || loses_by_stalemate(board)) && board.count_legal_moves() == 0,
    }
}

/// Returns whether a side loses if it is not in check and has no move.
fn loses_by_stalemate<B: Rules>(board: &B) -> bool {
    board.game().end_rules.stalemate == Stalemate::Loss
}
