//! The fields of position strings that several rule sets write alike: rows of men, side, castling,
//! lists of pawns, counters.
//!
//! A reader adds each fault that it finds to a list, named by its field, and goes on with something
//! harmless, so that one reading tells every fault.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::geometry::Place;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::{Geometry, ParseError};

/// The letters of the castling rights, in the order of their bits.
pub const CASTLING_LETTERS: &str = "KQkq";

/// One row of men: letters, and digits for runs of empty cells, `width` cells in all; nothing if
/// there is a fault. `name` says which row it is.
pub fn parse_row(
    text: &str,
    width: usize,
    field: &'static str,
    name: &str,
    faults: &mut Vec<ParseError>,
) -> Vec<Option<Piece>> {
    let mut row = Vec::new();
    let mut after_digit = false;
    for letter in text.chars() {
        if let Some(man) = Piece::from_letter(letter) {
            row.push(Some(man));
            after_digit = false;
        } else if let Some(run @ 1..=9) = letter.to_digit(10) {
            if after_digit {
                let fault = format!("{name}: two digits side by side in `{text}`");
                faults.push(ParseError { field, message: fault });
            }
            row.resize(row.len() + run as usize, None);
            after_digit = true;
        } else {
            let fault = format!("{name}: unknown letter `{letter}` in `{text}`");
            faults.push(ParseError { field, message: fault });
            return Vec::new();
        }
    }
    if row.len() != width {
        let fault = format!("{name}: {} cells read in `{text}`, {width} expected", row.len());
        faults.push(ParseError { field, message: fault });
        row.clear();
    }
    row
}

