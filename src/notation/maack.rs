//! The notation of books on `raumschach`: a cell is its level as a letter, its file and its rank,
//! `Dc5`. A move names the piece, its origin and its destination: `NAb1-Ac3`, `Dc5xEd5=U`. The name
//! of a cell begins with a capital followed by a small letter, so a capital before it is a piece.
//!
//! Parsing also accepts `P` for a pawn, no piece letter, `-` or no sign between the cells,
//! promotions without `=`, and moves without an origin.

use super::parts::{piece_prefix, promotions, promotions_with_or_without_sign, uci_text};
use super::unmatched::{Unmatched, cells_where};
use crate::geometry::Place;
use crate::moves::{Move, PieceType};
use crate::rules::{AnyBoardText, GameInfo};

/// Formats a move.
pub(super) fn format(board: &dyn AnyBoardText, mv: Move) -> String {
    let game = board.game();
    let sign = if board.captured(mv).is_some() { 'x' } else { '-' };
    let (from, to) = (cell_name(game, mv.from()), cell_name(game, mv.to()));
    format!("{}{from}{sign}{to}{}", piece_prefix(game, board.moved_piece(mv)), promotions(game, mv))
}

/// Returns every text that the move accepts.
pub(super) fn accepted_texts(board: &dyn AnyBoardText, mv: Move) -> Vec<String> {
    let game = board.game();
    let kind = board.moved_piece(mv);
    let (from, to) = (cell_name(game, mv.from()), cell_name(game, mv.to()));
    let letter = String::from(game.pieces.capital(kind));
    let mut prefixes = vec![letter.clone() + &from, from];
    // The short form names the piece and the destination.
    prefixes.push(letter);
    if kind == PieceType::PAWN {
        prefixes.push(String::new());
    }
    let signs: &[&str] =
        if board.captured(mv).is_some() { &["x", "-", " ", ""] } else { &["-", " ", ""] };
    let mut texts = Vec::new();
    for prefix in &prefixes {
        for sign in signs {
            for promotion in promotions_with_or_without_sign(game, mv) {
                texts.push(format!("{prefix}{sign}{to}{promotion}"));
            }
        }
    }
    texts
}

pub(super) fn cell_name(game: &GameInfo, cell: Place) -> String {
    let point = game.space.point(cell);
    let level = char::from(b'A' + point.level.saturating_sub(1));
    format!("{level}{}{}", char::from(b'a' + point.file), point.rank)
}

/// Interprets a text that no legal move accepts. Returns `None` if it does not have the form of
/// this notation.
pub(super) fn interpret(game: &GameInfo, bare: &str) -> Option<Unmatched> {
    let is_capital = |letter: Option<char>| letter.is_some_and(|c| c.is_ascii_uppercase());
    let mut letters = bare.chars();
    let (first, second) = (letters.next(), letters.next());
    let kind = match (is_capital(first), is_capital(second)) {
        (true, true) => Some(game.pieces.kind_of_capital(first?)?),
        (true, false) => None,
        _ => return None,
    };
    let path = if kind.is_some() { bare.get(1..)? } else { bare };
    let (origin, rest) = path.split_at_checked(3)?;
    let rest = rest.trim_start_matches(['-', 'x', ' ']);
    let (to, promotion) = match rest.split_at_checked(3) {
        Some((to, promotion)) if is_capital(to.chars().next()) => (Some(to), promotion),
        _ => (None, rest),
    };
    let parse_cell = |name: &str| {
        let cell = cells_where(game, |cell| cell_name(game, cell) == name).first().copied();
        cell.ok_or_else(|| format!("there is no cell `{name}`"))
    };
    let promotion = promotion.trim_start_matches('=').to_owned();
    let parse = || -> Result<Unmatched, String> {
        let cell = parse_cell(origin)?;
        Ok(match to {
            Some(to) => Unmatched::UciMove(uci_text(game, cell, parse_cell(to)?, &promotion)),
            None => Unmatched::PieceMove {
                kind: kind.unwrap_or(PieceType::PAWN),
                origins: cells_where(game, |_| true),
                to: cell,
                promotion: promotion.clone(),
            },
        })
    };
    Some(parse().unwrap_or_else(Unmatched::Error))
}

#[cfg(test)]
mod tests {
    use crate::notation::parse_move;
    use crate::rules::{BuiltIn, Raumschach};

    #[test]
    fn a_capture_may_be_written_with_a_hyphen() {
        let fen = "5/5/5/5/K4|5/5/5/5/5|5/5/2R1n/5/5|5/5/5/5/5|4k/5/5/5/5 w 0 1";
        let board = Raumschach::from_fen(fen).expect("a position");
        let read = |text| parse_move(&board, text).ok();
        assert!(read("RCc3xCe3").is_some());
        assert_eq!(read("RCc3-Ce3"), read("RCc3xCe3"));
        assert!(read("RCc3xCd3").is_none());
    }
}
