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

use crate::moves::{Kind, Manner, Move, MoveList, Place};
use crate::rules::{Fault, Notation, Part, Text};
use std::cell::OnceCell;
use std::fmt;
use std::str::FromStr;

impl Notation {
    /// All notations, that of programs first.
    pub const ALL: [Notation; 4] = [Notation::Wire, Notation::Roth, Notation::Smith, Notation::San];

    /// The name that the option `Notation` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Wire => "wire",
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
pub struct Scribe<'a, B> {
    board: &'a B,
    legal: MoveList,
    /// For each notation, once it is asked for, every text that is read, and what it means.
    readings: [OnceCell<Vec<(String, Move)>>; Notation::ALL.len()],
}

impl<'a, B: Text> Scribe<'a, B> {
    /// For the moves of this position.
    pub fn new(board: &'a B) -> Self {
        let mut legal = MoveList::new();
        board.generate(Part::All, &mut legal);
        Scribe { board, legal, readings: [const { OnceCell::new() }; Notation::ALL.len()] }
    }

    /// The legal moves.
    pub fn legal(&self) -> &[Move] {
        &self.legal
    }

    /// A legal move in that notation. Where the rule set has not got it, the text means nothing.
    pub fn write(&self, notation: Notation, mv: Move) -> String {
        match notation {
            Notation::Wire => self.board.move_text(mv),
            Notation::Roth => roth::write(self.board, mv),
            Notation::Smith => smith::write(self, mv),
            Notation::San => san::write(self, mv),
        }
    }

    /// The legal move of that text in that notation.
    pub fn read(&self, notation: Notation, text: &str) -> Result<Move, Fault> {
        if notation == Notation::Wire {
            return self.board.parse_move(text);
        }
        let bare = without_marks(text);
        match self.fitting(notation, &bare)[..] {
            [mv] => Ok(mv),
            [] => Err(self.why_not(notation, &bare).unwrap_or_else(|| {
                fault(format!("no move in {notation} notation can be read in `{text}`"))
            })),
            [..] => Err(self.ambiguous(notation, text)),
        }
    }

    /// The legal move of that text in whatever notation for people the rule set has; `unread` is
    /// what is wrong with it if it looks like none of them.
    fn read_any(&self, text: &str, unread: Fault) -> Result<Move, Fault> {
        let bare = without_marks(text);
        let mut found: Option<Move> = None;
        for &notation in B::NOTATIONS {
            for mv in self.fitting(notation, &bare) {
                if found.is_some_and(|found| found != mv) {
                    return Err(self.ambiguous(notation, text));
                }
                found = Some(mv);
            }
        }
        let why = || B::NOTATIONS.iter().find_map(|&notation| self.why_not(notation, &bare));
        found.ok_or_else(|| why().unwrap_or(unread))
    }

    /// The moves that this text, without marks, can mean.
    fn fitting(&self, notation: Notation, bare: &str) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        for (text, mv) in self.readings(notation) {
            if text == bare && !moves.contains(mv) {
                moves.push(*mv);
            }
        }
        moves
    }

    fn readings(&self, notation: Notation) -> &[(String, Move)] {
        let texts = |mv| match notation {
            Notation::Wire => vec![self.board.move_text(mv)],
            Notation::Roth => roth::readings(self.board, mv),
            Notation::Smith => smith::readings(self.board, mv),
            Notation::San => san::readings(self.board, mv),
        };
        let all = || self.legal.iter().flat_map(|&mv| texts(mv).into_iter().map(move |t| (t, mv)));
        // Notations are numbered in the order of `Notation::ALL`.
        match self.readings.get(notation as usize) {
            Some(cell) => cell.get_or_init(|| all().collect()),
            None => &[],
        }
    }

    fn ambiguous(&self, notation: Notation, text: &str) -> Fault {
        let moves = self.fitting(notation, &without_marks(text));
        let texts: Vec<String> = moves.iter().map(|&mv| self.board.move_text(mv)).collect();
        fault(format!("ambiguous: it can be {}", texts.join(" or ")))
    }

    /// What is wrong with a text of that notation, without marks, that no legal move fits; `None`
    /// if it does not look like that notation.
    fn why_not(&self, notation: Notation, bare: &str) -> Option<Fault> {
        if is_castling(bare) {
            return Some(fault(format!("castling by `{bare}` is not legal now")));
        }
        match notation {
            Notation::Wire => None,
            Notation::Roth => roth::why_not(self, bare),
            Notation::Smith => smith::why_not(self, bare),
            Notation::San => san::why_not(self, bare),
        }
        .map(fault)
    }

    /// What is wrong with a move that was read as `wire`, a text of the wire notation.
    fn why_not_wire(&self, notation: Notation, wire: &str) -> String {
        match self.board.parse_move(wire) {
            Ok(mv) => format!("that move is written `{}`", self.write(notation, mv)),
            Err(fault) => fault.fault,
        }
    }

    /// Why no man of that kind, out of those that stand where `may_start` says, goes to that cell
    /// (with these letters of promotion).
    fn why_no_man_goes(
        &self,
        notation: Notation,
        kind: Kind,
        may_start: impl Fn(Place) -> bool,
        to: Place,
        letters: &str,
    ) -> String {
        let name = format!("{kind:?}").to_lowercase();
        let goes = |cell: Place| {
            let man = self.board.man_at(cell);
            man.is_some_and(|man| man.side == self.board.side() && man.kind == kind)
        };
        let cells = (0..B::CELLS).map(|cell| cell as Place);
        let men: Vec<Place> = cells.filter(|&cell| goes(cell) && may_start(cell)).collect();
        match men[..] {
            [] => format!("no {name} of the side to move stands there"),
            [from] => {
                let wire = B::place_name(from) + &B::place_name(to) + &letters.to_lowercase();
                self.why_not_wire(notation, &wire)
            }
            [..] => format!("no {name} can go to {}", B::place_name(to)),
        }
    }
}

/// The legal move of that text, in any notation of the rule set in which it is unambiguous.
pub fn read_move<B: Text>(board: &B, text: &str) -> Result<Move, Fault> {
    // Programs write the wire, and its texts are none of another notation.
    board.parse_move(text).or_else(|unread| Scribe::new(board).read_any(text, unread))
}

fn fault(fault: String) -> Fault {
    Fault { field: "move", fault }
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
fn castling<B: Text>(mv: Move) -> Option<&'static str> {
    let is_short = || B::point(mv.to()).file > B::point(mv.from()).file;
    (mv.manner() == Manner::Castling).then(|| if is_short() { "O-O" } else { "O-O-O" })
}

/// The letter of a man as notations have it, whosever it is.
fn capital(kind: Kind) -> char {
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
fn with_and_without_sign(mv: Move, text: String) -> Vec<String> {
    match mv.manner() {
        Manner::EnPassant => vec![format!("{text}{EN_PASSANT}"), text],
        _ => vec![text],
    }
}

/// Follows a capture en passant.
const EN_PASSANT: &str = "e.p.";
