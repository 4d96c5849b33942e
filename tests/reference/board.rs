//! The position in plain terms: who stands where, and the few things that cells do not show.

use super::space::{Cell, Post, Space};
use std::collections::{BTreeMap, BTreeSet};

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Moves first.
    White,
    /// The other.
    Black,
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Toward higher ranks for White (+1), toward lower ones for Black (−1).
    pub fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// `w` or `b`.
    pub fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// The side of that letter.
    pub fn from_letter(letter: &str) -> Side {
        match letter {
            "w" => Side::White,
            "b" => Side::Black,
            _ => panic!("{letter} is no side"),
        }
    }
}

/// The kinds of men.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceType {
    /// P
    Pawn,
    /// N
    Knight,
    /// B
    Bishop,
    /// R
    Rook,
    /// Q
    Queen,
    /// K
    King,
}

impl PieceType {
    /// What a pawn may become, where it has a choice.
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// The letter, in lower case.
    pub fn letter(self) -> char {
        match self {
            PieceType::Pawn => 'p',
            PieceType::Knight => 'n',
            PieceType::Bishop => 'b',
            PieceType::Rook => 'r',
            PieceType::Queen => 'q',
            PieceType::King => 'k',
        }
    }
}

/// A man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// What it is.
    pub kind: PieceType,
    /// Whose it is.
    pub side: Side,
}

impl Piece {
    /// The letter: upper case for White.
    pub fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter().to_ascii_uppercase(),
            Side::Black => self.kind.letter(),
        }
    }

    /// The man of that letter.
    pub fn from_letter(letter: char) -> Piece {
        let kind = match letter.to_ascii_lowercase() {
            'p' => PieceType::Pawn,
            'n' => PieceType::Knight,
            'b' => PieceType::Bishop,
            'r' => PieceType::Rook,
            'q' => PieceType::Queen,
            'k' => PieceType::King,
            _ => panic!("{letter} is no man"),
        };
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Piece { kind, side }
    }
}

/// A platform: where it stands, and whose it is in the games where platforms have owners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Platform {
    /// Where it stands.
    pub post: Post,
    /// Whose it is.
    pub owner: Option<Side>,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The fixed boards and the pawns' start cells.
    pub space: &'static Space,
    /// The men by cell.
    pub pieces: BTreeMap<Cell, Piece>,
    /// The platforms, in no particular order.
    pub platforms: Vec<Platform>,
    /// The side to move.
    pub side_to_move: Side,
    /// Castling rights held, in the letters of position strings.
    pub castling: BTreeSet<char>,
    /// Pawns that may still make their first-move step.
    pub unmoved_pawns: BTreeSet<Cell>,
    /// `sixfold`: the pawns that began the game on a platform.
    pub early: BTreeSet<Cell>,
    /// The pawn that has just made a long first step, and the cells it passed over, ascending.
    pub en_passant: Option<(Cell, Vec<Cell>)>,
    /// Half-moves since the last capture, pawn's own move or promotion.
    pub halfmove_clock: u32,
    /// The number of the move.
    pub fullmove_number: u32,
}

impl Board {
    /// A board without men, White to move.
    pub fn empty(space: &'static Space) -> Board {
        Board {
            space,
            pieces: BTreeMap::new(),
            platforms: Vec::new(),
            side_to_move: Side::White,
            castling: BTreeSet::new(),
            unmoved_pawns: BTreeSet::new(),
            early: BTreeSet::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Does the cell exist, as the platforms stand?
    pub fn is_live(&self, cell: Cell) -> bool {
        self.space.boards.iter().any(|board| board.covers(cell))
            || self.platforms.iter().any(|platform| platform.post.covers(cell))
    }

    /// Every live cell.
    pub fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for board in self.space.boards {
            for file in board.file..board.file + board.size {
                for rank in board.rank..board.rank + board.size {
                    cells.push(Cell { file, rank, level: board.level });
                }
            }
        }
        cells.extend(self.platforms.iter().flat_map(|platform| platform.post.cells()));
        cells
    }

    /// The man on the cell.
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.pieces.get(&cell).copied()
    }

    /// Does the cell exist, with nobody on it?
    pub fn is_vacant(&self, cell: Cell) -> bool {
        self.is_live(cell) && self.piece_at(cell).is_none()
    }

