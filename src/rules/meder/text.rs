//! FEN, UCI moves and diagrams of `meder`.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::{Board, Lines};
use super::platforms::is_attacked_from;
use super::tables::CORNERS;
use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, post_place};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::diagram::diagram;
use crate::rules::fen_fields::{opponent_in_check, piece_errors, sorted_by_name};
use crate::rules::staircase::{
    self, CASTLINGS, COLUMN_OF, MakeMove, NO_CELL, PAWN_STARTS, Setup, Space, StaircaseRules,
};
use crate::rules::{BoardText, Geometry, Notation, ParseError, Rules};

/// Returns the column of a cell.
fn column_of(cell: Place) -> usize {
    COLUMN_OF.get(usize::from(cell)).copied().unwrap_or(0).into()
}

/// M1, M5: reports platforms below a corner, and a side without exactly two platforms.
fn platform_errors(platforms: &[(u8, Option<Side>)]) -> Vec<ParseError> {
    let error = |message| ParseError { field: "platforms", message };
    let hanging = platforms.iter().filter(|(post, _)| post % 2 != 0);
    let mut errors: Vec<ParseError> = hanging
        .map(|&(post, _)| Space::place_name(post_place(post)))
        .map(|name| error(format!("`{name}` read, a post above a corner (`+`) expected")))
        .collect();
    for side in Side::ALL {
        let owned = platforms.iter().filter(|&&(_, owner)| owner == Some(side)).count();
        if owned != 2 {
            errors.push(error(format!("{owned} platforms of {side:?} read, 2 expected")));
        }
    }
    errors
}

impl Board {
    /// Builds the board of a setup, or reports what the rules do not allow.
    fn from_setup(setup: &Setup) -> Result<Self, Vec<ParseError>> {
        let mut errors = platform_errors(&setup.platforms);
        let mut board = Board { state: setup.to_state() };
        let waiting = board.waiting_pawns();
        errors.extend(piece_errors::<Self>(&setup.pieces, |side, cell| {
            let promotes = board.promotion_columns(side) >> column_of(cell) & 1 != 0;
            promotes && !waiting.contains(&cell)
        }));
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
        let enemy = board.state.side.other();
        if board.is_king_attacked(enemy) {
            errors.push(opponent_in_check(enemy));
        }
        errors.extend(board.waiting_errors(&waiting, &setup.sixth_field));
        if let Err(message) = board.set_ep(&setup.sixth_field) {
            errors.push(ParseError { field: "en passant", message });
        }
        board.finish_setup();
        if errors.is_empty() { Ok(board) } else { Err(errors) }
    }

    /// The cells of the pawns of the side to move on uncovered corners.
    fn waiting_pawns(&self) -> Vec<Place> {
        let side = self.state.side;
        let pawn = Some(Piece { kind: PieceType::Pawn, side });
        let corners = side.select(&CORNERS).iter();
        corners
            .filter(|corner| self.state.slot_of_post(corner.post).is_none())
            .map(|corner| corner.square)
            .filter(|&cell| self.state.piece_at(cell) == pawn)
            .collect()
    }

    /// M8: reports waiting pawns that no move of a platform can have left.
    fn waiting_errors(&self, waiting: &[Place], sixth_field: &str) -> Vec<ParseError> {
        let (mut errors, side) = (Vec::new(), self.state.side);
        let Some(&cell) = waiting.first() else { return errors };
        let name = Space::place_name(cell);
        if waiting.len() > 1 {
            let message = format!("two pawns of {side:?} wait for promotion, at most one expected");
            errors.push(ParseError { field: "pawns", message });
        }
        if sixth_field != "-" {
            let message = format!(
                "`{sixth_field}` read, `-` expected: the pawn on {name} waits, so a platform moved last"
            );
            errors.push(ParseError { field: "en passant", message });
        }
        let layout = self.layout();
        let lines = Lines::new(&layout, self.state.occupied());
        let king = layout.column(self.state.king_square(side.other()));
        if waiting.iter().any(|&cell| is_attacked_from(column_of(cell), king, lines.blockers)) {
            let message = format!(
                "a pawn of {side:?} waits on {name}, where a queen or knight would attack the king"
            );
            errors.push(ParseError { field: "pawns", message });
        }
        errors
    }

