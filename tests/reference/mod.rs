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
pub mod fen;
pub mod kobayashi;
pub mod sixfold;
pub mod space;
pub mod spacechess;

use board::{Board, PieceType, Side};
use space::Cell;

/// A move in wire notation, and the board after it.
pub type Child = (String, Board);

/// The rules of one game.
#[derive(Clone, Copy)]
pub struct Game {
    /// The name of the rule set.
    pub name: &'static str,
    /// The start position.
    pub startpos: &'static str,
    /// Reads a position string.
    pub from_fen: fn(&str) -> Board,
    /// Writes the canonical position string.
    pub to_fen: fn(&Board) -> String,
    /// Does the man on the first cell attack the second?
    pub attacks: fn(&Board, Cell, Cell) -> bool,
    /// What the side to move could do if kings could be left attacked.
    pub pseudo_legal_moves: fn(&Board) -> Vec<Child>,
    /// Is the game over by the position itself?
    pub is_over: fn(&Board) -> bool,
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
    pub fn from_name(name: &str) -> Game {
        *GAMES.iter().find(|game| game.name == name).expect("no such game in the reference")
    }

    /// Is the cell attacked by a man of that side?
    pub fn is_attacked(&self, board: &Board, cell: Cell, by: Side) -> bool {
        board.pieces_of(by).any(|(from, _)| (self.attacks)(board, from, cell))
    }

    /// Is the king of that side attacked?
    pub fn in_check(&self, board: &Board, side: Side) -> bool {
        self.is_attacked(board, board.king_cell(side), side.other())
    }

    /// The legal moves, sorted by text; none where the game is over by the position itself.
    pub fn legal_moves(&self, board: &Board) -> Vec<Child> {
        if (self.is_over)(board) {
            return Vec::new();
        }
        let mut children = (self.pseudo_legal_moves)(board);
        children.retain(|(_, after)| !self.in_check(after, board.side_to_move));
        children.sort_by(|left, right| left.0.cmp(&right.0));
        children
    }

    /// The texts of the legal moves, sorted.
    pub fn uci_moves(&self, board: &Board) -> Vec<String> {
        self.legal_moves(board).into_iter().map(|(text, _)| text).collect()
    }

    /// The board after the legal move of that text.
    pub fn after(&self, board: &Board, text: &str) -> Board {
        let mut legal = self.legal_moves(board).into_iter();
        match legal.find(|(found, _)| found == text) {
            Some((_, after)) => after,
            None => panic!("{text} is not legal in {}", (self.to_fen)(board)),
        }
    }

    /// The number of ways to play so many plies.
    pub fn perft(&self, board: &Board, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves(board).len() as u64,
            _ => {
                self.legal_moves(board).iter().map(|(_, after)| self.perft(after, depth - 1)).sum()
            }
        }
    }

    /// The position as the repetition rule compares it: the canonical string without the
    /// counters, and in place of what was passed over, the en-passant captures that are legal.
    pub fn identity(&self, board: &Board) -> String {
        let mut bare = board.clone();
        (bare.halfmove_clock, bare.fullmove_number) = (0, 1);
        let captures: Vec<String> = match &board.en_passant {
            None => Vec::new(),
            Some(_) => {
                bare.en_passant = None;
                let without = self.uci_moves(&bare);
                self.uci_moves(board).into_iter().filter(|text| !without.contains(text)).collect()
            }
        };
        bare.en_passant = None;
        format!("{} {}", (self.to_fen)(&bare), captures.join(","))
    }
}

/// King against king: dead at once in every game but `chess`, whose published counts go on.
pub fn has_only_kings(board: &Board) -> bool {
    board.pieces.values().all(|man| man.kind == PieceType::King)
}
