//! Standard algebraic notation, SAN, of ordinary chess (FIDE Handbook C.01.3, PGN section 8.2.3).
//!
//! The start is named as far as another man of the same kind could legally go to the same cell: by
//! file if that tells them apart, else by rank, else by both. Check and mate have their signs.
//! Read also: more of the start than is needed, `e8Q` for `e8=Q`, captures without the sign.

use super::{NotationCodec, capital, castling, promotions, with_optional_ep_suffix};
use crate::geometry::Place;
use crate::moves::{Move, PieceType};
use crate::rules::{BoardText, Notation};

/// The move as it is written.
pub fn format<B: BoardText>(scribe: &NotationCodec<'_, B>, mv: Move) -> String {
    let board = scribe.board;
    let mut text = match castling::<B>(mv) {
        Some(text) => text.to_owned(),
        None => {
            let sign = if board.captured(mv).is_some() { "x" } else { "" };
            let to = B::place_name(mv.to());
            letter(board.moved_piece(mv))
                + &disambiguation(scribe, mv)
                + sign
                + &to
                + &promotions(mv)
        }
    };
    if board.gives_check(mv) {
        let is_mate = board.make(mv, &mut ()).count_legal_moves() == 0;
        text.push(if is_mate { '#' } else { '+' });
    }
    text
}

/// Every text that the move is read from, without signs of check.
pub fn accepted_texts<B: BoardText>(board: &B, mv: Move) -> Vec<String> {
    if let Some(text) = castling::<B>(mv) {
        return vec![text.to_owned()];
    }
    let kind = board.moved_piece(mv);
    let (file, rank) = file_and_rank::<B>(mv.from());
    let is_capture = board.captured(mv).is_some();
    // A pawn that captures is told by its file at least.
    let starts = match (kind, is_capture) {
        (PieceType::Pawn, true) => vec![file.clone(), file + &rank],
        (_, _) => vec![String::new(), file.clone(), rank.clone(), file + &rank],
    };
    let signs: &[&str] = if is_capture { &["x", ""] } else { &["", "-"] };
    let promotions = promotions(mv);
    let ends = match promotions.strip_prefix('=') {
        Some(short) => vec![promotions.clone(), short.to_owned()],
        None => vec![promotions.clone()],
    };
    let mut texts = Vec::new();
    for start in &starts {
        for sign in signs {
            for end in &ends {
                let to = B::place_name(mv.to());
                let text = format!("{}{start}{sign}{to}{end}", letter(kind));
                texts.extend(with_optional_ep_suffix(mv, text));
            }
        }
    }
    texts
}

/// The letter of a man; none for a pawn.
fn letter(kind: PieceType) -> String {
    if kind == PieceType::Pawn { String::new() } else { capital(kind).into() }
}

/// File and rank of a cell.
fn file_and_rank<B: BoardText>(cell: Place) -> (String, String) {
    let name = B::place_name(cell);
    name.split_at_checked(1)
        .map_or((String::new(), name.clone()), |(file, rank)| (file.to_owned(), rank.to_owned()))
}

/// As much of the start as tells the man from others.
fn disambiguation<B: BoardText>(scribe: &NotationCodec<'_, B>, mv: Move) -> String {
    let board = scribe.board;
    let kind = board.moved_piece(mv);
    let (file, rank) = file_and_rank::<B>(mv.from());
    if kind == PieceType::Pawn {
        return if board.captured(mv).is_some() { file } else { String::new() };
    }
    let is_rival = |other: &&Move| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && board.moved_piece(**other) == kind
            && castling::<B>(**other).is_none()
    };
    let rivals: Vec<(String, String)> = scribe
        .legal_moves
        .iter()
        .filter(is_rival)
        .map(|other| file_and_rank::<B>(other.from()))
        .collect();
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

/// What is wrong with a text that no legal move fits; `None` if it is not built as SAN is, or is a
/// move of the wire notation.
pub fn explain_no_match<B: BoardText>(scribe: &NotationCodec<'_, B>, bare: &str) -> Option<String> {
    let bare = bare.trim_end_matches(super::EN_PASSANT_SUFFIX);
    let kind = bare.chars().next().filter(char::is_ascii_uppercase);
    let kind = kind.and_then(|letter| PieceType::from_letter(letter.to_ascii_lowercase()));
    let rest = if kind.is_some() { bare.get(1..)? } else { bare };
    let is_letter = |sign: char| "QRBN".contains(sign);
    let path = rest.trim_end_matches(is_letter);
    let letters = rest.get(path.len()..)?;
    let path = path.trim_end_matches('=');
    let (start, to) = path.split_at_checked(path.len().checked_sub(2)?)?;
    let sign = start.ends_with(['x', '-']);
    let start = start.trim_end_matches(['x', '-']);
    let to_place = B::place_from_name(to);
    if start.len() > 2 || kind.is_none() && !sign && start.len() == 2 {
        return None;
    }
    let may_start = |cell: Place| start.chars().all(|sign| B::place_name(cell).contains(sign));
    let kind = kind.unwrap_or(PieceType::Pawn);
    Some(match to_place {
        None => format!("there is no cell `{to}`"),
        Some(to) => scribe.explain_piece_move(Notation::San, kind, may_start, to, letters),
    })
}
