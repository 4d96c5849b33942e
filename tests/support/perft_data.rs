//! The perft data of `tests/perft/`: counts, move lists, and positions after special moves.
//!
//! Two generators, written independently of each other and of this project, agreed on every line.
//! The counts of `chess` are published ones; its lists and positions come from python-chess 1.11.

use super::game_files::file_name;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// A position and its perft counts.
pub(crate) struct PerftCounts {
    pub fen: String,
    /// Pairs of depth and number of leaves.
    pub depths: Vec<(u32, u64)>,
}

/// The legal moves of a position.
#[derive(Deserialize)]
pub(crate) struct LegalMoves {
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The legal moves in UCI notation, sorted.
    pub moves: Vec<String>,
}

/// The positions after some moves of a position.
#[derive(Deserialize)]
pub(crate) struct SpecialMoves {
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The canonical FEN after each move.
    pub after: BTreeMap<String, String>,
}

fn lines(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let full = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    text.lines().filter(full).map(str::to_owned).collect()
}

/// Reads the positions of a perft file: `FEN ; D1 n ; D2 n …`.
pub(crate) fn counts(file: &str) -> Vec<PerftCounts> {
    let read = |line: String| {
        let mut fields = line.split(';').map(str::trim);
        let position = fields.next().expect("a FEN").to_owned();
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

/// Reads the lines of `NAME.moves.jsonl`.
pub(crate) fn move_lists(name: &str) -> Vec<LegalMoves> {
    let read = |line: String| serde_json::from_str(&line).expect("a line of moves");
    lines(&format!("{name}.moves.jsonl")).into_iter().map(read).collect()
}

/// Reads the lines of `NAME.special.jsonl`.
pub(crate) fn special_moves(name: &str) -> Vec<SpecialMoves> {
    let read = |line: String| serde_json::from_str(&line).expect("a line of special moves");
    lines(&format!("{name}.special.jsonl")).into_iter().map(read).collect()
}

/// Reads every FEN of a rule set: of its counts, lists and special moves.
pub(crate) fn fens(name: &str) -> Vec<String> {
    let name = file_name(name);
    let mut positions: Vec<String> =
        counts(&format!("{name}.perft")).into_iter().map(|line| line.fen).collect();
    positions.extend(move_lists(name).into_iter().map(|line| line.fen));
    positions.extend(special_moves(name).into_iter().map(|line| line.fen));
    positions
}
