//! The board of `chess` and its cells.

use super::pawns;
use crate::geometry::plane::{self, file_of, rank_of};
use crate::geometry::{Place, Point};
use crate::moves::Side;
use crate::rules::quad_bitboards::QuadBitboards;
use crate::rules::{CastlingMode, Geometry};

/// A position without its history; see the module for the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Board {
    pub(super) pieces: QuadBitboards,
    pub(super) key: u64,
    /// The rooks that may still castle with their king.
    pub(super) castling: u64,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    /// The square that a pawn has just passed over with a double step.
    pub(super) ep_cell: Place,
    pub(super) side: Side,
    /// Whether the key includes the right to capture en passant.
    pub(super) ep_in_key: bool,
    /// How castling moves are written.
    pub(super) castling_mode: CastlingMode,
}

const _: () = assert!(size_of::<Board>() == 64);

/// Stands for no square.
pub(super) const NO_CELL: Place = Place::MAX;

/// The light squares.
pub(super) const LIGHT_SQUARES: u64 = 0x55aa_55aa_55aa_55aa;

impl Board {
    /// Returns a board without pieces, White to move.
    pub(super) fn empty() -> Self {
        Board {
            pieces: QuadBitboards::EMPTY,
            key: 0,
            castling: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            ep_cell: NO_CELL,
            side: Side::White,
            ep_in_key: false,
            castling_mode: CastlingMode::Standard,
        }
    }

    #[inline(always)]
    pub(super) fn king_cell(&self, side: Side) -> Place {
        (self.pieces.kings() & self.pieces.by_side(side)).trailing_zeros() as Place
    }

    /// The square of the pawn that has just passed over [`Board::ep_cell`].
    #[inline(always)]
    pub(super) fn ep_pawn(&self) -> Place {
        pawns::behind(self.side, self.ep_cell)
    }
}

impl Geometry for Board {
    const NAME: &'static str = "chess";
    const FILES: usize = plane::WIDTH;
    const RANKS: usize = plane::WIDTH;
    const LEVELS: usize = 1;
    const CELLS: usize = plane::SQUARES;
    const POSTS: usize = 0;

    fn point(cell: Place) -> Point {
        let cell = usize::from(cell);
        Point { file: file_of(cell) as u8, rank: rank_of(cell) as u8 + 1, level: 1 }
    }

    fn cell_at(point: Point) -> Option<Place> {
        let Point { file: file @ 0..8, rank: rank @ 1..=8, level: 1 } = point else { return None };
        Some(plane::square(file.into(), usize::from(rank) - 1) as Place)
    }

    fn place_name(place: Place) -> String {
        let Point { file, rank, .. } = Self::point(place);
        format!("{}{rank}", (b'a' + file) as char)
    }

    fn place_from_name(text: &str) -> Option<Place> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
        Self::cell_at(Point { file: file - b'a', rank: rank - b'0', level: 1 })
    }

    fn covered_cells(_: Place) -> Vec<Place> {
        Vec::new()
    }
}
