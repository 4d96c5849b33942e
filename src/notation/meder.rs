//! Jens Meder's notation, for all staircase games. The files are z and a to e, the ranks 0 to 9. A
//! cell is its file, its rank and its board: `a2W`, or its *pin*, the post of its platform:
//! `z1QL1`. The pins QL1 to QL6 and KL1 to KL6 are the corners from White's end; `i` marks a
//! platform that hangs below its corner.
//!
//! A move names its destination, `Nc2W`, `b4N`, and what distinguishes its origin from those of the
//! other legal moves of that piece type: `NWc5N`. A pawn's capture names the file and the level of
//! its origin: `aWxb4W`. The promotion of a waiting pawn comes first, in parentheses: `(a8BQ)Nc3W`.
//! A platform move names the pin: `QL3`, or both if another platform can go there: `KL3-QL3`.
//!
//! Parsing also accepts `S` for the board B, `=` before a promotion, and any longer origin.

use super::parts::{
    BOARDS, EN_PASSANT_SUFFIX, castling, is_promotion_letter, is_rival, piece_prefix,
    promotions_with_or_without_sign, uci_text, with_optional_ep_suffix,
};
use super::unmatched::{Unmatched, cells_where};
use crate::geometry::Place;
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, POST_COUNT, corner_of_post, post_place};
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::{AnyBoardText, GameInfo};

/// The letters of the fixed boards with the other letter of the board B.
const BOARDS_WITH_S: [char; 3] = ['W', 'N', 'S'];

/// The parts of a move text that do not depend on the other legal moves.
struct Parts<'a> {
    board: &'a dyn AnyBoardText,
    mv: Move,
    /// The promotion of a waiting pawn in parentheses, or nothing.
    bracket: String,
    /// The move without the promotion of a waiting pawn.
    bare: Move,
}

impl<'a> Parts<'a> {
    fn new(board: &'a dyn AnyBoardText, mv: Move) -> Self {
        let game = board.game();
        let (bracket, bare) = match (board.waiting_pawn(), mv.promotion(), mv.second_promotion()) {
            // The last promotion is the waiting pawn's.
            (Some(cell), Some(first), second) => {
                let plain = mv.without_promotions();
                let bare = second.map_or(plain, |_| plain.with_promotions(first, None));
                let kind = second.unwrap_or(first);
                (format!("({}{})", cell_name(game, cell, BOARDS), game.pieces.capital(kind)), bare)
            }
            _ => (String::new(), mv),
        };
        Parts { board, mv, bracket, bare }
    }

    /// Returns the text of castling; `None` for other moves.
    fn castling(&self) -> Option<String> {
        Some(castling(self.board.game(), self.mv)?.replace('O', "0"))
    }
}

/// Formats a move.
pub(super) fn format(board: &dyn AnyBoardText, legal_moves: &[Move], mv: Move) -> String {
    let game = board.game();
    let parts = Parts::new(board, mv);
    let text = if let Some(text) = parts.castling() {
        text
    } else if mv.is_platform_move() {
        let is_rival = |other: &Move| {
            other.is_platform_move() && other.to() == mv.to() && other.from() != mv.from()
        };
        platform_move(&parts, legal_moves.iter().any(is_rival)) + &letters(game, parts.bare)
    } else {
        let sign = if board.captured(mv).is_some() { "x" } else { "" };
        let suffix = if mv.kind() == MoveType::EnPassant { EN_PASSANT_SUFFIX } else { "" };
        let kind = piece_prefix(game, board.moved_piece(mv));
        let (from, to) = (origin(&parts, legal_moves), cell_name(game, mv.to(), BOARDS));
        format!("{kind}{from}{sign}{to}{}{suffix}", letters(game, parts.bare))
    };
    parts.bracket + &text
}

/// Returns every text that the move accepts.
pub(super) fn accepted_texts(board: &dyn AnyBoardText, mv: Move) -> Vec<String> {
    let game = board.game();
    let parts = Parts::new(board, mv);
    let with_bracket = |text: String| format!("{}{text}", parts.bracket);
    if let Some(text) = parts.castling() {
        return vec![with_bracket(text.replace('0', "O")), with_bracket(text)];
    }
    let mut texts = Vec::new();
    if mv.is_platform_move() {
        for with_origin in [true, false] {
            let text = platform_move(&parts, with_origin);
            for promotion in promotions_with_or_without_sign(game, parts.bare) {
                texts.push(with_bracket(format!("{text}{promotion}")));
            }
        }
        return texts;
    }
    let kind = board.moved_piece(mv);
    let is_capture = board.captured(mv).is_some();
    let sign = if is_capture { "x" } else { "" };
    for boards in [BOARDS, BOARDS_WITH_S] {
        let to = cell_name(game, mv.to(), boards);
        let [file, ..] = coordinates(game, mv.from(), boards);
        // The origin of a pawn begins with its file: `Ba6N` is a bishop's move.
        let is_allowed = |origin: &String| {
            kind != PieceType::PAWN || origin.starts_with(&file) || origin.is_empty() && !is_capture
        };
        for origin in origin_names(game, mv.from(), boards).into_iter().filter(is_allowed) {
            for promotion in promotions_with_or_without_sign(game, parts.bare) {
                let text = format!("{}{origin}{sign}{to}{promotion}", piece_prefix(game, kind));
                texts.extend(with_optional_ep_suffix(mv, with_bracket(text)));
            }
        }
    }
    texts
}

