//! FENs of `federation`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::{FederationBoard, GAME};
use crate::geometry::Place;
use crate::moves::{Move, MoveType, Side};
use crate::rules::staircase::{self, MakeMove, PAWN_STARTS, state_from_setup};
use crate::rules::{BoardText, GameInfo, ParseError, Rules, Setup, fen};

impl<const ROOK_PAWNS: bool> FederationBoard<ROOK_PAWNS> {
    /// Returns whether a move is, in the plane, a double step of a pawn.
    fn is_double_step(&self, side: Side, from: Place, to: Place) -> bool {
        let (from, to) = (GAME.space.point(from), GAME.space.point(to));
        let ranks = i32::from(to.rank) - i32::from(from.rank);
        let ahead = if side == Side::White { 2 } else { -2 };
        let inward = ROOK_PAWNS && matches!((from.file, to.file), (0, 2) | (5, 3));
        (from.file == to.file && ranks == ahead) || (inward && ranks == 0)
    }
}

impl<const ROOK_PAWNS: bool> BoardText for FederationBoard<ROOK_PAWNS> {
    fn from_setup(_game: &'static GameInfo, setup: &Setup) -> Self {
        FederationBoard { state: state_from_setup(setup) }
    }

    fn set_rights(&mut self, setup: &Setup) -> Vec<ParseError> {
        let explain = |side, cell| fen::explain_no_start(&PAWN_STARTS, side, cell);
        staircase::set_rights(self, setup, &PAWN_STARTS, &explain)
    }

    fn must_have_promoted(&self, side: Side, cell: Place) -> bool {
        let rank = GAME.space.point(cell).rank;
        if side == Side::White { rank >= 8 } else { rank <= 1 }
    }

    fn set_en_passant(&mut self, text: &str) -> Result<(), String> {
        let (ep_pawn, ep_cell) = staircase::parse_ep(self, text)?;
        let side = self.state.side.other();
        let possible = side.select(&PAWN_STARTS).iter().any(|&start| {
            let double_step = Move::new(start, ep_pawn, MoveType::Normal);
            let empty = |cell| self.is_live(cell) && self.piece_at(cell).is_none();
            self.is_double_step(side, start, ep_pawn)
                && empty(start)
                && empty(ep_cell)
                && self.double_step_ep_cell(double_step) == Some(ep_cell)
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
