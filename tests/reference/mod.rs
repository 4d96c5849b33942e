//! The reference generator: every rule set a second time, from the text of its rules, on plain
//! coordinates.
//!
//! Cells are (file, rank, level), platforms are a list of posts, and pieces are a map from cell to
//! piece. There are no bitboards, no tables of rays and no incremental state, and no line is shared
//! with `src/`, so the engine and the reference do not fail in the same way. Each function names
//! the rule that it implements: F2 is the second rule of `federation`. `docs/rules.md` has the
//! labels.
//!
//! [`from_file`] is the reference of every game from a file. All other games have their own: a
//! [`Game`] generates pseudo-legal moves and the board after each. A move is legal if it does not
//! leave the mover's king attacked. `reference_matches_data` checks the reference against lists,
//! counts and positions on which two other generators agree.
//!
//! Malformed text panics.

pub(crate) mod board;
pub(crate) mod chess;
pub(crate) mod federation;
pub(crate) mod fen;
pub(crate) mod from_file;
pub(crate) mod kobayashi;
pub(crate) mod meder;
pub(crate) mod raumschach;
pub(crate) mod sixfold;
pub(crate) mod space;
pub(crate) mod spacechess;

use board::{Board, PieceType, Side};
use from_file::{GameFile, Position};
use space::Cell;
use std::collections::{BTreeMap, BTreeSet};
use triskelion::profiles::RuleSet;
use triskelion::rules::GameInfo;
use triskelion::rules::fixed::FixedBoard;

/// A move in UCI notation, and the board after it.
pub(crate) type Child = (String, Board);

/// The rules of one game.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    /// The name of the rule set.
    pub name: &'static str,
    /// The FEN of the start position.
    pub startpos: &'static str,
    /// Parses a FEN.
    pub from_fen: fn(&str) -> Board,
    /// Formats the canonical FEN.
    pub to_fen: fn(&Board) -> String,
    /// Returns whether the piece on the first cell attacks the second.
    pub attacks: fn(&Board, Cell, Cell) -> bool,
    /// Returns the pseudo-legal moves.
    pub pseudo_legal_moves: fn(&Board) -> Vec<Child>,
    /// Returns whether the game is over by a rule of the variant.
    pub is_over: fn(&Board) -> bool,
    /// The name of that end in the protocol; `None` if `is_over` does not recognize it.
    pub end_reason: Option<&'static str>,
}

/// The games of all rule sets.
pub(crate) const GAMES: [Game; 8] = [
    federation::FEDERATION,
    federation::FEDERATION_PLAIN,
    kobayashi::KOBAYASHI,
    sixfold::SIXFOLD,
    spacechess::SPACECHESS,
    raumschach::RAUMSCHACH,
    meder::MEDER,
    chess::CHESS,
];

impl Game {
    /// Returns the name of a cell, which has no level in `chess`.
    fn cell_name(&self, cell: Cell) -> String {
        let name = cell.to_string();
        if self.name == "chess" { name[..2].to_owned() } else { name }
    }

    /// Returns the game of a rule set.
    pub(crate) fn from_name(name: &str) -> Game {
        *GAMES.iter().find(|game| game.name == name).expect("no such game in the reference")
    }

    /// Returns whether a piece of the side attacks the cell.
    pub(crate) fn is_attacked(&self, board: &Board, cell: Cell, by: Side) -> bool {
        board.pieces_of(by).any(|(from, _)| (self.attacks)(board, from, cell))
    }

    /// Returns whether the king of the side is attacked.
    pub(crate) fn in_check(&self, board: &Board, side: Side) -> bool {
        self.is_attacked(board, board.king_cell(side), side.other())
    }

    /// Returns the legal moves sorted by text; none if the game is over by a rule of the variant.
    pub(crate) fn legal_moves(&self, board: &Board) -> Vec<Child> {
        if (self.is_over)(board) {
            return Vec::new();
        }
        let mut children = (self.pseudo_legal_moves)(board);
        children.retain(|(_, after)| !self.in_check(after, board.side_to_move));
        children.sort_by(|left, right| left.0.cmp(&right.0));
        children
    }

    /// Returns the legal moves in UCI notation, sorted.
    pub(crate) fn uci_moves(&self, board: &Board) -> Vec<String> {
        self.legal_moves(board).into_iter().map(|(text, _)| text).collect()
    }

    /// Returns the board after a legal move.
    pub(crate) fn after(&self, board: &Board, text: &str) -> Board {
        let mut legal = self.legal_moves(board).into_iter();
        match legal.find(|(found, _)| found == text) {
            Some((_, after)) => after,
            None => panic!("{text} is not legal in {}", (self.to_fen)(board)),
        }
    }

