//! Messages: the lines that the engine sends.

use crate::tokens::Tokens;
use crate::{Info, InfoString, OptionDeclaration, ProtocolError, json, quote_clipped};
use std::fmt;
use std::str::FromStr;

/// The text printed in place of a move if there is none.
pub const NO_MOVE: &str = "(none)";

/// The result of a game: the reply to `query result`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The game is not over.
    Ongoing,
    /// The side that moved first has won.
    FirstWins,
    /// The side that moved second has won.
    SecondWins,
    /// A draw.
    Draw,
}

/// The reply to a `query`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QueryResponse {
    /// The reply to `gameover` and `p1turn`.
    Bool(bool),
    /// The reply to `result`. `none` is also the reply to `reason` if the game is not over.
    Result(GameResult),
    /// The reply to `reason`.
    Reason(String),
}

/// A message from the engine to the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineMessage {
    /// The name of the engine.
    Name(String),
    /// The authors.
    Author(String),
    /// The declaration of an option.
    Option(OptionDeclaration),
    /// The end of the reply to `uci`.
    UciOk,
    /// The reply to `isready`.
    ReadyOk,
    /// The state of a running search.
    Info(Info),
    /// A message for people.
    InfoString(InfoString),
    /// The end of a search.
    BestMove {
        /// The move to play; `None` if there is none.
        best: Option<String>,
        /// The expected reply, to ponder on.
        ponder: Option<String>,
    },
    /// The reply to `query`.
    Response(QueryResponse),
    /// The reply to `wait`.
    Wait,
    /// The reply to `geometry`.
    Geometry(json::Geometry),
    /// The reply to `rules`: the rules as the engine knows them; null for a rule set without such
    /// data.
    Rules(serde_json::Value),
    /// The reply to `game`.
    Game(json::GameCheck),
    /// The reply to `reach`.
    Reach(json::Reach),
    /// In the reply to `survey`: what the games so far say; null if none could be played.
    Survey(serde_json::Value),
    /// The reply to `board`.
    Board(json::Board),
    /// The reply to `eval json`.
    Evaluation(json::Evaluation),
    /// The reply to `endings`.
    Endings(json::Endings),
    /// The reply to `moves`.
    Moves(Vec<String>),
    /// The reply to `moves json`.
    MovesJson(Vec<json::Move>),
    /// In the reply to `go perft`: a move and the number of sequences that begin with it.
    PerftCount(String, u64),
    /// The end of the reply to `go perft`.
    NodesSearched(u64),
    /// In the reply to `d`: the last move, in the notation of the option `Notation`.
    LastMove(String),
    /// In the reply to `d`: the FEN.
    Fen(String),
    /// In the reply to `d`: the Zobrist key.
    Key(u64),
    /// In the reply to `d`: the cells of the pieces that give check.
    Checkers(Vec<String>),
    /// The end of the reply to `bench`.
    Bench {
        /// The nodes of all positions.
        nodes: u64,
        /// Nodes per second.
        nps: u64,
    },
}

/// Parses the JSON after a word.
fn parse_json<'a, T: serde::Deserialize<'a>>(
    place: &str,
    text: &'a str,
) -> Result<T, ProtocolError> {
    serde_json::from_str(text)
        .map_err(|error| ProtocolError::unexpected(place, Some(text), format!("JSON; {error}")))
}

fn write_json(
    f: &mut fmt::Formatter<'_>,
    word: &str,
    value: &impl serde::Serialize,
) -> fmt::Result {
    let text = serde_json::to_string(value).map_err(|_| fmt::Error)?;
    write!(f, "{word} {text}")
}

/// Parses a move of `bestmove`, which may be missing.
fn parse_move(place: &str, word: Option<&str>) -> Result<Option<String>, ProtocolError> {
    match word {
        None => Err(ProtocolError::unexpected(place, None, "a move or '(none)'")),
        Some(NO_MOVE | "0000" | "(null)" | "NULL") => Ok(None),
        Some(text) => Ok(Some(text.to_owned())),
    }
}

