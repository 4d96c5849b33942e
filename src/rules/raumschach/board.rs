//! The board of `raumschach` and its cells.

use crate::geometry::Place;
use crate::geometry::cube::WIDTH;
use crate::moves::{PieceInfo, PieceTable, PieceType, Side};
use crate::rules::fen::field;
use crate::rules::quad_bitboards::{QuadBitboards, UNICORN};
use crate::rules::{Block, BuiltIn, ColorSymmetry, FenFormat, GameInfo, Notation};

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    /// The pieces on the cells below 64, and on the others.
    pub(super) halves: [QuadBitboards; 2],
    pub(super) key: u64,
    /// The kings, by side.
    pub(super) kings: [Place; 2],
    pub(super) side: Side,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
}

/// The pieces of ordinary chess and the unicorn.
const PIECES: [PieceInfo; 7] = {
    let [pawn, knight, bishop, rook, queen, king] = PieceTable::chess([100, 380, 400, 450, 950]);
    let unicorn = PieceInfo { letter: 'u', name: "unicorn", value: 230, phase: 1 };
    [pawn, knight, bishop, rook, queen, king, unicorn]
};

/// What the positions of `raumschach` share.
pub(super) static GAME: GameInfo = GameInfo {
    color_symmetry: Some(ColorSymmetry::ALL),
    pieces: PieceTable(&PIECES),
    promotions: &[PieceType::QUEEN, PieceType::ROOK, PieceType::BISHOP, PieceType::KNIGHT, UNICORN],
    // Two bounds hold. On 125 cells k pieces have at most 52 k moves, the maximum of a queen. And at
    // most 50 pieces reach each of the other cells, along 26 lines and by 24 leaps; this leaves out
    // four promotions for each of seven pawns on each of five cells. The smaller of 52 k and
    // 50 (125 - k) + 140 stays below this.
    max_moves: 3300,
    fen: FenFormat {
        fields: &[field::LEVELS, field::SIDE, field::HALFMOVE_CLOCK, field::MOVE_NUMBER],
        platforms: 0,
        has_owners: false,
        castling_letters: "",
    },
    // Rule R1.
    start_fen: "rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|\
         5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR w 0 1",
    notations: &[Notation::Maack],
    ..Block { files: WIDTH, ranks: WIDTH, levels: WIDTH }.game("raumschach")
};

impl BuiltIn for Board {
    const GAME: &'static GameInfo = &GAME;
}

const _: () = assert!(size_of::<Board>() == 128);

impl Board {
    /// A board without pieces, White to move.
    pub(super) const EMPTY: Board = Board {
        halves: [QuadBitboards::EMPTY; 2],
        key: 0,
        kings: [0; 2],
        side: Side::White,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Builds a set of cells from the pieces of both halves.
    #[inline(always)]
    pub(super) fn cells_from_halves(&self, of: impl Fn(&QuadBitboards) -> u64) -> u128 {
        let [low, high] = &self.halves;
        u128::from(of(low)) | u128::from(of(high)) << 64
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u128 {
        self.cells_from_halves(QuadBitboards::occupied)
    }

    #[inline(always)]
    pub(super) fn pieces(&self, side: Side) -> u128 {
        // One branch on the side instead of one for each half.
        match side {
            Side::White => self.cells_from_halves(|pieces| pieces.by_side(Side::White)),
            Side::Black => self.cells_from_halves(|pieces| pieces.by_side(Side::Black)),
        }
    }

    #[inline(always)]
    pub(super) fn pawns(&self) -> u128 {
        self.cells_from_halves(QuadBitboards::pawns)
    }

    #[inline(always)]
    pub(super) fn knights(&self) -> u128 {
        self.cells_from_halves(QuadBitboards::knights)
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> u128 {
        self.cells_from_halves(QuadBitboards::kings)
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(super) fn rooks_and_queens(&self) -> u128 {
        self.cells_from_halves(QuadBitboards::rooks_and_queens)
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(super) fn bishops_and_queens(&self) -> u128 {
        self.cells_from_halves(QuadBitboards::bishops_and_queens)
    }

    /// Unicorns and queens.
    #[inline(always)]
    pub(super) fn unicorns_and_queens(&self) -> u128 {
        self.cells_from_halves(QuadBitboards::unicorns_and_queens)
    }

    /// The code of the piece on a cell, 0 for none.
    #[inline(always)]
    pub(super) fn code(&self, cell: Place) -> usize {
        self.halves[half_of(cell)].code(cell % 64)
    }

    #[inline(always)]
    pub(super) fn king_cell(&self, side: Side) -> Place {
        self.kings[side.index()]
    }

    /// Returns whether only the kings are left, which ends the game.
    #[inline(always)]
    pub(super) fn has_only_kings(&self) -> bool {
        self.cells_from_halves(QuadBitboards::non_kings) == 0
    }
}

/// Returns the index of a cell's half.
#[inline(always)]
pub(super) const fn half_of(cell: Place) -> usize {
    cell as usize / 64 % 2
}
