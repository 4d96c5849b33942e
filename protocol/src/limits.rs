//! `go`: the limits of a search.
//!
//! Every `go` gets a `bestmove`, so an invalid parameter never rejects the line: it is reported and
//! ignored. Numbers out of range are clamped: a negative clock becomes 1 ms instead of no limit.

use crate::ProtocolError;
use crate::tokens::{Number, Tokens, parse_number};
use std::fmt;
use std::ops::RangeInclusive;

/// The limits of a search, as `go` states them. The first limit reached ends the search; without
/// a limit it runs until it is stopped. Times are in milliseconds. `None` is no limit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Search only these root moves; empty for all.
    pub searchmoves: Vec<String>,
    /// Search on the opponent's time: send no `bestmove` before `ponderhit` or `stop`. The clock
    /// starts at `ponderhit`.
    pub ponder: bool,
    /// Send no `bestmove` before `stop`.
    pub infinite: bool,
    /// White's remaining time, at least 1.
    pub wtime: Option<u64>,
    /// Black's remaining time, at least 1.
    pub btime: Option<u64>,
    /// White's increment.
    pub winc: Option<u64>,
    /// Black's increment.
    pub binc: Option<u64>,
    /// Moves to the next time control, at least 1.
    pub movestogo: Option<u64>,
    /// The depth of the last iteration in plies, at least 1.
    pub depth: Option<u64>,
    /// The maximum number of nodes of all threads, at least 1; exact with one thread.
    pub nodes: Option<u64>,
    /// Stop at a mate by the side to move in this many moves, at least 1. The engine prunes no
    /// moves in such a search, so it finds the mate if it exists and time allows.
    pub mate: Option<u64>,
    /// A fixed time for this move, at least 1. It overrides the clocks.
    pub movetime: Option<u64>,
}

/// The maximum time: about 49 days.
const MAX_TIME_MS: u64 = u32::MAX as u64;

/// The parameters that take a number, in the order in which they are printed, and their ranges.
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
        || NUMERIC_PARAMETERS.iter().any(|(name, _)| *name == word)
}

impl Limits {
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

    /// Returns whether only `stop` ends this search once it no longer ponders.
    pub fn is_unlimited(&self) -> bool {
        let clocks = [self.wtime, self.btime, self.winc, self.binc, self.movestogo, self.movetime];
        let limits = [self.depth, self.nodes, self.mate];
        self.infinite || clocks.iter().chain(&limits).all(Option::is_none)
    }

    /// Parses the rest of the line after `go`. Returns the errors in parameters that it ignores.
    pub(crate) fn parse(tokens: &mut Tokens) -> (Limits, Vec<ProtocolError>) {
        let (mut go, mut notes) = (Limits::default(), Vec::new());
        while let Some(word) = tokens.next() {
            match word {
                "searchmoves" => {
                    if !tokens.append_moves(&mut go.searchmoves, is_keyword) {
                        notes.push(ProtocolError::unexpected(
                            "go searchmoves",
                            tokens.peek(),
                            "moves; ignored",
                        ));
                    }
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                _ => match (
                    NUMERIC_PARAMETERS.iter().find(|(name, _)| *name == word),
                    go.field_mut(word),
                ) {
                    (Some((_, range)), Some(field)) => {
                        notes.extend(parse_parameter(tokens, word, range, field));
                    }
                    _ => notes.push(ProtocolError::unexpected(
                        "go",
                        Some(word),
                        "a parameter of go; ignored",
                    )),
                },
            }
        }
        (go, notes)
    }
}

/// Parses the number after `word` into its field. Returns the error if it is not a number in range.
fn parse_parameter(
    tokens: &mut Tokens,
    word: &str,
    range: &RangeInclusive<u64>,
    field: &mut Option<u64>,
) -> Option<ProtocolError> {
    let place = format!("go {word}");
    // A keyword in place of the number starts the next parameter.
    let Some(read) = tokens.peek().filter(|read| !is_keyword(read)) else {
        return Some(ProtocolError::unexpected(place, tokens.peek(), "a whole number; ignored"));
    };
    tokens.next();
    match parse_number(read, range) {
        Number::InRange(value) => {
            *field = Some(value);
            None
        }
        // Some programs send `movestogo 0` if there is no further time control.
        Number::Clamped(_) if word == "movestogo" && read.trim_start_matches('0').is_empty() => {
            None
        }
        Number::Clamped(used) => {
            *field = Some(used);
            Some(ProtocolError::Clamped { place, read: read.to_owned(), used })
        }
        Number::Invalid => {
            Some(ProtocolError::unexpected(place, Some(read), "a whole number; ignored"))
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        // `field_mut` needs a mutable reference.
        let mut copy = self.clone();
        for (word, _) in &NUMERIC_PARAMETERS {
            if let Some(value) = copy.field_mut(word).and_then(|field| *field) {
                write!(f, " {word} {value}")?;
            }
        }
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves.join(" "))?;
        }
        Ok(())
    }
}
