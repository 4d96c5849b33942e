//! A full-width mate solver: every move of the one side against every reply of the other.
//!
//! It shares nothing with the search but the rules. Nothing is left out; what makes it quick is the
//! order in which moves are tried, and a memory for boards that come about in several ways. What
//! can go wrong: proofs grow thirty- to a hundredfold with each move, so it takes a limit.

use crate::support::board::legal_moves;
use std::collections::HashMap;
use triskelion::moves::Move;
use triskelion::rules::BoardText;

/// What is known of a board whose side to move wants to mate.
#[derive(Clone, Copy, Default)]
struct MateBounds {
    /// There is no mate in so many moves or fewer.
    refuted: u32,
    /// There is one in so many or fewer.
    proved: Option<u32>,
}

/// The solver: what it has found out, and how much it may still look at.
pub struct Solver {
    mate_bounds: HashMap<u64, MateBounds>,
    /// By the moves that were left: the reply that was last seen to hold. It often holds again.
    refutations: HashMap<u32, Move>,
    boards_left: u64,
}

impl Solver {
    /// A solver that gives up after about so many boards.
    pub fn new(boards: u64) -> Solver {
        Solver { mate_bounds: HashMap::new(), refutations: HashMap::new(), boards_left: boards }
    }

    /// The distance to mate in moves, if it is at most `most`; to a win by a rule of its own of the
    /// game alike. `None` within if there is none, around it if it is too much to look at.
    pub fn distance<B: BoardText>(&mut self, board: &B, most: u32) -> Option<Option<u32>> {
        for moves in 1..=most {
            if self.can_mate_in(board, moves)? {
                return Some(Some(moves));
            }
        }
        Some(None)
    }

    /// Can the side to move win in so many moves or fewer, whatever the other side does?
    /// Repetition and the fifty-move rule apart. `None` if it is too much to look at.
    fn can_mate_in<B: BoardText>(&mut self, board: &B, moves: u32) -> Option<bool> {
        if let Some(ending) = board.variant_outcome() {
            return Some(ending.winner == Some(board.side_to_move()));
        }
        let mut known = self.mate_bounds.get(&board.key()).copied().unwrap_or_default();
        if moves <= known.refuted {
            return Some(false);
        }
        if known.proved.is_some_and(|proved| proved <= moves) {
            return Some(true);
        }
        let found = self.search_attacker(board, moves)?;
        if found {
            known.proved = Some(moves);
        } else {
            known.refuted = moves;
        }
        self.mate_bounds.insert(board.key(), known);
        Some(found)
    }

    /// [`Solver::mates`] without the memory.
    fn search_attacker<B: BoardText>(&mut self, board: &B, moves: u32) -> Option<bool> {
        let list = legal_moves(board);
        self.boards_left = self.boards_left.checked_sub(list.len() as u64)?;
        let children = list.iter().map(|&mv| board.make(mv, &mut ()));
        let decides = |child: &B| child.in_check() || child.variant_outcome().is_some();
        if moves == 1 {
            // Only these can end the game at once.
            return Some(children.filter(decides).any(|child| has_lost(&child)));
        }
        // What leaves the fewest replies is the likeliest to mate, and soonest refuted.
        let mut children: Vec<B> = children.collect();
        children.sort_by_cached_key(|child| (!decides(child), child.count_legal_moves()));
        for child in children {
            if self.search_defender(&child, moves - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Has the side to move lost, or is it mated in so many moves of the other side or fewer?
    fn search_defender<B: BoardText>(&mut self, board: &B, moves: u32) -> Option<bool> {
        let mut replies = legal_moves(board);
        if board.variant_outcome().is_some() || replies.is_empty() {
            return Some(has_lost(board));
        }
        if let Some(held) = self.refutations.get(&moves)
            && let Some(place) = replies.iter().position(|reply| reply == held)
        {
            replies.swap(0, place);
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

/// Has the side to move lost already?
fn has_lost<B: BoardText>(board: &B) -> bool {
    match board.variant_outcome() {
        Some(ending) => ending.winner == Some(board.side_to_move().other()),
        None => board.in_check() && board.count_legal_moves() == 0,
    }
}