    /// Does a man of that side stand there?
    pub fn is_occupied_by(&self, cell: Cell, side: Side) -> bool {
        self.piece_at(cell).is_some_and(|man| man.side == side)
    }

    /// Does that very man stand there?
    pub fn has_piece(&self, cell: Cell, kind: PieceType, side: Side) -> bool {
        self.piece_at(cell) == Some(Piece { kind, side })
    }

    /// The men of a side, by cell.
    pub fn pieces_of(&self, side: Side) -> impl Iterator<Item = (Cell, PieceType)> + '_ {
        self.pieces.iter().filter(move |(_, man)| man.side == side).map(|(at, man)| (*at, man.kind))
    }

    /// The cell of a side's king.
    pub fn king_cell(&self, side: Side) -> Cell {
        self.pieces_of(side)
            .find(|(_, kind)| *kind == PieceType::King)
            .expect("every side has a king")
            .0
    }

    /// Does a platform stand on the post?
    pub fn has_platform(&self, post: Post) -> bool {
        self.platforms.iter().any(|platform| platform.post == post)
    }

    /// The men on a platform, by cell.
    pub fn pieces_on(&self, post: Post) -> Vec<(Cell, Piece)> {
        post.cells().into_iter().filter_map(|cell| Some((cell, self.piece_at(cell)?))).collect()
    }

    /// The board with the turn passed on: the other side to move, nothing passed over, the clock
    /// a half-move further, the number counted up after Black's move.
    pub fn next_turn(&self) -> Board {
        let mut after = self.clone();
        after.en_passant = None;
        after.halfmove_clock += 1;
        after.fullmove_number += u32::from(self.side_to_move == Side::Black);
        after.side_to_move = self.side_to_move.other();
        after
    }

    /// Takes the man off the cell, and what is remembered of it.
    pub fn remove(&mut self, cell: Cell) -> Option<Piece> {
        self.unmoved_pawns.remove(&cell);
        self.early.remove(&cell);
        self.pieces.remove(&cell)
    }

    /// Moves the man from cell to cell, capturing what stands there: it is no longer a pawn that
    /// has not moved, but stays an early one. A capture or a pawn's move sets the clock to zero.
    pub fn move_piece(&mut self, from: Cell, to: Cell) {
        let early = self.early.contains(&from);
        let man = self.remove(from).expect("a man moves");
        let captured = self.remove(to);
        self.pieces.insert(to, man);
        if early {
            self.early.insert(to);
        }
        if captured.is_some() || man.kind == PieceType::Pawn {
            self.halfmove_clock = 0;
        }
    }

    /// Carries the platform and the men on it to another post. Whether a carried pawn is still
    /// fresh differs from game to game.
    pub fn move_platform(&mut self, from: Post, to: Post, stays_fresh: bool) {
        let mut carried = Vec::new();
        for (cell, _) in self.pieces_on(from) {
            let (fresh, early) = (self.unmoved_pawns.contains(&cell), self.early.contains(&cell));
            let man = self.remove(cell).expect("it is aboard");
            carried.push((from.carried_cell(cell, to), man, fresh, early));
        }
        for (cell, man, fresh, early) in carried {
            self.pieces.insert(cell, man);
            if fresh && stays_fresh {
                self.unmoved_pawns.insert(cell);
            }
            if early {
                self.early.insert(cell);
            }
        }
        let platform = self.platforms.iter_mut().find(|platform| platform.post == from);
        platform.expect("the platform stands there").post = to;
    }

    /// Turns the pawn into another man; that is progress whoever moved.
    pub fn promote(&mut self, cell: Cell, kind: PieceType) {
        let pawn = self.remove(cell).expect("a pawn promotes");
        assert_eq!(pawn.kind, PieceType::Pawn);
        self.pieces.insert(cell, Piece { kind, side: pawn.side });
        self.halfmove_clock = 0;
    }

    /// The children in which each pawn on these cells has become each of these kinds, with one
    /// letter a pawn behind the text.
    pub fn promotions(
        self,
        text: String,
        pawns: &[Cell],
        kinds: &[PieceType],
    ) -> Vec<(String, Board)> {
        let Some((first, rest)) = pawns.split_first() else { return vec![(text, self)] };
        let each = |kind: &PieceType| {
            let mut board = self.clone();
            board.promote(*first, *kind);
            board.promotions(format!("{text}{}", kind.letter()), rest, kinds)
        };
        kinds.iter().flat_map(each).collect()
    }
}
