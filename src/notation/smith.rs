//! Smith's notation of the staircase games. A fixed board is W, N or B, and its cells have local
//! names: `Nb3`. A platform is named by its post, a corner with `u` (up) or `d` (down): `Bd1d`. Its
//! cells have local names, too: `Bd1da1`.
//!
//! A move names the piece and its destination, `P-Nd4ua1`, and its origin only if another piece of
//! the same type can move there: `P(Nd3)-Nd4ua1`. The names follow the place indices of
//! [`crate::geometry::staircase`]: White's board is W whether it is the lowest or the highest, and
//! local cells count from White's left.

use super::parts::{
    BOARDS, EN_PASSANT_SUFFIX, castling_with_promotion, is_rival, promotions, uci_text,
    with_optional_ep_suffix,
};
use super::unmatched::{Unmatched, cells_where};
use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, PLACE_COUNT, corner_of_post};
use crate::moves::{Move, MoveType};
use crate::rules::{AnyBoardText, GameInfo};

/// Formats a move.
pub(super) fn format(board: &dyn AnyBoardText, legal_moves: &[Move], mv: Move) -> String {
    let game = board.game();
    if let Some(text) = castling_with_promotion(game, mv) {
        return text;
    }
    if mv.is_platform_move() {
        return format_platform_move(game, mv);
    }
    let has_rival = legal_moves.iter().any(|&other| is_rival(board, mv, other));
    let text = format_piece_move(board, mv, has_rival);
    if mv.kind() == MoveType::EnPassant { text + EN_PASSANT_SUFFIX } else { text }
}

/// Returns every text that the move accepts: with and without its origin.
pub(super) fn accepted_texts(board: &dyn AnyBoardText, mv: Move) -> Vec<String> {
    let game = board.game();
    if let Some(text) = castling_with_promotion(game, mv) {
        return vec![text];
    }
    if mv.is_platform_move() {
        return vec![format_platform_move(game, mv)];
    }
    let mut texts = with_optional_ep_suffix(mv, format_piece_move(board, mv, true));
    texts.extend(with_optional_ep_suffix(mv, format_piece_move(board, mv, false)));
    texts
}

fn format_piece_move(board: &dyn AnyBoardText, mv: Move, with_origin: bool) -> String {
    let game = board.game();
    let mut text = String::from(game.pieces.capital(board.moved_piece(mv)));
    if with_origin {
        text = format!("{text}({})", place_name(mv.from()));
    }
    text.push(if board.captured(mv).is_some() { 'x' } else { '-' });
    text + &place_name(mv.to()) + &promotions(game, mv)
}

fn format_platform_move(game: &GameInfo, mv: Move) -> String {
    format!("{}-{}{}", place_name(mv.from()), place_name(mv.to()), promotions(game, mv))
}

/// Formats a cell of a fixed board, given by its local coordinates from 0.
fn format_board_cell(board: usize, file: u8, rank: u8) -> String {
    let mut text: String = BOARDS.get(board).copied().into_iter().collect();
    text.extend([char::from(b'a' + file), char::from(b'1' + rank)]);
    text
}

/// Returns the name of a cell or a post.
pub(super) fn place_name(place: Place) -> String {
    let (index, within) = (usize::from(place), (place % 4) as u8);
    if index < FIXED_CELLS {
        return format_board_cell(index / 16, (place % 16 / 4) as u8, within);
    }
    if index >= CELL_COUNT {
        let corner = corner_of_post(index - CELL_COUNT);
        let text = format_board_cell(corner.board, corner.file, corner.rank);
        return text + if corner.above { "u" } else { "d" };
    }
    let mut text = place_name((CELL_COUNT + (index - FIXED_CELLS) / 4) as Place);
    text.extend([char::from(b'a' + within / 2), char::from(b'1' + within % 2)]);
    text
}

/// Returns the cell or post with this name.
fn place_from_name(text: &str) -> Option<Place> {
    (0..PLACE_COUNT).map(|place| place as Place).find(|&place| place_name(place) == text)
}

/// Interprets a text that no legal move accepts. Returns `None` if it does not have the form of
/// this notation.
pub(super) fn interpret(game: &GameInfo, bare: &str) -> Option<Unmatched> {
    let bare = bare.trim_end_matches(EN_PASSANT_SUFFIX);
    let (path, letters) = bare.split_once('=').unwrap_or((bare, ""));
    let (head, to) = path.split_once(['-', 'x'])?;
    let parse_place = |text: &str| {
        place_from_name(text).ok_or_else(|| format!("there is no cell or post `{text}`"))
    };
    let parse = || -> Result<Unmatched, String> {
        let to = parse_place(to)?;
        let (piece, origin) = match head.split_once('(') {
            Some((piece, origin)) => (piece, Some(parse_place(origin.trim_end_matches(')'))?)),
            None => (head, None),
        };
        let letter = piece.chars().next().filter(|_| piece.len() == 1);
        if let Some(kind) = letter.and_then(|letter| game.pieces.kind_of_capital(letter)) {
            let origins = cells_where(game, |cell| origin.is_none_or(|origin| origin == cell));
            return Ok(Unmatched::PieceMove { kind, origins, to, promotion: letters.to_owned() });
        }
        let from = parse_place(head)?;
        Ok(Unmatched::UciMove(uci_text(game, from, to, letters)))
    };
    // Pieces, boards and posts begin with a capital letter.
    head.starts_with(|first: char| first.is_ascii_uppercase())
        .then(|| parse().unwrap_or_else(Unmatched::Error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::staircase::Staircase;

    /// The table of the rules: posts and cells in UCI notation and in Smith's.
    #[test]
    fn place_names_match_the_rules() {
        for (uci, smith) in [
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
            let place = Staircase::<false>::place_from_name(uci);
            assert_eq!(place.map(place_name), Some(smith.to_owned()));
            assert_eq!(place_from_name(smith), place);
        }
    }

    /// If White's board is the highest, it is still W, and above is still `u`.
    #[test]
    fn upside_down_place_names_match_the_rules() {
        for (uci, smith) in [
            ("b16+", "Wa1u"),
            ("c26", "Wb2"),
            ("b52-", "Ba1d"),
            ("e82-", "Bd4d"),
            ("b91", "Ba4db2"),
        ] {
            assert_eq!(
                Staircase::<true>::place_from_name(uci).map(place_name),
                Some(smith.to_owned())
            );
        }
    }
}