/// Returns the letters of the promotions: `Q`, for two pawns `QN`, or nothing.
fn letters(game: &GameInfo, mv: Move) -> String {
    mv.promotions().map(|it| game.pieces.capital(it)).collect()
}

fn platform_move(parts: &Parts, with_origin: bool) -> String {
    let to = post_name(parts.mv.to());
    if with_origin { format!("{}-{to}", post_name(parts.mv.from())) } else { to }
}

/// Returns the part of the origin that the text needs.
fn origin(parts: &Parts, legal_moves: &[Move]) -> String {
    let game = parts.board.game();
    let (board, mv) = (parts.board, parts.mv);
    let kind = board.moved_piece(mv);
    let is_capture = board.captured(mv).is_some();
    let moves_alike =
        |other| kind != PieceType::PAWN || board.captured(other).is_some() == is_capture;
    let rivals =
        legal_moves.iter().filter(|&&other| is_rival(board, mv, other) && moves_alike(other));
    let rivals: Vec<Place> = rivals.map(|rival| rival.from()).collect();
    let [file, rank, level] = coordinates(game, mv.from(), BOARDS);
    let differs = |index: usize, name: &String| {
        rivals.iter().all(|&rival| coordinates(game, rival, BOARDS).get(index) != Some(name))
    };
    if kind == PieceType::PAWN {
        let shares_both = |&rival: &Place| {
            let [rival_file, _, rival_level] = coordinates(game, rival, BOARDS);
            rival_file == file && rival_level == level
        };
        return match (rivals.is_empty() && !is_capture, rivals.iter().any(shares_both)) {
            (true, _) => String::new(),
            (false, false) => file + &level,
            (false, true) => file + &rank + &level,
        };
    }
    if rivals.is_empty() {
        return String::new();
    }
    let [file_differs, rank_differs, level_differs] =
        [differs(0, &file), differs(1, &rank), differs(2, &level)];
    match (file_differs, rank_differs, level_differs) {
        (true, _, _) => file,
        (false, true, _) => rank,
        (false, false, true) => level,
        (false, false, false) => file + &rank + &level,
    }
}

/// Returns the origins that a text may give for a cell: any of its coordinates.
fn origin_names(game: &GameInfo, cell: Place, boards: [char; 3]) -> Vec<String> {
    let [file, rank, level] = &coordinates(game, cell, boards);
    let mut names = vec![String::new()];
    for part in [file, rank, level] {
        let longer: Vec<String> = names.iter().map(|name| format!("{name}{part}")).collect();
        names.extend(longer);
    }
    names
}

/// Returns the file, the rank and the board or pin of a cell.
fn coordinates(game: &GameInfo, cell: Place, boards: [char; 3]) -> [String; 3] {
    let point = game.space.point(cell);
    let file = if point.file == 0 { 'z' } else { char::from(b'a' + point.file - 1) };
    let index = usize::from(cell);
    let level = match boards.get(index / 16) {
        Some(board) => board.to_string(),
        None => post_name(post_place((index.saturating_sub(FIXED_CELLS) / 4) as u8)),
    };
    [file.to_string(), point.rank.to_string(), level]
}

fn cell_name(game: &GameInfo, cell: Place, boards: [char; 3]) -> String {
    coordinates(game, cell, boards).concat()
}

/// Returns every name of a cell, or the pin of a post.
pub(super) fn place_names(game: &GameInfo, place: Place) -> Vec<String> {
    if usize::from(place) < CELL_COUNT {
        [BOARDS, BOARDS_WITH_S].map(|boards| cell_name(game, place, boards)).into()
    } else {
        vec![post_name(place)]
    }
}

/// Returns the pin of a post.
fn post_name(post: Place) -> String {
    let corner = corner_of_post(usize::from(post) - CELL_COUNT);
    let side = if corner.file == 0 { "QL" } else { "KL" };
    let number = 2 * corner.board + if corner.rank == 0 { 1 } else { 2 };
    format!("{side}{number}{}", if corner.above { "" } else { "i" })
}

