//! Parts of move texts that several notations share.

use crate::geometry::Place;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::{AnyBoardText, GameInfo};

/// The letters of the fixed boards of the staircase games, starting with White's.
pub(super) const BOARDS: [char; 3] = ['W', 'N', 'B'];

/// The suffix of en passant captures.
pub(super) const EN_PASSANT_SUFFIX: &str = "e.p.";

/// Returns the text without the marks that people add to a move: check, mate, annotations and
/// offers of a draw. Castling with zeros becomes castling with letters.
pub(super) fn without_marks(text: &str) -> String {
    const MARKS: [char; 4] = ['+', '#', '!', '?'];
    let bare = text.trim_end_matches(MARKS).trim_end_matches("(=)").trim_end_matches(MARKS);
    if bare.starts_with("0-0") { bare.replace('0', "O") } else { bare.to_owned() }
}

pub(super) fn is_castling(bare: &str) -> bool {
    matches!(bare, "O-O" | "O-O-O")
}

/// Formats a castling move; `None` for other moves. Castling is long if the rook stands to the left
/// of the king.
pub(super) fn castling(game: &GameInfo, mv: Move) -> Option<&'static str> {
    let is_short = || game.space.point(mv.to()).file > game.space.point(mv.from()).file;
    (mv.kind() == MoveType::Castling).then(|| if is_short() { "O-O" } else { "O-O-O" })
}

/// Formats castling, with the promotion of a waiting pawn if there is one; `None` for other moves.
pub(super) fn castling_with_promotion(game: &GameInfo, mv: Move) -> Option<String> {
    Some(castling(game, mv)?.to_owned() + &promotions(game, mv))
}

/// Returns the upper-case letter of a piece type; nothing for a pawn.
pub(super) fn piece_prefix(game: &GameInfo, kind: PieceType) -> String {
    if kind == PieceType::PAWN { String::new() } else { game.pieces.capital(kind).into() }
}

/// Formats promotions: `=Q`, for two pawns `=QN`, or nothing.
pub(super) fn promotions(game: &GameInfo, mv: Move) -> String {
    let mut text = String::new();
    for kind in mv.promotions() {
        if text.is_empty() {
            text.push('=');
        }
        text.push(game.pieces.capital(kind));
    }
    text
}

/// Formats promotions with `=` and without.
pub(super) fn promotions_with_or_without_sign(game: &GameInfo, mv: Move) -> Vec<String> {
    let text = promotions(game, mv);
    match text.strip_prefix('=') {
        Some(letters) => vec![text.clone(), letters.to_owned()],
        None => vec![text],
    }
}

/// Returns the text, and for an en passant capture also the text with its suffix.
pub(super) fn with_optional_ep_suffix(mv: Move, text: String) -> Vec<String> {
    match mv.kind() {
        MoveType::EnPassant => vec![format!("{text}{EN_PASSANT_SUFFIX}"), text],
        _ => vec![text],
    }
}

/// Returns whether a letter is that of a kind to which a pawn promotes in ordinary chess.
pub(super) fn is_promotion_letter(letter: char) -> bool {
    "QRBN".contains(letter)
}

/// Returns whether another move takes a piece of the same type from another place to the same
/// place.
pub(super) fn is_rival(board: &dyn AnyBoardText, mv: Move, other: Move) -> bool {
    other.to() == mv.to()
        && other.from() != mv.from()
        && board.moved_piece(other) == board.moved_piece(mv)
        && castling(board.game(), other).is_none()
}

/// Formats a move in UCI notation from its places and the letters of its promotions.
pub(super) fn uci_text(game: &GameInfo, from: Place, to: Place, promotion: &str) -> String {
    game.space.place_name(from) + &game.space.place_name(to) + &promotion.to_lowercase()
}
