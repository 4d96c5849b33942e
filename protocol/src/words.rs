//! The words of the protocol that begin a line.

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
