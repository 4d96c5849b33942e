//! `go`: what limits a search.
//!
//! A pair that cannot be read is ignored and told, and the rest of the line goes on: whoever said
//! `go` must get his `bestmove`. Numbers beyond their range are brought to its nearer end, so that
//! a clock below zero leaves a moment and not for ever.

use crate::ProtocolError;
use crate::tokens::{Number, Tokens, parse_number};
use std::fmt;
use std::ops::RangeInclusive;

/// The limits of a search. A field that is `None` does not limit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Search these moves of the root only; all of them if empty.
    pub searchmoves: Vec<String>,
    /// Search in the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Search until `stop`.
    pub infinite: bool,
    /// White's clock in milliseconds, at least 1.
    pub wtime: Option<u64>,
    /// Black's clock in milliseconds, at least 1.
    pub btime: Option<u64>,
    /// White's increment in milliseconds.
    pub winc: Option<u64>,
    /// Black's increment in milliseconds.
    pub binc: Option<u64>,
    /// Moves to the next time control, at least 1.
    pub movestogo: Option<u64>,
    /// Plies, at least 1.
    pub depth: Option<u64>,
    /// Nodes, at least 1.
    pub nodes: Option<u64>,
    /// Look for a mate in this many moves, at least 1.
    pub mate: Option<u64>,
    /// Milliseconds for this move, at least 1.
    pub movetime: Option<u64>,
}

/// The longest time that can be given: about 49 days.
const MAX_TIME_MS: u64 = u32::MAX as u64;

/// The words that take a number, in the order in which they are printed, and its range.
const NUMERIC_PARAMETERS: [(&str, RangeInclusive<u64>); 9] = [
    ("wtime", 1..=MAX_TIME_MS),
    ("btime", 1..=MAX_TIME_MS),
    ("winc", 0..=MAX_TIME_MS),
    ("binc", 0..=MAX_TIME_MS),
    ("movestogo", 1..=u32::MAX as u64),
    ("depth", 1..=u32::MAX as u64),
    ("nodes", 1..=u64::MAX),
    ("mate", 1..=u32::MAX as u64),
    ("movetime", 1..=MAX_TIME_MS),
];

fn is_keyword(word: &str) -> bool {
    matches!(word, "searchmoves" | "ponder" | "infinite" | "perft")
        || NUMERIC_PARAMETERS.iter().any(|(pair, _)| *pair == word)
}

impl Go {
    fn field_mut(&mut self, word: &str) -> Option<&mut Option<u64>> {
        Some(match word {
            "wtime" => &mut self.wtime,
            "btime" => &mut self.btime,
            "winc" => &mut self.winc,
            "binc" => &mut self.binc,
            "movestogo" => &mut self.movestogo,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.movetime,
            _ => return None,
        })
    }

    /// Does nothing but `stop` end this search, once it is no longer pondering?
    pub fn is_unlimited(&self) -> bool {
        let limits = [self.wtime, self.btime, self.depth, self.nodes, self.mate, self.movetime];
        self.infinite || limits.iter().all(Option::is_none)
    }

    /// Reads what follows `go`; what cannot be read is ignored and noted.
    pub(crate) fn parse(tokens: &mut Tokens) -> (Go, Vec<ProtocolError>) {
        let (mut go, mut notes) = (Go::default(), Vec::new());
        while let Some(word) = tokens.next() {
            match word {
                "searchmoves" => {
                    let moves = tokens.moves(is_keyword);
                    if moves.is_empty() {
                        notes.push(ProtocolError::unexpected(
                            "go searchmoves",
                            tokens.peek(),
                            "moves; ignored",
                        ));
                    }
                    go.searchmoves.extend(moves);
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                _ => match (
                    NUMERIC_PARAMETERS.iter().find(|(pair, _)| *pair == word),
                    go.field_mut(word),
                ) {
                    (Some((_, range)), Some(slot)) => {
                        notes.extend(parse_parameter(tokens, word, range, slot));
                    }
                    _ => notes.push(ProtocolError::unexpected(
                        "go",
                        Some(word),
                        "a word that go knows; ignored",
                    )),
                },
            }
        }
        (go, notes)
    }
}

/// Reads the number after `word` into its slot; the fault is for noting only.
fn parse_parameter(
    tokens: &mut Tokens,
    word: &str,
    range: &RangeInclusive<u64>,
    slot: &mut Option<u64>,
) -> Option<ProtocolError> {
    let place = format!("go {word}");
    // A word of its own in the place of the number starts the next pair.
    let Some(read) = tokens.peek().filter(|read| !is_keyword(read)) else {
        return Some(ProtocolError::unexpected(place, tokens.peek(), "a whole number; ignored"));
    };
    tokens.next();
    match parse_number(read, range) {
        Number::InRange(value) => {
            *slot = Some(value);
            None
        }
        // Some programs say that there is no further time control by none in no moves.
        Number::Clamped(_) if word == "movestogo" && read.trim_start_matches('0').is_empty() => {
            None
        }
        Number::Clamped(taken) => {
            *slot = Some(taken);
            Some(ProtocolError::Clamped { place, read: read.to_owned(), used: taken })
        }
        Number::Invalid => {
            Some(ProtocolError::unexpected(place, Some(read), "a whole number; ignored"))
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        // A copy, since a slot is found through a mutable reference.
        let mut copy = self.clone();
        for (word, _) in &NUMERIC_PARAMETERS {
            if let Some(value) = copy.field_mut(word).and_then(|slot| *slot) {
                write!(f, " {word} {value}")?;
            }
        }
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves.join(" "))?;
        }
        Ok(())
    }
}
