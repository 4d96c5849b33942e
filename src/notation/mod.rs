//! Moves in writing: the wire notation of programs, and those of people.
//!
//! A [`Scribe`] writes and reads the moves of one position. Reading is matching: every legal move
//! says how it may be written (`roth`, `smith`, `san`), and a text is the one move that it
//! fits. So what is read is legal, what is written is read back, and a text that fits two moves is
//! found out. A text that fits none is taken apart only to say what is wrong with it.
//!
//! A rule set lists the notations that it has in [`Text::NOTATIONS`]; the wire goes without saying.
//! What can go wrong: a notation in which two moves of a position are written alike. The round
//! trips in `tests/notations.rs` would find it.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod roth;
mod san;
mod smith;

use crate::geometry::Place;
use crate::moves::{Move, MoveList, MoveType, PieceType};
use crate::rules::{BoardText, GenType, Notation, ParseError};
use std::cell::OnceCell;
use std::fmt;
use std::str::FromStr;

impl Notation {
    /// All notations, that of programs first.
    pub const ALL: [Notation; 4] = [Notation::Uci, Notation::Roth, Notation::Smith, Notation::San];

    /// The name that the option `Notation` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Uci => "wire",
            Notation::Roth => "roth",
            Notation::Smith => "smith",
            Notation::San => "san",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no notation has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no notation is called \"{name}\"")]
pub struct UnknownNotation {
    /// What was read.
    pub name: String,
}

impl FromStr for Notation {
    type Err = UnknownNotation;

    /// Upper and lower case are the same.
    fn from_str(name: &str) -> Result<Notation, UnknownNotation> {
        let mut all = Notation::ALL.into_iter();
        all.find(|notation| notation.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownNotation { name: name.to_owned() })
    }
}

/// Writes and reads the moves of one position.
pub struct NotationCodec<'a, B> {
    board: &'a B,
    legal_moves: MoveList,
    /// For each notation, once it is asked for, every text that is read, and what it means.
    accepted_texts: [OnceCell<Vec<(String, Move)>>; Notation::ALL.len()],
}

impl<'a, B: BoardText> NotationCodec<'a, B> {
    /// For the moves of this position.
    pub fn new(board: &'a B) -> Self {
        let mut legal_moves = MoveList::new();
        board.generate(GenType::All, &mut legal_moves);
        NotationCodec {
            board,
            legal_moves,
            accepted_texts: [const { OnceCell::new() }; Notation::ALL.len()],
        }
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> &[Move] {
        &self.legal_moves
    }

    /// A legal move in that notation. Where the rule set has not got it, the text means nothing.
    pub fn format(&self, notation: Notation, mv: Move) -> String {
        match notation {
            Notation::Uci => self.board.move_to_uci(mv),
            Notation::Roth => roth::format(self.board, mv),
            Notation::Smith => smith::format(self, mv),
            Notation::San => san::format(self, mv),
        }
    }

    /// The legal move of that text in that notation.
    pub fn parse(&self, notation: Notation, text: &str) -> Result<Move, ParseError> {
        if notation == Notation::Uci {
            return self.board.parse_uci_move(text);
        }
        let bare = without_marks(text);
        match self.matching_moves(notation, &bare)[..] {
            [mv] => Ok(mv),
            [] => Err(self.explain_no_match(notation, &bare).unwrap_or_else(|| {
                move_error(format!("no move in {notation} notation can be read in `{text}`"))
            })),
            [..] => Err(self.ambiguity_error(notation, text)),
        }
    }

    /// The legal move of that text in whatever notation for people the rule set has; `unread` is
    /// what is wrong with it if it looks like none of them.
    fn parse_any(&self, text: &str, unread: ParseError) -> Result<Move, ParseError> {
        let bare = without_marks(text);
        let mut found: Option<Move> = None;
        for &notation in B::NOTATIONS {
            for mv in self.matching_moves(notation, &bare) {
                if found.is_some_and(|found| found != mv) {
                    return Err(self.ambiguity_error(notation, text));
                }
                found = Some(mv);
            }
        }
        let why =
            || B::NOTATIONS.iter().find_map(|&notation| self.explain_no_match(notation, &bare));
        found.ok_or_else(|| why().unwrap_or(unread))
    }

    /// The moves that this text, without marks, can mean.
    fn matching_moves(&self, notation: Notation, bare: &str) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        for (text, mv) in self.accepted_texts(notation) {
            if text == bare && !moves.contains(mv) {
                moves.push(*mv);
            }
        }
        moves
    }

