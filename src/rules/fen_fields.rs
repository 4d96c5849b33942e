//! The fields of FENs that several rule sets share: rows and levels of pieces, side to move,
//! castling rights, lists of pawns, counters.
//!
//! A parser adds each error to a list, with the name of the field, and returns a harmless value, so
//! that one pass finds the errors of all fields.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::geometry::{Place, Point};
use crate::moves::{Piece, PieceType, Side};
use crate::rules::{Geometry, ParseError, Rules};

/// The letters of the castling rights, in the order of their bits.
pub(crate) const CASTLING_LETTERS: &str = "KQkq";
/// The name of the field that [`parse_levels`] reads.
pub(crate) const LEVELS_FIELD: &str = "levels";

/// Parses a row of `width` cells: letters for pieces of these types, digits for runs of empty cells.
/// Returns an empty row after an error. `name` is the name of the row in error texts.
pub(crate) fn parse_row(
    text: &str,
    width: usize,
    types: &[PieceType],
    field: &'static str,
    name: &str,
    errors: &mut Vec<ParseError>,
) -> Vec<Option<Piece>> {
    let mut row = Vec::new();
    let mut after_digit = false;
    for letter in text.chars() {
        let piece = Piece::from_letter(letter).filter(|piece| types.contains(&piece.kind));
        if let Some(piece) = piece {
            row.push(Some(piece));
            after_digit = false;
        } else if let Some(run @ 1..=9) = letter.to_digit(10) {
            if after_digit {
                let message = format!("{name}: two digits side by side in `{text}`");
                errors.push(ParseError { field, message });
            }
            row.resize(row.len() + run as usize, None);
            after_digit = true;
        } else {
            let message = format!("{name}: unknown letter `{letter}` in `{text}`");
            errors.push(ParseError { field, message });
            return Vec::new();
        }
    }
    if row.len() != width {
        let message = format!("{name}: {} cells read in `{text}`, {width} expected", row.len());
        errors.push(ParseError { field, message });
        row.clear();
    }
    row
}

/// Appends a row of pieces to a text.
pub(crate) fn write_row(out: &mut String, row: impl Iterator<Item = Option<Piece>>) {
    let mut empty = 0;
    for piece in row {
        match piece {
            None => empty += 1,
            Some(piece) => {
                write_run(out, empty);
                empty = 0;
                out.push(piece.letter());
            }
        }
    }
    write_run(out, empty);
}

fn write_run(out: &mut String, empty: usize) {
    if empty > 0 {
        out.push_str(&empty.to_string());
    }
}

/// Parses the levels of a board of full levels: the highest first, each from its highest rank to
/// rank 1, with pieces of these types. Returns the pieces by cell.
pub(crate) fn parse_levels<G: Geometry>(
    text: &str,
    types: &[PieceType],
    errors: &mut Vec<ParseError>,
) -> Vec<Option<Piece>> {
    let field = LEVELS_FIELD;
    let mut pieces = vec![None; G::CELLS];
    let levels: Vec<&str> = text.split('|').collect();
    if levels.len() != G::LEVELS {
        let (read, expected) = (levels.len(), G::LEVELS);
        let message = format!("{read} levels read, {expected} separated by `|` expected");
        errors.push(ParseError { field, message });
        return pieces;
    }
    for (text, level) in levels.into_iter().zip((1..=G::LEVELS as u8).rev()) {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != G::RANKS {
            let (read, expected) = (ranks.len(), G::RANKS);
            let message =
                format!("level {level}: {read} ranks read in `{text}`, {expected} expected");
            errors.push(ParseError { field, message });
            continue;
        }
        for (text, rank) in ranks.into_iter().zip((1..=G::RANKS as u8).rev()) {
            let name = format!("level {level}, rank {rank}");
            let row = parse_row(text, G::FILES, types, field, &name, errors);
            for (piece, file) in row.into_iter().zip(0..) {
                let cell = G::cell_at(Point { file, rank, level });
                if let Some(place) = cell.and_then(|cell| pieces.get_mut(usize::from(cell))) {
                    *place = piece;
                }
            }
        }
    }
    pieces
}

/// Returns the text of the levels of a board of full levels.
pub(crate) fn write_levels<B: Rules>(board: &B) -> String {
    let mut out = String::with_capacity(128);
    for level in (1..=B::LEVELS as u8).rev() {
        for rank in (1..=B::RANKS as u8).rev() {
            let cells =
                (0..B::FILES as u8).filter_map(|file| B::cell_at(Point { file, rank, level }));
            write_row(&mut out, cells.map(|cell| board.piece_at(cell)));
            match (rank, level) {
                (1, 1) => {}
                (1, _) => out.push('|'),
                _ => out.push('/'),
            }
        }
    }
    out
}

/// Parses the side to move.
pub(crate) fn parse_side(text: &str, errors: &mut Vec<ParseError>) -> Side {
    match text {
        "w" => Side::White,
        "b" => Side::Black,
        _ => {
            let message = format!("`{text}` read, `w` or `b` expected");
            errors.push(ParseError { field: "side", message });
            Side::White
        }
    }
}

