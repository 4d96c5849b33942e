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
use triskelion::rules::{BuiltIn, Outcome};

mod chess;
mod federation;
mod from_files;
mod kobayashi;
mod meder;
mod raumschach;
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

    /// Sets the number of the move.
    fn at_move(mut self, number: u32) -> Case {
        self.board.fullmove_number = number;
        self
    }

    /// Returns the position in which `map` has moved every piece and platform, and with
    /// `exchange_sides` every piece, platform and the move belong to the other side. The position
    /// must have no castling rights.
    fn mapped(&self, map: impl Fn(Cell) -> Cell, exchange_sides: bool) -> Case {
        let side = |side: Side| if exchange_sides { side.other() } else { side };
        let old = &self.board;
        assert!(old.castling.is_empty(), "castling rights are not mapped");
        let mut board = Board { pieces: Default::default(), ..old.clone() };
        for (cell, piece) in &old.pieces {
            board.pieces.insert(map(*cell), Piece { side: side(piece.side), ..*piece });
        }
        for platform in &mut board.platforms {
            platform.post.corner = map(platform.post.corner);
            platform.owner = platform.owner.map(side);
        }
        board.side_to_move = side(old.side_to_move);
        board.unmoved_pawns = old.unmoved_pawns.iter().map(|cell| map(*cell)).collect();
        board.en_passant = old.en_passant.as_ref().map(|(ep_pawn, passed)| {
            let mut passed: Vec<Cell> = passed.iter().map(|cell| map(*cell)).collect();
            passed.sort();
            (map(*ep_pawn), passed)
        });
        Case { board, ..*self }
    }

    /// Asserts that the position mapped by [`Case::mapped`] has the same moves with mapped cells.
    fn assert_symmetric(&self, map: impl Fn(Cell) -> Cell, exchange_sides: bool) {
        let mapped = self.mapped(&map, exchange_sides);
        let moves: BTreeSet<String> =
            self.uci_moves().iter().map(|text| mapped_move(text, &map)).collect();
        assert_eq!(mapped.uci_moves(), moves, "{} and {}", self.fen(), mapped.fen());
        let [in_check, is_mapped_in_check] =
            [self, &mapped].map(|case| case.game.in_check(&case.board, case.board.side_to_move));
        assert_eq!(is_mapped_in_check, in_check, "{} and {}", self.fen(), mapped.fen());
    }

    /// Returns the FEN.
    fn fen(&self) -> String {
        (self.game.to_fen)(&self.board)
    }

    /// Returns the engine's position.
    fn position<B: BuiltIn>(&self) -> Position<B> {
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
        let targets = moves.iter().filter_map(|text| text.strip_prefix(from));
        // The name of a corner begins the name of its post.
        targets.filter(|to| !to.starts_with(['+', '-'])).map(str::to_owned).collect()
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

    /// Returns the position after legal moves, which the engine must reach too.
    fn after_all(&self, texts: &str) -> Case {
        texts.split_whitespace().fold(self.clone(), |case, text| case.after(text))
    }

    /// Returns how often the last position of a sequence of legal moves has occurred before in it.
    /// The engine must find the same number.
    fn repetitions_after(&self, texts: &str) -> usize {
        let texts: Vec<&str> = texts.split_whitespace().collect();
        let mut past = vec![self.game.identity(&self.board)];
        let mut board = self.board.clone();
        for text in &texts {
            board = self.game.after(&board, text);
            past.push(self.game.identity(&board));
        }
        let repetitions = past.iter().filter(|other| Some(*other) == past.last()).count() - 1;
        if let Some((found, _)) = engine_end_after(self.game.name, &self.fen(), &texts) {
            assert_eq!(found, repetitions, "{} {texts:?}", self.fen());
        }
        repetitions
    }

    /// Asserts that the engine reports this end of the game: `1-0`, `0-1` or `1/2-1/2` and the name
    /// of the reason; an empty text if the game is not over.
    fn assert_outcome(&self, expected: &str) {
        let Some((_, outcome)) = engine_end_after(self.game.name, &self.fen(), &[]) else { return };
        let found = outcome.map_or_else(String::new, |outcome| {
            let result = match outcome.winner {
                Some(triskelion::moves::Side::White) => "1-0",
                Some(triskelion::moves::Side::Black) => "0-1",
                None => "1/2-1/2",
            };
            format!("{result} {}", outcome.reason)
        });
        assert_eq!(found, expected, "{}", self.fen());
    }

    /// Returns the cells that the piece on this cell attacks, whatever stands there.
    fn attacks_from(&self, from: &str) -> BTreeSet<String> {
        let from = Cell::from_name(from);
        let attacks = |to: &Cell| (self.game.attacks)(&self.board, from, *to);
        self.board.cells().into_iter().filter(attacks).map(|cell| cell.to_string()).collect()
    }
}

/// Plays a legal move.
fn play<B: BuiltIn>(position: &mut Position<B>, text: &str) {
    let mv =
        position.board().parse_uci_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.make(mv, &mut ());
}

/// Maps the cells or posts of a move in UCI notation. Signs of posts and promotions stay.
fn mapped_move(text: &str, map: impl Fn(Cell) -> Cell) -> String {
    let mut mapped = String::new();
    let mut rest = text;
    for _ in 0..2 {
        mapped += &map(Cell::from_name(&rest[..3])).to_string();
        rest = &rest[3..];
        if let Some(after) = rest.strip_prefix(['+', '-']) {
            mapped += &rest[..1];
            rest = after;
        }
    }
    mapped + rest
}

/// Splits a list into a set.
fn set(texts: &str) -> BTreeSet<String> {
    texts.split_whitespace().map(str::to_owned).collect()
}

/// Returns the engine's legal moves, sorted; `None` if it does not have the rule set.
fn engine_uci_moves(name: &str, position: &str) -> Option<Vec<String>> {
    macro_rules! ask {
        ($rules:ident: $board:ty) => {
            if <$board as BuiltIn>::game_info().name == name {
                return Some(board::uci_moves(&board::parse_fen::<$board>(position)));
            }
        };
    }
    for_every_rule_set!(ask);
    None
}

/// Returns the engine's FEN after a move; `None` if it does not have the rule set.
fn engine_fen_after(name: &str, position: &str, text: &str) -> Option<String> {
    fn after<B: BuiltIn>(position: &str, text: &str) -> String {
        let board: B = board::parse_fen(position);
        let mv = board.parse_uci_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        board.make(mv, &mut ()).to_fen()
    }
    macro_rules! ask {
        ($rules:ident: $board:ty) => {
            if <$board as BuiltIn>::game_info().name == name {
                return Some(after::<$board>(position, text));
            }
        };
    }
    for_every_rule_set!(ask);
    None
}

/// Returns how often the engine's position after these moves has occurred before, and how the game
/// ended; `None` if the engine does not have the rule set.
fn engine_end_after(name: &str, fen: &str, texts: &[&str]) -> Option<(usize, Option<Outcome>)> {
    fn end<B: BuiltIn>(fen: &str, texts: &[&str]) -> (usize, Option<Outcome>) {
        let mut position = Position::new(board::parse_fen::<B>(fen));
        for text in texts {
            play(&mut position, text);
        }
        (position.repetitions(), position.outcome())
    }
    macro_rules! ask {
        ($rules:ident: $board:ty) => {
            if <$board as BuiltIn>::game_info().name == name {
                return Some(end::<$board>(fen, texts));
            }
        };
    }
    for_every_rule_set!(ask);
    None
}
