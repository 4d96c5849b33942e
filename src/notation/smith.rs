//! Smith's notation of the staircase: a fixed board by its letter, W, N or B, with local cells as
//! `Nb3`; a platform by its post, the corner with `u` or `d`, as `Bd1d`, and its cells `Bd1da1`.
//!
//! A move names the man and where it goes, `P-Nd4ua1`, and where it starts only if another man of
//! its kind can go there, too: `P(Nd3)-Nd4ua1`. The names follow the numbers that
//! [`crate::geometry::staircase`] gives to places: White's board is W whether it lies lowest or
//! highest, and local cells count from White's left.

use super::{
    EN_PASSANT_SUFFIX, NotationCodec, capital, castling, promotions, with_optional_ep_suffix,
};
use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, PLACE_COUNT, corner_of_post};
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::{BoardText, Notation};

/// The letters of the fixed boards, from White's on.
const BOARDS: [char; 3] = ['W', 'N', 'B'];

/// The move as it is written.
pub fn format<B: BoardText>(scribe: &NotationCodec<'_, B>, mv: Move) -> String {
    if let Some(text) = castling::<B>(mv) {
        return text.to_owned();
    }
    if mv.is_platform_move() {
        return format_platform_move(mv);
    }
    let kind = scribe.board.moved_piece(mv);
    let has_rival = scribe.legal_moves.iter().any(|&other| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && scribe.board.moved_piece(other) == kind
            && castling::<B>(other).is_none()
    });
    let text = format_piece_move(scribe.board, mv, has_rival);
    if mv.kind() == MoveType::EnPassant { text + EN_PASSANT_SUFFIX } else { text }
}

/// Every text that the move is read from: with its start and without.
pub fn accepted_texts<B: BoardText>(board: &B, mv: Move) -> Vec<String> {
    if let Some(text) = castling::<B>(mv) {
        return vec![text.to_owned()];
    }
    if mv.is_platform_move() {
        return vec![format_platform_move(mv)];
    }
    let mut texts = with_optional_ep_suffix(mv, format_piece_move(board, mv, true));
    texts.extend(with_optional_ep_suffix(mv, format_piece_move(board, mv, false)));
    texts
}

fn format_piece_move<B: BoardText>(board: &B, mv: Move, start: bool) -> String {
    let mut text = String::from(capital(board.moved_piece(mv)));
    if start {
        text = format!("{text}({})", place_name(mv.from()));
    }
    text.push(if board.captured(mv).is_some() { 'x' } else { '-' });
    text + &place_name(mv.to()) + &promotions(mv)
}

fn format_platform_move(mv: Move) -> String {
    format!("{}-{}{}", place_name(mv.from()), place_name(mv.to()), promotions(mv))
}

/// The letter of a fixed board, and the cell with those local coordinates (from 0) on it.
fn format_board_cell(board: usize, file: u8, rank: u8) -> String {
    let mut text: String = BOARDS.get(board).copied().into_iter().collect();
    text.extend([char::from(b'a' + file), char::from(b'1' + rank)]);
    text
}

/// A cell or a post.
fn place_name(place: Place) -> String {
    let (number, within) = (usize::from(place), place % 4);
    if number < FIXED_CELLS {
        return format_board_cell(number / 16, place % 16 / 4, within);
    }
    if number >= CELL_COUNT {
        let corner = corner_of_post(number - CELL_COUNT);
        let text = format_board_cell(corner.board, corner.file, corner.rank);
        return text + if corner.above { "u" } else { "d" };
    }
    let mut text = place_name((CELL_COUNT + (number - FIXED_CELLS) / 4) as Place);
    text.extend([char::from(b'a' + within / 2), char::from(b'1' + within % 2)]);
    text
}

/// The cell or post of that name.
fn place_from_name(text: &str) -> Option<Place> {
    (0..PLACE_COUNT).map(|place| place as Place).find(|&place| place_name(place) == text)
}

/// What is wrong with a text that no legal move fits; `None` if it is not built as Smith's are.
pub fn explain_no_match<B: BoardText>(scribe: &NotationCodec<'_, B>, bare: &str) -> Option<String> {
    let bare = bare.trim_end_matches(EN_PASSANT_SUFFIX);
    let (path, letters) = bare.split_once('=').unwrap_or((bare, ""));
    let (head, to) = path.split_once(['-', 'x'])?;
    let read = |text: &str| {
        place_from_name(text).ok_or_else(|| format!("there is no cell or post `{text}`"))
    };
    let judged = || -> Result<String, String> {
        let to_place = read(to)?;
        let (man, start) = match head.split_once('(') {
            Some((man, start)) => (man, Some(read(start.trim_end_matches(')'))?)),
            None => (head, None),
        };
        let letter = man.chars().next().filter(|_| man.len() == 1);
        let kind = letter.filter(char::is_ascii_uppercase);
        let kind = kind.and_then(|letter| PieceType::from_letter(letter.to_ascii_lowercase()));
        if let Some(kind) = kind {
            let may_start = |cell| start.is_none_or(|start| start == cell);
            let notation = Notation::Smith;
            return Ok(scribe.explain_piece_move(notation, kind, may_start, to_place, letters));
        }
        let wire = B::place_name(read(head)?) + &B::place_name(to_place) + &letters.to_lowercase();
        Ok(scribe.explain_uci_move(Notation::Smith, &wire))
    };
    // Whatever begins with a capital, as men, boards and posts do.
    head.starts_with(|first: char| first.is_ascii_uppercase())
        .then(|| judged().unwrap_or_else(|fault| fault))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::staircase::Staircase;

    /// The table of the rules: corners by Smith's names and by ours.
    #[test]
    fn place_names_match_the_rules() {
        for (ours, smiths) in [
            ("b12+", "Wa1u"),
            ("b12-", "Wa1d"),
            ("b42+", "Wa4u"),
            ("b34-", "Na1d"),
            ("b64+", "Na4u"),
            ("b56+", "Ba1u"),
            ("e56-", "Bd1d"),
            ("e86-", "Bd4d"),
            ("e12", "Wd1"),
            ("b54", "Na3"),
            ("c76", "Bb3"),
            ("a03", "Wa1ua1"),
            ("b13", "Wa1ub2"),
            ("e45", "Bd1da1"),
        ] {
            let place = Staircase::<false>::place_from_name(ours);
            assert_eq!(place.map(place_name), Some(smiths.to_owned()));
            assert_eq!(place_from_name(smiths), place);
        }
    }

    /// Upside down White's board is still W, and above is still up.
    #[test]
    fn upside_down_place_names_match_the_rules() {
        for (ours, smiths) in [
            ("b16+", "Wa1u"),
            ("c26", "Wb2"),
            ("b52-", "Ba1d"),
            ("e82-", "Bd4d"),
            ("b91", "Ba4db2"),
        ] {
            assert_eq!(
                Staircase::<true>::place_from_name(ours).map(place_name),
                Some(smiths.to_owned())
            );
        }
    }
}
