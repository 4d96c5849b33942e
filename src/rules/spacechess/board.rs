//! The board of `spacechess` and its cells.

use crate::geometry::plane::{WIDTH, file_of, rank_of, square};
use crate::geometry::stack::{CELLS, CellSet, LEVELS, cell, level_of, square_of};
use crate::geometry::{Place, Point};
use crate::moves::Side;
use crate::rules::Geometry;
use crate::rules::quad_bitboards::QuadBitboards;

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

impl Geometry for Board {
    const NAME: &'static str = "spacechess";
    const FILES: usize = WIDTH;
    const RANKS: usize = WIDTH;
    const LEVELS: usize = LEVELS;
    const CELLS: usize = CELLS;
    const POSTS: usize = 0;

    fn point(cell: Place) -> Point {
        let square = square_of(cell);
        let (file, rank) = (file_of(square) as u8, rank_of(square) as u8 + 1);
        Point { file, rank, level: level_of(cell) as u8 + 1 }
    }

    fn cell_at(point: Point) -> Option<Place> {
        let is_within = |number: u8, max| (1..=max).contains(&usize::from(number));
        let exists = usize::from(point.file) < WIDTH
            && is_within(point.rank, WIDTH)
            && is_within(point.level, LEVELS);
        let square = || square(point.file.into(), usize::from(point.rank - 1));
        exists.then(|| cell(usize::from(point.level - 1), square()))
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
