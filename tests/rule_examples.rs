//! Every worked case of the rules, under the name of what it shows.
//!
//! Each is put to the slow generator; where the engine has the rule set, the engine must give the
//! same moves and the same positions.

use crate::reference::Game;
use crate::reference::board::{Board, Piece, Platform, Side};
use crate::reference::space::{Cell, Post};
use crate::support::board;
use std::collections::BTreeSet;
use triskelion::rules::{BoardText, Geometry};

mod chess;
mod federation;
mod kobayashi;
mod shared;
mod sixfold;
mod spacechess;
mod staircase;

/// A position string, put together from its parts.
#[derive(Clone)]
struct Case {
    game: Game,
    board: Board,
}

/// The board of that game with these men (`Kf03 kf97 Rb54`) and platforms (`b12+w e86+b`; without
/// owners where platforms have none), White to move, nothing fresh.
fn case(name: &str, men: &str, platforms: &str) -> Case {
    let game = Game::from_name(name);
    let mut board = Board::empty((game.from_fen)(game.startpos).space);
    for platform in platforms.split_whitespace() {
        let owner = platform.get(4..).filter(|owner| !owner.is_empty()).map(Side::from_letter);
        board.platforms.push(Platform { post: Post::from_name(&platform[..4]), owner });
    }
    for man in men.split_whitespace() {
        let cell = Cell::from_name(&man[1..]);
        assert!(board.is_live(cell), "{cell} is no cell here");
        board.pieces.insert(cell, Piece::from_letter(man[..1].chars().next().expect("a letter")));
    }
    Case { game, board }
}

impl Case {
    /// Black to move.
    fn black_to_move(mut self) -> Case {
        self.board.side_to_move = Side::Black;
        self
    }

    /// These pawns have not moved.
    fn with_unmoved_pawns(mut self, cells: &str) -> Case {
        self.board.unmoved_pawns = Cell::parse_list(cells).into_iter().collect();
        self
    }

    /// These castling rights are held.
    fn with_castling(mut self, rights: &str) -> Case {
        self.board.castling = rights.chars().collect();
        self
    }

    /// The position string.
    fn fen(&self) -> String {
        (self.game.to_fen)(&self.board)
    }

    /// The legal moves.
    fn uci_moves(&self) -> BTreeSet<String> {
        let texts = self.game.uci_moves(&self.board);
        if let Some(found) = engine_uci_moves(self.game.name, &self.fen()) {
            assert_eq!(found, texts, "{}", self.fen());
        }
        texts.into_iter().collect()
    }

    /// What the legal moves of the man or platform on this cell or post add to its name.
    fn destinations(&self, from: &str) -> BTreeSet<String> {
        let moves = self.uci_moves();
        moves.iter().filter_map(|text| text.strip_prefix(from)).map(str::to_owned).collect()
    }

    /// Is the move legal?
    fn is_legal(&self, text: &str) -> bool {
        self.uci_moves().contains(text)
    }

    /// The case after a legal move.
    fn after(&self, text: &str) -> Case {
        assert!(self.is_legal(text), "{text} is not legal in {}", self.fen());
        let after = Case { game: self.game, board: self.game.after(&self.board, text) };
        if let Some(found) = engine_fen_after(self.game.name, &self.fen(), text) {
            assert_eq!(found, after.fen(), "after {text} in {}", self.fen());
        }
        after
    }

    /// The cells that the man on that cell attacks, whoever stands there.
    fn attacks_from(&self, from: &str) -> BTreeSet<String> {
        let from = Cell::from_name(from);
        let attacks = |to: &Cell| (self.game.attacks)(&self.board, from, *to);
        self.board.cells().into_iter().filter(attacks).map(|cell| cell.to_string()).collect()
    }
}

/// A set of texts.
fn set(texts: &str) -> BTreeSet<String> {
    texts.split_whitespace().map(str::to_owned).collect()
}

/// The engine's sorted move texts, if it has the rule set.
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

/// The position that the engine has after a move, if it has the rule set.
fn engine_fen_after(name: &str, position: &str, text: &str) -> Option<String> {
    fn after<B: BoardText>(position: &str, text: &str) -> String {
        let board: B = board::parse_fen(position);
        let mv = board.parse_uci_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
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
