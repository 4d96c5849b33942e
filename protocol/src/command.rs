//! Commands: the lines that a GUI sends.

use crate::tokens::{Number, Tokens, parse_number};
use crate::{COMMANDS, Limits, PositionCommand, ProtocolError};
use std::fmt;
use std::str::FromStr;

/// A command from the GUI to the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// List the commands.
    Help,
    /// Identify the engine and list its options.
    Uci,
    /// Turn additional `info string` lines on or off.
    Debug(bool),
    /// Reply with `readyok`.
    IsReady,
    /// Set an option, or press a button.
    SetOption {
        /// The name of the option, in any case.
        name: String,
        /// The new value; `None` for a button.
        value: Option<String>,
    },
    /// UCI's copy registration, without effect. Contains the rest of the line.
    Register(String),
    /// Start a new game: the next position is unrelated to the last.
    UciNewGame,
    /// Set the position.
    Position(PositionCommand),
    /// Start a search.
    Go(Limits),
    /// Count the sequences of this many legal moves.
    Perft(u32),
    /// Stop the search and print its best move.
    Stop,
    /// The opponent has played the expected move: start the clock.
    PonderHit,
    /// Exit.
    Quit,
    /// Print a diagram of the board.
    Display,
    /// Print the static evaluation, its terms, and the worth of each piece.
    Eval {
        /// Whether to print JSON instead of a text for people.
        json: bool,
    },
    /// Print what each legal move leads to by the table of the ending as JSON.
    Endings,
    /// Run the benchmark.
    Bench,
    /// Print which build this is.
    Compiler,
    /// Query the state of the game.
    Query(Query),
    /// Reply at the end of the search.
    Wait,
    /// Print the cells and posts of the rule set as JSON.
    Geometry,
    /// Print the rules as JSON.
    Rules,
    /// Check the text of a game, and keep it for `reach` and for `UCI_Variant`.
    Game(String),
    /// Print the cells that a piece of that game reaches.
    Reach(Reach),
    /// Play games of the engine against itself and print what they say of the rules.
    Survey(Survey),
    /// Print the position as JSON.
    Board,
    /// Print the legal moves.
    Moves {
        /// Whether to print JSON instead of a plain list.
        json: bool,
        /// Print only moves from this cell or post.
        from: Option<String>,
    },
}

/// A piece, and the cells where others stand: what `reach` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The letter of the kind, a capital for a piece of White.
    pub letter: char,
    /// The cell of the piece.
    pub cell: String,
    /// The cells of other pieces of its side.
    pub own: Vec<String>,
    /// The cells of pieces of the other side.
    pub enemy: Vec<String>,
}

/// The settings of `survey`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The number of games.
    pub games: u32,
    /// A move's search ends with the iteration that reaches this number of nodes.
    pub nodes: u32,
    /// Other seeds give other games.
    pub seed: u32,
}

impl Default for Survey {
    fn default() -> Survey {
        Survey { games: 50, nodes: 500, seed: 1 }
    }
}

/// The subject of a `query`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Query {
    /// Whether the game is over.
    GameOver,
    /// Whether the side to move is the one that moved first.
    P1Turn,
    /// The result of the game.
    Result,
    /// The reason of the game's end.
    Reason,
}

/// The result of parsing a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsedLine {
    /// An empty line or a comment (`#`).
    Empty,
    /// A command, and the errors in it that do not invalidate it.
    Command(Command, Vec<ProtocolError>),
    /// No command, or an invalid one.
    Rejected {
        /// The word of the command, if there is one.
        word: Option<&'static str>,
        /// The error.
        error: ProtocolError,
    },
}

/// Parses a line from a GUI.
///
/// Unknown words before a command are skipped, as UCI demands: `joho debug on` is `debug on`.
pub fn parse(line: &str) -> ParsedLine {
    let mut tokens = Tokens::new(line);
    if tokens.peek().is_none_or(|word| word.starts_with('#')) {
        return ParsedLine::Empty;
    }
    let first = tokens.peek().unwrap_or_default();
    let Some(listed) = tokens.find_map(|word| COMMANDS.iter().find(|it| it.word == word)) else {
        let error = ProtocolError::UnknownCommand(first.to_owned());
        return ParsedLine::Rejected { word: None, error };
    };
    let word = listed.word;
    match parse_command(word, &mut tokens) {
        Ok((command, notes)) => ParsedLine::Command(command, notes),
        Err(error) => ParsedLine::Rejected { word: Some(word), error },
    }
}

/// Parses the word `json`, if it comes next.
fn parse_json(tokens: &mut Tokens) -> bool {
    let json = tokens.peek() == Some("json");
    if json {
        tokens.next();
    }
    json
}

