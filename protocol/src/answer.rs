//! What the engine sends back: one answer a line.

use crate::tokens::Tokens;
use crate::{Declaration, Fault, Info, Text, json};
use std::fmt;
use std::str::FromStr;

/// What stands for a move where there is none.
pub const NONE: &str = "(none)";

/// How a game stands, as `query result` is answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// It is not over.
    None,
    /// The side that moved first has won.
    FirstWins,
    /// The other side has won.
    SecondWins,
    /// A draw.
    Draw,
}

/// The answer to a `query`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// To `gameover` and `p1turn`.
    Truth(bool),
    /// To `result`; `none` is the answer to `reason`, too, while the game goes on.
    Outcome(Outcome),
    /// To `reason`.
    Reason(String),
}

/// An answer from the engine to the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The name of the engine.
    Name(String),
    /// Who made it.
    Author(String),
    /// An option that it has.
    Option(Declaration),
    /// The end of the answer to `uci`.
    UciOk,
    /// To `isready`.
    ReadyOk,
    /// How the search goes.
    Info(Info),
    /// Words.
    Text(Text),
    /// The end of a search.
    BestMove {
        /// The move to play; `None` if there is none to give.
        best: Option<String>,
        /// The reply to ponder on.
        ponder: Option<String>,
    },
    /// To `query`.
    Response(Response),
    /// To `wait`.
    Wait,
    /// To `geometry`.
    Geometry(json::Geometry),
    /// To `board`.
    Board(json::Board),
    /// To `moves`.
    Moves(Vec<String>),
    /// To `moves json`.
    MovesJson(Vec<json::Move>),
    /// In the answer to `go perft`: a move and the leaves below it.
    Count(String, u64),
    /// The end of the answer to `go perft`.
    NodesSearched(u64),
    /// In the answer to `d`: the move that led here, in the notation chosen.
    LastMove(String),
    /// In the answer to `d`: the position string.
    Position(String),
    /// In the answer to `d`: the Zobrist key.
    Key(u64),
    /// In the answer to `d`: the cells of the men that give check.
    Checkers(Vec<String>),
    /// The end of the answer to `bench`.
    Bench {
        /// Nodes of all positions together.
        nodes: u64,
        /// Nodes a second.
        nps: u64,
    },
}

/// Reads JSON after the word of its command.
fn read_json<'a, T: serde::Deserialize<'a>>(place: &str, text: &'a str) -> Result<T, Fault> {
    serde_json::from_str(text)
        .map_err(|error| Fault::unexpected(place, Some(text), format!("JSON; {error}")))
}

fn write_json(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    value: &impl serde::Serialize,
) -> fmt::Result {
    let text = serde_json::to_string(value).map_err(|_| fmt::Error)?;
    write!(f, "{word} {text}")
}

/// A move of `bestmove`, where there may be none.
fn read_move(place: &str, word: Option<&str>) -> Result<Option<String>, Fault> {
    match word {
        None => Err(Fault::unexpected(place, None, "a move or '(none)'")),
        Some(NONE | "0000" | "(null)" | "NULL") => Ok(None),
        Some(text) => Ok(Some(text.to_owned())),
    }
}

fn read_response(tokens: &mut Tokens) -> Response {
    let text = tokens.rest();
    tokens.by_ref().for_each(drop);
    match text {
        "true" => Response::Truth(true),
        "false" => Response::Truth(false),
        "none" => Response::Outcome(Outcome::None),
        "p1win" => Response::Outcome(Outcome::FirstWins),
        "p2win" => Response::Outcome(Outcome::SecondWins),
        "draw" => Response::Outcome(Outcome::Draw),
        reason => Response::Reason(reason.to_owned()),
    }
}

impl FromStr for Answer {
    type Err = Fault;

