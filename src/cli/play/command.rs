//! The commands of `triskelion play`: one table for the parser, `help` and the completion.

use crate::engine::{Skill, Strength};
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::Notation;
use crate::search::skill::{EloTable, NAMED_LEVELS};
use clap::ValueEnum;
use std::path::PathBuf;

/// The sides that people play; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum People {
    /// A person plays White
    White,
    /// A person plays Black
    Black,
    /// Two people play, with the program as the judge
    Both,
    /// The engine plays both sides
    None,
}

impl People {
    /// Returns whether a person plays this side.
    pub(super) fn plays(self, side: Side) -> bool {
        match self {
            People::White => side == Side::White,
            People::Black => side == Side::Black,
            People::Both => true,
            People::None => false,
        }
    }
}

/// A command.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PlayCommand {
    Help,
    Board,
    Moves(Option<String>),
    Hint,
    Go,
    Undo,
    Redo,
    New(Option<Variant>),
    Flip,
    Players(Option<People>),
    Level(Option<Strength>),
    MoveTime(Option<u64>),
    SetNotation(Option<Notation>),
    Save(PathBuf),
    Load(PathBuf),
    Fen,
    Resign,
    Draw,
    Quit,
}

/// A line of the table.
pub(super) struct CommandRow {
    /// The word that begins the command.
    pub word: &'static str,
    /// Its parameters; empty if there are none.
    parameters: &'static str,
    /// What it does.
    summary: &'static str,
    /// Converts the text after the word. The error says what was expected.
    parse: fn(&str) -> Result<PlayCommand, String>,
}

const fn row(
    word: &'static str,
    parameters: &'static str,
    summary: &'static str,
    parse: fn(&str) -> Result<PlayCommand, String>,
) -> CommandRow {
    CommandRow { word, parameters, summary, parse }
}

/// All commands, in the order of `help`.
#[rustfmt::skip]
pub(super) static COMMANDS: [CommandRow; 19] = {
    use PlayCommand as C;
    [
        row("help", "", "list the commands", |_| Ok(C::Help)),
        row("board", "", "show the board again", |_| Ok(C::Board)),
        row("moves", "[CELL|POST]", "list the legal moves", |rest| {
            Ok(C::Moves((!rest.is_empty()).then(|| rest.to_owned())))
        }),
        row("hint", "", "ask the engine for a good move", |_| Ok(C::Hint)),
        row("go", "", "let the engine move for the side to move", |_| Ok(C::Go)),
        row("undo", "", "take back your last move", |_| Ok(C::Undo)),
        row("redo", "", "play a move again that was taken back", |_| Ok(C::Redo)),
        row("new", "[RULE SET]", "start a new game", |rest| optional(rest, C::New, |name| {
            name.parse::<Variant>().map_err(|error| error.to_string())
        })),
        row("flip", "", "turn the board around", |_| Ok(C::Flip)),
        row("players", "[white|black|both|none]", "choose the sides that people play", |rest| {
            optional(rest, C::Players, |text| {
                People::from_str(text, true).map_err(|_| expected(text, "white, black, both or none"))
            })
        }),
        row("level", "[N|NAME|ELO]", "set the strength of the engine", |rest| {
            optional(rest, C::Level, parse_strength)
        }),
        row("movetime", "[MS]", "set the time of the engine for a move", |rest| {
            optional(rest, C::MoveTime, parse_move_time)
        }),
        row("notation", "[NAME]", "choose how moves are shown", |rest| {
            optional(rest, C::SetNotation, |name| {
                name.parse::<Notation>().map_err(|_| expected(name, "a name that `notation` lists"))
            })
        }),
        row("save", "FILE", "write the game to a new PGN file", |rest| file(rest).map(C::Save)),
        row("load", "FILE", "read a game in PGN, or one saved by Roth's program", |rest| file(rest).map(C::Load)),
        row("fen", "", "print the position as FEN", |_| Ok(C::Fen)),
        row("resign", "", "resign the game", |_| Ok(C::Resign)),
        row("draw", "", "offer or agree to a draw", |_| Ok(C::Draw)),
        row("quit", "", "leave", |_| Ok(C::Quit)),
    ]
};

/// Words that other programs use for a command.
const ALIASES: [(&str, &str); 6] = [
    ("d", "board"),
    ("?", "help"),
    ("exit", "quit"),
    ("side", "players"),
    ("takeback", "undo"),
    ("q", "quit"),
];

