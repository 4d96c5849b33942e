//! Standard algebraic notation, SAN, of ordinary chess (FIDE Handbook C.01.3, PGN section 8.2.3).
//!
//! The origin is given if another piece of the same type can legally move to the same square: its
//! file if that is unique, else its rank if that is unique, else both. Check and mate have their
//! signs. Parsing also accepts a longer origin than necessary, `e8Q` for `e8=Q`, and captures
//! without `x`.

use super::parts::{
    EN_PASSANT_SUFFIX, castling, is_promotion_letter, is_rival, piece_prefix, promotions,
    promotions_with_or_without_sign, with_optional_ep_suffix,
};
use super::unmatched::{Unmatched, cells_where};
use crate::geometry::Place;
use crate::moves::{Move, PieceType};
use crate::rules::{AnyBoardText, GameInfo};

/// Formats a move.
pub(super) fn format(board: &dyn AnyBoardText, legal_moves: &[Move], mv: Move) -> String {
    let game = board.game();
    let mut text = match castling(game, mv) {
        Some(text) => text.to_owned(),
        None => {
            let sign = if board.captured(mv).is_some() { "x" } else { "" };
            let to = game.space.place_name(mv.to());
            piece_prefix(game, board.moved_piece(mv))
                + &disambiguation(board, legal_moves, mv)
                + sign
                + &to
                + &promotions(game, mv)
        }
    };
    if board.gives_check(mv) {
        let is_mate = board.after(mv).legal_moves().is_empty();
        text.push(if is_mate { '#' } else { '+' });
    }
    text
}

/// Returns every text that the move accepts, without signs of check.
pub(super) fn accepted_texts(board: &dyn AnyBoardText, mv: Move) -> Vec<String> {
    let game = board.game();
    if let Some(text) = castling(game, mv) {
        return vec![text.to_owned()];
    }
    let kind = board.moved_piece(mv);
    let (file, rank) = file_and_rank(game, mv.from());
    let is_capture = board.captured(mv).is_some();
    // A pawn capture always names the file.
    let origins = match (kind, is_capture) {
        (PieceType::PAWN, true) => vec![file.clone(), file + &rank],
        (_, _) => vec![String::new(), file.clone(), rank.clone(), file + &rank],
    };
    let signs: &[&str] = if is_capture { &["x", ""] } else { &["", "-"] };
    let suffixes = promotions_with_or_without_sign(game, mv);
    let mut texts = Vec::new();
    for origin in &origins {
        for sign in signs {
            for suffix in &suffixes {
                let to = game.space.place_name(mv.to());
                let text = format!("{}{origin}{sign}{to}{suffix}", piece_prefix(game, kind));
                texts.extend(with_optional_ep_suffix(mv, text));
            }
        }
    }
    texts
}

/// Returns the file and the rank of a square.
fn file_and_rank(game: &GameInfo, cell: Place) -> (String, String) {
    let name = game.space.place_name(cell);
    name.split_at_checked(1)
        .map_or((String::new(), name.clone()), |(file, rank)| (file.to_owned(), rank.to_owned()))
}

/// Returns the part of the origin that the move needs.
fn disambiguation(board: &dyn AnyBoardText, legal_moves: &[Move], mv: Move) -> String {
    let game = board.game();
    let (file, rank) = file_and_rank(game, mv.from());
    if board.moved_piece(mv) == PieceType::PAWN {
        return if board.captured(mv).is_some() { file } else { String::new() };
    }
    let rivals = legal_moves.iter().filter(|other| is_rival(board, mv, **other));
    let rivals: Vec<(String, String)> =
        rivals.map(|other| file_and_rank(game, other.from())).collect();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.0 != file) {
        file
    } else if rivals.iter().all(|rival| rival.1 != rank) {
        rank
    } else {
        file + &rank
    }
}

/// Interprets a text that no legal move accepts. Returns `None` if it does not have the form of
/// SAN, or is a move in UCI notation.
pub(super) fn interpret(game: &GameInfo, bare: &str) -> Option<Unmatched> {
    let bare = bare.trim_end_matches(EN_PASSANT_SUFFIX);
    let kind = bare.chars().next().and_then(|letter| game.pieces.kind_of_capital(letter));
    let rest = if kind.is_some() { bare.get(1..)? } else { bare };
    let path = rest.trim_end_matches(is_promotion_letter);
    let letters = rest.get(path.len()..)?;
    let path = path.trim_end_matches('=');
    let (origin, to) = path.split_at_checked(path.len().checked_sub(2)?)?;
    let has_sign = origin.ends_with(['x', '-']);
    let origin = origin.trim_end_matches(['x', '-']);
    let to_place = game.space.place_from_name(to);
    if origin.len() > 2 || kind.is_none() && !has_sign && origin.len() == 2 {
        return None;
    }
    let matches_origin =
        |cell| origin.chars().all(|letter| game.space.place_name(cell).contains(letter));
    Some(match to_place {
        None => Unmatched::Error(format!("there is no cell `{to}`")),
        Some(to) => Unmatched::PieceMove {
            kind: kind.unwrap_or(PieceType::PAWN),
            origins: cells_where(game, matches_origin),
            to,
            promotion: letters.to_owned(),
        },
    })
}
