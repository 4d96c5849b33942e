//! FENs, UCI moves and diagrams of `chess`.
//!
//! Castling rights are written as in X-FEN: the letters `KQkq` mean the outermost rook on that
//! side of the king; the right of another rook is the letter of its file. From the classical start
//! position this is standard FEN. The parser also accepts file letters for all rights, as in
//! Shredder-FEN.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use super::board::{Chess, GAME, NO_CELL};
use super::legality::{castling_targets, home_rank, is_classical};
use super::pawns;
use crate::geometry::Place;
use crate::geometry::bits::places;
use crate::geometry::plane::{file_of, file_squares};
use crate::moves::{Move, MoveType, Piece, PieceType, Side};
use crate::rules::fen::field;
use crate::rules::quad_bitboards::code_of;
use crate::rules::uci::parse_move;
use crate::rules::{BoardText, CastlingMode, GameInfo, ParseError, Setup, UciPlaces};

/// White's castling letters: king's side, queen's side.
const WING_LETTERS: [char; 2] = ['K', 'Q'];

/// Returns the letter in the case of a side: upper for White, lower for Black.
fn letter_for_side(letter: char, side: Side) -> char {
    if side == Side::White { letter } else { letter.to_ascii_lowercase() }
}

impl Chess {
    /// Sets the castling rights of a FEN and returns the errors.
    fn parse_castling(&mut self, text: &str) -> Vec<ParseError> {
        let mut errors = Vec::new();
        for letter in text.chars().filter(|_| text != "-") {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let rook = match letter.to_ascii_uppercase() {
                'K' => self.outermost_rook(side, true),
                'Q' => self.outermost_rook(side, false),
                name @ 'A'..='H' => self.rook_on_file(side, name as usize - 'A' as usize),
                _ => None,
            };
            let message = match rook {
                None => format!("`{letter}` read, but king or rook is not at home"),
                Some(rook)
                    if self.castling_mode == CastlingMode::Standard
                        && !self.is_classical(side, rook) =>
                {
                    format!("`{letter}` read, but king or rook is not at home (without Chess960)")
                }
                Some(rook) if self.has_right_on_wing(side, rook) => {
                    format!("`{text}` read, at most one right for each side and wing expected")
                }
                Some(rook) => {
                    self.castling |= 1 << rook;
                    continue;
                }
            };
            errors.push(ParseError { field: field::CASTLING, message });
        }
        errors
    }

    /// Returns the cell of a side's king if it stands on its home rank.
    fn king_at_home(&self, side: Side) -> Option<Place> {
        places(self.pieces.kings() & self.pieces.by_side(side) & home_rank(side)).next()
    }

    fn is_classical(&self, side: Side, rook: Place) -> bool {
        self.king_at_home(side).is_some_and(|king| is_classical(king, rook))
    }

    /// Returns the cells of a side's home rank on one side of its king; none if the king is not on
    /// that rank.
    fn wing(&self, side: Side, kings_side: bool) -> u64 {
        let Some(king) = self.king_at_home(side) else { return 0 };
        let below_king = (1u64 << king) - 1;
        home_rank(side) & if kings_side { !below_king } else { below_king }
    }

    fn rooks(&self, side: Side) -> u64 {
        self.pieces.rooks_and_queens()
            & !self.pieces.bishops_and_queens()
            & self.pieces.by_side(side)
    }

    fn outermost_rook(&self, side: Side, kings_side: bool) -> Option<Place> {
        let mut rooks = places(self.rooks(side) & self.wing(side, kings_side));
        if kings_side { rooks.last() } else { rooks.next() }
    }

    fn rook_on_file(&self, side: Side, file: usize) -> Option<Place> {
        let wings = self.wing(side, true) | self.wing(side, false);
        places(self.rooks(side) & wings & file_squares(file)).next()
    }

    /// Returns whether the side has a castling right on the wing of this rook already.
    fn has_right_on_wing(&self, side: Side, rook: Place) -> bool {
        let wings = [true, false].map(|kings_side| self.wing(side, kings_side));
        wings.into_iter().any(|wing| wing >> rook & 1 != 0 && wing & self.castling != 0)
    }

    fn format_castling(&self) -> String {
        let mut text = String::new();
        for side in Side::ALL {
            for (letter, kings_side) in WING_LETTERS.into_iter().zip([true, false]) {
                let rights = self.castling & self.wing(side, kings_side);
                let Some(rook) = places(rights).next() else { continue };
                let letter = match self.outermost_rook(side, kings_side) {
                    Some(outermost) if outermost == rook => letter,
                    _ => (b'A' + file_of(rook.into()) as u8) as char,
                };
                text.push(letter_for_side(letter, side));
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }
}

impl BoardText for Chess {
    fn from_setup(_game: &'static GameInfo, setup: &Setup) -> Self {
        let mut board = Self::empty();
        board.side = setup.side;
        board.halfmove_clock = setup.halfmove_clock;
        board.fullmove_number = setup.fullmove_number;
        for (cell, Piece { kind, side }) in setup.placed_pieces() {
            board.pieces.put(side, code_of(kind), cell);
        }
        board
    }

    fn set_castling_mode(&mut self, castling_mode: CastlingMode) {
        self.castling_mode = castling_mode;
    }

    fn set_rights(&mut self, setup: &Setup) -> Vec<ParseError> {
        self.parse_castling(setup.text(field::CASTLING))
    }

    fn must_have_promoted(&self, _: Side, cell: Place) -> bool {
        pawns::NO_PAWNS >> cell & 1 != 0
    }

    fn set_en_passant(&mut self, text: &str) -> Result<(), String> {
        let Some(ep_cell) = GAME.space.place_from_name(text) else {
            return Err(format!("`{text}` read, `-` or a cell expected"));
        };
        let side = self.side.other();
        let start = pawns::start_cell(side, file_of(ep_cell.into()));
        let ep_pawn = pawns::ahead(side, ep_cell);
        let empty = |cell: Place| self.pieces.piece_at(cell).is_none();
        let possible = pawns::ahead(side, start) == ep_cell
            && self.pieces.piece_at(ep_pawn) == Some(Piece { kind: PieceType::PAWN, side })
            && empty(ep_cell)
            && empty(start);
        if !possible {
            return Err(format!(
                "`{text}`: the last move cannot have been a double step past this cell"
            ));
        }
        self.ep_cell = ep_cell;
        Ok(())
    }

    fn finish_setup(&mut self) {
        self.update_key();
    }

    fn format_field(&self, field: &'static str) -> String {
        match field {
            field::CASTLING => self.format_castling(),
            _ if self.ep_cell == NO_CELL => "-".into(),
            _ => GAME.space.place_name(self.ep_cell),
        }
    }

    fn uci_places(&self, mv: Move) -> UciPlaces {
        let to = match (mv.kind(), self.castling_mode) {
            (MoveType::Castling, CastlingMode::Standard) => {
                castling_targets(mv.from(), mv.to()).king
            }
            _ => mv.to(),
        };
        UciPlaces { from: mv.from(), captures_from_afar: false, via: None, to }
    }

    /// Accepts castling in the form of either mode. A text that also means a king's step is read as
    /// the step.
    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        let mut other = *self;
        other.castling_mode =
            CastlingMode::from_chess960(other.castling_mode == CastlingMode::Standard);
        parse_move(self, text, &|mv| self.uci_places(mv)).or_else(|error| {
            parse_move(&other, text, &|mv| other.uci_places(mv)).map_err(|_| error)
        })
    }
}
