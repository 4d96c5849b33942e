//! FENs of Raumschach.

use super::board::Board;
use super::pawns::is_promotion_cell;
use super::rules::compute_key;
use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::rules::fen::field;
use crate::rules::quad_bitboards::code_of;
use crate::rules::{BoardText, FenFormat, Notation, Setup};

impl BoardText for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Maack];
    const FEN: FenFormat = FenFormat {
        fields: &[field::LEVELS, field::SIDE, field::HALFMOVE_CLOCK, field::MOVE_NUMBER],
        platforms: 0,
        has_owners: false,
        castling_letters: "",
    };
    /// Rule R1.
    const START_FEN: &'static str = "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|\
         5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1";

    fn from_setup(setup: &Setup) -> Self {
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