    /// Returns a text that is equal for positions which the repetition rule treats as equal: the
    /// canonical FEN without counters, and with the legal en-passant captures in place of the
    /// en-passant field.
    pub(crate) fn identity(&self, board: &Board) -> String {
        let mut bare = board.clone();
        let mut captures: Vec<String> = match &board.en_passant {
            None => Vec::new(),
            Some(_) => {
                bare.en_passant = None;
                let without = self.uci_moves(&bare);
                self.uci_moves(board).into_iter().filter(|text| !without.contains(text)).collect()
            }
        };
        // Where two pawns share a column, a capture of one is not a capture of the other.
        if let (Some((pawn, _)), false) = (&board.en_passant, captures.is_empty()) {
            captures.push(pawn.to_string());
        }
        bare.en_passant = None;
        (bare.halfmove_clock, bare.fullmove_number) = (0, 1);
        format!("{} {}", (self.to_fen)(&bare), captures.join(","))
    }
}

/// A board type whose games have a reference.
pub(crate) trait HasReference: RuleSet {
    /// The kind of the reference.
    type Reference: Reference;

    /// Returns the reference of a game on boards of this type.
    fn reference(game: &GameInfo) -> Self::Reference;
}

macro_rules! built_in_reference {
    ($rules:ident: $board:ty) => {
        impl HasReference for $board {
            type Reference = Game;

            fn reference(game: &GameInfo) -> Game {
                Game::from_name(game.name)
            }
        }
    };
}

for_every_rule_set!(built_in_reference);

impl<const W: usize> HasReference for FixedBoard<W> {
    type Reference = GameFile;

    fn reference(game: &GameInfo) -> GameFile {
        GameFile::from_name(game.name)
    }
}

/// What the tests ask of the reference of any game.
pub(crate) trait Reference {
    /// A position of the game.
    type Position;

    /// Returns the FEN of the start position.
    fn start(&self) -> String;
    /// Parses a FEN.
    fn parse(&self, fen: &str) -> Self::Position;
    /// Formats the canonical FEN.
    fn format(&self, position: &Self::Position) -> String;
    /// Returns whether the side to move is in check.
    fn is_check(&self, position: &Self::Position) -> bool;
    /// Returns whether the side that is not to move is in check.
    fn is_left_in_check(&self, position: &Self::Position) -> bool;
    /// Returns whether the game is over by a rule of the variant.
    fn is_over(&self, position: &Self::Position) -> bool;
    /// Returns the legal moves sorted by text, and the positions after them.
    fn children(&self, position: &Self::Position) -> Vec<(String, Self::Position)>;
    /// Returns the names of the cells that exist.
    fn cell_names(&self, position: &Self::Position) -> BTreeSet<String>;
    /// Returns the letters of the pieces by the names of their cells.
    fn piece_letters(&self, position: &Self::Position) -> BTreeMap<String, char>;
    /// Returns the names of the cells of each piece and of what it attacks.
    fn attacks(&self, position: &Self::Position) -> BTreeSet<(String, String)>;
    /// Returns whether the side to move has lost, by mate or by a rule of the variant.
    fn has_lost(&self, position: &Self::Position) -> bool;

    /// Returns the result of a game that has ended whatever was played before, for the side to
    /// move: 1 if it has won, 0 for a draw, -1 if it has lost. `can_move`: there are legal moves.
    fn result(&self, position: &Self::Position, can_move: bool) -> Option<i32>;

    /// Returns the reason for the end of the game as in the protocol; `None` if the game goes on.
    /// `can_move`: there are legal moves. `past`: the identity of each position up to this one.
    fn end_reason(
        &self,
        position: &Self::Position,
        can_move: bool,
        past: &[String],
    ) -> Option<&'static str>;
    /// Returns a text that is equal for positions which the repetition rule treats as equal.
    fn identity_of(&self, position: &Self::Position) -> String;
    /// Returns the plies since the last capture or progress.
    fn clock(&self, position: &Self::Position) -> u32;
    /// The number of occurrences of a position, and the number of plies without progress, that make
    /// a draw; 0 for none.
    fn draw_limits(&self) -> (usize, u32);
    /// Whether it recognizes every end of the game.
    fn knows_every_end(&self) -> bool;

    /// Returns the legal moves in UCI notation, sorted.
    fn texts(&self, position: &Self::Position) -> Vec<String> {
        self.children(position).into_iter().map(|(text, _)| text).collect()
    }

    /// Returns the number of sequences of `depth` legal moves.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        let children = self.children(position);
        match depth {
            0 => 1,
            1 => children.len() as u64,
            _ => children.iter().map(|(_, after)| self.perft(after, depth - 1)).sum(),
        }
    }
}

impl Reference for Game {
    type Position = Board;

    fn start(&self) -> String {
        self.startpos.to_owned()
    }

    fn parse(&self, fen: &str) -> Board {
        (self.from_fen)(fen)
    }

    fn format(&self, board: &Board) -> String {
        (self.to_fen)(board)
    }

    fn is_check(&self, board: &Board) -> bool {
        self.in_check(board, board.side_to_move)
    }

    fn is_left_in_check(&self, board: &Board) -> bool {
        self.in_check(board, board.side_to_move.other())
    }

    fn is_over(&self, board: &Board) -> bool {
        (self.is_over)(board)
    }

    fn children(&self, board: &Board) -> Vec<Child> {
        self.legal_moves(board)
    }

