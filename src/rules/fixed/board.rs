//! A position of a game on a fixed board.

use super::cells::CellSet;
use super::tables::Game;
use crate::geometry::Place;
use crate::moves::{PieceType, Side};

/// Stands for no cell.
pub(super) const NO_CELL: Place = Place::MAX;

/// A position without its history, on a board of at most `W` × 64 cells.
///
/// The kinds of pieces are the bits of four planes, so that a board is small to copy. It refers to
/// its game, which is never freed.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct FixedBoard<const W: usize> {
    /// The pieces of each side.
    pub(super) by_side: [CellSet<W>; 2],
    /// The bits of the kinds; of kind 0 none is set.
    pub(super) planes: [CellSet<W>; 4],
    /// The pieces that have not moved, of the kinds for which this matters.
    pub(super) unmoved: CellSet<W>,
    pub(super) key: u64,
    pub(super) game: &'static Game<W>,
    /// The kings, by side.
    pub(super) kings: [Place; 2],
    /// The piece that has just passed cells on which it can be captured, and where it came from.
    pub(super) ep_piece: Place,
    pub(super) ep_origin: Place,
    /// The cells that it passed, bits in the order of its passable cells.
    pub(super) ep_cells: u16,
    /// Those on which a legal move captures it. They are part of the key.
    pub(super) capturable: u16,
    /// The castling rights, bits in the order of the castlings.
    pub(super) castling: u16,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    pub(super) side: Side,
}

impl<const W: usize> PartialEq for FixedBoard<W> {
    fn eq(&self, other: &Self) -> bool {
        let state = |board: &Self| {
            // Runs from different cells may pass the same ones.
            let passed: CellSet<W> = board.ep_cells_from_bits(board.ep_cells).collect();
            let ep = (board.ep_piece, passed);
            let counters =
                (board.halfmove_clock, board.fullmove_number, board.side, board.castling);
            (board.by_side, board.planes, board.unmoved, board.key, board.kings, ep, counters)
        };
        std::ptr::eq(self.game, other.game) && state(self) == state(other)
    }
}

/// The pieces of both sides by kind.
pub(super) type Kinds<const W: usize> = [CellSet<W>; PieceType::MAX_COUNT];

impl<const W: usize> FixedBoard<W> {
    /// Returns a board without pieces, White to move.
    pub(super) fn empty(game: &'static Game<W>) -> Self {
        FixedBoard {
            by_side: [CellSet::EMPTY; 2],
            planes: [CellSet::EMPTY; 4],
            unmoved: CellSet::EMPTY,
            key: 0,
            game,
            kings: [0; 2],
            ep_piece: NO_CELL,
            ep_origin: NO_CELL,
            ep_cells: 0,
            capturable: 0,
            castling: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            side: Side::White,
        }
    }

    /// Returns the start position.
    pub(super) fn at_start(game: &'static Game<W>) -> Self {
        let mut board = Self::empty(game);
        for (cell, piece) in (0..).zip(&game.spec.start) {
            if let Some(piece) = piece {
                board.put_bits(piece.side, piece.kind.index() as u8, cell);
            }
        }
        for side in Side::ALL {
            for starts in &game.sides[side.index()].unmoved_starts {
                board.unmoved |= *starts;
            }
        }
        board.castling = game.rights;
        board.update_key();
        board
    }

    /// All pieces.
    #[inline(always)]
    pub(super) fn occupied(&self) -> CellSet<W> {
        self.by_side[0] | self.by_side[1]
    }

    /// The pieces of a side.
    #[inline(always)]
    pub(super) fn pieces(&self, side: Side) -> CellSet<W> {
        self.by_side[side.index()]
    }

    /// The pieces of both sides of a kind.
    #[inline(always)]
    pub(super) fn of_kind(&self, kind: u8) -> CellSet<W> {
        let mut set = self.occupied();
        for (bit, plane) in self.planes.iter().enumerate() {
            let flip = u64::from(kind >> bit & 1).wrapping_sub(1);
            set = CellSet(std::array::from_fn(|i| set.0[i] & (plane.0[i] ^ flip)));
        }
        set
    }

    /// The pieces of both sides by kind.
    #[inline(always)]
    pub(super) fn by_kind(&self) -> Kinds<W> {
        let [p0, p1, p2, p3] = self.planes;
        let occupied = self.occupied();
        let mut kinds = [CellSet::EMPTY; PieceType::MAX_COUNT];
        let low = [occupied.without(p0 | p1), p0.without(p1), p1.without(p0), p0 & p1];
        if self.game.has_many_kinds {
            let high = [!(p2 | p3), p2.without(p3), p3.without(p2), p2 & p3];
            for index in 0..PieceType::MAX_COUNT {
                kinds[index] = low[index % 4] & high[index / 4];
            }
        } else {
            for index in 0..4 {
                kinds[index] = low[index].without(p2);
                kinds[index + 4] = low[index] & p2;
            }
        }
        kinds
    }

    /// The kind of the piece on a cell; 0 for an empty cell, too.
    #[inline(always)]
    pub(super) fn kind_on(&self, cell: Place) -> u8 {
        let (word, bit) = (usize::from(cell) / 64 % W, cell % 64);
        let [p0, p1, p2, p3] = self.planes.each_ref().map(|plane| (plane.0[word] >> bit & 1) as u8);
        p0 | p1 << 1 | p2 << 2 | p3 << 3
    }

    /// Puts a piece on an empty cell, without its part of the key.
    #[inline(always)]
    pub(super) fn put_bits(&mut self, side: Side, kind: u8, cell: Place) {
        let (word, bit) = (usize::from(cell) / 64 % W, cell % 64);
        for (index, plane) in self.planes.iter_mut().enumerate() {
            plane.0[word] |= u64::from(kind >> index & 1) << bit;
        }
        self.by_side[side.index()].0[word] |= 1 << bit;
        if kind == self.game.king {
            self.kings[side.index()] = cell;
        }
    }

    /// Removes the piece of a side on a cell, without its part of the key.
    #[inline(always)]
    pub(super) fn clear_bits(&mut self, side: Side, cell: Place) {
        let (word, kept) = (usize::from(cell) / 64 % W, !(1 << (cell % 64)));
        for plane in &mut self.planes {
            plane.0[word] &= kept;
        }
        self.by_side[side.index()].0[word] &= kept;
    }
}
