//! A turn: what making any move comes to, whatever the rules of the single moves are.

use super::changes::{Castling, rights_kept};
use super::placement::{NONE, Placement};
use crate::moves::{Manner, Move, Place};
use crate::rules::Observer;
use std::ops::DerefMut;

/// The ways to make a move that a rule set brings; the rest follows.
pub trait Turn: Copy + DerefMut<Target = Placement> {
    /// The castlings in the order of the letters `KQkq`.
    const CASTLINGS: [Castling; 4];
    /// The castling rights (bits in the order `KQkq`) that outlast a move from or to each cell.
    const RIGHTS_KEPT: &'static [u8; 256] = &rights_kept(&Self::CASTLINGS);

    /// A man goes from cell to cell: writes the child over a copy of this board, but for the
    /// turn.
    fn make_plain<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O);
    /// A pawn captures the runner, which stood on that cell.
    fn make_en_passant<O: Observer>(&mut self, mv: Move, runner: Place, observer: &mut O);
    /// A platform goes from post to post.
    fn make_platform<O: Observer>(&mut self, mv: Move, observer: &mut O);
    /// Can the side to move capture the runner, of which there is one, by a legal move?
    fn can_capture_runner(&self) -> bool;

    /// Writes the board after a legal move to `child`.
    #[inline(always)]
    fn advance<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        if mv.manner() == Manner::Plain {
            self.make_plain(mv, child, observer);
        } else {
            child.make_special(mv, observer);
        }
        child.finish();
    }

    /// Makes a move that is not plain on this board, but for the turn.
    #[inline(never)]
    fn make_special<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let runner = self.runner;
        self.begin();
        match mv.manner() {
            Manner::EnPassant => self.make_en_passant(mv, runner, observer),
            Manner::Castling => self.make_castling(mv, observer),
            Manner::Platform => self.make_platform(mv, observer),
            Manner::Plain | Manner::Ride => {}
        }
    }

    /// The board after passing.
    fn null_child(&self) -> Self {
        let mut child = *self;
        child.begin();
        child.finish();
        child
    }

    /// What every move does last: the other side is to move.
    #[inline(always)]
    fn finish(&mut self) {
        self.pass_turn();
        if self.runner != NONE && self.can_capture_runner() {
            self.add_runner_to_key();
        }
    }

    /// The castling that the move means.
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let mut castlings = Self::CASTLINGS.into_iter();
        let meant = castlings.find(|c| c.king == mv.from() && c.rook == mv.to());
        if let Some(castling) = meant {
            self.castle(castling, observer);
            self.keep_rights(Self::RIGHTS_KEPT[usize::from(castling.king)]);
        }
    }

    /// The board after capturing the runner, as far as lines are concerned.
    fn child_of_en_passant(&self, mv: Move) -> Self {
        let mut child = *self;
        child.make_en_passant(mv, self.runner, &mut ());
        child
    }

    /// The key, computed afresh.
    fn compute_key(&self) -> u64 {
        let captured = self.runner != NONE && self.can_capture_runner();
        self.key_without_runner() ^ if captured { self.runner_key() } else { 0 }
    }

    /// Sets key and what goes with it, after the fields have been filled in.
    fn settle(&mut self) {
        self.runner_in_key = self.runner != NONE && self.can_capture_runner();
        self.key = self.compute_key();
    }
}
