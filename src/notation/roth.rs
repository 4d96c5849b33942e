//! Roth's notation: cells as `b2(2)`, the level in brackets; the man, both cells, and what is
//! captured: `Rc4(4)xQc5(6)`.
//!
//! It says what the wire says, in other signs, so the places of a move are read off its wire text:
//! those of a ride, too, which passes a cell in between. Platforms are called by the side that they
//! start from, `QLb1(2)-b3(4)i`; the `i` behind a corner says that the platform hangs below it.

use super::{
    EN_PASSANT_SUFFIX, NotationCodec, capital, castling, promotions, with_optional_ep_suffix,
};
use crate::geometry::Place;
use crate::moves::{Move, MoveType};
use crate::rules::{BoardText, Notation};

/// The move as it is written.
pub fn format<B: BoardText>(board: &B, mv: Move) -> String {
    let text = match (castling::<B>(mv), mv.is_platform_move()) {
        (Some(text), _) => return text.to_owned(),
        (None, true) => return format_platform_move::<B>(mv, true),
        (None, false) => format_piece_move(board, mv, true),
    };
    if mv.kind() == MoveType::EnPassant { text + EN_PASSANT_SUFFIX } else { text }
}

/// Every text that the move is read from: captures without the letter of the man taken, and
/// platforms by where they go to alone, as well.
pub fn accepted_texts<B: BoardText>(board: &B, mv: Move) -> Vec<String> {
    if let Some(text) = castling::<B>(mv) {
        return vec![text.to_owned()];
    }
    if mv.is_platform_move() {
        return vec![format_platform_move::<B>(mv, true), format_platform_move::<B>(mv, false)];
    }
    let mut texts = with_optional_ep_suffix(mv, format_piece_move(board, mv, true));
    if board.captured(mv).is_some() {
        texts.extend(with_optional_ep_suffix(mv, format_piece_move(board, mv, false)));
    }
    texts
}

fn format_piece_move<B: BoardText>(board: &B, mv: Move, name_victim: bool) -> String {
    let mut text = String::from(capital(board.moved_piece(mv)));
    let victim = board.captured(mv).map(|(kind, _)| kind);
    for (at, place) in parse_places::<B>(&board.move_to_uci(mv)).into_iter().enumerate() {
        match (at, victim) {
            (0, _) => {}
            (1, Some(kind)) if name_victim => text.extend(['x', capital(kind)]),
            (1, Some(_)) => text.push('x'),
            _ => text.push('-'),
        }
        text += &format_cell::<B>(place);
    }
    text + &promotions(mv)
}

/// The move of a platform, with the post that it comes from or without.
fn format_platform_move<B: BoardText>(mv: Move, from: bool) -> String {
    let mut text = String::from(platform_prefix::<B>(mv.from()));
    if from {
        text += &format_post::<B>(mv.from());
        text.push('-');
    }
    text + &format_post::<B>(mv.to()) + &promotions(mv)
}

/// The places named in a wire text, letter of promotion left out.
fn parse_places<B: BoardText>(wire: &str) -> Vec<Place> {
    let mut places = Vec::new();
    let mut rest = wire;
    // Names are of fixed width, but for the sign that makes a cell a post.
    let next = |rest: &str| {
        [4, 3]
            .into_iter()
            .find_map(|length| Some((B::place_from_name(rest.get(..length)?)?, length)))
    };
    while let Some((place, length)) = next(rest) {
        places.push(place);
        rest = rest.get(length..).unwrap_or_default();
    }
    places
}

fn format_cell<B: BoardText>(cell: Place) -> String {
    let at = B::point(cell);
    format!("{}{}({})", char::from(b'a' + at.file), at.rank, at.level)
}

/// The corner, and `i` for a platform that hangs below it.
fn format_post<B: BoardText>(post: Place) -> String {
    let sign = if B::place_name(post).ends_with('-') { "i" } else { "" };
    corner::<B>(post).map(format_cell::<B>).unwrap_or_default() + sign
}

/// The cell that a post is above or below of.
fn corner<B: BoardText>(post: Place) -> Option<Place> {
    B::place_from_name(B::place_name(post).trim_end_matches(['+', '-']))
}

/// The level (queen's or king's) on which a platform here stands.
fn platform_prefix<B: BoardText>(post: Place) -> &'static str {
    let file = corner::<B>(post).map_or(0, |corner| B::point(corner).file);
    if usize::from(file) < B::FILES / 2 { "QL" } else { "KL" }
}

/// What is wrong with a text that no legal move fits; `None` if it names no cell as Roth does.
pub fn explain_no_match<B: BoardText>(scribe: &NotationCodec<'_, B>, bare: &str) -> Option<String> {
    let is_platform = bare.starts_with("QL") || bare.starts_with("KL");
    let mut wire = String::new();
    let mut named = 0;
    for (bracket, _) in bare.match_indices('(') {
        let column = bare.get(bracket.checked_sub(2)?..bracket)?;
        let (level, rest) = bare.get(bracket + 1..)?.split_once(')')?;
        wire = wire + column + level;
        if is_platform {
            wire.push(if rest.starts_with('i') { '-' } else { '+' });
        }
        named += 1;
    }
    if let Some((_, letters)) = bare.split_once('=') {
        wire += &letters.trim_end_matches(EN_PASSANT_SUFFIX).to_lowercase();
    }
    match named {
        0 => None,
        1 if is_platform => Some("no platform of that side can go there".to_owned()),
        1 => Some("two cells expected, one read".to_owned()),
        _ => Some(scribe.explain_uci_move(Notation::Roth, &wire)),
    }
}
