//! FENs of Raumschach.

use super::board::Board;
use super::pawns::is_promotion_cell;
use super::rules::compute_key;
use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::rules::quad_bitboards::code_of;
use crate::rules::{BoardText, GameInfo, Setup};

impl BoardText for Board {
    fn from_setup(_game: &'static GameInfo, setup: &Setup) -> Self {
        let mut board = Self::EMPTY;
        board.side = setup.side;
        board.halfmove_clock = setup.halfmove_clock;
        board.fullmove_number = setup.fullmove_number;
        for (cell, Piece { kind, side }) in setup.placed_pieces() {
            board.put_piece(side, code_of(kind), cell, &mut ());
        }
        board
    }

    fn must_have_promoted(&self, side: Side, cell: Place) -> bool {
        is_promotion_cell(side, cell)
    }

    fn finish_setup(&mut self) {
        self.key = compute_key(self);
    }
}
