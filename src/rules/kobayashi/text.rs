//! FENs of `kobayashi`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::Kobayashi;
use super::tables::{PAWN_STARTS, PAWN_STEPS};
use crate::geometry::Place;
use crate::geometry::staircase::FIXED_CELLS;
use crate::moves::Side;
use crate::rules::staircase::{self, MakeMove, NO_CELL, state_from_setup};
use crate::rules::{BoardText, Endings, GameInfo, ParseError, Rules, Setup, fen};

/// Explains why a pawn on this cell cannot be unmoved. An unmoved pawn stands on its start cell, or
/// on a platform that has carried it.
fn unmoved_pawn_error(side: Side, cell: Place) -> Option<String> {
    let error = fen::explain_no_start(&PAWN_STARTS, side, cell);
    error.filter(|_| usize::from(cell) < FIXED_CELLS).map(|error| error + " and on no platform")
}

impl Endings for Kobayashi {}

impl BoardText for Kobayashi {
    fn from_setup(_game: &'static GameInfo, setup: &Setup) -> Self {
        Kobayashi { state: state_from_setup(setup) }
    }

    fn set_rights(&mut self, setup: &Setup) -> Vec<ParseError> {
        staircase::set_rights(self, setup, &PAWN_STARTS, &unmoved_pawn_error)
    }

    fn must_have_promoted(&self, side: Side, cell: Place) -> bool {
        self.is_promotion_cell(&self.layout(), side, self.state.square(cell))
    }

    fn set_en_passant(&mut self, text: &str) -> Result<(), String> {
        let (ep_pawn, ep_cell) = staircase::parse_ep(self, text)?;
        let side = self.state.side.other();
        let vacant = |cell: Place| self.is_live(cell) && self.piece_at(cell).is_none();
        // The pawn came from the cell that lies behind the passed one.
        let possible = side.other().select(&PAWN_STEPS).iter().any(|back| {
            let next = |cell: Place| back.get(usize::from(cell)).copied().unwrap_or(NO_CELL);
            let start = next(ep_cell);
            next(ep_pawn) == ep_cell
                && vacant(ep_cell)
                && vacant(start)
                && unmoved_pawn_error(side, start).is_none()
        });
        if !possible {
            return Err(format!("`{text}`: no double step can have led to this"));
        }
        (self.state.ep_pawn, self.state.ep_cell) = (ep_pawn, ep_cell);
        Ok(())
    }

    fn finish_setup(&mut self) {
        MakeMove::finish_setup(self);
    }

    fn format_field(&self, field: &'static str) -> String {
        staircase::format_field(self, field, &PAWN_STARTS)
    }
}