/// Returns the letter of the side to move.
pub(crate) fn write_side(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

/// Parses castling rights to bits in the order of [`CASTLING_LETTERS`].
pub(crate) fn parse_castling(text: &str, errors: &mut Vec<ParseError>) -> u8 {
    let mut rights = 0;
    let mut add_error = |message| errors.push(ParseError { field: "castling", message });
    let mut last = None;
    for letter in text.chars().filter(|_| text != "-") {
        let Some(right) = CASTLING_LETTERS.find(letter) else {
            add_error(format!("`{letter}` read, letters of `{CASTLING_LETTERS}` or `-` expected"));
            continue;
        };
        if last.is_some_and(|last| last >= right) {
            add_error(format!(
                "`{text}` read, each letter once in the order `{CASTLING_LETTERS}` expected"
            ));
            break;
        }
        last = Some(right);
        rights |= 1 << right;
    }
    rights
}

/// Returns the letters of castling rights, `-` for none.
pub(crate) fn write_castling(rights: u8) -> String {
    let held = CASTLING_LETTERS.char_indices().filter(|(right, _)| rights >> right & 1 != 0);
    let letters: String = held.map(|(_, letter)| letter).collect();
    if letters.is_empty() { "-".into() } else { letters }
}

/// Returns an error for each castling right whose king or rook is not at home. `homes` has the
/// cells of king and rook for each right.
pub(crate) fn castling_errors(
    rights: u8,
    homes: [(Place, Place); 4],
    piece_at: impl Fn(Place) -> Option<Piece>,
) -> Vec<ParseError> {
    let is_missing = |right: usize, (king, rook): (Place, Place)| {
        let side = if right < 2 { Side::White } else { Side::Black };
        let at_home = |cell, kind| piece_at(cell) == Some(Piece { kind, side });
        !at_home(king, PieceType::King) || !at_home(rook, PieceType::Rook)
    };
    let held = homes.into_iter().zip(CASTLING_LETTERS.char_indices());
    let held = held.filter(|(_, (right, _))| rights >> right & 1 != 0);
    let missing = held.filter(|&(home, (right, _))| is_missing(right, home));
    let message = |letter| format!("`{letter}` read, but king or rook is not at home");
    missing
        .map(|(_, (_, letter))| ParseError { field: "castling", message: message(letter) })
        .collect()
}

/// Returns the error of a position in which the side not to move is in check.
pub(crate) fn opponent_in_check(side: Side) -> ParseError {
    ParseError { field: "side", message: format!("{side:?}, who is not to move, stands in check") }
}

/// Parses the halfmove clock and the fullmove number.
pub(crate) fn parse_counters(
    clock: &str,
    number: &str,
    errors: &mut Vec<ParseError>,
) -> (u16, u16) {
    let clock = clock.parse().unwrap_or_else(|_| {
        let message = format!("`{clock}` read, 0 to 65535 expected");
        errors.push(ParseError { field: "halfmove clock", message });
        0
    });
    let number = number.parse().ok().filter(|&number| number > 0).unwrap_or_else(|| {
        let message = format!("`{number}` read, 1 to 65535 expected");
        errors.push(ParseError { field: "move number", message });
        1
    });
    (clock, number)
}

/// Returns the errors of the pieces: a side without exactly one king, a pawn on a cell where it
/// must promote.
pub(crate) fn piece_errors<G: Geometry>(
    pieces: &[Option<Piece>],
    must_promote: impl Fn(Side, Place) -> bool,
) -> Vec<ParseError> {
    let mut errors = Vec::new();
    for side in Side::ALL {
        let king = Piece { kind: PieceType::King, side };
        let kings = pieces.iter().filter(|&&piece| piece == Some(king)).count();
        if kings != 1 {
            let message = format!("{kings} kings of {side:?} read, exactly 1 expected");
            errors.push(ParseError { field: "kings", message });
        }
    }
    for (cell, &piece) in (0..).zip(pieces) {
        if let Some(Piece { kind: PieceType::Pawn, side }) = piece
            && must_promote(side, cell)
        {
            let name = G::place_name(cell);
            let message = format!("a pawn of {side:?} on {name}, where it must have promoted");
            errors.push(ParseError { field: "pawns", message });
        }
    }
    errors
}

/// Parses a list of pawns: `*` for those on `starts`, `-` for none, otherwise their cells. `check`
/// returns an error for a cell that the list must not contain.
pub(crate) fn parse_cells<G: Geometry>(
    text: &str,
    field: &'static str,
    starts: &[Place],
    check: impl Fn(Place) -> Result<(), String>,
) -> Result<Vec<Place>, Vec<ParseError>> {
    match text {
        "*" => return Ok(starts.to_vec()),
        "-" => return Ok(Vec::new()),
        _ => {}
    }
    let (mut cells, mut errors) = (Vec::new(), Vec::new());
    let letters: Vec<char> = text.chars().collect();
    for name in letters.chunks(3) {
        let name: String = name.iter().collect();
        let cell = G::place_from_name(&name).filter(|&cell| usize::from(cell) < G::CELLS);
        let message = match cell {
            None => format!("`{name}` in `{text}` is no cell"),
            Some(cell) if cells.contains(&cell) => format!("`{name}` stands twice in `{text}`"),
            Some(cell) => match check(cell) {
                Ok(()) => {
                    cells.push(cell);
                    continue;
                }
                Err(error) => format!("`{name}` {error}"),
            },
        };
        errors.push(ParseError { field, message });
    }
    if errors.is_empty() { Ok(cells) } else { Err(errors) }
}

/// Returns the canonical text of a list of pawns.
pub(crate) fn write_cells<G: Geometry>(cells: &[Place], starts: &[Place]) -> String {
    match sorted_by_name::<G>(cells) {
        cells if cells.is_empty() => "-".into(),
        cells if cells == sorted_by_name::<G>(starts) => "*".into(),
        cells => cells.into_iter().map(G::place_name).collect(),
    }
}

/// Returns the cells in the order of their names: by file, rank, level.
pub(crate) fn sorted_by_name<G: Geometry>(cells: &[Place]) -> Vec<Place> {
    let mut cells = cells.to_vec();
    cells.sort_unstable_by_key(|&cell| {
        let point = G::point(cell);
        (point.file, point.rank, point.level)
    });
    cells
}
