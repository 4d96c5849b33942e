//! A position of a game on a fixed board.

use super::cells::CellSet;
use super::outline::{Features, Outline};
use super::outlines::OUTLINES;
use super::tables::GameTables;
use crate::geometry::Place;
use crate::moves::{PieceType, Side};

/// Stands for no cell.
pub(super) const NO_CELL: Place = Place::MAX;

/// The number of sets of cells of a board: the pieces of each side, the bits of the kinds, the
/// pieces that have not moved.
const SETS: usize = 8;
/// The first set of the bits of the kinds; of kind 0 none is set.
const PLANES: usize = 2;
/// The set of the pieces that have not moved, of the kinds for which this matters.
const UNMOVED: usize = 6;

/// The bits of the sets for a piece, by side and kind.
static PIECE_BITS: [[[u64; UNMOVED]; PieceType::MAX_COUNT]; 2] = {
    let mut table = [[[0; UNMOVED]; PieceType::MAX_COUNT]; 2];
    let mut kind = 0;
    while kind < PieceType::MAX_COUNT {
        let mut bit = 0;
        while bit < UNMOVED - PLANES {
            table[0][kind][PLANES + bit] = (kind >> bit & 1) as u64;
            table[1][kind][PLANES + bit] = (kind >> bit & 1) as u64;
            bit += 1;
        }
        table[0][kind][0] = 1;
        table[1][kind][1] = 1;
        kind += 1;
    }
    table
};

/// A position without its history, on a board of at most `W` × 64 cells.
///
/// The kinds of pieces are the bits of four planes, so that a board is small to copy. It refers to
/// its game, which is never freed.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct FixedBoard<const W: usize, const ID: usize = 0> {
    /// The sets of cells, see [`FixedBoard::word`].
    words: [[u64; SETS]; W],
    pub(super) key: u64,
    pub(super) game: &'static GameTables<W>,
    /// The kings, by side.
    pub(super) kings: [Place; 2],
    /// The piece of the last move if it may have passed cells on which it can be captured, and
    /// where it came from. [`FixedBoard::ep_cells`] returns which it has passed.
    pub(super) ep_piece: Place,
    pub(super) ep_origin: Place,
    /// The cells on which a legal move captures it, bits in the order of its passable cells. They
    /// are part of the key.
    pub(super) capturable: u16,
    /// The castling rights, bits in the order of the castlings.
    pub(super) castling: u16,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    pub(super) side: Side,
}

impl<const W: usize, const ID: usize> PartialEq for FixedBoard<W, ID> {
    fn eq(&self, other: &Self) -> bool {
        let state = |board: &Self| {
            // Runs from different cells may pass the same ones.
            let passed: CellSet<W> = board.ep_cells_from_bits(board.ep_cells()).collect();
            let ep = (!passed.is_empty()).then_some((board.ep_piece, passed));
            let counters =
                (board.halfmove_clock, board.fullmove_number, board.side, board.castling);
            (board.words, board.key, board.kings, ep, counters)
        };
        std::ptr::eq(self.game, other.game) && state(self) == state(other)
    }
}

/// The pieces of both sides by kind.
pub(super) type Kinds<const W: usize> = [CellSet<W>; PieceType::MAX_COUNT];

impl<const W: usize, const ID: usize> FixedBoard<W, ID> {
    /// The number of the outline of the games of this board; 0 if it plays any game.
    pub const NUMBER: usize = ID;
    /// The outline of the games of this board, if it is a constant.
    pub(super) const OUTLINE: &'static Outline = OUTLINES[ID];
    /// Whether the outline is a constant.
    pub(super) const IS_OUTLINED: bool = ID != 0;

    /// Returns what the game has at all.
    #[inline(always)]
    pub(super) fn features(&self) -> Features {
        if Self::IS_OUTLINED { Self::OUTLINE.features } else { self.game.features }
    }

    /// Returns a board without pieces, White to move.
    pub(super) fn empty(game: &'static GameTables<W>) -> Self {
        FixedBoard {
            words: [[0; SETS]; W],
            key: 0,
            game,
            kings: [0; 2],
            ep_piece: NO_CELL,
            ep_origin: NO_CELL,
            capturable: 0,
            castling: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            side: Side::White,
        }
    }

    /// Returns the start position.
    pub(super) fn at_start(game: &'static GameTables<W>) -> Self {
        let mut board = Self::empty(game);
        for (cell, piece) in (0..).zip(&game.spec.start) {
            if let Some(piece) = piece {
                board.put_bits(piece.side, piece.kind.index() as u8, cell);
            }
        }
        let starts = game.sides.iter().flat_map(|side| &side.unmoved_starts);
        board.set_unmoved(starts.fold(CellSet::EMPTY, |all, starts| all | *starts));
        board.castling = game.rights;
        board.update_key();
        board
    }

    /// Returns the row and the column of a word of a set. A row holds one word of every set, so
    /// that the bits of a cell lie side by side. On a board of as many words as sets a row is a
    /// whole set, a vector of the processor.
    #[inline(always)]
    const fn place_of_word(word: usize, set: usize) -> (usize, usize) {
        if W == SETS { (set, word) } else { (word, set) }
    }

    #[inline(always)]
    fn word(&self, word: usize, set: usize) -> u64 {
        let (row, column) = Self::place_of_word(word, set);
        self.words[row][column]
    }

    #[inline(always)]
    fn word_mut(&mut self, word: usize, set: usize) -> &mut u64 {
        let (row, column) = Self::place_of_word(word, set);
        &mut self.words[row][column]
    }

    #[inline(always)]
    fn set(&self, index: usize) -> CellSet<W> {
        CellSet(std::array::from_fn(|word| self.word(word, index)))
    }

