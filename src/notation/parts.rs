//! Parts of move texts that several notations share.

use crate::moves::{Move, MoveType, PieceType};
use crate::rules::BoardText;

/// The suffix of en passant captures.
pub(super) const EN_PASSANT_SUFFIX: &str = "e.p.";

/// Returns the text without the marks that people add to a move: check, mate and annotations.
/// Castling with zeros becomes castling with letters.
pub(super) fn without_marks(text: &str) -> String {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    if bare.starts_with("0-0") { bare.replace('0', "O") } else { bare.to_owned() }
}

pub(super) fn is_castling(bare: &str) -> bool {
    matches!(bare, "O-O" | "O-O-O")
}

/// Formats a castling move; `None` for other moves. Castling is long if the rook stands to the left
/// of the king.
pub(super) fn castling<B: BoardText>(mv: Move) -> Option<&'static str> {
    let is_short = || B::point(mv.to()).file > B::point(mv.from()).file;
    (mv.kind() == MoveType::Castling).then(|| if is_short() { "O-O" } else { "O-O-O" })
}

/// The upper-case letter of a piece type.
pub(super) fn capital(kind: PieceType) -> char {
    kind.letter().to_ascii_uppercase()
}

/// Formats promotions: `=Q`, for two pawns `=QN`, or nothing.
pub(super) fn promotions(mv: Move) -> String {
    let mut text = String::new();
    for kind in [mv.promotion(), mv.second_promotion()].into_iter().flatten() {
        if text.is_empty() {
            text.push('=');
        }
        text.push(capital(kind));
    }
    text
}

/// Returns the text, and for an en passant capture also the text with its suffix.
pub(super) fn with_optional_ep_suffix(mv: Move, text: String) -> Vec<String> {
    match mv.kind() {
        MoveType::EnPassant => vec![format!("{text}{EN_PASSANT_SUFFIX}"), text],
        _ => vec![text],
    }
}