/// Parses the rest of the line after the word of a command.
fn parse_command(
    word: &str,
    tokens: &mut Tokens,
) -> Result<(Command, Vec<ProtocolError>), ProtocolError> {
    let command = match word {
        "help" => Command::Help,
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
            let (go, notes) = Limits::parse(tokens);
            return Ok((Command::Go(go), notes));
        }
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval { json: parse_json(tokens) },
        "endings" => Command::Endings,
        "bench" => Command::Bench,
        "compiler" => Command::Compiler,
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
        "rules" => Command::Rules,
        "game" => {
            let text = tokens.rest();
            tokens.by_ref().for_each(drop);
            let text = serde_json::from_str(text).map_err(|error| {
                let read = Some(text).filter(|text| !text.is_empty());
                ProtocolError::unexpected("game", read, format!("a JSON string; {error}"))
            })?;
            Command::Game(text)
        }
        "reach" => Command::Reach(parse_reach(tokens)?),
        "survey" => {
            let (survey, notes) = parse_survey(tokens);
            return Ok((Command::Survey(survey), notes));
        }
        "board" => Command::Board,
        "moves" => {
            let json = parse_json(tokens);
            Command::Moves { json, from: tokens.next().map(str::to_owned) }
        }
        _ => return Err(ProtocolError::UnknownCommand(word.to_owned())),
    };
    // Extra words do not invalidate the command, but the sender should learn that they are ignored.
    let notes = match tokens.next() {
        Some(extra) => {
            vec![ProtocolError::unexpected(word, Some(extra), "the end of the line; ignored")]
        }
        None => Vec::new(),
    };
    Ok((command, notes))
}

/// Parses `setoption name NAME [value VALUE]`. Both may contain spaces.
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
    tokens.by_ref().for_each(drop);
    Ok(Command::SetOption { name, value })
}

/// Parses `LETTER CELL [own CELLS] [enemy CELLS]`.
fn parse_reach(tokens: &mut Tokens) -> Result<Reach, ProtocolError> {
    let word = tokens.next();
    let letter = word.and_then(|word| word.chars().next().filter(|_| word.chars().count() == 1));
    let letter =
        letter.ok_or_else(|| ProtocolError::unexpected("reach", word, "the letter of a piece"))?;
    let word = tokens.next();
    let cell = word.ok_or_else(|| ProtocolError::unexpected("reach", word, "a cell"))?.to_owned();
    let mut cells = |name: &str| -> Vec<String> {
        if tokens.peek() != Some(name) {
            return Vec::new();
        }
        tokens.next();
        tokens.until(|word| word == "enemy").into_iter().map(str::to_owned).collect()
    };
    Ok(Reach { letter, cell, own: cells("own"), enemy: cells("enemy") })
}

/// Parses the settings of `survey` in any order.
fn parse_survey(tokens: &mut Tokens) -> (Survey, Vec<ProtocolError>) {
    let (mut survey, mut notes) = (Survey::default(), Vec::new());
    while let Some(word) = tokens.next() {
        let (value, max) = match word {
            "games" => (&mut survey.games, 10_000),
            "nodes" => (&mut survey.nodes, 1_000_000),
            "seed" => (&mut survey.seed, u64::from(u32::MAX)),
            _ => {
                notes.push(ProtocolError::unexpected(
                    "survey",
                    Some(word),
                    "games, nodes or seed; ignored",
                ));
                continue;
            }
        };
        let read = tokens.next();
        let range = u64::from(word != "seed")..=max;
        match read.map(|read| parse_number(read, &range)) {
            Some(Number::InRange(number)) => *value = number as u32,
            Some(Number::Clamped(number)) => {
                *value = number as u32;
                let expected = format!("{} to {max}; {number} is used", range.start());
                notes.push(ProtocolError::unexpected(format!("survey {word}"), read, expected));
            }
            Some(Number::Invalid) | None => notes.push(ProtocolError::unexpected(
                format!("survey {word}"),
                read,
                "a number; ignored",
            )),
        }
    }
    (survey, notes)
}

/// Parses the depth of a perft, in plies.
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

    /// Parses a line that must be a command without any error.
    fn from_str(line: &str) -> Result<Command, ProtocolError> {
        match parse(line) {
            ParsedLine::Empty => Err(ProtocolError::Empty),
            ParsedLine::Rejected { error, .. } => Err(error),
            ParsedLine::Command(command, notes) => match notes.into_iter().next() {
                None => Ok(command),
                Some(error) => Err(error),
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
            Command::Help => f.write_str("help"),
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
            Command::Eval { json } => f.write_str(if *json { "eval json" } else { "eval" }),
            Command::Endings => f.write_str("endings"),
            Command::Bench => f.write_str("bench"),
            Command::Compiler => f.write_str("compiler"),
            Command::Query(query) => write!(f, "query {query}"),
            Command::Wait => f.write_str("wait"),
            Command::Geometry => f.write_str("geometry"),
            Command::Rules => f.write_str("rules"),
            Command::Game(text) => {
                write!(f, "game {}", serde_json::to_string(text).map_err(|_| fmt::Error)?)
            }
            Command::Reach(Reach { letter, cell, own, enemy }) => {
                write!(f, "reach {letter} {cell}")?;
                for (name, cells) in [("own", own), ("enemy", enemy)] {
                    if !cells.is_empty() {
                        write!(f, " {name} {}", cells.join(" "))?;
                    }
                }
                Ok(())
            }
            Command::Survey(Survey { games, nodes, seed }) => {
                write!(f, "survey games {games} nodes {nodes} seed {seed}")
            }
            Command::Board => f.write_str("board"),
            Command::Moves { json, from } => {
                f.write_str(if *json { "moves json" } else { "moves" })?;
                from.iter().try_for_each(|from| write!(f, " {from}"))
            }
        }
    }
}