    /// All pieces.
    #[inline(always)]
    pub(super) fn occupied(&self) -> CellSet<W> {
        self.set(0) | self.set(1)
    }

    /// Returns the pieces of a side.
    #[inline(always)]
    pub(super) fn pieces(&self, side: Side) -> CellSet<W> {
        self.set(side.index())
    }

    /// Returns the bits of the kinds.
    #[inline(always)]
    pub(super) fn planes(&self) -> [CellSet<W>; 4] {
        [self.set(PLANES), self.set(PLANES + 1), self.set(PLANES + 2), self.set(PLANES + 3)]
    }

    /// Returns the pieces that have not moved, of the kinds for which this matters.
    #[inline(always)]
    pub(super) fn unmoved(&self) -> CellSet<W> {
        self.set(UNMOVED)
    }

    /// Records that the piece on a cell has moved. Returns whether it had not.
    #[inline(always)]
    pub(super) fn remove_unmoved(&mut self, cell: Place) -> bool {
        let set = self.word_mut(CellSet::<W>::word_of(cell), UNMOVED);
        let is_unmoved = *set >> (cell % 64) & 1 != 0;
        *set &= !(1 << (cell % 64));
        is_unmoved
    }

    pub(super) fn set_unmoved(&mut self, cells: CellSet<W>) {
        for (index, word) in cells.0.into_iter().enumerate() {
            *self.word_mut(index, UNMOVED) = word;
        }
    }

    /// Returns the pieces of both sides of a kind.
    #[inline(always)]
    pub(super) fn of_kind(&self, kind: u8) -> CellSet<W> {
        let mut set = self.occupied();
        for (bit, plane) in self.planes().iter().enumerate() {
            let flip = u64::from(kind >> bit & 1).wrapping_sub(1);
            set = CellSet(std::array::from_fn(|i| set.0[i] & (plane.0[i] ^ flip)));
        }
        set
    }

    /// Returns the pieces of both sides by kind.
    #[inline(always)]
    pub(super) fn by_kind(&self) -> Kinds<W> {
        let [p0, p1, p2, p3] = self.planes();
        let occupied = self.occupied();
        let mut kinds = [CellSet::EMPTY; PieceType::MAX_COUNT];
        let low = [occupied.without(p0 | p1), p0.without(p1), p1.without(p0), p0 & p1];
        let count = usize::from(self.features().kinds);
        if count > 8 {
            let high = [!(p2 | p3), p2.without(p3), p3.without(p2), p2 & p3];
            for index in 0..PieceType::MAX_COUNT {
                kinds[index] = low[index % 4] & high[index / 4];
            }
        } else {
            for index in 0..4 {
                kinds[index] = low[index].without(p2);
                kinds[index + 4] = low[index] & p2;
            }
            if Self::IS_OUTLINED {
                kinds[count..].fill(CellSet::EMPTY);
            }
        }
        kinds
    }

    /// Returns the kind of the piece on a cell; 0 for an empty cell, too.
    #[inline(always)]
    pub(super) fn kind_on(&self, cell: Place) -> u8 {
        let word = CellSet::<W>::word_of(cell);
        let bit = |plane: usize| (self.word(word, plane) >> (cell % 64) & 1) as u8;
        (PLANES..self.plane_end()).fold(0, |kind, plane| kind | bit(plane) << (plane - PLANES))
    }

    /// Returns the end of the sets that are the bits of the kinds: where the outline is a constant,
    /// of those that the game has.
    #[inline(always)]
    fn plane_end(&self) -> usize {
        if Self::IS_OUTLINED && self.features().kinds <= 8 { PLANES + 3 } else { UNMOVED }
    }

    /// Returns whether a piece of a side is on a cell of the board.
    #[inline(always)]
    pub(super) fn has_piece(&self, side: Side, cell: Place) -> bool {
        self.word(CellSet::<W>::word_of(cell), side.index()) >> (cell % 64) & 1 != 0
    }

    /// Moves a piece, and removes what it captures, without their part of the key.
    #[inline(always)]
    pub(super) fn move_bits(&mut self, from: Place, to: Place) {
        let [at, onto] = [from, to].map(CellSet::<W>::word_of);
        let mut moved = [0; UNMOVED];
        let moved = &mut moved[..self.plane_end()];
        for (index, moved) in moved.iter_mut().enumerate() {
            let set = self.word_mut(at, index);
            *moved = *set >> (from % 64) & 1;
            *set &= !(1 << (from % 64));
        }
        for (index, moved) in moved.iter().enumerate() {
            let set = self.word_mut(onto, index);
            *set = *set & !(1 << (to % 64)) | *moved << (to % 64);
        }
    }

    /// Puts a piece on an empty cell, without its part of the key.
    #[inline(always)]
    pub(super) fn put_bits(&mut self, side: Side, kind: u8, cell: Place) {
        let bits = &PIECE_BITS[side.index()][usize::from(kind) % PieceType::MAX_COUNT];
        let word = CellSet::<W>::word_of(cell);
        for (index, bit) in bits.iter().enumerate() {
            *self.word_mut(word, index) |= bit << (cell % 64);
        }
        if kind == self.features().king {
            self.kings[side.index()] = cell;
        }
    }

    /// Removes the piece on a cell, without its part of the key.
    #[inline(always)]
    pub(super) fn clear_bits(&mut self, cell: Place) {
        let kept = !(1 << (cell % 64));
        let word = CellSet::<W>::word_of(cell);
        for index in 0..UNMOVED {
            *self.word_mut(word, index) &= kept;
        }
    }
}
