//! The board of `spacechess` and its cells.

use crate::geometry::Place;
use crate::geometry::plane::WIDTH;
use crate::geometry::stack::{CellSet, LEVELS, level_of, square_of};
use crate::moves::{PieceTable, Side};
use crate::rules::fen::{CASTLING_LETTERS, field};
use crate::rules::quad_bitboards::QuadBitboards;
use crate::rules::{Block, BuiltIn, ColorSymmetry, FenFormat, GameInfo, Notation};

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    pub(super) levels: [QuadBitboards; LEVELS],
    pub(super) key: u64,
    /// The pawns that have not moved; see [`super::tables::UNMOVED_BIT`].
    pub(super) unmoved_pawns: u64,
    /// The kings, by side.
    pub(super) kings: [Place; 2],
    /// The cell of the pawn that has just made two or three steps, and the cell it came from.
    pub(super) ep_pawn: Place,
    pub(super) ep_origin: Place,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    /// Castling rights, bits in the order `KQkq`.
    pub(super) castling: u8,
    /// The cells that it passed, bits in the order of [`super::tables::PASSABLE`].
    pub(super) ep_cells: u8,
    /// The passed cells on which a legal move captures it. They are part of the key.
    pub(super) capturable: u8,
    pub(super) side: Side,
}

/// What the positions of `spacechess` share.
pub(super) static GAME: GameInfo = GameInfo {
    color_symmetry: Some(ColorSymmetry::RANKS_AND_LEVELS),
    file_symmetry: false,
    pieces: PieceTable(&PieceTable::chess([100, 400, 450, 500, 1000])),
    // Two bounds hold on 192 cells:
    //
    // - k pieces have at most 37 k moves, the maximum of a queen. (A pawn has few destinations, so it
    //   has fewer moves even with all promotions, and so has a king with castling and rides.)
    // - At most 34 pieces reach each of the 192 - k cells that the side does not occupy: one along
    //   each of 18 lines and 16 by leaps. This leaves out four promotions for each of six pawns that
    //   promote on a cell, on 24 cells; at most six runs for each of 16 unmoved pawns; castling and
    //   rides: fewer than 736 in all.
    //
    // The smaller of 37 k and 34 (192 - k) + 736 stays below this.
    max_moves: 3800,
    fen: FenFormat {
        fields: &[
            field::LEVELS,
            field::SIDE,
            field::CASTLING,
            field::UNMOVED_PAWNS,
            field::EN_PASSANT,
            field::HALFMOVE_CLOCK,
            field::MOVE_NUMBER,
        ],
        platforms: 0,
        has_owners: false,
        castling_letters: CASTLING_LETTERS,
    },
    // Rule S1.
    start_fen: "rnbqkbnr/pppppppp/8/8/8/8/8/8|pppppppp/8/8/8/8/8/8/PPPPPPPP|\
         8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq * - 0 1",
    notations: &[Notation::Roth],
    ..Block { files: WIDTH, ranks: WIDTH, levels: LEVELS }.game("spacechess")
};

impl BuiltIn for Board {
    const GAME: &'static GameInfo = &GAME;
}

const _: () = assert!(size_of::<Board>() == 128);

/// Stands for no cell.
pub(super) const NO_CELL: Place = Place::MAX;

impl Board {
    /// A board without pieces, White to move.
    pub(super) const EMPTY: Board = Board {
        levels: [QuadBitboards::EMPTY; LEVELS],
        key: 0,
        unmoved_pawns: 0,
        kings: [NO_CELL; 2],
        castling: 0,
        ep_pawn: NO_CELL,
        ep_origin: NO_CELL,
        ep_cells: 0,
        capturable: 0,
        side: Side::White,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Builds a set of cells from the pieces of each level.
    #[inline(always)]
    pub(super) fn cells_from_levels(&self, of: impl Fn(&QuadBitboards) -> u64) -> CellSet {
        let [bottom, middle, top] = &self.levels;
        CellSet([of(bottom), of(middle), of(top)])
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::occupied)
    }

    #[inline(always)]
    pub(super) fn pieces(&self, side: Side) -> CellSet {
        // One branch on the side instead of one for each level.
        match side {
            Side::White => self.cells_from_levels(|pieces| pieces.by_side(Side::White)),
            Side::Black => self.cells_from_levels(|pieces| pieces.by_side(Side::Black)),
        }
    }

    #[inline(always)]
    pub(super) fn pawns(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::pawns)
    }

    #[inline(always)]
    pub(super) fn knights(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::knights)
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::kings)
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(super) fn bishops_and_queens(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::bishops_and_queens)
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(super) fn rooks_and_queens(&self) -> CellSet {
        self.cells_from_levels(QuadBitboards::rooks_and_queens)
    }

    /// The code of the piece on a cell, 0 for none.
    #[inline(always)]
    pub(super) fn code(&self, cell: Place) -> usize {
        self.levels[level_of(cell) % LEVELS].code(square_of(cell) as Place)
    }

    #[inline(always)]
    pub(super) fn king_cell(&self, side: Side) -> Place {
        self.kings[side.index()]
    }

    /// Returns whether only the kings are left, which ends the game.
    #[inline(always)]
    pub(super) fn has_only_kings(&self) -> bool {
        self.cells_from_levels(QuadBitboards::non_kings).is_empty()
    }
}
