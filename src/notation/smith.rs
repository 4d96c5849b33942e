//! Smith's notation of the staircase: a fixed board by its letter, W, N or B, with local cells as
//! `Nb3`; a platform by its post, the corner with `u` or `d`, as `Bd1d`, and its cells `Bd1da1`.
//!
//! A move names the man and where it goes, `P-Nd4ua1`, and where it starts only if another man of
//! its kind can go there, too: `P(Nd3)-Nd4ua1`. The names follow the numbers that
//! [`crate::geometry::staircase`] gives to places: White's board is W whether it lies lowest or
//! highest, and local cells count from White's left.

use super::{EN_PASSANT, Scribe, capital, castling, promotions, with_and_without_sign};
use crate::geometry::staircase::{CELLS, FIXED, PLACES, corner_of_post};
use crate::moves::{Kind, Manner, Move, Place};
use crate::rules::{Notation, Text};

/// The letters of the fixed boards, from White's on.
const BOARDS: [char; 3] = ['W', 'N', 'B'];

/// The move as it is written.
pub fn write<B: Text>(scribe: &Scribe<'_, B>, mv: Move) -> String {
    if let Some(text) = castling::<B>(mv) {
        return text.to_owned();
    }
    if mv.is_platform() {
        return of_platform(mv);
    }
    let kind = scribe.board.moved(mv);
    let has_rival = scribe.legal.iter().any(|&other| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && scribe.board.moved(other) == kind
            && castling::<B>(other).is_none()
    });
    let text = of_man(scribe.board, mv, has_rival);
    if mv.manner() == Manner::EnPassant { text + EN_PASSANT } else { text }
}

/// Every text that the move is read from: with its start and without.
pub fn readings<B: Text>(board: &B, mv: Move) -> Vec<String> {
    if let Some(text) = castling::<B>(mv) {
        return vec![text.to_owned()];
    }
    if mv.is_platform() {
        return vec![of_platform(mv)];
    }
    let mut texts = with_and_without_sign(mv, of_man(board, mv, true));
    texts.extend(with_and_without_sign(mv, of_man(board, mv, false)));
    texts
}

fn of_man<B: Text>(board: &B, mv: Move, start: bool) -> String {
    let mut text = String::from(capital(board.moved(mv)));
    if start {
        text = format!("{text}({})", name(mv.from()));
    }
    text.push(if board.captured(mv).is_some() { 'x' } else { '-' });
    text + &name(mv.to()) + &promotions(mv)
}

fn of_platform(mv: Move) -> String {
    format!("{}-{}{}", name(mv.from()), name(mv.to()), promotions(mv))
}

/// The letter of a fixed board, and the cell with those local coordinates (from 0) on it.
fn on_board(board: usize, file: u8, rank: u8) -> String {
    let mut text: String = BOARDS.get(board).copied().into_iter().collect();
    text.extend([char::from(b'a' + file), char::from(b'1' + rank)]);
    text
}

/// A cell or a post.
fn name(place: Place) -> String {
    let (number, within) = (usize::from(place), place % 4);
    if number < FIXED {
        return on_board(number / 16, place % 16 / 4, within);
    }
    if number >= CELLS {
        let corner = corner_of_post(number - CELLS);
        let text = on_board(corner.board, corner.file, corner.rank);
        return text + if corner.above { "u" } else { "d" };
    }
    let mut text = name((CELLS + (number - FIXED) / 4) as Place);
    text.extend([char::from(b'a' + within / 2), char::from(b'1' + within % 2)]);
    text
}

/// The cell or post of that name.
fn named(text: &str) -> Option<Place> {
    (0..PLACES).map(|place| place as Place).find(|&place| name(place) == text)
}

/// What is wrong with a text that no legal move fits; `None` if it is not built as Smith's are.
pub fn why_not<B: Text>(scribe: &Scribe<'_, B>, bare: &str) -> Option<String> {
    let bare = bare.trim_end_matches(EN_PASSANT);
    let (path, letters) = bare.split_once('=').unwrap_or((bare, ""));
    let (head, to) = path.split_once(['-', 'x'])?;
    let read = |text: &str| named(text).ok_or_else(|| format!("there is no cell or post `{text}`"));
    let judged = || -> Result<String, String> {
        let to_place = read(to)?;
        let (man, start) = match head.split_once('(') {
            Some((man, start)) => (man, Some(read(start.trim_end_matches(')'))?)),
            None => (head, None),
        };
        let letter = man.chars().next().filter(|_| man.len() == 1);
        let kind = letter.filter(char::is_ascii_uppercase);
        let kind = kind.and_then(|letter| Kind::from_letter(letter.to_ascii_lowercase()));
        if let Some(kind) = kind {
            let may_start = |cell| start.is_none_or(|start| start == cell);
            let notation = Notation::Smith;
            return Ok(scribe.why_no_man_goes(notation, kind, may_start, to_place, letters));
        }
        let wire = B::place_name(read(head)?) + &B::place_name(to_place) + &letters.to_lowercase();
        Ok(scribe.why_not_wire(Notation::Smith, &wire))
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
    fn corners_and_posts_are_those_of_the_rules() {
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
            let place = Staircase::<false>::named(ours);
            assert_eq!(place.map(name), Some(smiths.to_owned()));
            assert_eq!(named(smiths), place);
        }
    }

    /// Upside down White's board is still W, and above is still up.
    #[test]
    fn the_stack_can_be_turned_over() {
        for (ours, smiths) in [
            ("b16+", "Wa1u"),
            ("c26", "Wb2"),
            ("b52-", "Ba1d"),
            ("e82-", "Bd4d"),
            ("b91", "Ba4db2"),
        ] {
            assert_eq!(Staircase::<true>::named(ours).map(name), Some(smiths.to_owned()));
        }
    }
}
