//! FENs of `meder`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::{GAME, Lines, Meder};
use super::platforms::is_attacked_from;
use super::tables::CORNERS;
use crate::geometry::Place;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::fen::{self, field};
use crate::rules::staircase::{
    self, COLUMN_OF, MakeMove, NO_CELL, PAWN_STARTS, Space, state_from_setup,
};
use crate::rules::{BoardText, Endings, GameInfo, ParseError, Rules, Setup};

/// Returns the column of a cell.
fn column_of(cell: Place) -> usize {
    COLUMN_OF.get(usize::from(cell)).copied().unwrap_or(0).into()
}

/// M2: reports a side without exactly two platforms.
fn platform_errors(platforms: &[(Place, Option<Side>)]) -> Vec<ParseError> {
    let owned = |side| platforms.iter().filter(|&&(_, owner)| owner == Some(side)).count();
    let counts = Side::ALL.map(|side| (side, owned(side))).into_iter();
    let message = |(side, owned)| format!("{owned} platforms of {side} read, 2 expected");
    let error = |message| ParseError { field: field::PLATFORMS, message };
    counts.filter(|&(_, owned)| owned != 2).map(message).map(error).collect()
}

impl Meder {
    /// Returns the cells of the pawns of the side to move on uncovered corners.
    fn waiting_pawns(&self) -> Vec<Place> {
        let side = self.state.side;
        let pawn = Some(Piece { kind: PieceType::PAWN, side });
        let corners = side.select(&CORNERS).iter();
        corners
            .filter(|corner| self.state.slot_of_post(corner.post).is_none())
            .map(|corner| Place::from(corner.square))
            .filter(|&cell| self.state.piece_at(cell) == pawn)
            .collect()
    }

    /// M8: reports waiting pawns that no move of a platform can have left.
    fn waiting_errors(&self, ep_field: &str) -> Vec<ParseError> {
        let (mut errors, side) = (Vec::new(), self.state.side);
        let waiting = self.waiting_pawns();
        let Some(&cell) = waiting.first() else { return errors };
        let name = Space::place_name(cell);
        if waiting.len() > 1 {
            let message = format!("two pawns of {side} wait for promotion, at most one expected");
            errors.push(ParseError { field: "pawns", message });
        }
        if ep_field != "-" {
            let message = format!(
                "`{ep_field}` read, `-` expected: the pawn on {name} waits, so a platform moved last"
            );
            errors.push(ParseError { field: "en passant", message });
        }
        let layout = self.layout();
        let lines = Lines::new(&layout, self.state.occupied());
        let king = layout.column(self.state.king_square(side.other()));
        if waiting.iter().any(|&cell| is_attacked_from(column_of(cell), king, lines.blockers)) {
            let message = format!(
                "a pawn of {side} waits on {name}, where a queen or knight would attack the king"
            );
            errors.push(ParseError { field: "pawns", message });
        }
        errors
    }

    /// Returns the text of the en passant field: the pawn that has made a double step, and every
    /// cell of the column that it passed.
    fn format_ep(&self) -> String {
        fen::format_ep(&GAME, self.state.ep_pawn, &self.ep_cells().collect::<Vec<_>>())
    }
}

impl Endings for Meder {}

impl BoardText for Meder {
    fn from_setup(_game: &'static GameInfo, setup: &Setup) -> Self {
        Meder { state: state_from_setup(setup) }
    }

    fn set_rights(&mut self, setup: &Setup) -> Vec<ParseError> {
        let mut errors = platform_errors(&setup.platforms);
        let explain = |side, cell| fen::explain_no_start(&PAWN_STARTS, side, cell);
        errors.extend(staircase::set_rights(self, setup, &PAWN_STARTS, &explain));
        errors.extend(self.waiting_errors(setup.text(field::EN_PASSANT)));
        errors
    }

    fn must_have_promoted(&self, side: Side, cell: Place) -> bool {
        let promotes = self.promotion_columns(side) >> column_of(cell) & 1 != 0;
        promotes && !self.waiting_pawns().contains(&cell)
    }

    fn set_en_passant(&mut self, text: &str) -> Result<(), String> {
        let (ep_pawn, cells) = fen::parse_ep_pawn(self, text)?;
        let side = self.state.side.other();
        let empty = |cell: Place| self.is_live(cell) && self.piece_at(cell).is_none();
        let start = side.select(&PAWN_STARTS).iter().copied().find(|&start| {
            let (start, end) = (GAME.space.point(start), GAME.space.point(ep_pawn));
            let ahead = if side == Side::White { 2 } else { -2 };
            start.file == end.file && i32::from(end.rank) - i32::from(start.rank) == ahead
        });
        let Some(start) = start.filter(|&start| empty(start)) else {
            return Err(format!("`{text}`: no double step can have led to this"));
        };
        let passed = (column_of(start) + column_of(ep_pawn)) / 2;
        let mut board = *self;
        (board.state.ep_pawn, board.state.ep_cell) = (ep_pawn, self.first_cell(passed));
        let expected = board.format_ep();
        if expected != text {
            return Err(format!(
                "`{cells}` in `{text}` read, every live cell of the column passed expected: `{expected}`"
            ));
        }
        if let Some(cell) = board.ep_cells().find(|&cell| !empty(cell)) {
            let name = Space::place_name(cell);
            return Err(format!("`{text}`: a piece stands on {name}, which the pawn passed"));
        }
        *self = board;
        Ok(())
    }

    fn finish_setup(&mut self) {
        MakeMove::finish_setup(self);
    }

    fn format_field(&self, field: &'static str) -> String {
        match field {
            field::EN_PASSANT if self.state.ep_pawn != NO_CELL => self.format_ep(),
            _ => staircase::format_field(self, field, &PAWN_STARTS),
        }
    }
}
