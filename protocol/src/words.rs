//! The commands by their first word: the one list that parser, error texts and `help` use.

use std::fmt;

/// A command as `help` lists it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommandHelp {
    /// The word that begins the command.
    pub word: &'static str,
    /// The parameters; empty if there are none.
    pub parameters: &'static str,
    /// What the command does, in a few words.
    pub summary: &'static str,
}

/// Every command, in the order in which `help` prints them.
#[rustfmt::skip]
pub const COMMANDS: [CommandHelp; 26] = [
    command("help", "", "list the commands"),
    command("uci", "", "identify the engine and list its options"),
    command("debug", "on|off", "turn additional information on or off"),
    command("isready", "", "answer readyok"),
    command("setoption", "name NAME [value VALUE]", "set an option or press a button"),
    command("register", "…", "do nothing"),
    command("ucinewgame", "", "start a new game; the position stays"),
    command("position", "startpos|fen FEN [moves MOVES]", "set the position and play moves"),
    command("go", "[movetime MS] [depth N] [nodes N] …", "search; go perft N counts move sequences"),
    command("stop", "", "end the search"),
    command("ponderhit", "", "start the clock of a pondering search"),
    command("quit", "", "exit"),
    command("d", "", "print a diagram of the board"),
    command("eval", "[json]", "print the static evaluation and the worth of each piece"),
    command("endings", "", "print what each move leads to by the table of the ending as JSON"),
    command("bench", "", "search fixed positions and count the nodes"),
    command("compiler", "", "print the compiler and the instructions of this build"),
    command("query", "gameover|p1turn|result|reason", "print the state of the game"),
    command("wait", "", "defer further commands until the search ends"),
    command("geometry", "", "print the cells and posts as JSON"),
    command("rules", "", "print the rules of a game on fixed boards as JSON"),
    command("game", "\"TEXT\"", "check the text of a game and print its rules as JSON"),
    command("reach", "LETTER CELL [own …] [enemy …]", "print where a piece of that game can go as JSON"),
    command("survey", "[games N] [nodes N] [seed N]", "play games and print what they say of the rules as JSON"),
    command("board", "", "print the position as JSON"),
    command("moves", "[json] [CELL|POST]", "print the legal moves"),
];

const fn command(
    word: &'static str,
    parameters: &'static str,
    summary: &'static str,
) -> CommandHelp {
    CommandHelp { word, parameters, summary }
}

/// Returns the words that begin a command, separated by commas.
pub(crate) fn words() -> String {
    COMMANDS.map(|command| command.word).join(", ")
}

/// Formats a line of `help`: the command with its parameters, then the summary.
impl fmt::Display for CommandHelp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.parameters.is_empty() { "" } else { " " };
        let usage = format!("{}{separator}{}", self.word, self.parameters);
        write!(f, "{usage:<40} {}", self.summary)
    }
}
