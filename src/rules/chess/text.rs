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

use super::board::{Board, NO_CELL};
use super::castling::{castling_targets, home_rank, is_classical};
use super::pawns;
use crate::geometry::Place;
use crate::geometry::bits::BitIter;
use crate::geometry::plane::{WIDTH, file_of, file_squares, square};
use crate::moves::{Move, MoveList, MoveType, Piece, PieceType, Side};
use crate::rules::diagram::diagram;
use crate::rules::fen_fields::{
    opponent_in_check, parse_counters, parse_row, parse_side, piece_errors, write_row, write_side,
};
use crate::rules::piece_codes::code_of;
use crate::rules::{BoardText, CastlingMode, GenType, Geometry, Notation, ParseError, Rules};
use std::fmt::Write;

const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const FIELD_NAMES: &str = "board, side, castling, en passant, halfmove clock, move number";

/// White's castling letters: king's side, queen's side.
const WING_LETTERS: [char; 2] = ['K', 'Q'];

fn parse_error(field: &'static str, message: String) -> ParseError {
    ParseError { field, message }
}

/// Returns the letter in the case of a side: upper for White, lower for Black.
fn letter_for_side(letter: char, side: Side) -> char {
    if side == Side::White { letter } else { letter.to_ascii_lowercase() }
}

/// Parses the pieces by cell. Returns fewer than 64 cells after an error.
fn parse_pieces(text: &str, errors: &mut Vec<ParseError>) -> Vec<Option<Piece>> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != WIDTH {
        let message =
            format!("{} ranks read in `{text}`, {WIDTH} separated by `/` expected", ranks.len());
        errors.push(parse_error("board", message));
        return Vec::new();
    }
    let row = |(rank, text)| {
        parse_row(text, WIDTH, &PieceType::CHESS_PIECES, "board", &format!("rank {rank}"), errors)
    };
    (1..).zip(ranks.into_iter().rev()).flat_map(row).collect()
}

/// Returns the board of the start position.
pub(super) fn startpos() -> Board {
    Board::from_fen(START_FEN).unwrap_or(Board::empty())
}

