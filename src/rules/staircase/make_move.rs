//! Making a move on the staircase. A rule set implements the single kinds of moves; [`MakeMove`]
//! adds what they share.

use super::state::{NO_CELL, StaircaseState};
use super::update::{Castling, rights_kept};
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, MoveType};
use crate::rules::Observer;

/// Makes moves: a rule set implements the required methods, the provided ones build on them.
pub(crate) trait MakeMove: Copy {
    /// The state of the board.
    fn state(&self) -> &StaircaseState;
    /// The state of the board, to change it.
    fn state_mut(&mut self) -> &mut StaircaseState;

    /// The castlings in the order of the letters `KQkq`.
    const CASTLINGS: [Castling; 4];
    /// The castling rights (bits in the order `KQkq`) that outlast a move from or to each cell.
    const RIGHTS_KEPT: &'static [u8; 256] = &rights_kept(&Self::CASTLINGS);

    /// Moves a piece from cell to cell on `child`, which is a copy of this board. Leaves the side
    /// to move as it is.
    fn make_normal<O: Observer>(&self, mv: Move, child: &mut Self, observer: &mut O);
    /// Captures the pawn on that cell en passant.
    fn make_en_passant<O: Observer>(&mut self, mv: Move, ep_pawn: Place, observer: &mut O);
    /// Moves a platform from post to post.
    fn make_platform<O: Observer>(&mut self, mv: Move, observer: &mut O);
    /// Returns whether a legal move captures en passant. There must be a pawn that has just made a
    /// double step.
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

    /// Makes any move but a normal one on this board. Leaves the side to move as it is.
    #[inline(never)]
    fn make_special<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let ep_pawn = self.state().ep_pawn;
        self.state_mut().begin();
        match mv.kind() {
            MoveType::EnPassant => self.make_en_passant(mv, ep_pawn, observer),
            MoveType::Castling => self.make_castling(mv, observer),
            MoveType::Platform => self.make_platform(mv, observer),
            MoveType::Normal | MoveType::Special => {}
        }
    }

    /// Returns the board after a null move.
    fn after_null_move(&self) -> Self {
        let mut child = *self;
        child.state_mut().begin();
        child.finish();
        child
    }

    /// Returns the board without a piece; see [`Rules::without_piece`](crate::rules::Rules).
    fn after_removal(&self, cell: Place) -> Self {
        let mut board = *self;
        let state = board.state_mut();
        let bit = 1 << state.square(cell);
        state.pieces.clear(bit);
        state.unmoved_pawns &= !bit;
        state.castling &= Self::RIGHTS_KEPT[byte_index(cell)];
        (state.ep_pawn, state.ep_cell) = (NO_CELL, NO_CELL);
        board.finish_setup();
        board
    }

    /// Ends every move: gives the move to the other side and updates the en passant key.
    #[inline(always)]
    fn finish(&mut self) {
        self.state_mut().switch_side();
        if self.state().ep_pawn != NO_CELL && self.has_legal_ep() {
            self.state_mut().add_ep_to_key();
        }
    }

    /// Makes the castling that the move names.
    fn make_castling<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let mut castlings = Self::CASTLINGS.into_iter();
        let meant = castlings.find(|c| c.king == mv.from() && c.rook == mv.to());
        if let Some(castling) = meant {
            self.state_mut().castle(castling, observer);
            self.state_mut().keep_rights(Self::RIGHTS_KEPT[byte_index(castling.king)]);
        }
    }

    /// Returns the board after an en passant capture with the same side to move, to look for
    /// attacks on its king.
    fn after_en_passant(&self, mv: Move) -> Self {
        let mut child = *self;
        child.make_en_passant(mv, self.state().ep_pawn, &mut ());
        child
    }

    /// Computes the Zobrist key from the whole position.
    fn compute_zobrist_key(&self) -> u64 {
        let captured = self.state().ep_pawn != NO_CELL && self.has_legal_ep();
        self.state().compute_key_without_ep() ^ if captured { self.state().ep_key() } else { 0 }
    }

    /// Sets the key once the other fields are filled in.
    fn finish_setup(&mut self) {
        let ep_in_key = self.state().ep_pawn != NO_CELL && self.has_legal_ep();
        let key = self.compute_zobrist_key();
        let state = self.state_mut();
        (state.ep_in_key, state.key) = (ep_in_key, key);
    }
}