    fn cell_names(&self, board: &Board) -> BTreeSet<String> {
        board.cells().into_iter().map(|cell| self.cell_name(cell)).collect()
    }

    fn piece_letters(&self, board: &Board) -> BTreeMap<String, char> {
        let pieces = board.pieces.iter();
        pieces.map(|(&cell, piece)| (self.cell_name(cell), piece.letter())).collect()
    }

    fn attacks(&self, board: &Board) -> BTreeSet<(String, String)> {
        let cells = board.cells();
        let pairs = board.pieces.keys().flat_map(|&from| cells.iter().map(move |&to| (from, to)));
        let attacks = pairs.filter(|&(from, to)| (self.attacks)(board, from, to));
        attacks.map(|(from, to)| (self.cell_name(from), self.cell_name(to))).collect()
    }

    fn has_lost(&self, board: &Board) -> bool {
        let own = board.pieces_of(board.side_to_move).count();
        match (self.is_over)(board) {
            // A bare king, where it loses.
            true => own < board.pieces_of(board.side_to_move.other()).count(),
            false => self.is_check(board) && self.legal_moves(board).is_empty(),
        }
    }

    fn result(&self, board: &Board, can_move: bool) -> Option<i32> {
        let is_end = (self.is_over)(board) || !can_move;
        is_end.then(|| if self.has_lost(board) { -1 } else { 0 })
    }

    fn end_reason(&self, board: &Board, can_move: bool, past: &[String]) -> Option<&'static str> {
        if (self.is_over)(board) {
            return self.end_reason;
        }
        if !can_move {
            return Some(if self.is_check(board) { "checkmate" } else { "stalemate" });
        }
        let present = past.last()?;
        if board.halfmove_clock >= 100 {
            Some("fifty-moves")
        } else if past.iter().filter(|earlier| *earlier == present).count() >= 3 {
            Some("repetition")
        } else {
            None
        }
    }

    fn identity_of(&self, board: &Board) -> String {
        self.identity(board)
    }

    fn clock(&self, board: &Board) -> u32 {
        board.halfmove_clock
    }

    fn draw_limits(&self) -> (usize, u32) {
        (3, 100)
    }

    fn knows_every_end(&self) -> bool {
        self.end_reason.is_some()
    }
}

impl Reference for GameFile {
    type Position = Position;

    fn start(&self) -> String {
        self.start_fen()
    }

    fn parse(&self, fen: &str) -> Position {
        self.parse_fen(fen)
    }

    fn format(&self, position: &Position) -> String {
        self.to_fen(position)
    }

    fn is_check(&self, position: &Position) -> bool {
        self.is_in_check(&position.pieces, position.side_to_move)
    }

    fn is_left_in_check(&self, position: &Position) -> bool {
        self.is_in_check(&position.pieces, position.side_to_move.other())
    }

    fn is_over(&self, position: &Position) -> bool {
        self.variant_end(position).is_some()
    }

    fn children(&self, position: &Position) -> Vec<(String, Position)> {
        self.legal_moves(position).into_iter().collect()
    }

    fn cell_names(&self, _: &Position) -> BTreeSet<String> {
        self.cells().map(|cell| self.name(cell)).collect()
    }

    fn piece_letters(&self, position: &Position) -> BTreeMap<String, char> {
        let pieces = position.pieces.iter();
        pieces.map(|(&cell, piece)| (self.name(cell), piece.letter())).collect()
    }

    fn attacks(&self, position: &Position) -> BTreeSet<(String, String)> {
        let attacks = self.attacks(&position.pieces).into_iter();
        attacks.map(|[from, to]| (self.name(from), self.name(to))).collect()
    }

    fn has_lost(&self, position: &Position) -> bool {
        match self.variant_end(position) {
            Some((_, winner)) => winner == Some(position.side_to_move.other()),
            None => {
                (self.is_check(position) || self.stalemate == "loss")
                    && self.legal_moves(position).is_empty()
            }
        }
    }

    fn result(&self, position: &Position, can_move: bool) -> Option<i32> {
        let end = self.variant_end(position).or_else(|| match can_move {
            true => None,
            false => self.end(position, false, &[]),
        });
        end.map(|(_, winner)| match winner {
            None => 0,
            Some(winner) if winner == position.side_to_move => 1,
            Some(_) => -1,
        })
    }

    fn end_reason(
        &self,
        position: &Position,
        can_move: bool,
        past: &[String],
    ) -> Option<&'static str> {
        self.end(position, can_move, past).map(|(reason, _)| reason)
    }

    fn identity_of(&self, position: &Position) -> String {
        self.identity(position)
    }

    fn clock(&self, position: &Position) -> u32 {
        position.halfmove_clock
    }

    fn draw_limits(&self) -> (usize, u32) {
        (self.repetition, self.move_limit)
    }

    fn knows_every_end(&self) -> bool {
        true
    }
}

/// Returns whether only the kings are left, which ends the game in every rule set but `chess`.
pub(crate) fn has_only_kings(board: &Board) -> bool {
    board.pieces.values().all(|piece| piece.kind == PieceType::King)
}
