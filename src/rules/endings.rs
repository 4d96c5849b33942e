//! What tables of endings need of a board: positions of a few pieces, and the moves back.

use super::{BoardText, Setup};
use crate::geometry::Place;
use crate::geometry::grid::{DIAGONALS, KING_STEPS, KNIGHT_STEPS, ORTHOGONALS};
use crate::moves::{Piece, PieceType, Side};
use crate::syzygy::{Tables, Wdl};

/// What a piece does by one of its ways of moving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WayKind {
    /// It moves to an empty cell.
    Step,
    /// It captures and moves there.
    Capture,
    /// It captures and stays where it is.
    FromAfar,
    /// It keeps an enemy there from moving.
    Freeze,
}

/// Whether a piece promotes where a way leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Promotes {
    /// It does not.
    No,
    /// It may.
    May,
    /// It must.
    Must,
}

/// A way of a piece from a cell, whatever stands on the board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way {
    /// Where the way leads.
    pub to: Place,
    /// What the piece does there.
    pub kind: WayKind,
    /// Whether it promotes there.
    pub promotes: Promotes,
    /// The cells that must be empty. Two ways that differ in them alone are alternatives.
    pub over: Vec<Place>,
    /// Whether these cells decide, besides the safety of the king. Otherwise the generator must be
    /// asked.
    pub is_exact: bool,
}

/// Returns the directions in which a kind of ordinary chess other than a pawn moves on a flat
/// board, and how many squares at most.
pub(super) fn chess_directions(kind: PieceType) -> (&'static [(i32, i32)], usize) {
    match kind {
        PieceType::KNIGHT => (&KNIGHT_STEPS, 1),
        PieceType::BISHOP => (&DIAGONALS, usize::MAX),
        PieceType::ROOK => (&ORTHOGONALS, usize::MAX),
        PieceType::KING => (&KING_STEPS, 1),
        _ => (&KING_STEPS, usize::MAX),
    }
}

/// A board from which tables of endings are made by going back from the ends of games.
///
/// No piece has rights: castling, first moves and captures en passant are left out. The board gives
/// the platforms; the methods do not read its pieces.
pub trait Endings: BoardText {
    /// Whether there are Syzygy tables of the game.
    const HAS_SYZYGY_TABLES: bool = false;

    /// Returns why no table can be made of endings with these pieces; `None` if one can.
    fn no_endings(&self, _pieces: &[Piece]) -> Option<&'static str> {
        Some("the platforms move")
    }

    /// Returns the ways of a piece from a cell, in any order.
    fn ways(&self, _piece: Piece, _from: Place) -> Vec<Way> {
        Vec::new()
    }

    /// Returns the kinds to which a piece promotes; none if it does not.
    fn promotions(&self, piece: Piece) -> Vec<PieceType> {
        let game = self.game();
        if game.pawns.contains(&piece.kind) { game.promotions.to_vec() } else { Vec::new() }
    }

    /// Returns whether a FEN may have a piece on a cell.
    fn can_stand(&self, piece: Piece, cell: Place) -> bool {
        let promotes = self.game().pawns.contains(&piece.kind);
        self.is_live(cell) && !(promotes && self.must_have_promoted(piece.side, cell))
    }

    /// Returns whether a FEN may have pieces on both cells.
    fn can_stand_together(&self, _cells: [Place; 2]) -> bool {
        true
    }

    /// Returns the pieces with their cells.
    fn placed_pieces(&self) -> Vec<(Piece, Place)> {
        let cells = self.game().cells();
        cells.filter_map(|cell| Some((self.piece_at(cell)?, cell))).collect()
    }

    /// Returns the number of pieces.
    fn piece_count(&self) -> usize {
        self.placed_pieces().len()
    }

    /// Returns the position of these pieces on different cells, without rights, the platforms where
    /// they are.
    fn with_pieces(&self, pieces: &[(Piece, Place)], side: Side) -> Self {
        let mut board = Self::from_setup(self.game(), &Setup::new(self, pieces, side));
        board.finish_setup();
        board
    }

    /// Returns what Syzygy tables say of the position with the halfmove clock at 0; `None` if they
    /// say nothing.
    fn syzygy_wdl(&self, _tables: &Tables) -> Option<Wdl> {
        None
    }

    /// Returns the plies to the next capture or pawn move on the way to the result, as Syzygy
    /// tables have it: above 0 if the side to move wins, below 0 if it loses, 0 for a draw. With
    /// 100 more plies the fifty-move rule draws. `None` if the tables say nothing.
    fn syzygy_dtz(&self, _tables: &Tables) -> Option<i32> {
        None
    }
}
