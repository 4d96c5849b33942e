//! A full-width mate solver: every move of the one side against every reply of the other.
//!
//! It shares nothing with the search but the rules. Nothing is left out; what makes it quick is the
//! order in which moves are tried, and a memory for boards that come about in several ways. What
//! can go wrong: proofs grow thirty- to a hundredfold with each move, so it takes a limit.

use crate::engine::legal;
use std::collections::HashMap;
use triskelion::moves::Move;
use triskelion::rules::Text;

/// What is known of a board whose side to move wants to mate.
#[derive(Clone, Copy, Default)]
struct Known {
    /// There is no mate in so many moves or fewer.
    refuted: u32,
    /// There is one in so many or fewer.
    proved: Option<u32>,
}

/// The solver: what it has found out, and how much it may still look at.
pub struct Solver {
    known: HashMap<u64, Known>,
    /// By the moves that were left: the reply that was last seen to hold. It often holds again.
    holding: HashMap<u32, Move>,
    boards_left: u64,
}

impl Solver {
    /// A solver that gives up after about so many boards.
    pub fn new(boards: u64) -> Solver {
        Solver { known: HashMap::new(), holding: HashMap::new(), boards_left: boards }
    }

    /// The distance to mate in moves, if it is at most `most`; to a win by a rule of its own of the
    /// game alike. `None` within if there is none, around it if it is too much to look at.
    pub fn distance<B: Text>(&mut self, board: &B, most: u32) -> Option<Option<u32>> {
        for moves in 1..=most {
            if self.mates(board, moves)? {
                return Some(Some(moves));
            }
        }
        Some(None)
    }

    /// Can the side to move win in so many moves or fewer, whatever the other side does?
    /// Repetition and the fifty-move rule apart. `None` if it is too much to look at.
    fn mates<B: Text>(&mut self, board: &B, moves: u32) -> Option<bool> {
        if let Some(ending) = board.dead() {
            return Some(ending.winner == Some(board.side()));
        }
        let mut known = self.known.get(&board.key()).copied().unwrap_or_default();
        if moves <= known.refuted {
            return Some(false);
        }
        if known.proved.is_some_and(|proved| proved <= moves) {
            return Some(true);
        }
        let found = self.some_move_mates(board, moves)?;
        if found {
            known.proved = Some(moves);
        } else {
            known.refuted = moves;
        }
        self.known.insert(board.key(), known);
        Some(found)
    }

    /// [`Solver::mates`] without the memory.
    fn some_move_mates<B: Text>(&mut self, board: &B, moves: u32) -> Option<bool> {
        let list = legal(board);
        self.boards_left = self.boards_left.checked_sub(list.len() as u64)?;
        let children = list.iter().map(|&mv| board.make(mv, &mut ()));
        let decides = |child: &B| child.in_check() || child.dead().is_some();
        if moves == 1 {
            // Only these can end the game at once.
            return Some(children.filter(decides).any(|child| has_lost(&child)));
        }
        // What leaves the fewest replies is the likeliest to mate, and soonest refuted.
        let mut children: Vec<B> = children.collect();
        children.sort_by_cached_key(|child| (!decides(child), child.count()));
        for child in children {
            if self.every_reply_is_met(&child, moves - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Has the side to move lost, or is it mated in so many moves of the other side or fewer?
    fn every_reply_is_met<B: Text>(&mut self, board: &B, moves: u32) -> Option<bool> {
        let mut replies = legal(board);
        if board.dead().is_some() || replies.is_empty() {
            return Some(has_lost(board));
        }
        if let Some(held) = self.holding.get(&moves)
            && let Some(place) = replies.iter().position(|reply| reply == held)
        {
            replies.swap(0, place);
        }
        for reply in replies {
            if !self.mates(&board.make(reply, &mut ()), moves)? {
                self.holding.insert(moves, reply);
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Has the side to move lost already?
fn has_lost<B: Text>(board: &B) -> bool {
    match board.dead() {
        Some(ending) => ending.winner == Some(board.side().other()),
        None => board.in_check() && board.count() == 0,
    }
}
