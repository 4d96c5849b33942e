//! Examples for the rules, named after what they show.
//!
//! Each is checked with the reference generator and with the engine, which must find the same moves
//! and positions.

use crate::reference::Game;
use crate::reference::board::{Board, Piece, Platform, Side};
use crate::reference::space::{Cell, Post};
use crate::support::board;
use std::collections::BTreeSet;
use triskelion::position::Position;
use triskelion::rules::{BoardText, Geometry};

mod chess;
mod federation;
mod kobayashi;
mod shared;
mod sixfold;
mod spacechess;
mod staircase;

/// A position of a rule set.
#[derive(Clone)]
struct Case {
    game: Game,
    board: Board,
}

/// Builds a position from pieces (`Kf03 kf97 Rb54`) and platforms (`b12+w e86+b`; without letters
/// where platforms have no owners). White is to move, and no pawn is unmoved.
fn case(name: &str, pieces: &str, platforms: &str) -> Case {
    let game = Game::from_name(name);
    let mut board = Board::empty((game.from_fen)(game.startpos).space);
    for platform in platforms.split_whitespace() {
        let owner = platform.get(4..).filter(|owner| !owner.is_empty()).map(Side::from_letter);
        board.platforms.push(Platform { post: Post::from_name(&platform[..4]), owner });
    }
    for piece in pieces.split_whitespace() {
        let cell = Cell::from_name(&piece[1..]);
        assert!(board.is_live(cell), "{cell} is not live");
        board.pieces.insert(cell, Piece::from_letter(piece[..1].chars().next().expect("a letter")));
    }
    Case { game, board }
}

/// Returns the start position of a rule set.
fn startpos(name: &str) -> Case {
    let game = Game::from_name(name);
    Case { game, board: (game.from_fen)(game.startpos) }
}

impl Case {
    /// Sets Black to move.
    fn black_to_move(mut self) -> Case {
        self.board.side_to_move = Side::Black;
        self
    }

    /// Marks these pawns as unmoved.
    fn with_unmoved_pawns(mut self, cells: &str) -> Case {
        self.board.unmoved_pawns = Cell::parse_list(cells).into_iter().collect();
        self
    }

    /// Sets the castling rights.
    fn with_castling(mut self, rights: &str) -> Case {
        self.board.castling = rights.chars().collect();
        self
    }

    /// Returns the FEN.
    fn fen(&self) -> String {
        (self.game.to_fen)(&self.board)
    }

    /// Returns the engine's position.
    fn position<B: BoardText>(&self) -> Position<B> {
        Position::new(board::parse_fen(&self.fen()))
    }

    /// Returns the legal moves, which the engine must find too.
    fn uci_moves(&self) -> BTreeSet<String> {
        let texts = self.game.uci_moves(&self.board);
        if let Some(found) = engine_uci_moves(self.game.name, &self.fen()) {
            assert_eq!(found, texts, "{}", self.fen());
        }
        texts.into_iter().collect()
    }

    /// Returns the destinations of the piece or platform on this cell or post.
    fn destinations(&self, from: &str) -> BTreeSet<String> {
        let moves = self.uci_moves();
        moves.iter().filter_map(|text| text.strip_prefix(from)).map(str::to_owned).collect()
    }

    /// Returns whether the move is legal.
    fn is_legal(&self, text: &str) -> bool {
        self.uci_moves().contains(text)
    }

    /// Returns the position after a legal move, which the engine must reach too.
    fn after(&self, text: &str) -> Case {
        assert!(self.is_legal(text), "{text} is not legal in {}", self.fen());
        let after = Case { game: self.game, board: self.game.after(&self.board, text) };
        if let Some(found) = engine_fen_after(self.game.name, &self.fen(), text) {
            assert_eq!(found, after.fen(), "after {text} in {}", self.fen());
        }
        after
    }

    /// Returns the cells that the piece on this cell attacks, whatever stands there.
    fn attacks_from(&self, from: &str) -> BTreeSet<String> {
        let from = Cell::from_name(from);
        let attacks = |to: &Cell| (self.game.attacks)(&self.board, from, *to);
        self.board.cells().into_iter().filter(attacks).map(|cell| cell.to_string()).collect()
    }
}

/// Plays a legal move.
fn play<B: BoardText>(position: &mut Position<B>, text: &str) {
    let mv =
        position.board().parse_uci_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.make(mv, &mut ());
}

/// Splits a list into a set.
fn set(texts: &str) -> BTreeSet<String> {
    texts.split_whitespace().map(str::to_owned).collect()
}

/// Returns the engine's legal moves, sorted; `None` if it does not have the rule set.
fn engine_uci_moves(name: &str, position: &str) -> Option<Vec<String>> {
    macro_rules! ask {
        ($rules:ident: $board:ty) => {
            if <$board as Geometry>::NAME == name {
                return Some(board::uci_moves(&board::parse_fen::<$board>(position)));
            }
        };
    }
    for_every_rule_set!(ask);
    None
}

/// Returns the engine's FEN after a move; `None` if it does not have the rule set.
fn engine_fen_after(name: &str, position: &str, text: &str) -> Option<String> {
    fn after<B: BoardText>(position: &str, text: &str) -> String {
        let board: B = board::parse_fen(position);
        let mv = board.parse_uci_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        board.make(mv, &mut ()).to_fen()
    }
    macro_rules! ask {
        ($rules:ident: $board:ty) => {
            if <$board as Geometry>::NAME == name {
                return Some(after::<$board>(position, text));
            }
        };
    }
    for_every_rule_set!(ask);
    None
}
