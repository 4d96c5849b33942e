//! `info`: the state of a running search.
//!
//! The parser skips unknown words, as UCI demands: a match runner reads the output of other
//! engines.

use crate::ProtocolError;
use crate::tokens::Tokens;
use std::fmt;
use std::str::FromStr;

/// The score of a position, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// The score in hundredths of a pawn.
    Centipawns(i64),
    /// The side to move mates in this many of its moves. If negative, it is mated in this many of
    /// the opponent's moves. 0: it is checkmated.
    Mate(i64),
}

/// The relation of a score to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// The state of a running search. Fields that are `None` are not printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The completed depth in plies.
    pub depth: Option<u64>,
    /// The length of the longest line searched, in plies.
    pub seldepth: Option<u64>,
    /// The rank of this line, from 1.
    pub multipv: Option<u64>,
    /// The score, and whether it is a bound.
    pub score: Option<(Score, Bound)>,
    /// The probabilities of win, draw and loss in permille, from the side to move.
    pub wdl: Option<[u64; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// The occupancy of the transposition table, in permille.
    pub hashfull: Option<u64>,
    /// The positions that tables of endings have answered.
    pub tbhits: Option<u64>,
    /// Milliseconds since `go`.
    pub time: Option<u64>,
    /// The root move that is being searched.
    pub currmove: Option<String>,
    /// The number of that move in search order, from 1.
    pub currmovenumber: Option<u64>,
    /// The principal variation, in UCI notation.
    pub pv: Vec<String>,
}

/// Returns whether a word begins a field and so ends a list of moves.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "depth"
            | "seldepth"
            | "multipv"
            | "score"
            | "wdl"
            | "nodes"
            | "nps"
            | "hashfull"
            | "tbhits"
            | "sbhits"
            | "cpuload"
            | "time"
            | "currmove"
            | "currmovenumber"
            | "pv"
            | "refutation"
            | "currline"
            | "string"
    )
}

fn parse_score(tokens: &mut Tokens) -> Result<(Score, Bound), ProtocolError> {
    let score = match tokens.next() {
        Some("cp") => Score::Centipawns(tokens.parse_value("info score cp", "a whole number")?),
        Some("mate") => Score::Mate(tokens.parse_value("info score mate", "a whole number")?),
        read => return Err(ProtocolError::unexpected("info score", read, "'cp' or 'mate'")),
    };
    let bound = match tokens.peek() {
        Some("lowerbound") => Bound::Lower,
        Some("upperbound") => Bound::Upper,
        _ => return Ok((score, Bound::Exact)),
    };
    tokens.next();
    Ok((score, bound))
}

impl FromStr for Info {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Info, ProtocolError> {
        let mut tokens = Tokens::new(line);
        tokens.literal("info", "info")?;
        let mut info = Info::default();
        let expected = "a whole number";
        while let Some(word) = tokens.next() {
            match word {
                "depth" => info.depth = Some(tokens.parse_value("info depth", expected)?),
                "seldepth" => info.seldepth = Some(tokens.parse_value("info seldepth", expected)?),
                "multipv" => info.multipv = Some(tokens.parse_value("info multipv", expected)?),
                "score" => info.score = Some(parse_score(&mut tokens)?),
                "wdl" => {
                    let mut permille = [0; 3];
                    for part in &mut permille {
                        *part = tokens.parse_value("info wdl", expected)?;
                    }
                    info.wdl = Some(permille);
                }
                "nodes" => info.nodes = Some(tokens.parse_value("info nodes", expected)?),
                "nps" => info.nps = Some(tokens.parse_value("info nps", expected)?),
                "hashfull" => info.hashfull = Some(tokens.parse_value("info hashfull", expected)?),
                "tbhits" => info.tbhits = Some(tokens.parse_value("info tbhits", expected)?),
                "time" => info.time = Some(tokens.parse_value("info time", expected)?),
                "currmove" => info.currmove = Some(tokens.parse_value("info currmove", "a move")?),
                "currmovenumber" => {
                    info.currmovenumber =
                        Some(tokens.parse_value("info currmovenumber", expected)?);
                }
                "pv" => info.pv = tokens.until(is_keyword).into_iter().map(str::to_owned).collect(),
                // The rest of the line is text.
                "string" => break,
                _ => {}
            }
        }
        Ok(info)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |f: &mut fmt::Formatter<'_>, word: &str, value: Option<u64>| {
            value.iter().try_for_each(|value| write!(f, " {word} {value}"))
        };
        f.write_str("info")?;
        number(f, "depth", self.depth)?;
        number(f, "seldepth", self.seldepth)?;
        number(f, "multipv", self.multipv)?;
        if let Some((score, bound)) = self.score {
            write!(f, " score {score}")?;
            f.write_str(match bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            })?;
        }
        if let Some([won, drawn, lost]) = self.wdl {
            write!(f, " wdl {won} {drawn} {lost}")?;
        }
        number(f, "nodes", self.nodes)?;
        number(f, "nps", self.nps)?;
        number(f, "hashfull", self.hashfull)?;
        number(f, "tbhits", self.tbhits)?;
        number(f, "time", self.time)?;
        if let Some(currmove) = &self.currmove {
            write!(f, " currmove {currmove}")?;
        }
        number(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        Ok(())
    }
}
