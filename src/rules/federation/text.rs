//! Position strings, moves in wire notation and drawings of `federation`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::Board;
use super::tables::{CASTLINGS, PAWN_STARTS, Space};
use crate::geometry::Place;
use crate::geometry::columns::{between, column};
use crate::geometry::staircase::CELL_COUNT;
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::diagram::diagram;
use crate::rules::fen_fields::{opponent_in_check, parse_cells, piece_errors};
use crate::rules::staircase::{self, MakeMove, Setup};
use crate::rules::{BoardText, Geometry, Notation, ParseError, Rules};

/// F1, the start position.
pub(super) const START_FEN: &str = "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN \
     b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp w KQkq * - 0 1";

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// Puts a set-up on a board; `Err` tells what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<ParseError>> {
        let mut faults = piece_errors::<Self>(&setup.pieces, |side, cell| {
            let rank = Self::point(cell).rank;
            if side == Side::White { rank >= 8 } else { rank <= 1 }
        });
        let mut board = Board { state: setup.to_state() };
        faults.extend(staircase::castling_errors(&board.state, &CASTLINGS));
        if let Err(more) = board.set_unmoved_pawns(&setup.unmoved_pawns) {
            faults.extend(more);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        if board.is_king_attacked(board.state.side.other()) {
            faults.push(opponent_in_check(board.state.side.other()));
        }
        if let Err(fault) = board.set_ep(&setup.sixth_field) {
            faults.push(ParseError { field: "en passant", message: fault });
        }
        board.finish_setup();
        if faults.is_empty() { Ok(board) } else { Err(faults) }
    }

    fn set_unmoved_pawns(&mut self, text: &str) -> Result<(), Vec<ParseError>> {
        let starts = staircase::pawns_at_start(&PAWN_STARTS, |cell| self.piece_at(cell));
        let cells = parse_cells::<Self>(text, "fresh", &starts, |cell| {
            let Some(Piece { kind: PieceType::Pawn, side }) = self.piece_at(cell) else {
                return Err("holds no pawn".into());
            };
            let home = side.select(&PAWN_STARTS).contains(&cell);
            home.then_some(()).ok_or_else(|| format!("is no start cell of a pawn of {side:?}"))
        })?;
        self.state.unmoved_pawns =
            cells.iter().fold(0, |fresh, &cell| fresh | 1 << self.state.square(cell));
        Ok(())
    }

    /// Reads field 6 and checks that the last move can have left it.
    fn set_ep(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let (runner, passed) = staircase::parse_ep_field::<false>(text, &self.state)?;
        let side = self.state.side.other();
        let column = |cell: Place| {
            let point = Self::point(cell);
            column(point.file.into(), point.rank.into())
        };
        let possible = side.select(&PAWN_STARTS).iter().any(|&start| {
            let over = between(column(start), column(runner));
            let empty = |cell| self.is_live(cell) && self.piece_at(cell).is_none();
            over.count_ones() == 1
                && self.is_double_step(side, start, runner)
                && empty(start)
                && empty(passed)
                && self.double_step_ep_cell(start, runner) == passed
        });
        if !possible {
            return Err(format!("`{text}`: no first move of two steps can have left this"));
        }
        (self.state.ep_pawn, self.state.ep_cell) = (runner, passed);
        Ok(())
    }

    /// Is this, in the plane, a step of two that a pawn's first move can be?
    fn is_double_step(&self, side: Side, from: Place, to: Place) -> bool {
        let (from, to) = (Self::point(from), Self::point(to));
        let ranks = i32::from(to.rank) - i32::from(from.rank);
        let ahead = if side == Side::White { 2 } else { -2 };
        let inward = ROOK_PAWNS && matches!((from.file, to.file), (0, 2) | (5, 3));
        (from.file == to.file && ranks == ahead) || (inward && ranks == 0)
    }

    /// Why a move that could be read is not legal.
    fn explain_illegal_move(&self, from: Place, to: Place, kinds: &[PieceType]) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        let with = |manner| {
            let mv = Move::new(from, to, manner);
            match kinds {
                [] => mv,
                [kind, ..] => mv.with_promotions(*kind, None),
            }
        };
        if (usize::from(from) >= CELL_COUNT) != (usize::from(to) >= CELL_COUNT) {
            return "a man goes from cell to cell, a platform from post to post".into();
        }
        if usize::from(from) >= CELL_COUNT {
            return self.explain_illegal_platform_move(from, to, with(MoveType::Platform));
        }
        for cell in [from, to] {
            if !self.is_live(cell) {
                return format!("no platform makes {} a cell now", Space::place_name(cell));
            }
        }
        let Some(man) = self.piece_at(from) else {
            return format!("no man stands on {from_name}");
        };
        if man.side != self.state.side {
            return format!("the man on {from_name} is {:?}'s, who is not to move", man.side);
        }
        if self.is_generated(Move::new(from, to, MoveType::Castling), false) {
            return "the king would castle out of check or into it".into();
        }
        if self.piece_at(to).is_some_and(|other| other.side == self.state.side) {
            return format!("a man of the same side stands on {to_name}");
        }
        for manner in [MoveType::Normal, MoveType::EnPassant] {
            if self.is_generated(with(manner), false) && kinds.len() < 2 {
                return "it leaves the king attacked".into();
            }
            let promoting = Move::new(from, to, manner).with_promotions(PieceType::Queen, None);
            if kinds.is_empty() && self.is_generated(promoting, false) {
                return "the pawn promotes there: a letter of `qrbn` expected".into();
            }
            if !kinds.is_empty() && self.is_generated(Move::new(from, to, manner), false) {
                return "it promotes nothing there: no letter expected".into();
            }
        }
        let name = format!("{:?}", man.kind).to_lowercase();
        format!("the {name} on {from_name} does not reach {to_name} by a free path")
    }

    fn explain_illegal_platform_move(&self, from: Place, to: Place, mv: Move) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        let Some(slot) = self.state.slot_of_post(from - CELL_COUNT as Place) else {
            return format!("no platform stands on {from_name}");
        };
        if self.state.owner(slot) != self.state.side {
            return format!("the platform on {from_name} belongs to {:?}", self.state.owner(slot));
        }
        if self.state.slot_of_post(to - CELL_COUNT as Place).is_some() {
            return format!("a platform stands on {to_name} already");
        }
        if self.state.pawns() & self.state.pieces(self.state.side) == 0 {
            return "a side without a pawn moves no platform".into();
        }
        if self.is_generated(mv, false) && mv.second_promotion().is_none() {
            return "it leaves the king attacked".into();
        }
        let bare = Move::new(from, to, MoveType::Platform);
        if self.is_generated(bare.with_promotions(PieceType::Queen, None), false) {
            return "its pilot promotes there: one letter of `qrbn` expected".into();
        }
        if self.is_generated(bare, false) {
            return "it promotes nothing there: no letter expected".into();
        }
        let covered = Self::covered_cells(from);
        let men = covered.iter().filter_map(|&cell| self.piece_at(cell)).collect::<Vec<_>>();
        let pilot = Piece { kind: PieceType::Pawn, side: self.state.side };
        if men.len() > 1 || men.iter().any(|&man| man != pilot) {
            return format!("the platform on {from_name} holds more than one pawn of its owner");
        }
        format!(
            "a platform does not go from {from_name} to {to_name}: at most two ranks on its file"
        )
    }
}

impl<const ROOK_PAWNS: bool> BoardText for Board<ROOK_PAWNS> {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth, Notation::Smith];

    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        Self::from_setup(&Setup::from_fen::<false>(text, 4, true)?)
    }

    fn to_fen(&self) -> String {
        Setup::from_state::<Self>(&self.state, true, &PAWN_STARTS).to_fen::<false>()
    }

    fn move_to_uci(&self, mv: Move) -> String {
        staircase::move_to_uci::<false>(mv)
    }

    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        staircase::parse_uci_move::<false, _>(self, text, |from, to, kinds| {
            self.explain_illegal_move(from, to, kinds)
        })
    }

    fn diagram(&self) -> String {
        diagram(self)
    }
}
