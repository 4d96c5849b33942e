//! A position: a board and the boards before it, for repetition and unmake.
//!
//! A board is a small `Copy` value. Making a move builds the child board on top of a stack;
//! unmaking it pops the stack.

pub mod perft;

use crate::moves::{Move, MoveList, Side};
use crate::rules::{EndReason, Observer, Outcome, Rules};

/// A board on the stack.
#[derive(Clone, Copy)]
struct Frame<B> {
    board: B,
    /// Plies since the last irreversible move or null move: the range of repetitions.
    plies_since_irreversible: u32,
    /// The move that led to this board; `None` for a null move and the first board.
    mv: Option<Move>,
    /// Whether the side to move is in check. Stored, because the search needs it before and after
    /// it descends. Most moves are known to give no check before they are made.
    in_check: bool,
}

/// A board and the boards before it.
#[derive(Clone)]
pub struct Position<B> {
    /// Never empty. The last frame is the current board.
    frames: Vec<Frame<B>>,
}

impl<B: Rules> Position<B> {
    /// Returns a position without a history.
    pub fn new(board: B) -> Self {
        let in_check = board.in_check();
        Position { frames: vec![Frame { board, plies_since_irreversible: 0, mv: None, in_check }] }
    }

    #[inline(always)]
    fn top(&self) -> &Frame<B> {
        &self.frames[self.frames.len() - 1]
    }

    /// Returns the current board.
    #[inline(always)]
    pub fn board(&self) -> &B {
        &self.top().board
    }

    /// Returns the board before the last move or null move, if there is one.
    #[inline]
    pub fn previous_board(&self) -> Option<&B> {
        let index = self.frames.len().checked_sub(2)?;
        Some(&self.frames[index].board)
    }

    /// Returns the side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Side {
        self.board().side_to_move()
    }

    /// Returns whether the side to move is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        self.top().in_check
    }

    /// Returns the last move; `None` before the first one and after a null move.
    pub fn last_move(&self) -> Option<Move> {
        self.top().mv
    }

    /// Returns the moves that led here, the first one first; null moves are left out.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.frames.iter().filter_map(|frame| frame.mv)
    }

    /// Returns the number of moves that can be unmade, null moves included.
    pub fn ply_count(&self) -> usize {
        self.frames.len() - 1
    }

    /// Reserves memory for `plies` more moves, so that making them does not allocate.
    pub fn reserve(&mut self, plies: usize) {
        self.frames.reserve(plies);
    }

    /// Makes a legal move and reports the changes of the board to `observer`.
    #[inline]
    pub fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        self.make_with(mv, observer, |_| ());
    }

    /// Makes a legal move as [`Position::make`]. Calls `prefetch` with the key of the new position
    /// as soon as it is known.
    #[inline(always)]
    pub(crate) fn make_with<O: Observer>(
        &mut self,
        mv: Move,
        observer: &mut O,
        prefetch: impl FnOnce(u64),
    ) {
        // Build the child in place: copying it afterwards would wait for its stores.
        self.frames.push(*self.top());
        if let [.., parent, child] = &mut self.frames[..] {
            child.mv = Some(mv);
            parent.board.make_into(mv, &mut child.board, observer);
            prefetch(child.board.key());
            let irreversible =
                child.board.halfmove_clock() == 0 && parent.board.is_irreversible(mv);
            child.plies_since_irreversible =
                if irreversible { 0 } else { parent.plies_since_irreversible + 1 };
            child.in_check = parent.board.check_filter()(mv) && child.board.in_check();
        }
    }

    /// Passes the turn. The side to move must not be in check.
    #[inline]
    pub fn make_null(&mut self) {
        let board = self.board().make_null();
        // The other side cannot have left its king attacked.
        self.frames.push(Frame { board, plies_since_irreversible: 0, mv: None, in_check: false });
    }

    /// Unmakes the last move or null move.
    ///
    /// # Panics
    /// If there is no move to unmake.
    #[inline]
    pub fn unmake(&mut self) {
        assert!(self.frames.len() > 1, "no move to unmake");
        self.frames.pop();
    }

    /// Returns how often the current position has occurred before.
    pub fn repetitions(&self) -> usize {
        self.repetition_distances().count()
    }

    /// Iterates over the distances in plies to earlier occurrences of the current position,
    /// ascending. The shortest possible one is four plies.
    #[inline]
    fn repetition_distances(&self) -> impl Iterator<Item = usize> + '_ {
        let (top, last) = (self.top(), self.frames.len() - 1);
        let key = top.board.key();
        (4..=top.plies_since_irreversible as usize)
            .step_by(2)
            .filter(move |&back| self.frames[last - back].board.key() == key)
    }

    /// Returns whether the search scores this node, `ply` plies below the root, as a draw:
    /// fifty-move rule, one repetition inside the tree, or two before the root. Checkmate takes
    /// precedence over the fifty-move rule.
    #[inline]
    pub fn is_draw(&self, ply: usize) -> bool {
        let rules = self.board().game().end_rules;
        if rules.is_draw_by_clock(self.board().halfmove_clock())
            && (!self.in_check() || self.board().count_legal_moves() > 0)
        {
            return true;
        }
        if rules.repetition == 0 {
            return false;
        }
        let mut before_root = 0;
        for back in self.repetition_distances() {
            before_root += 1;
            if back < ply || before_root + 1 >= rules.repetition {
                return true;
            }
        }
        false
    }

    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.board().legal_moves()
    }

    /// Returns the outcome if the game is over. By the rules, checkmate takes precedence over
    /// draws.
    pub fn outcome(&self) -> Option<Outcome> {
        let board = self.board();
        let rules = board.game().end_rules;
        if let Some(outcome) = board.variant_outcome() {
            return Some(outcome);
        }
        if board.count_legal_moves() == 0 {
            return Some(match self.in_check() {
                true => Outcome {
                    winner: Some(self.side_to_move().other()),
                    reason: EndReason::Checkmate,
                },
                false => Outcome {
                    winner: rules.stalemate_winner(self.side_to_move()),
                    reason: EndReason::Stalemate,
                },
            });
        }
        if rules.is_draw_by_clock(board.halfmove_clock()) {
            return Some(Outcome { winner: None, reason: EndReason::FiftyMoves });
        }
        if rules.repetition > 0 && self.repetitions() + 1 >= rules.repetition as usize {
            return Some(Outcome { winner: None, reason: EndReason::Repetition });
        }
        None
    }
}
