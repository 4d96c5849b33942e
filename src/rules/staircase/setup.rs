//! The FEN fields that all staircase games share.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, Staircase, cell_of_post};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::ParseError;
use crate::rules::fen_fields::{
    parse_castling, parse_counters, parse_row, parse_side, write_castling, write_row, write_side,
};
use std::fmt::Write;

/// The content of a FEN: valid as text, not yet checked against the rules.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// The piece on each cell.
    pub(crate) pieces: [Option<Piece>; CELL_COUNT],
    /// The platforms in post order: post number (0–23), and the owner where the game has owners.
    pub(crate) platforms: Vec<(u8, Option<Side>)>,
    /// The side to move.
    pub(crate) side: Side,
    /// Castling rights, bits in the order `KQkq`.
    pub(crate) castling: u8,
    /// The text of field 5: `*`, `-` or cells.
    pub(crate) unmoved_pawns: String,
    /// The text of field 6.
    pub(crate) sixth_field: String,
    /// Half-moves since the last capture, pawn move or promotion.
    pub(crate) halfmove_clock: u16,
    /// The number of the current move, from 1.
    pub(crate) fullmove_number: u16,
}

const BOARDS: &str = "boards";
const PLATFORMS: &str = "platforms";

/// The names of the fields, for error texts.
const FIELD_NAMES: [&str; 8] = [
    BOARDS,
    PLATFORMS,
    "side",
    "castling",
    "unmoved pawns",
    "en passant",
    "halfmove clock",
    "move number",
];

fn parse_error(field: &'static str, message: String) -> ParseError {
    ParseError { field, message }
}

