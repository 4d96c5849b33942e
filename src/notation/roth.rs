//! Roth's notation: the piece, its origin and destination with the level in parentheses, and the
//! captured piece: `Rc4(4)xQc5(6)`.
//!
//! It names the same places as UCI notation, so the places of a move come from its UCI text. A ride
//! names the cell in between as well. A platform move names the half of the board that the platform
//! leaves, `QLb1(2)-b3(4)i`; `i` after a corner means that the platform hangs below it.

use super::parts::{
    EN_PASSANT_SUFFIX, castling_with_promotion, promotions, with_optional_ep_suffix,
};
use super::unmatched::Unmatched;
use crate::geometry::Place;
use crate::moves::{Move, MoveType};
use crate::rules::{AnyBoardText, GameInfo};

/// Formats a move.
pub(super) fn format(board: &dyn AnyBoardText, mv: Move) -> String {
    let game = board.game();
    let text = match (castling_with_promotion(game, mv), mv.is_platform_move()) {
        (Some(text), _) => return text,
        (None, true) => return format_platform_move(game, mv, true),
        (None, false) => format_piece_move(board, mv, true),
    };
    if mv.kind() == MoveType::EnPassant { text + EN_PASSANT_SUFFIX } else { text }
}

/// Returns every text that the move accepts: captures also without the captured piece, platform
/// moves also without the origin.
pub(super) fn accepted_texts(board: &dyn AnyBoardText, mv: Move) -> Vec<String> {
    let game = board.game();
    if let Some(text) = castling_with_promotion(game, mv) {
        return vec![text];
    }
    if mv.is_platform_move() {
        return vec![format_platform_move(game, mv, true), format_platform_move(game, mv, false)];
    }
    let mut texts = with_optional_ep_suffix(mv, format_piece_move(board, mv, true));
    if board.captured(mv).is_some() {
        texts.extend(with_optional_ep_suffix(mv, format_piece_move(board, mv, false)));
    }
    texts
}

fn format_piece_move(board: &dyn AnyBoardText, mv: Move, name_captured: bool) -> String {
    let game = board.game();
    let mut text = String::from(game.pieces.capital(board.moved_piece(mv)));
    let captured = board.captured(mv).map(|(kind, _)| kind);
    for (index, place) in parse_places(game, &board.move_to_uci(mv)).into_iter().enumerate() {
        match (index, captured) {
            (0, _) => {}
            (1, Some(kind)) if name_captured => text.extend(['x', game.pieces.capital(kind)]),
            (1, Some(_)) => text.push('x'),
            _ => text.push('-'),
        }
        text += &format_cell(game, place);
    }
    text + &promotions(game, mv)
}

/// Formats a platform move, with or without its origin.
fn format_platform_move(game: &GameInfo, mv: Move, with_origin: bool) -> String {
    let mut text = String::from(platform_prefix(game, mv.from()));
    if with_origin {
        text += &format_post(game, mv.from());
        text.push('-');
    }
    text + &format_post(game, mv.to()) + &promotions(game, mv)
}

/// Parses the places of a UCI move text, without its promotion letters.
fn parse_places(game: &GameInfo, uci: &str) -> Vec<Place> {
    let mut places = Vec::new();
    let mut rest = uci;
    // Names of cells have three characters, names of posts four.
    let next = |rest: &str| {
        [4, 3]
            .into_iter()
            .find_map(|length| Some((game.space.place_from_name(rest.get(..length)?)?, length)))
    };
    while let Some((place, length)) = next(rest) {
        places.push(place);
        rest = rest.get(length..).unwrap_or_default();
    }
    places
}

/// Returns the name of a cell, or of a post without its half of the board.
pub(super) fn place_name(game: &GameInfo, place: Place) -> String {
    if usize::from(place) < game.cell_count {
        format_cell(game, place)
    } else {
        format_post(game, place)
    }
}

fn format_cell(game: &GameInfo, cell: Place) -> String {
    let point = game.space.point(cell);
    format!("{}{}({})", char::from(b'a' + point.file), point.rank, point.level)
}

/// Formats the corner of a post, with `i` for a platform that hangs below it.
fn format_post(game: &GameInfo, post: Place) -> String {
    let suffix = if game.space.place_name(post).ends_with('-') { "i" } else { "" };
    corner(game, post).map(|it| format_cell(game, it)).unwrap_or_default() + suffix
}

/// Returns the fixed cell above or below which the post lies.
fn corner(game: &GameInfo, post: Place) -> Option<Place> {
    game.space.place_from_name(game.space.place_name(post).trim_end_matches(['+', '-']))
}

/// Returns the half of the board (queen's level or king's level) in which the post lies.
fn platform_prefix(game: &GameInfo, post: Place) -> &'static str {
    let file = corner(game, post).map_or(0, |corner| game.space.point(corner).file);
    if usize::from(file) < game.files / 2 { "QL" } else { "KL" }
}

/// Interprets a text that no legal move accepts. Returns `None` if it names no cell in this
/// notation.
pub(super) fn interpret(bare: &str) -> Option<Unmatched> {
    let is_platform = bare.starts_with("QL") || bare.starts_with("KL");
    let mut uci = String::new();
    let mut places = 0;
    for (bracket, _) in bare.match_indices('(') {
        let column = bare.get(bracket.checked_sub(2)?..bracket)?;
        let (level, rest) = bare.get(bracket + 1..)?.split_once(')')?;
        uci = uci + column + level;
        if is_platform {
            uci.push(if rest.starts_with('i') { '-' } else { '+' });
        }
        places += 1;
    }
    if let Some((_, letters)) = bare.split_once('=') {
        uci += &letters.trim_end_matches(EN_PASSANT_SUFFIX).to_lowercase();
    }
    match places {
        0 => None,
        1 if is_platform => {
            Some(Unmatched::Error("no platform of that side can go there".to_owned()))
        }
        1 => Some(Unmatched::Error("one cell read, expected two".to_owned())),
        _ => Some(Unmatched::UciMove(uci)),
    }
}
