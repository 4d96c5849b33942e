//! A position with its past: the boards that led to it, for repetition and unmake.
//!
//! A board is a small `Copy` value, so a move is made by building the child board on top of a
//! stack, and taken back by dropping it.

pub mod perft;

use crate::moves::{Move, MoveList, Side};
use crate::rules::{EndReason, GenType, Observer, Outcome, Rules};

/// A board on the stack, with how far one may look back for repetitions.
#[derive(Clone, Copy)]
struct Frame<B> {
    board: B,
    /// Plies since the last move that cannot be taken back, or since a null move.
    plies_since_irreversible: u32,
    /// The move that led here.
    mv: Option<Move>,
}

/// A board and the boards before it.
#[derive(Clone)]
pub struct Position<B> {
    /// Never empty: the last frame is the present.
    frames: Vec<Frame<B>>,
}

impl<B: Rules> Position<B> {
    /// A position without a past.
    pub fn new(board: B) -> Self {
        Position { frames: vec![Frame { board, plies_since_irreversible: 0, mv: None }] }
    }

    #[inline(always)]
    fn top(&self) -> &Frame<B> {
        &self.frames[self.frames.len() - 1]
    }

    /// The board as it stands.
    #[inline(always)]
    pub fn board(&self) -> &B {
        &self.top().board
    }

    /// The board before the last move (or null move), if there was one.
    #[inline]
    pub fn previous_board(&self) -> Option<&B> {
        let before = self.frames.len().checked_sub(2)?;
        Some(&self.frames[before].board)
    }

    /// The side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.board().side_to_move()
    }

    /// The move that led here, if one did; `None` after a null move too.
    pub fn last_move(&self) -> Option<Move> {
        self.top().mv
    }

    /// The number of moves (null moves included) that can be unmade.
    pub fn ply_count(&self) -> usize {
        self.frames.len() - 1
    }

    /// Makes room for so many moves more, so that making them allocates nothing.
    pub fn reserve(&mut self, plies: usize) {
        self.frames.reserve(plies);
    }

    /// Makes a legal move; the observer hears what changes.
    #[inline]
    pub fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        // The child is built where it stays.
        self.frames.push(*self.top());
        if let [.., parent, child] = &mut self.frames[..] {
            child.mv = Some(mv);
            parent.board.make_into(mv, &mut child.board, observer);
            let no_way_back = child.board.halfmove_clock() == 0 && parent.board.is_irreversible(mv);
            child.plies_since_irreversible =
                if no_way_back { 0 } else { parent.plies_since_irreversible + 1 };
        }
    }

    /// Passes the move. Not in check.
    #[inline]
    pub fn make_null(&mut self) {
        let board = self.board().make_null();
        self.frames.push(Frame { board, plies_since_irreversible: 0, mv: None });
    }

    /// Takes the last move (or null move) back.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn unmake(&mut self) {
        assert!(self.frames.len() > 1, "no move to take back");
        self.frames.pop();
    }

    /// How often the present position has stood before, within what can be taken back.
    pub fn repetitions(&self) -> usize {
        self.repetition_distances().count()
    }

    /// The distances in plies, ascending, at which the present position has stood before.
    #[inline]
    fn repetition_distances(&self) -> impl Iterator<Item = usize> + '_ {
        let (top, last) = (self.top(), self.frames.len() - 1);
        let key = top.board.key();
        (4..=top.plies_since_irreversible as usize)
            .step_by(2)
            .filter(move |&back| self.frames[last - back].board.key() == key)
    }

    /// Is it a draw by repetition or the fifty-move rule, as the search sees it `ply` plies below
    /// its root: a single recurrence inside the tree counts, one before it takes two. The
    /// fifty-move rule is not applied to a mated side.
    #[inline]
    pub fn is_draw(&self, ply: usize) -> bool {
        if self.board().halfmove_clock() >= 100
            && (!self.board().in_check() || self.board().count_legal_moves() > 0)
        {
            return true;
        }
        let mut before_root = 0;
        for back in self.repetition_distances() {
            if back < ply {
                return true;
            }
            before_root += 1;
            if before_root == 2 {
                return true;
            }
        }
        false
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.board().generate(GenType::All, &mut list);
        list
    }

    /// Is the game over, and how? Mate comes before the draws, as the rules have it.
    pub fn outcome(&self) -> Option<Outcome> {
        let board = self.board();
        if let Some(ending) = board.variant_outcome() {
            return Some(ending);
        }
        if board.count_legal_moves() == 0 {
            return Some(match board.in_check() {
                true => Outcome {
                    winner: Some(self.side_to_move().other()),
                    reason: EndReason::Checkmate,
                },
                false => Outcome { winner: None, reason: EndReason::Stalemate },
            });
        }
        if board.halfmove_clock() >= 100 {
            return Some(Outcome { winner: None, reason: EndReason::FiftyMoves });
        }
        if self.repetitions() >= 2 {
            return Some(Outcome { winner: None, reason: EndReason::Repetition });
        }
        None
    }
}