impl Setup {
    /// Returns a board without pieces, White to move, with these platforms.
    pub(crate) fn empty(platforms: Vec<(u8, Option<Side>)>) -> Setup {
        Setup {
            pieces: [None; CELL_COUNT],
            platforms,
            side: Side::White,
            castling: 0,
            unmoved_pawns: "-".into(),
            sixth_field: "-".into(),
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Parses the FEN of a game on this staircase with that number of platforms, with or without
    /// owners. Reports every error of the text.
    pub(crate) fn from_fen<const UPSIDE_DOWN: bool>(
        text: &str,
        platforms: usize,
        owned: bool,
    ) -> Result<Setup, Vec<ParseError>> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[boards, posts, side, castling, unmoved, sixth_field, clock, number] =
            fields.as_slice()
        else {
            let read = fields.len();
            let message = format!("{read} fields read, 8 expected ({})", FIELD_NAMES.join(", "));
            return Err(vec![ParseError { field: "field count", message }]);
        };
        let mut setup = Setup::empty(Vec::new());
        let mut errors = Vec::new();
        setup.parse_boards::<UPSIDE_DOWN>(boards, &mut errors);
        setup.parse_platforms::<UPSIDE_DOWN>(posts, platforms, owned, &mut errors);
        setup.side = parse_side(side, &mut errors);
        setup.castling = parse_castling(castling, &mut errors);
        setup.unmoved_pawns = unmoved.into();
        setup.sixth_field = sixth_field.into();
        (setup.halfmove_clock, setup.fullmove_number) = parse_counters(clock, number, &mut errors);
        if errors.is_empty() { Ok(setup) } else { Err(errors) }
    }

    fn parse_boards<const UPSIDE_DOWN: bool>(&mut self, text: &str, errors: &mut Vec<ParseError>) {
        let boards: Vec<&str> = text.split('|').collect();
        if boards.len() != 3 {
            let message = format!("{} boards read, 3 separated by `|` expected", boards.len());
            return errors.push(parse_error(BOARDS, message));
        }
        for (board, level) in boards.iter().zip([6u8, 4, 2]) {
            let Some(index) =
                Staircase::<UPSIDE_DOWN>::BOARD_LEVELS.iter().position(|&at| at == level)
            else {
                continue;
            };
            let ranks: Vec<&str> = board.split('/').collect();
            if ranks.len() != 4 {
                let read = ranks.len();
                let text = format!("level {level}: {read} ranks read in `{board}`, 4 expected");
                errors.push(parse_error(BOARDS, text));
                continue;
            }
            for (row, text) in ranks.iter().enumerate() {
                let name = format!("level {level}, row {} from the top", row + 1);
                let pieces = parse_row(text, 4, &PieceType::CHESS_PIECES, BOARDS, &name, errors);
                for (file, piece) in pieces.into_iter().enumerate() {
                    let cell = index * 16 + file * 4 + (3 - row);
                    if let Some(place) = self.pieces[..FIXED_CELLS].get_mut(cell) {
                        *place = piece;
                    }
                }
            }
        }
    }

    fn parse_platforms<const UPSIDE_DOWN: bool>(
        &mut self,
        text: &str,
        expected: usize,
        owned: bool,
        errors: &mut Vec<ParseError>,
    ) {
        let texts: Vec<&str> = text.split(',').collect();
        if texts.len() != expected {
            let read = texts.len();
            errors.push(parse_error(
                PLATFORMS,
                format!("{read} platforms read, {expected} expected"),
            ));
        }
        for text in texts {
            let form = if owned {
                "post, owner, `:`, rank, `/`, rank"
            } else {
                "post, `:`, rank, `/`, rank"
            };
            let read = || parse_error(PLATFORMS, format!("`{text}` read, {form} expected"));
            let Some((head, ranks)) = text.split_once(':') else {
                errors.push(read());
                continue;
            };
            let (name, owner) = match (owned, head.char_indices().nth(4)) {
                (true, Some((at, letter))) => {
                    let (name, rest) = head.split_at(at);
                    let owner = match (letter, rest.len()) {
                        ('w', 1) => Side::White,
                        ('b', 1) => Side::Black,
                        _ => {
                            errors.push(parse_error(
                                PLATFORMS,
                                format!("`{head}`: owner `w` or `b` expected"),
                            ));
                            continue;
                        }
                    };
                    (name, Some(owner))
                }
                (true, None) => {
                    errors.push(parse_error(
                        PLATFORMS,
                        format!("`{head}`: owner `w` or `b` expected"),
                    ));
                    continue;
                }
                (false, _) => (head, None),
            };
            let post = Staircase::<UPSIDE_DOWN>::place_from_name(name);
            let Some(post) = post.and_then(|place| place.checked_sub(CELL_COUNT as Place)) else {
                errors.push(parse_error(PLATFORMS, format!("there is no post `{name}`")));
                continue;
            };
            match self.platforms.last() {
                _ if self.platforms.iter().any(|&(other, _)| other == post) => {
                    errors.push(parse_error(PLATFORMS, format!("two platforms on `{name}`")));
                    continue;
                }
                Some(&(before, _)) if before > post => {
                    let text = format!("`{name}` is out of order: by file, corner rank, `+` first");
                    errors.push(parse_error(PLATFORMS, text));
                }
                _ => {}
            }
            let Some((far, near)) = ranks.split_once('/') else {
                errors.push(read());
                continue;
            };
            self.platforms.push((post, owner));
            for (row, text) in [(1u8, far), (0, near)] {
                let side = if row == 1 { "far" } else { "near" };
                let name = format!("platform {name}, {side} rank");
                let pieces = parse_row(text, 2, &PieceType::CHESS_PIECES, PLATFORMS, &name, errors);
                for (file, piece) in (0u8..).zip(pieces) {
                    let cell = usize::from(cell_of_post(post, file * 2 + row));
                    if let Some(place) = self.pieces.get_mut(cell) {
                        *place = piece;
                    }
                }
            }
        }
        self.platforms.sort_unstable_by_key(|&(post, _)| post);
    }

    /// Writes the canonical FEN.
    pub(crate) fn to_fen<const UPSIDE_DOWN: bool>(&self) -> String {
        let mut out = String::with_capacity(160);
        for level in [6u8, 4, 2] {
            if level != 6 {
                out.push('|');
            }
            let index = Staircase::<UPSIDE_DOWN>::BOARD_LEVELS
                .iter()
                .position(|&at| at == level)
                .unwrap_or(0);
            for row in (0..4).rev() {
                if row != 3 {
                    out.push('/');
                }
                write_row(&mut out, (0..4).map(|file| self.piece_at(index * 16 + file * 4 + row)));
            }
        }
        for (number, &(post, owner)) in self.platforms.iter().enumerate() {
            out.push(if number == 0 { ' ' } else { ',' });
            out.push_str(&Staircase::<UPSIDE_DOWN>::place_name(CELL_COUNT as Place + post));
            match owner {
                Some(Side::White) => out.push('w'),
                Some(Side::Black) => out.push('b'),
                None => {}
            }
            let cell = |within| usize::from(cell_of_post(post, within));
            out.push(':');
            write_row(&mut out, [1, 3].into_iter().map(|within| self.piece_at(cell(within))));
            out.push('/');
            write_row(&mut out, [0, 2].into_iter().map(|within| self.piece_at(cell(within))));
        }
        let (unmoved, sixth_field, clock, number) =
            (&self.unmoved_pawns, &self.sixth_field, self.halfmove_clock, self.fullmove_number);
        let (side, castling) = (write_side(self.side), write_castling(self.castling));
        // Writing to a string cannot fail.
        let _ = write!(out, " {side} {castling} {unmoved} {sixth_field} {clock} {number}");
        out
    }

    fn piece_at(&self, cell: usize) -> Option<Piece> {
        self.pieces.get(cell).copied().flatten()
    }
}
