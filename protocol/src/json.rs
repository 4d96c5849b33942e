//! The JSON of `geometry`, `board`, `eval json`, `endings`, `moves json`, `game` and `reach`, for
//! front ends that do not know the rules. That of `rules` and `survey` has no types here: its keys
//! follow the files of games.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The cells and posts of a rule set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Geometry {
    /// The rule set, as `UCI_Variant` names it.
    pub variant: String,
    /// The number of files. [`Cell::file`] is less than it.
    pub files: usize,
    /// The number of ranks. [`Cell::rank`] is less than it, or at most equal if ranks count from 1.
    pub ranks: usize,
    /// The number of levels. [`Cell::level`] is from 1 to it.
    pub levels: usize,
    /// Every cell that can exist, including those of posts without a platform.
    pub cells: Vec<Cell>,
    /// The posts; empty if the rule set has no platforms.
    pub posts: Vec<Post>,
    /// The name for people.
    pub title: String,
    /// The kinds of pieces.
    pub pieces: Vec<PieceKind>,
    /// The FEN of the start position.
    pub startpos: String,
}

impl Geometry {
    /// Returns whether a cell or a post has this name.
    pub fn has_place(&self, name: &str) -> bool {
        self.cells.iter().any(|cell| cell.name == name)
            || self.posts.iter().any(|post| post.name == name)
    }
}

/// A cell and its coordinates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// Its name in UCI notation.
    pub name: String,
    /// The file, 0 for a.
    pub file: u8,
    /// The rank, as in the name.
    pub rank: u8,
    /// The level, as in the name; 1 is the lowest.
    pub level: u8,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PieceKind {
    /// Its lower-case letter in FENs.
    pub letter: char,
    /// Its name in sentences, in lower case.
    pub name: String,
    /// Whether a side loses if it is attacked and cannot be saved: a king.
    pub royal: bool,
}

/// A post and the cells that exist while a platform stands on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Post {
    /// Its name in UCI notation.
    pub name: String,
    /// The cells of a platform on this post.
    pub covers: Vec<String>,
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The side that moves first.
    #[serde(rename = "w")]
    White,
    /// The side that moves second.
    #[serde(rename = "b")]
    Black,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The rule set.
    pub variant: String,
    /// The FEN.
    pub fen: String,
    /// The letters of the pieces by cell, upper case for White.
    pub pieces: BTreeMap<String, char>,
    /// The owners of the platforms by post; null if platforms have no owners.
    pub platforms: BTreeMap<String, Option<Side>>,
    /// The side to move.
    pub side_to_move: Side,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The cells of the pieces that give check.
    pub checkers: Vec<String>,
    /// The last move of the `position` command, in UCI notation; null without one.
    pub last_move: Option<String>,
    /// The last move in the notation of the option `Notation`.
    pub last_move_display: Option<String>,
    /// `p1win`, `p2win` or `draw`; `none` if the game is not over.
    pub result: String,
    /// The reason of the game's end; null if the game is not over.
    pub reason: Option<String>,
}

/// What the text of a game says, or what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GameCheck {
    /// The value of `UCI_Variant` that selects the game: its name, `@` and the checksum of its
    /// rules. Null if the text has errors.
    pub variant: Option<String>,
    /// What is wrong with the text.
    pub errors: Vec<GameError>,
    /// What is no error but seldom meant.
    pub notes: Vec<String>,
    /// The rules, as in the reply to `rules`; null if the text has errors.
    pub rules: serde_json::Value,
    /// The cells; null if the text has errors.
    pub geometry: Option<Geometry>,
}

/// An error in the text of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameError {
    /// The file of the game that this one inherits from; empty if the error is in the text itself.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The key with the tables that contain it; empty if the error belongs to none.
    pub key: String,
    /// What was read and what was expected.
    pub message: String,
}

/// The cells that a piece reaches, whatever it gives up by it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reach {
    /// The empty cells to which it can move.
    pub moves: Vec<String>,
    /// The cells of enemies that it can capture.
    pub captures: Vec<String>,
    /// The empty cells on which it could capture an enemy.
    pub threats: Vec<String>,
    /// The cells of the pieces that are in its way.
    pub stopped: Vec<String>,
}

/// The static evaluation of a position, in centipawns from White's point of view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// The evaluation.
    pub score: i32,
    /// The terms of the evaluation. Up to rounding, their sum is the evaluation.
    pub terms: Vec<Term>,
    /// The worth of each piece but the kings, by cell: the evaluation minus that of the position
    /// without the piece.
    pub pieces: BTreeMap<String, i32>,
}

/// A term of the evaluation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// Its value in centipawns, from White's point of view.
    pub score: i32,
}

/// What the legal moves of a position lead to by the table of its ending.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Endings {
    /// The legal moves; null if the table has not been made.
    pub moves: Option<Vec<EndingMove>>,
}

/// A legal move and what it leads to, both sides at their best.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndingMove {
    /// The move in UCI notation.
    #[serde(rename = "move")]
    pub uci: String,
    /// The result for the side that moves.
    pub result: EndingResult,
    /// The number of plies to the end of the game, with this move; absent for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndingResult {
    /// The side that moves wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The side that moves loses.
    Loss,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in the notation of the option `Notation`.
    pub display: String,
    /// The origin: a cell, or a post for a platform.
    pub from: String,
    /// The destination: a cell, or a post for a platform; the rook's cell for castling.
    pub to: String,
    /// The cell of the captured piece; null without a capture.
    pub captured_cell: Option<String>,
    /// The letters of the promotions in ascending file order; empty without one. Moves that differ
    /// only in this field are the choices to offer.
    pub promotion: String,
    /// Whether a platform moves.
    pub is_platform_move: bool,
}
