//! A turn: what making any move comes to, whatever the rules of the single moves are.

use super::state::{NO_CELL, StaircaseState};
use super::update::{Castling, rights_kept};
use crate::geometry::Place;
use crate::moves::{Move, MoveType};
use crate::rules::Observer;

/// The ways to make a move that a rule set brings; the rest follows.
pub trait MakeMove: Copy {
    /// The state of the board.
    fn state(&self) -> &StaircaseState;
    /// The state of the board, to change it.
    fn state_mut(&mut self) -> &mut StaircaseState;

    /// The castlings in the order of the letters `KQkq`.
    const CASTLINGS: [Castling; 4];
    /// The castling rights (bits in the order `KQkq`) that outlast a move from or to each cell.
    const RIGHTS_KEPT: &'static [u8; 256] = &rights_kept(&Self::CASTLINGS);

    /// A man goes from cell to cell: writes the child over a copy of this board, but for the
    /// turn.
    fn make_normal<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O);
    /// A pawn captures the runner, which stood on that cell.
    fn make_en_passant<O: Observer>(&mut self, mv: Move, runner: Place, observer: &mut O);
    /// A platform goes from post to post.
    fn make_platform<O: Observer>(&mut self, mv: Move, observer: &mut O);
    /// Can the side to move capture the runner, of which there is one, by a legal move?
    fn has_legal_ep(&self) -> bool;

    /// Writes the board after a legal move to `child`.
    #[inline(always)]
    fn apply_move<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O) {
        *child = *self;
        if mv.kind() == MoveType::Normal {
            self.make_normal(mv, child, observer);
        } else {
            child.make_special(mv, observer);
        }
        child.finish();
    }

    /// Makes a move that is not plain on this board, but for the turn.
    #[inline(never)]
    fn make_special<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let runner = self.state().ep_pawn;
        self.state_mut().begin();
        match mv.kind() {
            MoveType::EnPassant => self.make_en_passant(mv, runner, observer),
            MoveType::Castling => self.make_castling(mv, observer),
            MoveType::Platform => self.make_platform(mv, observer),
            MoveType::Normal | MoveType::ElevatorRide => {}
        }
    }

    /// The board after passing.
    fn after_null_move(&self) -> Self {
        let mut child = *self;
        child.state_mut().begin();
        child.finish();
        child
    }

    /// What every move does last: the other side is to move.
    #[inline(always)]
    fn finish(&mut self) {
        self.state_mut().switch_side();
        if self.state().ep_pawn != NO_CELL && self.has_legal_ep() {
            self.state_mut().add_ep_to_key();
        }
    }

    /// The castling that the move means.
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let mut castlings = Self::CASTLINGS.into_iter();
        let meant = castlings.find(|c| c.king == mv.from() && c.rook == mv.to());
        if let Some(castling) = meant {
            self.state_mut().castle(castling, observer);
            self.state_mut().keep_rights(Self::RIGHTS_KEPT[usize::from(castling.king)]);
        }
    }

    /// The board after capturing the runner, as far as lines are concerned.
    fn after_en_passant(&self, mv: Move) -> Self {
        let mut child = *self;
        child.make_en_passant(mv, self.state().ep_pawn, &mut ());
        child
    }

    /// The key, computed afresh.
    fn compute_zobrist_key(&self) -> u64 {
        let captured = self.state().ep_pawn != NO_CELL && self.has_legal_ep();
        self.state().compute_key_without_ep() ^ if captured { self.state().ep_key() } else { 0 }
    }

    /// Sets key and what goes with it, after the fields have been filled in.
    fn finish_setup(&mut self) {
        let ep_in_key = self.state().ep_pawn != NO_CELL && self.has_legal_ep();
        let key = self.compute_zobrist_key();
        let state = self.state_mut();
        (state.ep_in_key, state.key) = (ep_in_key, key);
    }
}