    fn from_str(line: &str) -> Result<Answer, Fault> {
        let mut tokens = Tokens::new(line);
        let whole = tokens.rest();
        let Some(word) = tokens.next() else { return Err(Fault::Empty) };
        let answer = match word {
            "id" => {
                let part = tokens.next();
                let text = tokens.rest().to_owned();
                return match part {
                    Some("name") => Ok(Answer::Name(text)),
                    Some("author") => Ok(Answer::Author(text)),
                    read => Err(Fault::unexpected("id", read, "'name' or 'author'")),
                };
            }
            "option" => return Ok(Answer::Option(whole.parse()?)),
            "uciok" => Answer::UciOk,
            "readyok" => Answer::ReadyOk,
            "info" if tokens.peek() == Some("string") => return Ok(Answer::Text(whole.parse()?)),
            "info" => return Ok(Answer::Info(whole.parse()?)),
            "bestmove" => {
                let best = read_move("bestmove", tokens.next())?;
                let ponder = match tokens.next() {
                    Some("ponder") => read_move("bestmove ponder", tokens.next())?,
                    _ => None,
                };
                Answer::BestMove { best, ponder }
            }
            "response" => Answer::Response(read_response(&mut tokens)),
            "wait" => Answer::Wait,
            "geometry" => return Ok(Answer::Geometry(read_json("geometry", tokens.rest())?)),
            "board" => return Ok(Answer::Board(read_json("board", tokens.rest())?)),
            "moves" if tokens.rest().starts_with('[') => {
                return Ok(Answer::MovesJson(read_json("moves", tokens.rest())?));
            }
            "moves" => Answer::Moves(tokens.by_ref().map(str::to_owned).collect()),
            "Nodes" => {
                tokens.literal("Nodes", "searched:")?;
                Answer::NodesSearched(tokens.value("Nodes searched:", "a number of nodes")?)
            }
            "Last" => {
                tokens.literal("Last", "move:")?;
                return Ok(Answer::LastMove(tokens.rest().to_owned()));
            }
            "Position:" => return Ok(Answer::Position(tokens.rest().to_owned())),
            "Key:" => {
                let key = tokens.next();
                match key.and_then(|key| u64::from_str_radix(key, 16).ok()) {
                    Some(key) => Answer::Key(key),
                    None => return Err(Fault::unexpected("Key:", key, "16 hexadecimal digits")),
                }
            }
            "Checkers:" => Answer::Checkers(tokens.by_ref().map(str::to_owned).collect()),
            _ => return read_count(word, tokens),
        };
        tokens.end(word)?;
        Ok(answer)
    }
}

/// `move: count`, or the last line of `bench`: `N nodes M nps`.
fn read_count(word: &str, mut tokens: Tokens) -> Result<Answer, Fault> {
    if let Some(mv) = word.strip_suffix(':') {
        let count = tokens.value(word, "a number of nodes")?;
        return tokens.end(word).map(|()| Answer::Count(mv.to_owned(), count));
    }
    let expected = "an answer of the engine";
    let nodes = word.parse().map_err(|_| Fault::unexpected("answer", Some(word), expected))?;
    tokens.literal("answer", "nodes")?;
    let nps = tokens.value("answer", "nodes a second")?;
    tokens.literal("answer", "nps")?;
    tokens.end("answer").map(|()| Answer::Bench { nodes, nps })
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::None => "none",
            Outcome::FirstWins => "p1win",
            Outcome::SecondWins => "p2win",
            Outcome::Draw => "draw",
        })
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Response::Truth(truth) => truth.fmt(f),
            Response::Outcome(outcome) => outcome.fmt(f),
            Response::Reason(reason) => f.write_str(reason),
        }
    }
}

/// The word and what follows it, without a blank at the end if nothing does.
fn write_list(f: &mut fmt::Formatter<'_>, word: &str, list: &[String]) -> fmt::Result {
    f.write_str(word)?;
    list.iter().try_for_each(|item| write!(f, " {item}"))
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Name(name) => write!(f, "id name {name}"),
            Answer::Author(author) => write!(f, "id author {author}"),
            Answer::Option(declaration) => declaration.fmt(f),
            Answer::UciOk => f.write_str("uciok"),
            Answer::ReadyOk => f.write_str("readyok"),
            Answer::Info(info) => info.fmt(f),
            Answer::Text(text) => text.fmt(f),
            Answer::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or(NONE))?;
                ponder.iter().try_for_each(|ponder| write!(f, " ponder {ponder}"))
            }
            Answer::Response(response) => write!(f, "response {response}"),
            Answer::Wait => f.write_str("wait"),
            Answer::Geometry(geometry) => write_json(f, "geometry", geometry),
            Answer::Board(board) => write_json(f, "board", board),
            Answer::Moves(moves) => write_list(f, "moves", moves),
            Answer::MovesJson(moves) => write_json(f, "moves", moves),
            Answer::Count(mv, count) => write!(f, "{mv}: {count}"),
            Answer::NodesSearched(nodes) => write!(f, "Nodes searched: {nodes}"),
            Answer::LastMove(mv) => write!(f, "Last move: {mv}"),
            Answer::Position(position) => write!(f, "Position: {position}"),
            Answer::Key(key) => write!(f, "Key: {key:016x}"),
            Answer::Checkers(cells) => write_list(f, "Checkers:", cells),
            Answer::Bench { nodes, nps } => write!(f, "{nodes} nodes {nps} nps"),
        }
    }
}
