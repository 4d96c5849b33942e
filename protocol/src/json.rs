//! The JSON of `geometry`, `board` and `moves json`: all that a board which knows no rules needs.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The space of a rule set; it never changes while the rule set does not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Geometry {
    /// The rule set, as `UCI_Variant` names it.
    pub variant: String,
    /// The number of files; `x` lies below it.
    pub files: usize,
    /// The number of ranks; `y` lies below it, or at it where ranks are counted from 1.
    pub ranks: usize,
    /// The number of levels; `z` lies between 1 and it.
    pub levels: usize,
    /// Every cell that can exist, those under posts without a platform too.
    pub cells: Vec<Cell>,
    /// Where platforms can stand; empty where there are none.
    pub posts: Vec<Post>,
    /// The position string of the start position.
    pub startpos: String,
}

/// A cell and where it lies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// Its name in wire notation.
    pub name: String,
    /// The file, 0 for a.
    pub file: u8,
    /// The rank, as written.
    pub rank: u8,
    /// The level, as written, 1 lowest.
    pub level: u8,
}

/// A post and the cells that exist when a platform stands on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Post {
    /// Its name in wire notation.
    pub name: String,
    /// The cells that a platform standing there covers.
    pub covers: Vec<String>,
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The side that moves first.
    #[serde(rename = "w")]
    White,
    /// The other one.
    #[serde(rename = "b")]
    Black,
}

/// A position as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The rule set.
    pub variant: String,
    /// The position string.
    pub fen: String,
    /// Letters of men by the cells they stand on, upper case for White.
    pub pieces: BTreeMap<String, char>,
    /// Owners of platforms by the posts they stand on; null where platforms have none.
    pub platforms: BTreeMap<String, Option<Side>>,
    /// The side to move.
    pub side_to_move: Side,
    /// Is it in check?
    pub in_check: bool,
    /// The cells of the men that give check.
    pub checkers: Vec<String>,
    /// The move that led here, in wire notation; null at the beginning.
    pub last_move: Option<String>,
    /// The same for people, in the notation chosen.
    pub last_move_display: Option<String>,
    /// `p1win`, `p2win`, `draw`, or `none` while the game goes on.
    pub result: String,
    /// Why the game is over; null while it goes on.
    pub reason: Option<String>,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Move {
    /// The move in wire notation, as `position` takes it.
    pub uci: String,
    /// The move for people, in the notation chosen.
    pub display: String,
    /// The cell (for a platform the post) that it leaves.
    pub from: String,
    /// The cell (for a platform the post) that it goes to; for castling the rook's cell.
    pub to: String,
    /// The cell whose man it captures; null if it captures nothing.
    pub captured_cell: Option<String>,
    /// The letters of what pawns become, in ascending file order; empty if none promotes. Moves
    /// that differ in nothing else are the choices to offer.
    pub promotion: String,
    /// Does a platform move?
    pub is_platform_move: bool,
}
