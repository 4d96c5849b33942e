//! Sides, and the kinds of pieces of a game.

use std::fmt;

/// The two sides. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// Returns the other side.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Returns this side's one of two values, of which White's is the first.
    #[inline(always)]
    pub const fn select<T>(self, [white, black]: &[T; 2]) -> &T {
        match self {
            Side::White => white,
            Side::Black => black,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// A kind of piece: its index in the [`PieceTable`] of the game. The index after the last piece
/// stands for the platform, which moves and is no piece.
///
/// The kinds of ordinary chess have the same index in every game that has them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PieceType(u8);

impl PieceType {
    /// The most kinds of a game, the platform included.
    pub const MAX_COUNT: usize = 16;

    /// The pawn, which promotes. No piece promotes to the kind with this index.
    pub const PAWN: PieceType = PieceType(0);
    /// The knight.
    pub const KNIGHT: PieceType = PieceType(1);
    /// The bishop.
    pub const BISHOP: PieceType = PieceType(2);
    /// The rook.
    pub const ROOK: PieceType = PieceType(3);
    /// The queen.
    pub const QUEEN: PieceType = PieceType(4);
    /// The king.
    pub const KING: PieceType = PieceType(5);

    /// Returns the kind with an index below [`PieceType::MAX_COUNT`].
    #[inline(always)]
    pub const fn new(index: usize) -> PieceType {
        debug_assert!(index < PieceType::MAX_COUNT);
        PieceType(index as u8)
    }

    /// Returns the index in the table of the game.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece: its kind and its side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The kind.
    pub kind: PieceType,
    /// The side it belongs to.
    pub side: Side,
}

/// What a game says of one kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceInfo {
    /// The lower-case letter of a FEN.
    pub letter: char,
    /// The name in sentences, in lower case.
    pub name: &'static str,
    /// The value for exchanges and move ordering in centipawns, at most [`PieceInfo::MAX_VALUE`]; 0
    /// for a king.
    pub value: i32,
    /// What a piece adds to the phase of the game: 0 for kings and pawns, 1 for a knight, 4 for a
    /// queen.
    pub phase: i32,
}

impl PieceInfo {
    /// The largest value of a piece.
    pub const MAX_VALUE: i32 = 5000;
}

/// The kinds of pieces of a game, by [`PieceType::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTable(pub &'static [PieceInfo]);

impl PieceTable {
    /// Returns the pieces of ordinary chess with these values of pawn, knight, bishop, rook and
    /// queen.
    pub const fn chess(values: [i32; 5]) -> [PieceInfo; 6] {
        let [pawn, knight, bishop, rook, queen] = values;
        [
            PieceInfo { letter: 'p', name: "pawn", value: pawn, phase: 0 },
            PieceInfo { letter: 'n', name: "knight", value: knight, phase: 1 },
            PieceInfo { letter: 'b', name: "bishop", value: bishop, phase: 1 },
            PieceInfo { letter: 'r', name: "rook", value: rook, phase: 2 },
            PieceInfo { letter: 'q', name: "queen", value: queen, phase: 4 },
            PieceInfo { letter: 'k', name: "king", value: 0, phase: 0 },
        ]
    }

    /// Returns the number of kinds.
    #[inline(always)]
    pub const fn count(self) -> usize {
        self.0.len()
    }

    /// Returns the kinds.
    pub fn kinds(self) -> impl Iterator<Item = PieceType> {
        (0..self.count()).map(PieceType::new)
    }

    /// Returns the value of a kind in centipawns; 0 for a king and for a platform.
    #[inline(always)]
    pub const fn value(self, kind: PieceType) -> i32 {
        if kind.index() < self.count() { self.0[kind.index()].value } else { 0 }
    }

    /// Returns what a kind adds to the phase of the game; 0 for a platform.
    pub const fn phase(self, kind: PieceType) -> i32 {
        if kind.index() < self.count() { self.0[kind.index()].phase } else { 0 }
    }

    /// Returns the name of a kind in a sentence.
    pub const fn name(self, kind: PieceType) -> &'static str {
        if kind.index() < self.count() { self.0[kind.index()].name } else { "platform" }
    }

    /// Returns the lower-case letter of a kind; `*` for the platform.
    pub const fn letter(self, kind: PieceType) -> char {
        if kind.index() < self.count() { self.0[kind.index()].letter } else { '*' }
    }

    /// Returns the upper-case letter of a kind.
    pub const fn capital(self, kind: PieceType) -> char {
        self.letter(kind).to_ascii_uppercase()
    }

    /// Returns the kind with this lower-case letter.
    pub fn kind(self, letter: char) -> Option<PieceType> {
        self.0.iter().position(|info| info.letter == letter).map(PieceType::new)
    }

    /// Returns the kind with this upper-case letter.
    pub fn kind_of_capital(self, letter: char) -> Option<PieceType> {
        self.kinds().find(|&kind| self.capital(kind) == letter)
    }

    /// Returns the letter of a piece in a FEN: upper case for White.
    pub const fn piece_letter(self, piece: Piece) -> char {
        match piece.side {
            Side::White => self.capital(piece.kind),
            Side::Black => self.letter(piece.kind),
        }
    }

    /// Returns the piece with this letter in a FEN.
    pub fn piece(self, letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        self.kind(letter.to_ascii_lowercase()).map(|kind| Piece { kind, side })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        const CHESS: PieceTable = PieceTable(&PieceTable::chess([1, 3, 3, 5, 9]));
        for side in Side::ALL {
            for kind in CHESS.kinds() {
                let piece = Piece { kind, side };
                assert_eq!(CHESS.piece(CHESS.piece_letter(piece)), Some(piece));
            }
        }
        assert_eq!(CHESS.piece('x'), None);
        assert_eq!(CHESS.value(PieceType::ROOK), 5);
        assert_eq!(
            (CHESS.name(PieceType::new(6)), CHESS.value(PieceType::new(6))),
            ("platform", 0)
        );
    }
}