impl Board {
    fn parse_castling(&mut self, text: &str, errors: &mut Vec<ParseError>) {
        if text == "-" {
            return;
        }
        for letter in text.chars() {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let rook = match letter.to_ascii_uppercase() {
                'K' => self.outermost_rook(side, true),
                'Q' => self.outermost_rook(side, false),
                name @ 'A'..='H' => self.rook_on_file(side, name as usize - 'A' as usize),
                _ => {
                    let message =
                        format!("`{letter}` read, letters of `KQkq`, of files, or `-` expected");
                    errors.push(parse_error("castling", message));
                    continue;
                }
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
            errors.push(parse_error("castling", message));
        }
    }

    /// Returns the cell of a side's king if it stands on its home rank.
    fn king_at_home(&self, side: Side) -> Option<Place> {
        BitIter(self.pieces.kings() & self.pieces.by_side(side) & home_rank(side)).next()
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
        let mut rooks = BitIter(self.rooks(side) & self.wing(side, kings_side));
        if kings_side { rooks.last() } else { rooks.next() }
    }

    fn rook_on_file(&self, side: Side, file: usize) -> Option<Place> {
        let wings = self.wing(side, true) | self.wing(side, false);
        BitIter(self.rooks(side) & wings & file_squares(file)).next()
    }

    /// Returns whether the side has a castling right on the wing of this rook already.
    fn has_right_on_wing(&self, side: Side, rook: Place) -> bool {
        let wings = [true, false].map(|kings_side| self.wing(side, kings_side));
        wings.into_iter().any(|wing| wing >> rook & 1 != 0 && wing & self.castling != 0)
    }

    fn write_castling(&self) -> String {
        let mut text = String::new();
        for side in Side::ALL {
            for (letter, kings_side) in WING_LETTERS.into_iter().zip([true, false]) {
                let rights = self.castling & self.wing(side, kings_side);
                let Some(rook) = BitIter(rights).next() else { continue };
                let letter = match self.outermost_rook(side, kings_side) {
                    Some(outermost) if outermost == rook => letter,
                    _ => (b'A' + file_of(rook.into()) as u8) as char,
                };
                text.push(letter_for_side(letter, side));
            }
        }
        if text.is_empty() { "-".into() } else { text }
    }

    /// Parses the en passant cell and checks that a double step was the last move.
    fn parse_ep_cell(&mut self, text: &str) -> Result<(), String> {
        if text == "-" {
            return Ok(());
        }
        let Some(ep_cell) = Self::place_from_name(text) else {
            return Err(format!("`{text}` read, `-` or a cell expected"));
        };
        let side = self.side.other();
        let start = pawns::start_cell(side, file_of(ep_cell.into()));
        let ep_pawn = pawns::ahead(side, ep_cell);
        let empty = |cell: Place| self.pieces.piece_at(cell).is_none();
        let possible = pawns::ahead(side, start) == ep_cell
            && self.pieces.piece_at(ep_pawn) == Some(Piece { kind: PieceType::Pawn, side })
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

    /// Parses the cells and the promotion of a move, legal or not.
    fn parse_move_parts(text: &str) -> Result<(Place, Place, Option<PieceType>), String> {
        let cell = |name: Option<&str>| {
            let name = name.ok_or_else(|| format!("`{text}` read, two cells expected"))?;
            Self::place_from_name(name).ok_or_else(|| format!("there is no cell `{name}`"))
        };
        let (from, to) = (cell(text.get(..2))?, cell(text.get(2..4))?);
        let letters = text.get(4..).unwrap_or_default();
        let kind = match letters.chars().next() {
            None => None,
            Some(letter) => match PieceType::from_letter(letter) {
                Some(
                    kind @ (PieceType::Queen
                    | PieceType::Rook
                    | PieceType::Bishop
                    | PieceType::Knight),
                ) if letters.len() == 1 => Some(kind),
                _ => return Err(format!("`{letters}` read, a letter of `qrbn` expected")),
            },
        };
        Ok((from, to, kind))
    }

    /// Explains why a well-formed move is not legal.
    fn explain_illegal_move(&self, from: Place, to: Place, kind: Option<PieceType>) -> String {
        let (from_name, to_name) = (Self::place_name(from), Self::place_name(to));
        let Some(piece) = self.pieces.piece_at(from) else {
            return format!("no piece stands on {from_name}");
        };
        if piece.side != self.side {
            return format!("the piece on {from_name} is {:?}'s, who is not to move", piece.side);
        }
        for move_type in [MoveType::Normal, MoveType::EnPassant] {
            let bare = Move::new(from, to, move_type);
            let mv = kind.map_or(bare, |kind| bare.with_promotions(kind, None));
            if self.is_generated(mv, false) {
                return "it leaves the king attacked".into();
            }
            if kind.is_none()
                && self.is_generated(bare.with_promotions(PieceType::Queen, None), false)
            {
                return "the pawn promotes there: a letter of `qrbn` expected".into();
            }
            if kind.is_some() && self.is_generated(bare, false) {
                return "it promotes nothing there: no letter expected".into();
            }
        }
        let mut castles = false;
        if piece.kind == PieceType::King {
            self.castling_moves(self.king_cell(self.side), false, |mv| {
                castles |= means_castling(mv, from, to)
            });
        }
        if castles {
            return "the king would castle out of check, over an attacked cell or into check"
                .into();
        }
        if self.pieces.piece_at(to).is_some_and(|other| other.side == self.side) {
            return format!("a piece of the same side stands on {to_name}");
        }
        let name = format!("{:?}", piece.kind).to_lowercase();
        format!("the {name} on {from_name} does not reach {to_name} by a free path")
    }
}

/// Returns whether a UCI move with these cells means a castling move, in either castling mode.
fn means_castling(mv: Move, from: Place, to: Place) -> bool {
    let king_to = castling_targets(mv.from(), mv.to()).king;
    mv.kind() == MoveType::Castling && mv.from() == from && (mv.to() == to || king_to == to)
}

impl BoardText for Board {
    const NOTATIONS: &'static [Notation] = &[Notation::San];

    fn from_fen(text: &str) -> Result<Self, Vec<ParseError>> {
        Self::from_fen_with(text, CastlingMode::Standard)
    }

    fn from_fen_with(text: &str, castling_mode: CastlingMode) -> Result<Self, Vec<ParseError>> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        // Test suites omit the counters.
        let (pieces, side, castling, ep_cell, clock, number) = match *fields.as_slice() {
            [pieces, side, castling, ep_cell] => (pieces, side, castling, ep_cell, "0", "1"),
            [pieces, side, castling, ep_cell, clock, number] => {
                (pieces, side, castling, ep_cell, clock, number)
            }
            _ => {
                let read = fields.len();
                let message =
                    format!("{read} fields read, 6 or the first 4 expected ({FIELD_NAMES})");
                return Err(vec![parse_error("field count", message)]);
            }
        };
        let mut board = Self::empty();
        board.castling_mode = castling_mode;
        let mut errors = Vec::new();
        let pieces = parse_pieces(pieces, &mut errors);
        if errors.is_empty() {
            errors = piece_errors::<Self>(&pieces, |_, cell| pawns::NO_PAWNS >> cell & 1 != 0);
        }
        board.side = parse_side(side, &mut errors);
        (board.halfmove_clock, board.fullmove_number) = parse_counters(clock, number, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        for (cell, piece) in (0..).zip(pieces) {
            if let Some(Piece { kind, side }) = piece {
                board.pieces.put(side, code_of(kind), cell);
            }
        }
        board.parse_castling(castling, &mut errors);
        if let Err(message) = board.parse_ep_cell(ep_cell) {
            errors.push(parse_error("en passant", message));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let opponent = board.side.other();
        if board.is_king_attacked(opponent) {
            return Err(vec![opponent_in_check(opponent)]);
        }
        board.finish_setup();
        Ok(board)
    }

    fn to_fen(&self) -> String {
        let mut text = String::new();
        for rank in (0..WIDTH).rev() {
            write_row(
                &mut text,
                (0..WIDTH).map(|file| self.pieces.piece_at(square(file, rank) as u8)),
            );
            if rank > 0 {
                text.push('/');
            }
        }
        let side = write_side(self.side);
        let ep_cell = match self.ep_cell {
            NO_CELL => "-".to_owned(),
            cell => Self::place_name(cell),
        };
        let castling = self.write_castling();
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            " {side} {castling} {ep_cell} {} {}",
            self.halfmove_clock, self.fullmove_number
        );
        text
    }

    fn move_to_uci(&self, mv: Move) -> String {
        let to = match mv.kind() {
            MoveType::Castling if self.castling_mode == CastlingMode::Standard => {
                castling_targets(mv.from(), mv.to()).king
            }
            _ => mv.to(),
        };
        let mut text = Self::place_name(mv.from()) + &Self::place_name(to);
        text.extend(mv.promotion().map(PieceType::letter));
        text
    }

    /// Accepts castling in the form of either mode. A text that also means a king's step is read as
    /// the step.
    fn parse_uci_move(&self, text: &str) -> Result<Move, ParseError> {
        if text == "0000" {
            return Err(parse_error(
                "move",
                "`0000`, the null move, is not legal in a game".into(),
            ));
        }
        let (from, to, kind) =
            Self::parse_move_parts(text).map_err(|message| parse_error("move", message))?;
        let mut list = MoveList::new();
        self.generate(GenType::All, &mut list);
        let matches_parts = |mv: &&Move| (mv.from(), mv.to(), mv.promotion()) == (from, to, kind);
        let is_castling = |mv: &&Move| kind.is_none() && means_castling(**mv, from, to);
        let legal = list.iter().find(matches_parts).or_else(|| list.iter().find(is_castling));
        legal.copied().ok_or_else(|| parse_error("move", self.explain_illegal_move(from, to, kind)))
    }

    fn diagram(&self) -> String {
        diagram(self)
    }
}
