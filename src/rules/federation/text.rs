//! FEN, UCI moves and diagrams of `federation`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::Board;
use crate::geometry::Place;
use crate::geometry::columns::{between, column};
use crate::geometry::staircase::CELL_COUNT;
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::diagram::diagram;
use crate::rules::fen_fields::{opponent_in_check, piece_errors};
use crate::rules::staircase::{self, CASTLINGS, MakeMove, PAWN_STARTS, Setup, Space};
use crate::rules::{BoardText, Geometry, Notation, ParseError, Rules};

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// Builds the board of a setup, or reports what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<ParseError>> {
        let mut errors = piece_errors::<Self>(&setup.pieces, |side, cell| {
            let rank = Self::point(cell).rank;
            if side == Side::White { rank >= 8 } else { rank <= 1 }
        });
        let mut board = Board { state: setup.to_state() };
        errors.extend(staircase::castling_errors(&board.state, &CASTLINGS));
        let not_at_start = |side, cell| staircase::not_at_start(&PAWN_STARTS, side, cell);
        match staircase::parse_unmoved_pawns::<Self>(
            &setup.unmoved_pawns,
            &board.state,
            &PAWN_STARTS,
            not_at_start,
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
        let column = |cell: Place| {
            let point = Self::point(cell);
            column(point.file.into(), point.rank.into())
        };
        let possible = side.select(&PAWN_STARTS).iter().any(|&start| {
            let over = between(column(start), column(ep_pawn));
            let empty = |cell| self.is_live(cell) && self.piece_at(cell).is_none();
            over.count_ones() == 1
                && self.is_double_step(side, start, ep_pawn)
                && empty(start)
                && empty(ep_cell)
                && self.double_step_ep_cell(start, ep_pawn) == ep_cell
        });
        if !possible {
            return Err(format!("`{text}`: no double step can have led to this"));
        }
        (self.state.ep_pawn, self.state.ep_cell) = (ep_pawn, ep_cell);
        Ok(())
    }

    /// Returns whether a move is, in the plane, a double step of a pawn.
    fn is_double_step(&self, side: Side, from: Place, to: Place) -> bool {
        let (from, to) = (Self::point(from), Self::point(to));
        let ranks = i32::from(to.rank) - i32::from(from.rank);
        let ahead = if side == Side::White { 2 } else { -2 };
        let inward = ROOK_PAWNS && matches!((from.file, to.file), (0, 2) | (5, 3));
        (from.file == to.file && ranks == ahead) || (inward && ranks == 0)
    }

    /// Explains why a well-formed move is not legal.
    fn explain_illegal_move(&self, from: Place, to: Place, promotions: &[PieceType]) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        let with_promotion = |move_type| {
            let mv = Move::new(from, to, move_type);
            match promotions {
                [] => mv,
                [kind, ..] => mv.with_promotions(*kind, None),
            }
        };
        if let Some(why) = staircase::explain_impossible_move::<false>(&self.state, from, to) {
            return why;
        }
        if usize::from(from) >= CELL_COUNT {
            return self.explain_illegal_platform_move(
                from,
                to,
                with_promotion(MoveType::Platform),
            );
        }
        if self.is_generated(Move::new(from, to, MoveType::Castling), false) {
            return "the king would castle out of check or into it".into();
        }
        if self.piece_at(to).is_some_and(|other| other.side == self.state.side) {
            return format!("a piece of the same side stands on {to_name}");
        }
        for move_type in [MoveType::Normal, MoveType::EnPassant] {
            if self.is_generated(with_promotion(move_type), false) && promotions.len() < 2 {
                return "it leaves the king attacked".into();
            }
            let promoting = Move::new(from, to, move_type).with_promotions(PieceType::Queen, None);
            if promotions.is_empty() && self.is_generated(promoting, false) {
                return "the pawn promotes there: a letter of `qrbn` expected".into();
            }
            if !promotions.is_empty() && self.is_generated(Move::new(from, to, move_type), false) {
                return "it promotes nothing there: no letter expected".into();
            }
        }
        let name = format!("{:?}", self.moved_piece(Move::new(from, to, MoveType::Normal)));
        let name = name.to_lowercase();
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
        if self.state.pawns() & self.state.pieces(self.state.side) == 0 {
            return "a side without pawns cannot move a platform".into();
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
        let pieces = covered.iter().filter_map(|&cell| self.piece_at(cell)).collect::<Vec<_>>();
        let pilot = Piece { kind: PieceType::Pawn, side: self.state.side };
        if pieces.len() > 1 || pieces.iter().any(|&piece| piece != pilot) {
            return format!("the platform on {from_name} holds more than one pawn of its owner");
        }
        format!(
            "a platform cannot go from {from_name} to {to_name}: it moves at most two ranks on its file"
        )
    }
}

impl<const ROOK_PAWNS: bool> BoardText for Board<ROOK_PAWNS> {
    const NOTATIONS: &'static [Notation] = &[Notation::Roth, Notation::Smith, Notation::Meder];

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
        staircase::parse_uci_move::<false, _>(self, text, |from, to, promotions| {
            self.explain_illegal_move(from, to, promotions)
        })
    }

    fn diagram(&self) -> String {
        diagram(self)
    }
}
