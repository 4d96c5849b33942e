//! Moves in UCI notation, the same for all rule sets: the names of the places, then the letters of
//! the promotions.
//!
//! Why a text is no legal move follows from what stands on its places and from the pseudo-legal
//! moves, so no rule set explains its moves itself.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::geometry::Place;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::{AnyBoard, GameInfo, ParseError};
use std::collections::BTreeSet;

/// The places that UCI notation names in a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UciPlaces {
    /// The origin.
    pub from: Place,
    /// Whether the piece captures without moving: an `x` stands after the origin.
    pub captures_from_afar: bool,
    /// A cell between origin and destination that the notation names, too.
    pub via: Option<Place>,
    /// The destination.
    pub to: Place,
}

/// A text in UCI notation, legal or not.
struct UciText {
    places: UciPlaces,
    promotions: Vec<PieceType>,
}

impl UciText {
    fn parse(game: &GameInfo, text: &str) -> Result<UciText, String> {
        if text == "0000" {
            return Err("`0000`, the null move, is not legal in a game".into());
        }
        let (from, rest) = split_place(game, text)?;
        if rest.is_empty() {
            return Err(format!("`{text}` read, two places expected"));
        }
        let afar = rest.strip_prefix('x').filter(|_| game.is_from_file());
        let captures_from_afar = afar.is_some();
        let (to, rest) = split_place(game, afar.unwrap_or(rest))?;
        let (via, to, letters) = match split_place(game, rest) {
            Ok((end, rest)) => (Some(to), end, rest),
            Err(_) => (None, to, rest),
        };
        let places = UciPlaces { from, captures_from_afar, via, to };
        let parse_letter = |letter| {
            let kind = game.pieces.kind(letter);
            let kind = kind.filter(|kind| game.promotions.contains(kind));
            kind.ok_or_else(|| format!("`{letter}` read, the letter of a promotion expected"))
        };
        Ok(UciText {
            places,
            promotions: letters.chars().map(parse_letter).collect::<Result<_, _>>()?,
        })
    }
}

/// Splits a text after the place with which it begins.
fn split_place<'a>(game: &GameInfo, text: &'a str) -> Result<(Place, &'a str), String> {
    let length = game.space.place_name(0).len();
    let is_post =
        game.post_count > 0 && text.chars().nth(length).is_some_and(|sign| "+-".contains(sign));
    let end =
        text.char_indices().nth(length + usize::from(is_post)).map_or(text.len(), |(at, _)| at);
    let (name, rest) = text.split_at(end);
    let place = game.space.place_from_name(name);
    let what = if is_post { "post" } else { "cell" };
    place.map(|place| (place, rest)).ok_or_else(|| format!("there is no {what} `{name}`"))
}

impl UciPlaces {
    /// Returns the UCI text of the move that has these places.
    pub fn text(self, game: &GameInfo, mv: Move) -> String {
        let mut text = game.space.place_name(self.from);
        if self.captures_from_afar {
            text.push('x');
        }
        for place in self.via.into_iter().chain([self.to]) {
            text += &game.space.place_name(place);
        }
        text.extend(mv.promotions().map(|kind| game.pieces.letter(kind)));
        text
    }
}

/// Returns the legal move with this UCI text. `places` returns the places in the text of a move.
pub(crate) fn parse_move(
    board: &dyn AnyBoard,
    text: &str,
    places: &dyn Fn(Move) -> UciPlaces,
) -> Result<Move, ParseError> {
    let error = |message| ParseError { field: "move", message };
    let read = UciText::parse(board.game(), text).map_err(error)?;
    let moves = board.legal_moves();
    let is_read = |mv: &&Move| {
        places(**mv) == read.places && mv.promotions().eq(read.promotions.iter().copied())
    };
    let legal = moves.iter().find(is_read);
    legal.copied().ok_or_else(|| error(explain_illegal_move(board, &read, &moves, places)))
}

/// Explains why no legal move has these places and promotions.
fn explain_illegal_move(
    board: &dyn AnyBoard,
    text: &UciText,
    legal_moves: &[Move],
    places: &dyn Fn(Move) -> UciPlaces,
) -> String {
    let game = board.game();
    let UciPlaces { from, to, .. } = text.places;
    if legal_moves.is_empty() && board.variant_outcome().is_some() {
        return "the pieces on the board end the game".into();
    }
    let is_post = |place: Place| usize::from(place) >= game.cell_count;
    let impossible = match (is_post(from), is_post(to)) {
        (false, false) => explain_cells(board, from, to),
        (true, true) => explain_posts(board, from, to),
        _ => Some("a piece moves from cell to cell, a platform from post to post".into()),
    };
    if let Some(why) = impossible {
        return why;
    }
    for mv in moves_with_places(game, text.places, places) {
        let fitting = pseudo_legal_promotions(board, mv);
        if let Some(count) = fitting.iter().map(Vec::len).max() {
            return if !fitting.contains(&text.promotions) {
                explain_letters(board, &fitting, count)
            } else if mv.kind() == MoveType::Castling {
                "the king would castle out of check, through it or into it".into()
            } else {
                "it leaves the king attacked".into()
            };
        }
    }
    explain_unreachable(board, text.places, legal_moves)
}