fn parse_response(tokens: &mut Tokens) -> QueryResponse {
    let text = tokens.rest();
    tokens.by_ref().for_each(drop);
    match text {
        "true" => QueryResponse::Bool(true),
        "false" => QueryResponse::Bool(false),
        "none" => QueryResponse::Result(GameResult::Ongoing),
        "p1win" => QueryResponse::Result(GameResult::FirstWins),
        "p2win" => QueryResponse::Result(GameResult::SecondWins),
        "draw" => QueryResponse::Result(GameResult::Draw),
        reason => QueryResponse::Reason(reason.to_owned()),
    }
}

impl FromStr for EngineMessage {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<EngineMessage, ProtocolError> {
        let mut tokens = Tokens::new(line);
        let whole = tokens.rest();
        let Some(word) = tokens.next() else { return Err(ProtocolError::Empty) };
        let message = match word {
            "id" => {
                let part = tokens.next();
                let text = tokens.rest().to_owned();
                return match part {
                    Some("name") => Ok(EngineMessage::Name(text)),
                    Some("author") => Ok(EngineMessage::Author(text)),
                    read => Err(ProtocolError::unexpected("id", read, "'name' or 'author'")),
                };
            }
            "option" => return Ok(EngineMessage::Option(whole.parse()?)),
            "uciok" => EngineMessage::UciOk,
            "readyok" => EngineMessage::ReadyOk,
            "info" if tokens.peek() == Some("string") => {
                return Ok(EngineMessage::InfoString(whole.parse()?));
            }
            "info" => return Ok(EngineMessage::Info(whole.parse()?)),
            "bestmove" => {
                let best = parse_move("bestmove", tokens.next())?;
                let ponder = match tokens.next() {
                    Some("ponder") => parse_move("bestmove ponder", tokens.next())?,
                    _ => None,
                };
                EngineMessage::BestMove { best, ponder }
            }
            "response" => EngineMessage::Response(parse_response(&mut tokens)),
            "wait" => EngineMessage::Wait,
            "geometry" => {
                return Ok(EngineMessage::Geometry(parse_json("geometry", tokens.rest())?));
            }
            "rules" => return Ok(EngineMessage::Rules(parse_json("rules", tokens.rest())?)),
            "game" => return Ok(EngineMessage::Game(parse_json("game", tokens.rest())?)),
            "reach" => return Ok(EngineMessage::Reach(parse_json("reach", tokens.rest())?)),
            "survey" => return Ok(EngineMessage::Survey(parse_json("survey", tokens.rest())?)),
            "eval" => return Ok(EngineMessage::Evaluation(parse_json("eval", tokens.rest())?)),
            "endings" => return Ok(EngineMessage::Endings(parse_json("endings", tokens.rest())?)),
            "board" => return Ok(EngineMessage::Board(parse_json("board", tokens.rest())?)),
            "moves" if tokens.rest().starts_with('[') => {
                return Ok(EngineMessage::MovesJson(parse_json("moves", tokens.rest())?));
            }
            "moves" => EngineMessage::Moves(tokens.by_ref().map(str::to_owned).collect()),
            "Nodes" => {
                tokens.literal("Nodes", "searched:")?;
                EngineMessage::NodesSearched(
                    tokens.parse_value("Nodes searched:", "a number of nodes")?,
                )
            }
            "Last" => {
                tokens.literal("Last", "move:")?;
                return Ok(EngineMessage::LastMove(tokens.rest().to_owned()));
            }
            "Fen:" => return Ok(EngineMessage::Fen(tokens.rest().to_owned())),
            "Key:" => {
                let key = tokens.next();
                match key.and_then(|key| u64::from_str_radix(key, 16).ok()) {
                    Some(key) => EngineMessage::Key(key),
                    None => {
                        return Err(ProtocolError::unexpected(
                            "Key:",
                            key,
                            "16 hexadecimal digits",
                        ));
                    }
                }
            }
            "Checkers:" => EngineMessage::Checkers(tokens.by_ref().map(str::to_owned).collect()),
            _ => return parse_count(word, tokens),
        };
        tokens.end(word)?;
        Ok(message)
    }
}

