//! Every worked case of the rules, under the name of what it shows.
//!
//! Each is put to the slow generator; where the engine has the rule set, the engine must give the
//! same moves and the same positions.

use crate::engine;
use crate::reference::Game;
use crate::reference::board::{Board, Man, Platform, Side};
use crate::reference::space::{Cell, Post};
use std::collections::BTreeSet;
use triskelion::rules::{Geometry, Text};

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
    let game = Game::named(name);
    let mut board = Board::empty((game.read)(game.start).space);
    for platform in platforms.split_whitespace() {
        let owner = platform.get(4..).filter(|owner| !owner.is_empty()).map(Side::of_letter);
        board.platforms.push(Platform { post: Post::named(&platform[..4]), owner });
    }
    for man in men.split_whitespace() {
        let cell = Cell::named(&man[1..]);
        assert!(board.live(cell), "{cell} is no cell here");
        board.men.insert(cell, Man::of_letter(man[..1].chars().next().expect("a letter")));
    }
    Case { game, board }
}

impl Case {
    /// Black to move.
    fn black(mut self) -> Case {
        self.board.side = Side::Black;
        self
    }

    /// These pawns have not moved.
    fn fresh(mut self, cells: &str) -> Case {
        self.board.fresh = Cell::list(cells).into_iter().collect();
        self
    }

    /// These castling rights are held.
    fn castling(mut self, rights: &str) -> Case {
        self.board.castling = rights.chars().collect();
        self
    }

    /// The position string.
    fn text(&self) -> String {
        (self.game.write)(&self.board)
    }

    /// The legal moves.
    fn moves(&self) -> BTreeSet<String> {
        let texts = self.game.texts(&self.board);
        if let Some(found) = engine_texts(self.game.name, &self.text()) {
            assert_eq!(found, texts, "{}", self.text());
        }
        texts.into_iter().collect()
    }

    /// What the legal moves of the man or platform on this cell or post add to its name.
    fn goals(&self, from: &str) -> BTreeSet<String> {
        let moves = self.moves();
        moves.iter().filter_map(|text| text.strip_prefix(from)).map(str::to_owned).collect()
    }

    /// Is the move legal?
    fn allows(&self, text: &str) -> bool {
        self.moves().contains(text)
    }

    /// The case after a legal move.
    fn after(&self, text: &str) -> Case {
        assert!(self.allows(text), "{text} is not legal in {}", self.text());
        let after = Case { game: self.game, board: self.game.after(&self.board, text) };
        if let Some(found) = engine_after(self.game.name, &self.text(), text) {
            assert_eq!(found, after.text(), "after {text} in {}", self.text());
        }
        after
    }

    /// The cells that the man on that cell attacks, whoever stands there.
    fn attacked_from(&self, from: &str) -> BTreeSet<String> {
        let from = Cell::named(from);
        let attacks = |to: &Cell| (self.game.attacks)(&self.board, from, *to);
        self.board.cells().into_iter().filter(attacks).map(|cell| cell.to_string()).collect()
    }
}

/// A set of texts.
fn set(texts: &str) -> BTreeSet<String> {
    texts.split_whitespace().map(str::to_owned).collect()
}

/// The engine's sorted move texts, if it has the rule set.
fn engine_texts(name: &str, position: &str) -> Option<Vec<String>> {
    macro_rules! ask {
        ($rules:ident: $board:ty) => {
            if <$board as Geometry>::NAME == name {
                return Some(engine::texts(&engine::board::<$board>(position)));
            }
        };
    }
    for_every_rule_set!(ask);
    None
}

/// The position that the engine has after a move, if it has the rule set.
fn engine_after(name: &str, position: &str, text: &str) -> Option<String> {
    fn after<B: Text>(position: &str, text: &str) -> String {
        let board: B = engine::board(position);
        let mv = board.parse_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        board.make(mv, &mut ()).write()
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