/// Explains why no piece can go between two cells, as far as this depends on the cells.
fn explain_cells(board: &dyn AnyBoard, from: Place, to: Place) -> Option<String> {
    let game = board.game();
    if let Some(&cell) = [from, to].iter().find(|&&cell| !board.is_live(cell)) {
        return Some(format!("no platform covers {}", game.space.place_name(cell)));
    }
    let from_name = game.space.place_name(from);
    match board.piece_at(from) {
        None => Some(format!("no piece stands on {from_name}")),
        Some(piece) if piece.side != board.side_to_move() => {
            Some(format!("the piece on {from_name} is {}'s, who is not to move", piece.side))
        }
        Some(_) => None,
    }
}

/// Explains why no platform can go between two posts, as far as this depends on what stands there.
fn explain_posts(board: &dyn AnyBoard, from: Place, to: Place) -> Option<String> {
    let game = board.game();
    let is_held = |post: Place| board.platforms().iter().any(|&(held, _)| held == post);
    let mut aboard =
        game.space.covered_cells(from).into_iter().filter_map(|cell| board.piece_at(cell));
    let enemy = board.side_to_move().other();
    let (from_name, to_name) = (game.space.place_name(from), game.space.place_name(to));
    if !is_held(from) {
        Some(format!("no platform stands on {from_name}"))
    } else if aboard.any(|piece| piece.side == enemy) {
        Some(format!("the platform on {from_name} holds a piece of {enemy:?}"))
    } else if is_held(to) {
        Some(format!("a platform stands on {to_name} already"))
    } else {
        None
    }
}

/// Returns the moves without promotion that UCI notation writes with these places, legal or not.
fn moves_with_places(
    game: &GameInfo,
    wanted: UciPlaces,
    places: &dyn Fn(Move) -> UciPlaces,
) -> Vec<Move> {
    let destinations = game.cells().chain(game.posts());
    let moves =
        destinations.flat_map(|to| MoveType::ALL.map(|kind| Move::new(wanted.from, to, kind)));
    moves.filter(|&mv| places(mv) == wanted).collect()
}

/// Returns the lists of promotions with which a move is pseudo-legal.
fn pseudo_legal_promotions(board: &dyn AnyBoard, mv: Move) -> Vec<Vec<PieceType>> {
    let game = board.game();
    let kinds = game.promotions.iter().copied();
    let pairs = kinds
        .clone()
        .flat_map(|first| game.promotions.iter().map(move |&second| vec![first, second]));
    let lists = [Vec::new()].into_iter().chain(kinds.map(|kind| vec![kind])).chain(pairs);
    let is_pseudo_legal = |list: &Vec<PieceType>| {
        board.is_pseudo_legal(match list[..] {
            [] => mv,
            [first, ref rest @ ..] => mv.with_promotions(first, rest.first().copied()),
        })
    };
    lists.filter(is_pseudo_legal).collect()
}

/// Explains that a move has other letters than it can have.
fn explain_letters(board: &dyn AnyBoard, fitting: &[Vec<PieceType>], count: usize) -> String {
    let game = board.game();
    let mut letters = String::new();
    for kind in fitting.iter().flatten().map(|&kind| game.pieces.letter(kind)) {
        if !letters.contains(kind) {
            letters.push(kind);
        }
    }
    match (board.waiting_pawn(), count) {
        (_, 0) => "it promotes nothing there: no letter expected".into(),
        (Some(pawn), _) => {
            let name = game.space.place_name(pawn);
            format!(
                "the pawn on {name} promotes first: a letter of `{letters}` expected at the end"
            )
        }
        (None, 1) => format!("it promotes there: one letter of `{letters}` expected"),
        (None, _) => format!("two pawns promote there: two letters of `{letters}` expected"),
    }
}

/// Explains that no pseudo-legal move leads to the destination.
fn explain_unreachable(board: &dyn AnyBoard, places: UciPlaces, legal_moves: &[Move]) -> String {
    let game = board.game();
    let UciPlaces { from, via, to, .. } = places;
    let [from_name, to_name] = [from, to].map(|place| game.space.place_name(place));
    let Some(piece) = board.piece_at(from) else {
        let platform_moves = legal_moves.iter().filter(|mv| mv.from() == from);
        let posts: BTreeSet<Place> = platform_moves.map(|mv| mv.to()).collect();
        let posts: Vec<String> =
            posts.into_iter().map(|place| game.space.place_name(place)).collect();
        return match posts.join(", ") {
            posts if posts.is_empty() => format!("the platform on {from_name} cannot move now"),
            posts => format!("the platform on {from_name} cannot go to {to_name}, only to {posts}"),
        };
    };
    let own = board.piece_at(to).filter(|other| other.side == piece.side);
    let name = game.pieces.name(piece.kind);
    match (own.map(|own| own.kind), via) {
        (Some(PieceType::ROOK), None) if piece.kind == game.king => {
            format!("the king cannot castle with the rook on {to_name} now")
        }
        (Some(_), None) => format!("a piece of the same side stands on {to_name}"),
        (_, Some(via)) => {
            let via = game.space.place_name(via);
            format!("the {name} on {from_name} does not reach {to_name} by way of {via}")
        }
        (None, None) => format!("the {name} on {from_name} does not reach {to_name}"),
    }
}
