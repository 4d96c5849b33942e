//! The board of `raumschach` and its cells.

use crate::geometry::cube::{CELLS, WIDTH, cell, file_of, level_of, rank_of};
use crate::geometry::{Place, Point};
use crate::moves::Side;
use crate::rules::Geometry;
use crate::rules::quad_bitboards::QuadBitboards;

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

impl Geometry for Board {
    const NAME: &'static str = "raumschach";
    const FILES: usize = WIDTH;
    const RANKS: usize = WIDTH;
    const LEVELS: usize = WIDTH;
    const CELLS: usize = CELLS;
    const POSTS: usize = 0;

    fn point(cell: Place) -> Point {
        let (file, rank) = (file_of(cell) as u8, rank_of(cell) as u8 + 1);
        Point { file, rank, level: level_of(cell) as u8 + 1 }
    }

    fn cell_at(point: Point) -> Option<Place> {
        let Point { file: file @ 0..5, rank: rank @ 1..=5, level: level @ 1..=5 } = point else {
            return None;
        };
        Some(cell(file.into(), usize::from(rank) - 1, usize::from(level) - 1))
    }

    fn place_name(place: Place) -> String {
        let Point { file, rank, level } = Self::point(place);
        format!("{}{rank}{level}", (b'a' + file) as char)
    }

    fn place_from_name(text: &str) -> Option<Place> {
        let &[file, rank, level] = text.as_bytes() else { return None };
        let file = file.checked_sub(b'a')?;
        let (rank, level) = (rank.checked_sub(b'0')?, level.checked_sub(b'0')?);
        Self::cell_at(Point { file, rank, level })
    }

    fn covered_cells(_: Place) -> Vec<Place> {
        Vec::new()
    }
}