/// Parses a line as a command. Returns `None` if it does not begin with the word of a command: then
/// it is a move.
pub(super) fn parse(line: &str) -> Option<Result<PlayCommand, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = word.to_lowercase();
    let alias = ALIASES.into_iter().find(|(alias, _)| *alias == word);
    let word = alias.map_or(word.as_str(), |(_, word)| word);
    let row = COMMANDS.iter().find(|row| row.word == word)?;
    let rest = rest.trim();
    let result = if row.parameters.is_empty() && !rest.is_empty() {
        Err(expected(rest, "the end of the line"))
    } else {
        (row.parse)(rest)
    };
    Some(result.map_err(|error| format!("{word}: {error}")))
}

/// Returns the text of `help`.
pub(super) fn help() -> Vec<String> {
    let line = |row: &CommandRow| {
        let usage = format!("{} {}", row.word, row.parameters);
        format!("  {usage:<32}{}", row.summary)
    };
    let mut lines =
        vec!["A line is a move in any notation of the rule set, or a command:".to_owned()];
    lines.extend(COMMANDS.iter().map(line));
    lines
}

fn expected(read: &str, expected: &str) -> String {
    format!("read {}, expected {expected}", triskelion_protocol::quote_clipped(read))
}

/// Parses a parameter that may be missing.
fn optional<T>(
    rest: &str,
    command: fn(Option<T>) -> PlayCommand,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<PlayCommand, String> {
    if rest.is_empty() { Ok(command(None)) } else { parse(rest).map(|value| command(Some(value))) }
}

fn file(rest: &str) -> Result<PathBuf, String> {
    if rest.is_empty() {
        return Err("expected the name of a file".to_owned());
    }
    Ok(PathBuf::from(rest))
}

/// Parses a strength: a level from 0 to 20, the name of a level, or an Elo.
pub(super) fn parse_strength(text: &str) -> Result<Strength, String> {
    let named = NAMED_LEVELS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    if let Some((_, skill)) = named {
        return Ok(Strength::Level(skill));
    }
    let number = text.parse::<u16>().ok();
    let level = number.and_then(|number| Skill::new(number.into())).map(Strength::Level);
    let elo = number.map(i32::from).filter(|elo| (EloTable::MIN..=EloTable::MAX).contains(elo));
    let elo = elo.map(Strength::Elo);
    level.or(elo).ok_or_else(|| {
        let names = NAMED_LEVELS.map(|(name, _)| name).join(", ");
        let elo = format!("an Elo from {} to {}", EloTable::MIN, EloTable::MAX);
        expected(text, &format!("a level from 0 to 20, one of {names}, or {elo}"))
    })
}

/// Parses a time for a move in milliseconds.
pub(super) fn parse_move_time(text: &str) -> Result<u64, String> {
    let time = text.parse().ok().filter(|time| (1..=3_600_000).contains(time));
    time.ok_or_else(|| expected(text, "milliseconds from 1 to 3600000"))
}

/// Describes a strength.
pub(super) fn describe_strength(strength: Strength) -> String {
    match strength {
        Strength::Elo(elo) => format!("the level nearest to {elo} Elo"),
        Strength::Level(skill) => {
            let named = NAMED_LEVELS.into_iter().find(|(_, named)| *named == skill);
            let name = named.map_or(String::new(), |(name, _)| format!(" ({name})"));
            format!("level {}{name}", skill.level())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        for (line, expected) in [
            ("help", PlayCommand::Help),
            ("D", PlayCommand::Board),
            ("moves  b22 ", PlayCommand::Moves(Some("b22".into()))),
            ("new", PlayCommand::New(None)),
            ("new chess", PlayCommand::New(Some(Variant::Chess))),
            ("side Black", PlayCommand::Players(Some(People::Black))),
            ("level 8", PlayCommand::Level(Skill::new(8).map(Strength::Level))),
            ("level Admiral", PlayCommand::Level(Some(Strength::Level(Skill::FULL)))),
            ("level 1500", PlayCommand::Level(Some(Strength::Elo(1500)))),
            ("save a file.pgn", PlayCommand::Save("a file.pgn".into())),
        ] {
            assert_eq!(parse(line), Some(Ok(expected)), "{line}");
        }
        for line in ["b22b44", "QL b3(4)", "helpless", "O-O", "*"] {
            assert_eq!(parse(line), None, "{line}");
        }
        for line in [
            "level 21",
            "level hero",
            "level 5001",
            "new checkers",
            "players two",
            "save",
            "movetime 0",
            "notation x",
            "quit now",
        ] {
            assert!(matches!(parse(line), Some(Err(_))), "{line}");
        }
    }

    #[test]
    fn table_has_aliases_of_its_own_words_only() {
        for (alias, word) in ALIASES {
            assert!(COMMANDS.iter().any(|row| row.word == word), "{word}");
            assert!(COMMANDS.iter().all(|row| row.word != alias), "{alias}");
        }
    }
}