/// Interprets a text that no legal move accepts. Returns `None` if it does not have the form of
/// this notation.
pub(super) fn interpret(game: &GameInfo, bare: &str) -> Option<Unmatched> {
    let bare = bare.trim_end_matches(EN_PASSANT_SUFFIX);
    let (bracket, text) = match bare.strip_prefix('(') {
        Some(rest) => rest.split_once(')')?,
        None => ("", bare),
    };
    let waiting = bracket.chars().last().map(|letter| letter.to_ascii_lowercase());
    let posts = || (0..POST_COUNT).map(|post| post_place(post as u8));
    let find_post = |text: &str| posts().find(|&post| post_name(post) == text);
    let path = text.trim_end_matches(is_promotion_letter).trim_end_matches('=');
    let letters = text.get(path.len()..)?.trim_start_matches('=');
    match path.split_once('-') {
        Some((from, to)) if let (Some(from), Some(to)) = (find_post(from), find_post(to)) => {
            let mut uci = uci_text(game, from, to, letters);
            uci.extend(waiting);
            return Some(Unmatched::UciMove(uci));
        }
        None if find_post(path).is_some() => {
            return Some(Unmatched::Error(format!("no platform can go to {path}")));
        }
        _ => {}
    }
    let kind = text.chars().next().and_then(|letter| game.pieces.kind_of_capital(letter));
    let text = if kind.is_some() { text.get(1..)? } else { text };
    // The letter of a board may be that of a promotion: `c8B`.
    let cells = cells_where(game, |_| true);
    for letters_read in 0..=2 {
        let (path, letters) = text.split_at_checked(text.len().checked_sub(letters_read)?)?;
        if !letters.chars().all(is_promotion_letter) {
            break;
        }
        let path = path.trim_end_matches('=');
        for boards in [BOARDS, BOARDS_WITH_S] {
            let ends = |&&cell: &&Place| path.ends_with(&cell_name(game, cell, boards));
            let Some(&to) = cells.iter().find(ends) else { continue };
            let origin = path.strip_suffix(&cell_name(game, to, boards))?.trim_end_matches('x');
            let accepts = |cell| origin_names(game, cell, boards).iter().any(|name| name == origin);
            let mut promotion = letters.to_owned();
            promotion.extend(waiting);
            return Some(Unmatched::PieceMove {
                kind: kind.unwrap_or(PieceType::PAWN),
                origins: cells_where(game, accepts),
                to,
                promotion,
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::NotationCodec;
    use crate::rules::{BuiltIn, Federation, Notation, Sixfold};

    #[test]
    fn place_names_match_the_rules() {
        for (uci, meder) in [
            ("b22", "a2W"),
            ("a13", "z1QL1"),
            ("e97", "d9KL6"),
            ("d54", "c5N"),
            ("c86", "b8B"),
            ("b41", "a4QL2i"),
        ] {
            let cell = Federation::game_info().space.place_from_name(uci).expect("a cell");
            assert_eq!(cell_name(Federation::game_info(), cell, BOARDS), meder);
        }
        for (uci, meder) in [("b12+", "QL1"), ("b34+", "QL3"), ("e64+", "KL4"), ("e86-", "KL6i")] {
            assert_eq!(
                Federation::game_info().space.place_from_name(uci).map(post_name),
                Some(meder.to_owned())
            );
        }
    }

    /// If White's board is the highest, it is still W.
    #[test]
    fn upside_down_place_names_match_the_rules() {
        let cell = |uci| Sixfold::game_info().space.place_from_name(uci).expect("a cell");
        assert_eq!(cell_name(Sixfold::game_info(), cell("c26"), BOARDS), "b2W");
        assert_eq!(post_name(cell("b16+")), "QL1");
        assert_eq!(post_name(cell("b82-")), "QL6i");
    }

    #[test]
    fn start_moves_are_written_as_by_the_author() {
        let board = Federation::startpos();
        let codec = NotationCodec::new(&board);
        for (uci, meder) in [("b12c32", "Nb3W"), ("b22b44", "a4N"), ("b22b32", "a3W")] {
            let mv = board.parse_uci_move(uci).expect("a legal move");
            assert_eq!(codec.format(Notation::Meder, mv), meder);
            assert_eq!(codec.parse(Notation::Meder, &format!("{meder}(=)")), Ok(mv));
        }
        let error = codec.parse(Notation::Meder, "Nd5N").expect_err("no knight reaches it");
        assert!(error.message.contains("knight"), "{error}");
    }
}
