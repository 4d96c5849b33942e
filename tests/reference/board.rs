//! The position of the reference generator, on plain coordinates.

use super::space::{Cell, Post, Space};
use std::collections::{BTreeMap, BTreeSet};

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    /// White, which moves first.
    White,
    /// Black.
    Black,
}

impl Side {
    /// Returns the opponent.
    pub(crate) fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Toward higher ranks for White (+1), toward lower ones for Black (−1).
    pub(crate) fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// Returns `w` or `b`.
    pub(crate) fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// Parses `w` or `b`.
    pub(crate) fn from_letter(letter: &str) -> Side {
        match letter {
            "w" => Side::White,
            "b" => Side::Black,
            _ => panic!("no side has the letter {letter}"),
        }
    }
}

/// The piece types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum PieceType {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Unicorn, in `raumschach` only.
    Unicorn,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl PieceType {
    /// The types that a pawn may promote to, in rule sets with a choice and without unicorns.
    pub(crate) const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// Returns the letter in lower case.
    pub(crate) fn letter(self) -> char {
        match self {
            PieceType::Pawn => 'p',
            PieceType::Knight => 'n',
            PieceType::Unicorn => 'u',
            PieceType::Bishop => 'b',
            PieceType::Rook => 'r',
            PieceType::Queen => 'q',
            PieceType::King => 'k',
        }
    }
}

/// A piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Piece {
    /// The type.
    pub kind: PieceType,
    /// The side that owns it.
    pub side: Side,
}

impl Piece {
    /// Returns the letter, in upper case for White.
    pub(crate) fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter().to_ascii_uppercase(),
            Side::Black => self.kind.letter(),
        }
    }

    /// Parses the letter of a piece.
    pub(crate) fn from_letter(letter: char) -> Piece {
        let kind = match letter.to_ascii_lowercase() {
            'p' => PieceType::Pawn,
            'n' => PieceType::Knight,
            'u' => PieceType::Unicorn,
            'b' => PieceType::Bishop,
            'r' => PieceType::Rook,
            'q' => PieceType::Queen,
            'k' => PieceType::King,
            _ => panic!("no piece has the letter {letter}"),
        };
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Piece { kind, side }
    }
}

/// A platform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Platform {
    /// The post where it stands.
    pub post: Post,
    /// The owner, in rule sets where platforms have owners.
    pub owner: Option<Side>,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// The fixed boards, and the start cells of the pawns.
    pub space: &'static Space,
    /// The pieces by cell.
    pub pieces: BTreeMap<Cell, Piece>,
    /// The platforms, in any order.
    pub platforms: Vec<Platform>,
    /// The side to move.
    pub side_to_move: Side,
    /// The letters of the castling rights, as in a FEN.
    pub castling: BTreeSet<char>,
    /// The pawns that may still make a double step or its like.
    pub unmoved_pawns: BTreeSet<Cell>,
    /// `sixfold`: the pawns that started on a platform.
    pub early: BTreeSet<Cell>,
    /// The cell of the pawn that has just made a double step or its like, and the cells that it
    /// passed, ascending.
    pub en_passant: Option<(Cell, Vec<Cell>)>,
    /// Half-moves since the last capture, pawn move or promotion.
    pub halfmove_clock: u32,
    /// The number of the full move.
    pub fullmove_number: u32,
}

impl Board {
    /// Creates a board without pieces, White to move.
    pub(crate) fn empty(space: &'static Space) -> Board {
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

    /// Returns whether the cell exists in this arrangement of platforms.
    pub(crate) fn is_live(&self, cell: Cell) -> bool {
        self.space.boards.iter().any(|board| board.covers(cell))
            || self.platforms.iter().any(|platform| platform.post.covers(cell))
    }

    /// Returns every live cell.
    pub(crate) fn cells(&self) -> Vec<Cell> {
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

    /// Returns the piece on the cell.
    pub(crate) fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.pieces.get(&cell).copied()
    }

    /// Returns whether the cell is live and empty.
    pub(crate) fn is_vacant(&self, cell: Cell) -> bool {
        self.is_live(cell) && self.piece_at(cell).is_none()
    }

    /// Returns whether a piece of this side stands on the cell.
    pub(crate) fn is_occupied_by(&self, cell: Cell, side: Side) -> bool {
        self.piece_at(cell).is_some_and(|piece| piece.side == side)
    }

    /// Returns whether a piece of this type and side stands on the cell.
    pub(crate) fn has_piece(&self, cell: Cell, kind: PieceType, side: Side) -> bool {
        self.piece_at(cell) == Some(Piece { kind, side })
    }

    /// Returns the pieces of a side by cell.
    pub(crate) fn pieces_of(&self, side: Side) -> impl Iterator<Item = (Cell, PieceType)> + '_ {
        self.pieces
            .iter()
            .filter(move |(_, piece)| piece.side == side)
            .map(|(at, piece)| (*at, piece.kind))
    }

