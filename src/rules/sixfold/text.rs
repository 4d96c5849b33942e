//! FENs of `sixfold`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::{EARLY_PAWN, GAME, Sixfold};
use super::lines::{PAWN_STARTS, PROMOTION_RANKS, START_BIT};
use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS};
use crate::moves::{Piece, Side};
use crate::rules::fen::{self, field};
use crate::rules::quad_bitboards::code_of;
use crate::rules::{BoardText, Endings, GameInfo, ParseError, Rules, Setup};

impl Sixfold {
    /// Returns the cells of the pawns on start cells, and those of them on platforms, whose pawns
    /// are early ones.
    fn pawns_at_start(&self) -> [Vec<Place>; 2] {
        let starts = fen::pawns_at_start(self, &PAWN_STARTS);
        let on_platforms = starts.iter().copied().filter(|&cell| usize::from(cell) >= FIXED_CELLS);
        [starts.clone(), on_platforms.collect()]
    }
}

/// Returns the bit of a start cell in a set of unmoved pawns; 0 for other cells.
fn start_bit(cell: Place) -> u16 {
    START_BIT.get(usize::from(cell)).copied().unwrap_or(0)
}

impl Endings for Sixfold {}

impl BoardText for Sixfold {
    fn from_setup(_game: &'static GameInfo, setup: &Setup) -> Self {
        let posts = setup.platforms.iter().map(|&(post, _)| post - CELL_COUNT as Place);
        let mut board = Self::empty(posts.fold(0, |posts, post| posts | 1 << post));
        board.side = setup.side;
        board.halfmove_clock = setup.halfmove_clock;
        board.fullmove_number = setup.fullmove_number;
        for (cell, Piece { kind, side }) in setup.placed_pieces() {
            board.put_piece(side, code_of(kind), cell, &mut ());
        }
        board
    }

    fn set_rights(&mut self, setup: &Setup) -> Vec<ParseError> {
        let mut errors = Vec::new();
        if setup.text(field::CASTLING) != "-" {
            let message = "there is no castling in `sixfold`, `-` expected".into();
            errors.push(ParseError { field: field::CASTLING, message });
        }
        let [starts, early_starts] = self.pawns_at_start();
        let explain = |side, cell| fen::explain_no_start(&PAWN_STARTS, side, cell);
        let unmoved =
            fen::parse_pawns(self, setup, field::UNMOVED_PAWNS, &starts, &explain, &mut errors);
        self.unmoved_pawns = unmoved.iter().fold(0, |pawns, &cell| pawns | start_bit(cell));
        let any_pawn = |_, _| None;
        let early = fen::parse_pawns(
            self,
            setup,
            field::EARLY_PAWNS,
            &early_starts,
            &any_pawn,
            &mut errors,
        );
        for cell in early {
            let side = if self.is_white(cell) { Side::White } else { Side::Black };
            self.put_piece(side, EARLY_PAWN, cell, &mut ());
        }
        errors
    }

    fn must_have_promoted(&self, side: Side, cell: Place) -> bool {
        let rank = GAME.space.point(cell).rank;
        let [late, early] = *side.select(&PROMOTION_RANKS);
        let promotion = if self.early_pawns().contains(cell) { early } else { late };
        if side == Side::White { rank >= promotion } else { rank <= promotion }
    }

    fn finish_setup(&mut self) {
        self.key = self.compute_key();
    }

    fn format_field(&self, field: &'static str) -> String {
        let [starts, early_starts] = self.pawns_at_start();
        match field {
            field::UNMOVED_PAWNS => {
                let is_unmoved = |&cell: &Place| self.unmoved_pawns & start_bit(cell) != 0;
                let unmoved: Vec<Place> = starts.iter().copied().filter(is_unmoved).collect();
                fen::format_cells(&GAME, &unmoved, &starts)
            }
            field::EARLY_PAWNS => {
                let early: Vec<Place> = self.early_pawns().iter().collect();
                fen::format_cells(&GAME, &early, &early_starts)
            }
            _ => "-".into(),
        }
    }
}
