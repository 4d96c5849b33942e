//! What a GUI sends: one command a line.

use crate::tokens::{Number, Tokens, parse_number};
use crate::{Go, PositionCommand, ProtocolError};
use std::fmt;
use std::str::FromStr;

/// A command from the GUI to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Who are you, and which options have you?
    Uci,
    /// Say more (or no more) by `info string`.
    Debug(bool),
    /// Are you there?
    IsReady,
    /// Set an option, or press a button.
    SetOption {
        /// The option; upper and lower case are the same.
        name: String,
        /// The text to set it to; `None` for a button.
        value: Option<String>,
    },
    /// UCI's registration of copies: read, and of no use here. Holds what followed the word.
    Register(String),
    /// The next position is of another game.
    UciNewGame,
    /// Take this position.
    Position(PositionCommand),
    /// Search.
    Go(Go),
    /// Count the leaves of the tree of legal moves this deep (in plies).
    Perft(u32),
    /// End the search and give its move.
    Stop,
    /// The move pondered on was played: go on in one's own time.
    PonderHit,
    /// End the program.
    Quit,
    /// Draw the board for people.
    Display,
    /// Show what the static evaluation makes of the position.
    Eval,
    /// Run the benchmark.
    Bench,
    /// Ask about the state of the game.
    Query(Query),
    /// Answer once the search is over.
    Wait,
    /// Describe the space that the rule set is played in, as JSON.
    Geometry,
    /// Describe the position, as JSON.
    Board,
    /// List the legal moves.
    Moves {
        /// As JSON rather than as a plain list.
        json: bool,
        /// Only those that leave this cell or post.
        from: Option<String>,
    },
}

/// What `query` may ask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is it the turn of the side that moved first?
    P1Turn,
    /// Who has won?
    Result,
    /// Why is it over?
    Reason,
}

/// Every word that begins a command.
pub const COMMAND_WORDS: [&str; 19] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "eval",
    "bench",
    "query",
    "wait",
    "geometry",
    "board",
    "moves",
];

/// What became of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsedLine {
    /// An empty line or a comment (`#`).
    Empty,
    /// A command, and what was ignored or put right in it.
    Command(Command, Vec<ProtocolError>),
    /// No command, or one that cannot be carried out.
    Rejected {
        /// The command's word, if one was found.
        word: Option<&'static str>,
        /// What is wrong.
        error: ProtocolError,
    },
}

/// Reads a line from a GUI. Never fails otherwise than by [`Parsed::Refused`].
///
/// Unknown words before a command are skipped, as UCI has it: `joho debug on` is `debug on`.
pub fn parse(line: &str) -> ParsedLine {
    let mut tokens = Tokens::new(line);
    if tokens.peek().is_none_or(|word| word.starts_with('#')) {
        return ParsedLine::Empty;
    }
    let first = tokens.peek().unwrap_or_default();
    let Some(word) = tokens.find_map(|word| COMMAND_WORDS.iter().find(|known| **known == word))
    else {
        let fault = ProtocolError::UnknownCommand(first.to_owned());
        return ParsedLine::Rejected { word: None, error: fault };
    };
    match parse_command(word, &mut tokens) {
        Ok((command, notes)) => ParsedLine::Command(command, notes),
        Err(fault) => ParsedLine::Rejected { word: Some(word), error: fault },
    }
}