    /// Parses field 6 and checks that a double step can have led to it.
    fn set_ep(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let Some((name, cells)) = text.split_once(':') else {
            return Err(format!(
                "`{text}` read, `-` or the pawn's cell, `:` and the passed cells expected"
            ));
        };
        let side = self.state.side.other();
        let ep_pawn = Space::place_from_name(name)
            .filter(|&cell| self.is_live(cell))
            .ok_or_else(|| format!("`{name}` in `{text}` is not a live cell"))?;
        if self.piece_at(ep_pawn) != Some(Piece { kind: PieceType::Pawn, side }) {
            return Err(format!("`{text}`: no pawn of {side:?} stands on the first cell"));
        }
        let empty = |cell: Place| self.is_live(cell) && self.piece_at(cell).is_none();
        let start = side.select(&PAWN_STARTS).iter().copied().find(|&start| {
            let (start, end) = (Self::point(start), Self::point(ep_pawn));
            let ahead = if side == Side::White { 2 } else { -2 };
            start.file == end.file && i32::from(end.rank) - i32::from(start.rank) == ahead
        });
        let Some(start) = start.filter(|&start| empty(start)) else {
            return Err(format!("`{text}`: no double step can have led to this"));
        };
        let passed = (column_of(start) + column_of(ep_pawn)) / 2;
        let mut board = *self;
        (board.state.ep_pawn, board.state.ep_cell) = (ep_pawn, self.first_cell(passed));
        let expected = board.ep_field();
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

    /// Returns field 6: the pawn that has made a double step, and every cell of the column that it
    /// passed.
    fn ep_field(&self) -> String {
        if self.state.ep_pawn == NO_CELL {
            return "-".into();
        }
        let cells = sorted_by_name::<Self>(&self.ep_cells().collect::<Vec<_>>());
        let cells: String = cells.into_iter().map(Space::place_name).collect();
        format!("{}:{cells}", Space::place_name(self.state.ep_pawn))
    }

    /// Explains why a well-formed move is not legal.
    fn explain_illegal_move(&self, from: Place, to: Place, promotions: &[PieceType]) -> String {
        if let Some(square) = self.waiting_pawn() {
            let Some((&kind, others)) = promotions.split_last() else {
                let name = Space::place_name(square);
                return format!(
                    "the pawn on {name} promotes first: its letter of `qrbn` expected at the end"
                );
            };
            let board = self.with_promotion(square, kind, &mut ());
            return board.explain_without_waiting(from, to, others);
        }
        self.explain_without_waiting(from, to, promotions)
    }

    fn explain_without_waiting(&self, from: Place, to: Place, promotions: &[PieceType]) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        if let Some(why) = staircase::explain_impossible_move::<false>(&self.state, from, to) {
            return why;
        }
        if usize::from(from) >= CELL_COUNT {
            return self.explain_illegal_platform_move(from, to, promotions);
        }
        let is_castling = |castling: &staircase::Castling| castling.rook == to;
        let right = CASTLINGS.iter().position(is_castling).unwrap_or(0);
        let castles = CASTLINGS.get(right).is_some_and(|castling| castling.king == from);
        if castles && self.state.castling >> right & 1 != 0 {
            if self.state.fullmove_number <= 1 {
                return "castling is not possible while the move number is 1".into();
            }
            if self.is_generated(Move::new(from, to, MoveType::Castling), false) || self.in_check()
            {
                return "the king would castle out of check or into it".into();
            }
        }
        if self.piece_at(to).is_some_and(|other| other.side == self.state.side) {
            return format!("a piece of the same side stands on {to_name}");
        }
        for move_type in [MoveType::Normal, MoveType::EnPassant] {
            let mv = Move::new(from, to, move_type);
            if let Some(why) = staircase::explain_pseudo_legal(self, mv, promotions, 1) {
                return why;
            }
        }
        let name = format!("{:?}", self.moved_piece(Move::new(from, to, MoveType::Normal)));
        let name = name.to_lowercase();
        format!("the {name} on {from_name} does not reach {to_name} over empty columns")
    }

    fn explain_illegal_platform_move(
        &self,
        from: Place,
        to: Place,
        promotions: &[PieceType],
    ) -> String {
        let (from_name, to_name) = (Space::place_name(from), Space::place_name(to));
        let (side, post) = (self.state.side, from - CELL_COUNT as Place);
        let covered = Self::covered_cells(from);
        let pieces = covered.iter().filter_map(|&cell| self.piece_at(cell)).collect::<Vec<_>>();
        if pieces.len() > 1 {
            return format!("the platform on {from_name} holds more than one piece");
        }
        let owner = self.state.slot_of_post(post).map(|slot| self.state.owner(slot));
        match pieces.first() {
            Some(piece) if piece.side != side => {
                return format!("the platform on {from_name} holds a piece of {:?}", piece.side);
            }
            None if owner != Some(side) => {
                return format!("the empty platform on {from_name} belongs to {:?}", side.other());
            }
            _ => {}
        }
        let mv = Move::new(from, to, MoveType::Platform);
        if let Some(why) = staircase::explain_pseudo_legal(self, mv, promotions, 1) {
            let uncovered = self.corner_pawn_below(post, side.other());
            return match uncovered.filter(|_| promotions.is_empty()) {
                Some(cell) => format!(
                    "it leaves the king attacked, or the pawn on {} could attack it as a queen or knight",
                    Space::place_name(cell)
                ),
                None => why,
            };
        }
        let way = if pieces.is_empty() {
            "forward, backward"
        } else {
            "with a piece aboard only forward"
        };
        format!(
            "a platform cannot go from {from_name} to {to_name}: it moves to a post above a corner, {way} \
             by one or two pins, or straight across"
        )
    }
}

impl BoardText for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::Meder, Notation::Roth, Notation::Smith];

    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        Self::from_setup(&Setup::from_fen::<false>(text, 4, true)?)
    }

    fn to_fen(&self) -> String {
        let mut setup = Setup::from_state::<Self>(&self.state, true, &PAWN_STARTS);
        setup.sixth_field = self.ep_field();
        setup.to_fen::<false>()
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