/// Adds a row of men to a text.
pub fn write_row(out: &mut String, men: impl Iterator<Item = Option<Piece>>) {
    let mut empty = 0;
    for man in men {
        match man {
            None => empty += 1,
            Some(man) => {
                write_run(out, empty);
                empty = 0;
                out.push(man.letter());
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

/// The side to move.
pub fn parse_side(text: &str, faults: &mut Vec<ParseError>) -> Side {
    match text {
        "w" => Side::White,
        "b" => Side::Black,
        _ => {
            let fault = format!("`{text}` read, `w` or `b` expected");
            faults.push(ParseError { field: "side", message: fault });
            Side::White
        }
    }
}

/// The letter of the side to move.
pub fn write_side(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}

/// Castling rights, bits in the order of [`RIGHTS`].
pub fn parse_castling(text: &str, faults: &mut Vec<ParseError>) -> u8 {
    let mut rights = 0;
    let mut fault = |fault| faults.push(ParseError { field: "castling", message: fault });
    let mut last = None;
    for letter in text.chars().filter(|_| text != "-") {
        let Some(right) = CASTLING_LETTERS.find(letter) else {
            fault(format!("`{letter}` read, letters of `{CASTLING_LETTERS}` or `-` expected"));
            continue;
        };
        if last.is_some_and(|last| last >= right) {
            fault(format!(
                "`{text}` read, each letter once in the order `{CASTLING_LETTERS}` expected"
            ));
            break;
        }
        last = Some(right);
        rights |= 1 << right;
    }
    rights
}

/// The letters of the rights held, `-` for none.
pub fn write_castling(rights: u8) -> String {
    let held = CASTLING_LETTERS.char_indices().filter(|(right, _)| rights >> right & 1 != 0);
    let letters: String = held.map(|(_, letter)| letter).collect();
    if letters.is_empty() { "-".into() } else { letters }
}

/// The castling rights that are held though king or rook is not at home; homes of king and rook by
/// right.
pub fn castling_errors(
    rights: u8,
    homes: [(Place, Place); 4],
    man_at: impl Fn(Place) -> Option<Piece>,
) -> Vec<ParseError> {
    let is_missing = |right: usize, (king, rook): (Place, Place)| {
        let side = if right < 2 { Side::White } else { Side::Black };
        let at_home = |cell, kind| man_at(cell) == Some(Piece { kind, side });
        !at_home(king, PieceType::King) || !at_home(rook, PieceType::Rook)
    };
    let held = homes.into_iter().zip(CASTLING_LETTERS.char_indices());
    let held = held.filter(|(_, (right, _))| rights >> right & 1 != 0);
    let missing = held.filter(|&(home, (right, _))| is_missing(right, home));
    let fault = |letter| format!("`{letter}` read, but king or rook is not at home");
    missing
        .map(|(_, (_, letter))| ParseError { field: "castling", message: fault(letter) })
        .collect()
}

/// The fault of a position in which the side that is not to move stands in check.
pub fn opponent_in_check(side: Side) -> ParseError {
    ParseError { field: "side", message: format!("{side:?}, who is not to move, stands in check") }
}

/// The half-moves without progress, and the number of the move.
pub fn parse_counters(clock: &str, number: &str, faults: &mut Vec<ParseError>) -> (u16, u16) {
    let clock = clock.parse().unwrap_or_else(|_| {
        let fault = format!("`{clock}` read, 0 to 65535 expected");
        faults.push(ParseError { field: "halfmove clock", message: fault });
        0
    });
    let number = number.parse().ok().filter(|&number| number > 0).unwrap_or_else(|| {
        let fault = format!("`{number}` read, 1 to 65535 expected");
        faults.push(ParseError { field: "move number", message: fault });
        1
    });
    (clock, number)
}

/// The faults that men alone can show: not one king a side, a pawn where it must have promoted.
pub fn piece_errors<G: Geometry>(
    men: &[Option<Piece>],
    must_promote: impl Fn(Side, Place) -> bool,
) -> Vec<ParseError> {
    let mut faults = Vec::new();
    for side in Side::ALL {
        let king = Piece { kind: PieceType::King, side };
        let kings = men.iter().filter(|&&man| man == Some(king)).count();
        if kings != 1 {
            let fault = format!("{kings} kings of {side:?} read, exactly 1 expected");
            faults.push(ParseError { field: "kings", message: fault });
        }
    }
    for (cell, &man) in (0..).zip(men) {
        if let Some(Piece { kind: PieceType::Pawn, side }) = man
            && must_promote(side, cell)
        {
            let name = G::place_name(cell);
            let fault = format!("a pawn of {side:?} on {name}, where it must have promoted");
            faults.push(ParseError { field: "pawns", message: fault });
        }
    }
    faults
}

/// Reads a field that lists pawns: `*` for all those of `starts`, `-` for none, else their cells,
/// each of them fit as `is_fit` says (the reason why not otherwise).
pub fn parse_cells<G: Geometry>(
    text: &str,
    field: &'static str,
    starts: &[Place],
    is_fit: impl Fn(Place) -> Result<(), String>,
) -> Result<Vec<Place>, Vec<ParseError>> {
    match text {
        "*" => return Ok(starts.to_vec()),
        "-" => return Ok(Vec::new()),
        _ => {}
    }
    let (mut cells, mut faults) = (Vec::new(), Vec::new());
    let letters: Vec<char> = text.chars().collect();
    for name in letters.chunks(3) {
        let name: String = name.iter().collect();
        let cell = G::place_from_name(&name).filter(|&cell| usize::from(cell) < G::CELLS);
        let fault = match cell {
            None => format!("`{name}` in `{text}` is no cell"),
            Some(cell) if cells.contains(&cell) => format!("`{name}` stands twice in `{text}`"),
            Some(cell) => match is_fit(cell) {
                Ok(()) => {
                    cells.push(cell);
                    continue;
                }
                Err(why) => format!("`{name}` {why}"),
            },
        };
        faults.push(ParseError { field, message: fault });
    }
    if faults.is_empty() { Ok(cells) } else { Err(faults) }
}

/// The canonical text of such a field.
pub fn write_cells<G: Geometry>(cells: &[Place], starts: &[Place]) -> String {
    match sorted_by_name::<G>(cells) {
        cells if cells.is_empty() => "-".into(),
        cells if cells == sorted_by_name::<G>(starts) => "*".into(),
        cells => cells.into_iter().map(G::place_name).collect(),
    }
}

/// The cells in the order of their texts: by file, rank, level.
pub fn sorted_by_name<G: Geometry>(cells: &[Place]) -> Vec<Place> {
    let mut cells = cells.to_vec();
    cells.sort_unstable_by_key(|&cell| {
        let point = G::point(cell);
        (point.file, point.rank, point.level)
    });
    cells
}
