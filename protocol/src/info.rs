//! `info`: what the engine has found so far.
//!
//! Reading is forgiving, since a match runner also reads other engines: words that are not known
//! here are skipped, as UCI asks.

use crate::ProtocolError;
use crate::tokens::Tokens;
use std::fmt;
use std::str::FromStr;

/// The value of a position, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i64),
    /// The side to move mates in this many of its moves; if negative it is mated in so many of the
    /// opponent's; 0: it is mated as it stands.
    Mate(i64),
}

/// What a score says of the true value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Bound {
    /// It is the value.
    #[default]
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// A report on a search that is going on. Fields that are `None` are not printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Plies searched to the end.
    pub depth: Option<u64>,
    /// The longest line looked at, in plies.
    pub seldepth: Option<u64>,
    /// The rank of this line among the best ones, from 1.
    pub multipv: Option<u64>,
    /// The score and what it says.
    pub score: Option<(Score, Bound)>,
    /// Won, drawn and lost, in permille, from the side to move.
    pub wdl: Option<[u64; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nps: Option<u64>,
    /// How full the table is, in permille.
    pub hashfull: Option<u64>,
    /// Milliseconds since `go` was read.
    pub time: Option<u64>,
    /// The move of the root being searched.
    pub currmove: Option<String>,
    /// Its number in the order of searching, from 1.
    pub currmovenumber: Option<u64>,
    /// The line expected to be played, in wire notation.
    pub pv: Vec<String>,
}

/// The words that may begin a field, where a list of moves ends.
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
        let whole = "a whole number";
        while let Some(word) = tokens.next() {
            match word {
                "depth" => info.depth = Some(tokens.parse_value("info depth", whole)?),
                "seldepth" => info.seldepth = Some(tokens.parse_value("info seldepth", whole)?),
                "multipv" => info.multipv = Some(tokens.parse_value("info multipv", whole)?),
                "score" => info.score = Some(parse_score(&mut tokens)?),
                "wdl" => {
                    let mut permille = [0; 3];
                    for part in &mut permille {
                        *part = tokens.parse_value("info wdl", whole)?;
                    }
                    info.wdl = Some(permille);
                }
                "nodes" => info.nodes = Some(tokens.parse_value("info nodes", whole)?),
                "nps" => info.nps = Some(tokens.parse_value("info nps", whole)?),
                "hashfull" => info.hashfull = Some(tokens.parse_value("info hashfull", whole)?),
                "time" => info.time = Some(tokens.parse_value("info time", whole)?),
                "currmove" => info.currmove = Some(tokens.parse_value("info currmove", "a move")?),
                "currmovenumber" => {
                    info.currmovenumber = Some(tokens.parse_value("info currmovenumber", whole)?);
                }
                "pv" => info.pv = tokens.until(is_keyword).into_iter().map(str::to_owned).collect(),
                // Text to the end of the line.
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