/// Reads what follows the word of a command.
fn parse_command(
    word: &str,
    tokens: &mut Tokens,
) -> Result<(Command, Vec<ProtocolError>), ProtocolError> {
    let command = match word {
        "uci" => Command::Uci,
        "debug" => match tokens.next() {
            Some("on") => Command::Debug(true),
            Some("off") => Command::Debug(false),
            read => return Err(ProtocolError::unexpected("debug", read, "'on' or 'off'")),
        },
        "isready" => Command::IsReady,
        "setoption" => parse_setoption(tokens)?,
        "register" => {
            let rest: Vec<&str> = tokens.collect();
            return Ok((Command::Register(rest.join(" ")), Vec::new()));
        }
        "ucinewgame" => Command::UciNewGame,
        "position" => Command::Position(PositionCommand::parse(tokens)?),
        "go" if tokens.peek() == Some("perft") => {
            tokens.next();
            Command::Perft(parse_depth(tokens)?)
        }
        "go" => {
            let (go, notes) = Go::parse(tokens);
            return Ok((Command::Go(go), notes));
        }
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Bench,
        "query" => Command::Query(match tokens.next() {
            Some("gameover") => Query::GameOver,
            Some("p1turn") => Query::P1Turn,
            Some("result") => Query::Result,
            Some("reason") => Query::Reason,
            read => {
                let expected = "gameover, p1turn, result or reason";
                return Err(ProtocolError::unexpected("query", read, expected));
            }
        }),
        "wait" => Command::Wait,
        "geometry" => Command::Geometry,
        "board" => Command::Board,
        "moves" => {
            let json = tokens.peek() == Some("json");
            if json {
                tokens.next();
            }
            Command::Moves { json, from: tokens.next().map(str::to_owned) }
        }
        _ => return Err(ProtocolError::UnknownCommand(word.to_owned())),
    };
    // What is left over does no harm, but its sender should know that it was not heard.
    let notes = match tokens.next() {
        Some(extra) => {
            vec![ProtocolError::unexpected(word, Some(extra), "the end of the line; ignored")]
        }
        None => Vec::new(),
    };
    Ok((command, notes))
}

/// `setoption name NAME [value VALUE]`, both with spaces if need be.
fn parse_setoption(tokens: &mut Tokens) -> Result<Command, ProtocolError> {
    match tokens.next() {
        Some("name") => {}
        read => return Err(ProtocolError::unexpected("setoption", read, "'name'")),
    }
    let name = tokens.until(|word| word == "value").join(" ");
    if name.is_empty() {
        let place = "setoption name";
        return Err(ProtocolError::unexpected(place, tokens.peek(), "the name of an option"));
    }
    let value = tokens.next().map(|_| tokens.rest().to_owned());
    // The value is the rest of the line, whatever it holds.
    tokens.by_ref().for_each(drop);
    Ok(Command::SetOption { name, value })
}

/// The depth of a perft, in plies.
fn parse_depth(tokens: &mut Tokens) -> Result<u32, ProtocolError> {
    let word = tokens.next();
    let depth = match word.map(|word| parse_number(word, &(0..=u64::from(u32::MAX)))) {
        Some(Number::InRange(depth)) => u32::try_from(depth).ok(),
        _ => None,
    };
    depth.ok_or_else(|| ProtocolError::unexpected("go perft", word, "a depth in plies"))
}

impl FromStr for Command {
    type Err = ProtocolError;

    /// Reads a line that must be a command without any fault.
    fn from_str(line: &str) -> Result<Command, ProtocolError> {
        match parse(line) {
            ParsedLine::Empty => Err(ProtocolError::Empty),
            ParsedLine::Rejected { error: fault, .. } => Err(fault),
            ParsedLine::Command(command, notes) => match notes.into_iter().next() {
                None => Ok(command),
                Some(fault) => Err(fault),
            },
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Query::GameOver => "gameover",
            Query::P1Turn => "p1turn",
            Query::Result => "result",
            Query::Reason => "reason",
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => f.write_str(if *on { "debug on" } else { "debug off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } if value.is_empty() => {
                write!(f, "setoption name {name} value")
            }
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Register(rest) if rest.is_empty() => f.write_str("register"),
            Command::Register(rest) => write!(f, "register {rest}"),
            Command::UciNewGame => f.write_str("ucinewgame"),
            Command::Position(position) => position.fmt(f),
            Command::Go(go) => go.fmt(f),
            Command::Perft(depth) => write!(f, "go perft {depth}"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Display => f.write_str("d"),
            Command::Eval => f.write_str("eval"),
            Command::Bench => f.write_str("bench"),
            Command::Query(question) => write!(f, "query {question}"),
            Command::Wait => f.write_str("wait"),
            Command::Geometry => f.write_str("geometry"),
            Command::Board => f.write_str("board"),
            Command::Moves { json, from } => {
                f.write_str(if *json { "moves json" } else { "moves" })?;
                from.iter().try_for_each(|from| write!(f, " {from}"))
            }
        }
    }
}
