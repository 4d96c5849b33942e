//! The slow generator: every rule set once more, from the wording of its rules, on plain
//! coordinates.
//!
//! Cells are (file, rank, level), platforms a list of posts, men a map from cell to man. There are
//! no bitboards, no tables of rays, no incremental state, and not a line is shared with `src/`:
//! the worth of this module is that it can only be wrong in other ways than the engine is. Every
//! function names the rule that it puts into code (F2 is the second rule of `federation`, K of
//! `kobayashi`, X of `sixfold`, S of `spacechess`).
//!
//! A [`Game`] lists candidates, that is moves made as if kings could be left attacked, and the
//! board after each; the legal ones are those after which the mover's king is not attacked. What
//! can go wrong is the reading of the rules, so `reference_agrees` compares every list, count and
//! resulting position that two further generators have agreed on.
//!
//! Texts are trusted: a malformed one panics, which in a test is an answer.

pub mod board;
pub mod chess;
pub mod federation;
pub mod kobayashi;
pub mod sixfold;
pub mod space;
pub mod spacechess;
pub mod strings;

use board::{Board, Kind, Side};
use space::Cell;

/// A move in wire notation, and the board after it.
pub type Child = (String, Board);

/// The rules of one game.
#[derive(Clone, Copy)]
pub struct Game {
    /// The name of the rule set.
    pub name: &'static str,
    /// The start position.
    pub start: &'static str,
    /// Reads a position string.
    pub read: fn(&str) -> Board,
    /// Writes the canonical position string.
    pub write: fn(&Board) -> String,
    /// Does the man on the first cell attack the second?
    pub attacks: fn(&Board, Cell, Cell) -> bool,
    /// What the side to move could do if kings could be left attacked.
    pub candidates: fn(&Board) -> Vec<Child>,
    /// Is the game over by the position itself?
    pub over: fn(&Board) -> bool,
}

/// All games: what the rules have, what the engine will have.
pub const GAMES: [Game; 6] = [
    federation::FEDERATION,
    federation::FEDERATION_PLAIN,
    kobayashi::KOBAYASHI,
    sixfold::SIXFOLD,
    spacechess::SPACECHESS,
    chess::CHESS,
];

impl Game {
    /// The game of that name.
    pub fn named(name: &str) -> Game {
        *GAMES.iter().find(|game| game.name == name).expect("no such game in the reference")
    }

    /// Is the cell attacked by a man of that side?
    pub fn attacked(&self, board: &Board, cell: Cell, by: Side) -> bool {
        board.of(by).any(|(from, _)| (self.attacks)(board, from, cell))
    }

    /// Is the king of that side attacked?
    pub fn in_check(&self, board: &Board, side: Side) -> bool {
        self.attacked(board, board.king(side), side.other())
    }

    /// The legal moves, sorted by text; none where the game is over by the position itself.
    pub fn legal(&self, board: &Board) -> Vec<Child> {
        if (self.over)(board) {
            return Vec::new();
        }
        let mut children = (self.candidates)(board);
        children.retain(|(_, after)| !self.in_check(after, board.side));
        children.sort_by(|left, right| left.0.cmp(&right.0));
        children
    }

    /// The texts of the legal moves, sorted.
    pub fn texts(&self, board: &Board) -> Vec<String> {
        self.legal(board).into_iter().map(|(text, _)| text).collect()
    }

    /// The board after the legal move of that text.
    pub fn after(&self, board: &Board, text: &str) -> Board {
        let mut legal = self.legal(board).into_iter();
        match legal.find(|(found, _)| found == text) {
            Some((_, after)) => after,
            None => panic!("{text} is not legal in {}", (self.write)(board)),
        }
    }

    /// The number of ways to play so many plies.
    pub fn perft(&self, board: &Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal(board).len() as u64,
            _ => self.legal(board).iter().map(|(_, after)| self.perft(after, depth - 1)).sum(),
        }
    }

    /// The position as the repetition rule compares it: the canonical string without the
    /// counters, and in place of what was passed over, the en-passant captures that are legal.
    pub fn identity(&self, board: &Board) -> String {
        let mut bare = board.clone();
        (bare.clock, bare.number) = (0, 1);
        let captures: Vec<String> = match &board.passed {
            None => Vec::new(),
            Some(_) => {
                bare.passed = None;
                let without = self.texts(&bare);
                self.texts(board).into_iter().filter(|text| !without.contains(text)).collect()
            }
        };
        bare.passed = None;
        format!("{} {}", (self.write)(&bare), captures.join(","))
    }
}

/// King against king: dead at once in every game but `chess`, whose published counts go on.
pub fn only_kings(board: &Board) -> bool {
    board.men.values().all(|man| man.kind == Kind::King)
}