/// Parses `MOVE: COUNT`, or the last line of `bench`, `N nodes M nps`.
fn parse_count(word: &str, mut tokens: Tokens) -> Result<EngineMessage, ProtocolError> {
    if let Some(mv) = word.strip_suffix(':') {
        let place = quote_clipped(word);
        let count = tokens.parse_value(&place, "a number of nodes")?;
        return tokens.end(&place).map(|()| EngineMessage::PerftCount(mv.to_owned(), count));
    }
    let expected = "a message of the engine";
    let nodes =
        word.parse().map_err(|_| ProtocolError::unexpected("line", Some(word), expected))?;
    tokens.literal("bench", "nodes")?;
    let nps = tokens.parse_value("bench", "nodes per second")?;
    tokens.literal("bench", "nps")?;
    tokens.end("bench").map(|()| EngineMessage::Bench { nodes, nps })
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Ongoing => "none",
            GameResult::FirstWins => "p1win",
            GameResult::SecondWins => "p2win",
            GameResult::Draw => "draw",
        })
    }
}

impl fmt::Display for QueryResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryResponse::Bool(value) => value.fmt(f),
            QueryResponse::Result(result) => result.fmt(f),
            QueryResponse::Reason(reason) => f.write_str(reason),
        }
    }
}

/// Writes a word and a list, without a space after the word if the list is empty.
fn write_list(f: &mut fmt::Formatter<'_>, word: &str, list: &[String]) -> fmt::Result {
    f.write_str(word)?;
    list.iter().try_for_each(|item| write!(f, " {item}"))
}

impl fmt::Display for EngineMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineMessage::Name(name) => write!(f, "id name {name}"),
            EngineMessage::Author(author) => write!(f, "id author {author}"),
            EngineMessage::Option(declaration) => declaration.fmt(f),
            EngineMessage::UciOk => f.write_str("uciok"),
            EngineMessage::ReadyOk => f.write_str("readyok"),
            EngineMessage::Info(info) => info.fmt(f),
            EngineMessage::InfoString(text) => text.fmt(f),
            EngineMessage::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or(NO_MOVE))?;
                ponder.iter().try_for_each(|ponder| write!(f, " ponder {ponder}"))
            }
            EngineMessage::Response(response) => write!(f, "response {response}"),
            EngineMessage::Wait => f.write_str("wait"),
            EngineMessage::Geometry(geometry) => write_json(f, "geometry", geometry),
            EngineMessage::Rules(rules) => write_json(f, "rules", rules),
            EngineMessage::Game(check) => write_json(f, "game", check),
            EngineMessage::Reach(reach) => write_json(f, "reach", reach),
            EngineMessage::Survey(report) => write_json(f, "survey", report),
            EngineMessage::Board(board) => write_json(f, "board", board),
            EngineMessage::Evaluation(evaluation) => write_json(f, "eval", evaluation),
            EngineMessage::Endings(endings) => write_json(f, "endings", endings),
            EngineMessage::Moves(moves) => write_list(f, "moves", moves),
            EngineMessage::MovesJson(moves) => write_json(f, "moves", moves),
            EngineMessage::PerftCount(mv, count) => write!(f, "{mv}: {count}"),
            EngineMessage::NodesSearched(nodes) => write!(f, "Nodes searched: {nodes}"),
            EngineMessage::LastMove(mv) => write!(f, "Last move: {mv}"),
            EngineMessage::Fen(fen) => write!(f, "Fen: {fen}"),
            EngineMessage::Key(key) => write!(f, "Key: {key:016x}"),
            EngineMessage::Checkers(cells) => write_list(f, "Checkers:", cells),
            EngineMessage::Bench { nodes, nps } => write!(f, "{nodes} nodes {nps} nps"),
        }
    }
}