    fn accepted_texts(&self, notation: Notation) -> &[(String, Move)] {
        let texts = |mv| match notation {
            Notation::Uci => vec![self.board.move_to_uci(mv)],
            Notation::Roth => roth::accepted_texts(self.board, mv),
            Notation::Smith => smith::accepted_texts(self.board, mv),
            Notation::San => san::accepted_texts(self.board, mv),
        };
        let all =
            || self.legal_moves.iter().flat_map(|&mv| texts(mv).into_iter().map(move |t| (t, mv)));
        // Notations are numbered in the order of `Notation::ALL`.
        match self.accepted_texts.get(notation as usize) {
            Some(cell) => cell.get_or_init(|| all().collect()),
            None => &[],
        }
    }

    fn ambiguity_error(&self, notation: Notation, text: &str) -> ParseError {
        let moves = self.matching_moves(notation, &without_marks(text));
        let texts: Vec<String> = moves.iter().map(|&mv| self.board.move_to_uci(mv)).collect();
        move_error(format!("ambiguous: it can be {}", texts.join(" or ")))
    }

    /// What is wrong with a text of that notation, without marks, that no legal move fits; `None`
    /// if it does not look like that notation.
    fn explain_no_match(&self, notation: Notation, bare: &str) -> Option<ParseError> {
        if is_castling(bare) {
            return Some(move_error(format!("castling by `{bare}` is not legal now")));
        }
        match notation {
            Notation::Uci => None,
            Notation::Roth => roth::explain_no_match(self, bare),
            Notation::Smith => smith::explain_no_match(self, bare),
            Notation::San => san::explain_no_match(self, bare),
        }
        .map(move_error)
    }

    /// What is wrong with a move that was read as `wire`, a text of the wire notation.
    fn explain_uci_move(&self, notation: Notation, wire: &str) -> String {
        match self.board.parse_uci_move(wire) {
            Ok(mv) => format!("that move is written `{}`", self.format(notation, mv)),
            Err(fault) => fault.message,
        }
    }

    /// Why no man of that kind, out of those that stand where `may_start` says, goes to that cell
    /// (with these letters of promotion).
    fn explain_piece_move(
        &self,
        notation: Notation,
        kind: PieceType,
        may_start: impl Fn(Place) -> bool,
        to: Place,
        letters: &str,
    ) -> String {
        let name = format!("{kind:?}").to_lowercase();
        let goes = |cell: Place| {
            let man = self.board.piece_at(cell);
            man.is_some_and(|man| man.side == self.board.side_to_move() && man.kind == kind)
        };
        let cells = (0..B::CELLS).map(|cell| cell as Place);
        let men: Vec<Place> = cells.filter(|&cell| goes(cell) && may_start(cell)).collect();
        match men[..] {
            [] => format!("no {name} of the side to move stands there"),
            [from] => {
                let wire = B::place_name(from) + &B::place_name(to) + &letters.to_lowercase();
                self.explain_uci_move(notation, &wire)
            }
            [..] => format!("no {name} can go to {}", B::place_name(to)),
        }
    }
}

/// The legal move of that text, in any notation of the rule set in which it is unambiguous.
pub fn parse_move<B: BoardText>(board: &B, text: &str) -> Result<Move, ParseError> {
    // Programs write the wire, and its texts are none of another notation.
    board.parse_uci_move(text).or_else(|unread| NotationCodec::new(board).parse_any(text, unread))
}

fn move_error(fault: String) -> ParseError {
    ParseError { field: "move", message: fault }
}

/// The text without what people add to a move: signs of check and mate and of praise and blame; and
/// castling with noughts as castling with letters.
fn without_marks(text: &str) -> String {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    if bare.starts_with("0-0") { bare.replace('0', "O") } else { bare.to_owned() }
}

fn is_castling(bare: &str) -> bool {
    matches!(bare, "O-O" | "O-O-O")
}

/// Castling as every notation writes it: long where the rook stands to the king's left.
fn castling<B: BoardText>(mv: Move) -> Option<&'static str> {
    let is_short = || B::point(mv.to()).file > B::point(mv.from()).file;
    (mv.kind() == MoveType::Castling).then(|| if is_short() { "O-O" } else { "O-O-O" })
}

/// The letter of a man as notations have it, whosever it is.
fn capital(kind: PieceType) -> char {
    kind.letter().to_ascii_uppercase()
}

/// `=Q`, for two pawns `=QN`, or nothing.
fn promotions(mv: Move) -> String {
    let mut text = String::new();
    for kind in [mv.promotion(), mv.second_promotion()].into_iter().flatten() {
        if text.is_empty() {
            text.push('=');
        }
        text.push(capital(kind));
    }
    text
}

/// The text as it is; where the move captures en passant, with the sign for it, too.
fn with_optional_ep_suffix(mv: Move, text: String) -> Vec<String> {
    match mv.kind() {
        MoveType::EnPassant => vec![format!("{text}{EN_PASSANT_SUFFIX}"), text],
        _ => vec![text],
    }
}

/// Follows a capture en passant.
const EN_PASSANT_SUFFIX: &str = "e.p.";
