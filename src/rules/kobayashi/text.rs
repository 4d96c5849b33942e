//! FEN, UCI moves and diagrams of `kobayashi`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::Board;
use super::tables::{
    CASTLINGS, PAWN_STARTS, PAWN_STEPS, PROMOTION_POSTS, PROMOTION_SQUARES, Space,
};
use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS};
use crate::moves::{Move, MoveType, PieceType, Side};
use crate::rules::diagram::diagram;
use crate::rules::fen_fields::{opponent_in_check, piece_errors};
use crate::rules::staircase::{self, MakeMove, NO_CELL, Setup};
use crate::rules::{BoardText, Geometry, Notation, ParseError, Rules};

/// K1, the start position.
pub(super) const START_FEN: &str = "bqkb/pppp/4/4|4/4/4/4|4/4/PPPP/BQKB \
     b12-:PP/RN,b86+:rn/pp,e12-:PP/NR,e86+:nr/pp w KQkq * - 0 1";

/// K4: returns whether a pawn of that side promotes on a cell.
fn is_promotion_cell(side: Side, cell: Place) -> bool {
    let index = side.index();
    if usize::from(cell) < FIXED_CELLS {
        return PROMOTION_SQUARES.get(index).is_some_and(|far| far >> cell & 1 != 0);
    }
    let post = (usize::from(cell) - FIXED_CELLS) / 4;
    let far_rank = if side == Side::White { 9 } else { 0 };
    let is_far_post = PROMOTION_POSTS.get(index).is_some_and(|far| far >> post & 1 != 0);
    is_far_post && Board::point(cell).rank == far_rank
}

/// Explains why a pawn on this cell cannot be unmoved. An unmoved pawn stands on its start cell, or
/// on a platform that has carried it.
fn unmoved_pawn_error(side: Side, cell: Place) -> Option<String> {
    let at_start = PAWN_STARTS.get(side.index()).is_some_and(|starts| starts.contains(&cell));
    let impossible = !at_start && usize::from(cell) < FIXED_CELLS;
    impossible.then(|| format!("is no start cell of a pawn of {side:?} and on no platform"))
}

impl Board {
    /// Builds the board of a setup, or reports what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<ParseError>> {
        let mut errors = piece_errors::<Self>(&setup.pieces, is_promotion_cell);
        let mut board = Board { state: setup.to_state() };
        errors.extend(staircase::castling_errors(&board.state, &CASTLINGS));
        match staircase::parse_unmoved_pawns::<Self>(
            &setup.unmoved_pawns,
            &board.state,
            &PAWN_STARTS,
            unmoved_pawn_error,
        ) {
            Ok(unmoved) => board.state.unmoved_pawns = unmoved,
            Err(more) => errors.extend(more),
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        if board.is_king_attacked(board.state.side.other()) {
            errors.push(opponent_in_check(board.state.side.other()));
        }
        if let Err(message) = board.set_ep(&setup.sixth_field) {
            errors.push(ParseError { field: "en passant", message });
        }
        board.finish_setup();
        if errors.is_empty() { Ok(board) } else { Err(errors) }
    }

    /// Parses field 6 and checks that a double step can have led to it.
    fn set_ep(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let (ep_pawn, ep_cell) = staircase::parse_ep_field::<false>(text, &self.state)?;
        let side = self.state.side.other();
        let vacant = |cell: Place| self.is_live(cell) && self.piece_at(cell).is_none();
        // The pawn came from the cell that lies behind the passed one.
        let directions = PAWN_STEPS.get(side.other().index()).into_iter().flatten();
        let possible = directions.into_iter().any(|back| {
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

    /// Explains why a well-formed move is not legal.
    fn explain_illegal_move(&self, from: Place, to: Place, promotions: &[PieceType]) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        if let Some(why) = staircase::explain_impossible_move::<false>(&self.state, from, to) {
            return why;
        }
        if usize::from(from) >= CELL_COUNT {
            return self.explain_illegal_platform_move(from, to, promotions);
        }
        if self.is_generated(Move::new(from, to, MoveType::Castling), false) {
            return "the king would castle out of check, through it or into it".into();
        }
        if self.piece_at(to).is_some_and(|other| other.side == self.state.side) {
            return format!("a piece of the same side stands on {to_name}");
        }
        for move_type in [MoveType::Normal, MoveType::EnPassant] {
            if let Some(why) =
                staircase::explain_pseudo_legal(self, Move::new(from, to, move_type), promotions, 1)
            {
                return why;
            }
        }
        let name = format!("{:?}", self.moved_piece(Move::new(from, to, MoveType::Normal)));
        let name = name.to_lowercase();
        format!("the {name} on {from_name} does not reach {to_name}")
    }

    fn explain_illegal_platform_move(
        &self,
        from: Place,
        to: Place,
        promotions: &[PieceType],
    ) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        let Some(slot) = self.state.slot_of_post(from - CELL_COUNT as Place) else {
            return format!("no platform stands on {from_name}");
        };
        let mv = Move::new(from, to, MoveType::Platform);
        let why = staircase::explain_pseudo_legal(self, mv, promotions, 2);
        why.unwrap_or_else(|| {
            let why = self.explain_missing_command(slot, self.state.side);
            format!("the platform on {from_name} cannot go to {to_name}: {why}")
        })
    }
}

impl BoardText for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth, Notation::Smith, Notation::Meder];

    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        Self::from_setup(&Setup::from_fen::<false>(text, 4, false)?)
    }

    fn to_fen(&self) -> String {
        Setup::from_state::<Self>(&self.state, false, &PAWN_STARTS).to_fen::<false>()
    }

    fn move_to_uci(&self, mv: Move) -> String {
        staircase::move_to_uci::<false>(mv)
    }

    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        staircase::parse_uci_move::<false, _>(self, text, |from, to, promotions| {
            self.explain_illegal_move(from, to, promotions)
        })
    }

    fn diagram(&self) -> String {
        diagram(self)
    }
}