    /// Returns the cell of a side's king.
    pub(crate) fn king_cell(&self, side: Side) -> Cell {
        self.pieces_of(side)
            .find(|(_, kind)| *kind == PieceType::King)
            .expect("every side has a king")
            .0
    }

    /// Returns whether a platform stands on the post.
    pub(crate) fn has_platform(&self, post: Post) -> bool {
        self.platforms.iter().any(|platform| platform.post == post)
    }

    /// Returns the pieces on a platform by cell.
    pub(crate) fn pieces_on(&self, post: Post) -> Vec<(Cell, Piece)> {
        post.cells().into_iter().filter_map(|cell| Some((cell, self.piece_at(cell)?))).collect()
    }

    /// Returns the board with the other side to move, no en passant, and the clock and move number
    /// advanced.
    pub(crate) fn next_turn(&self) -> Board {
        let mut after = self.clone();
        after.en_passant = None;
        after.halfmove_clock += 1;
        after.fullmove_number += u32::from(self.side_to_move == Side::Black);
        after.side_to_move = self.side_to_move.other();
        after
    }

    /// Removes the piece from the cell, with its entries among the unmoved and early pawns.
    pub(crate) fn remove(&mut self, cell: Cell) -> Option<Piece> {
        self.unmoved_pawns.remove(&cell);
        self.early.remove(&cell);
        self.pieces.remove(&cell)
    }

    /// Moves the piece, capturing what stands on the destination. An unmoved pawn becomes a moved
    /// one; an early pawn stays early. A capture or a pawn move resets the clock.
    pub(crate) fn move_piece(&mut self, from: Cell, to: Cell) {
        let early = self.early.contains(&from);
        let piece = self.remove(from).expect("a piece to move");
        let captured = self.remove(to);
        self.pieces.insert(to, piece);
        if early {
            self.early.insert(to);
        }
        if captured.is_some() || piece.kind == PieceType::Pawn {
            self.halfmove_clock = 0;
        }
    }

    /// Moves the platform and the pieces on it to another post. `stays_unmoved` states whether a
    /// carried pawn keeps its first move, which depends on the rule set.
    pub(crate) fn move_platform(&mut self, from: Post, to: Post, stays_unmoved: bool) {
        let mut carried = Vec::new();
        for (cell, _) in self.pieces_on(from) {
            let (unmoved, early) = (self.unmoved_pawns.contains(&cell), self.early.contains(&cell));
            let piece = self.remove(cell).expect("a piece on the platform");
            carried.push((from.carried_cell(cell, to), piece, unmoved, early));
        }
        for (cell, piece, unmoved, early) in carried {
            self.pieces.insert(cell, piece);
            if unmoved && stays_unmoved {
                self.unmoved_pawns.insert(cell);
            }
            if early {
                self.early.insert(cell);
            }
        }
        let platform = self.platforms.iter_mut().find(|platform| platform.post == from);
        platform.expect("a platform on the post").post = to;
    }

    /// Replaces the pawn by another piece and resets the clock, also if a platform carried the
    /// pawn.
    pub(crate) fn promote(&mut self, cell: Cell, kind: PieceType) {
        let pawn = self.remove(cell).expect("a pawn promotes");
        assert_eq!(pawn.kind, PieceType::Pawn);
        self.pieces.insert(cell, Piece { kind, side: pawn.side });
        self.halfmove_clock = 0;
    }

    /// Returns one child for each way to promote all pawns on these cells. Each promotion adds one
    /// letter to the text.
    pub(crate) fn promotions(
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
