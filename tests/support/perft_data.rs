//! The perft data of `tests/perft/`: counts, move lists, and positions after moves.
//!
//! Two generators written independently of each other and of this project agreed on every line,
//! so the data binds: where a test disagrees with it, the test's side is wrong. The counts of
//! `chess` are published ones, its lists and positions what the library python-chess 1.11 gives.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// A position and its counts by depth.
pub struct PerftCounts {
    /// The position string.
    pub fen: String,
    /// Depth and number of leaves, as given.
    pub depths: Vec<(u32, u64)>,
}

/// All legal moves of a position.
#[derive(Deserialize)]
pub struct LegalMoves {
    /// The position string.
    pub fen: String,
    /// Is the side to move in check?
    pub check: bool,
    /// The legal moves in wire notation, sorted.
    pub moves: Vec<String>,
}

/// What some of the moves of a position lead to.
#[derive(Deserialize)]
pub struct SpecialMoves {
    /// The position string.
    pub fen: String,
    /// Is the side to move in check?
    pub check: bool,
    /// The canonical position string after each move.
    pub after: BTreeMap<String, String>,
}

fn lines(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let full = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    text.lines().filter(full).map(str::to_owned).collect()
}

/// The positions of a perft file: `position string ; D1 n ; D2 n …`.
pub fn counts(file: &str) -> Vec<PerftCounts> {
    let read = |line: String| {
        let mut fields = line.split(';').map(str::trim);
        let position = fields.next().expect("a position string").to_owned();
        let depth = |field: &str| {
            let (depth, count) = field.split_once(' ').expect("a depth and a count");
            let depth = depth.trim_start_matches('D').parse().expect("a depth");
            (depth, count.trim().parse().expect("a count"))
        };
        PerftCounts {
            fen: position,
            depths: fields.filter(|field| !field.is_empty()).map(depth).collect(),
        }
    };
    lines(file).into_iter().map(read).collect()
}

/// The lines of `NAME.moves.jsonl`.
pub fn move_lists(name: &str) -> Vec<LegalMoves> {
    let read = |line: String| serde_json::from_str(&line).expect("a line of moves");
    lines(&format!("{name}.moves.jsonl")).into_iter().map(read).collect()
}

/// The lines of `NAME.special.jsonl`.
pub fn special_moves(name: &str) -> Vec<SpecialMoves> {
    let read = |line: String| serde_json::from_str(&line).expect("a line of special moves");
    lines(&format!("{name}.special.jsonl")).into_iter().map(read).collect()
}

/// Every position string that there is of a game: of its counts, its lists and its special moves.
pub fn fens(name: &str) -> Vec<String> {
    let mut positions: Vec<String> =
        counts(&format!("{name}.perft")).into_iter().map(|line| line.fen).collect();
    positions.extend(move_lists(name).into_iter().map(|line| line.fen));
    positions.extend(special_moves(name).into_iter().map(|line| line.fen));
    positions
}
