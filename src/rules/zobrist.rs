//! Zobrist numbers, computed at compile time and so equal on every machine, and hashes of sets.

use crate::geometry::{Place, byte_index};
use crate::moves::{Move, Side};

/// Returns the next state of the splitmix64 generator (Steele, Lea and Flood 2014) and its number.
pub(crate) const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

/// Fills a table with the next numbers. Returns the state after them and the table.
pub(crate) const fn fill<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let (mut table, mut i) = ([0; N], 0);
    while i < N {
        (state, table[i]) = splitmix64(state);
        i += 1;
    }
    (state, table)
}

/// The numbers of the pieces by cell and code with color (see [`super::quad_bitboards`]), with an
/// entry for any [`byte_index`]. The numbers of a cell lie side by side, since a move reads two
/// numbers of the cell where it ends.
#[repr(align(128))]
pub(crate) struct PieceNumbers([[u64; 16]; 256]);

impl PieceNumbers {
    /// Fills the table with the next numbers, for that many cells. Returns the state after them and
    /// the table.
    pub(crate) const fn fill(mut state: u64, cells: usize) -> (u64, Self) {
        let (mut table, mut index) = ([[0; 16]; 256], 0);
        while index < 16 {
            // White's numbers come first. Code 0 is an empty cell, whose number is 0.
            let mut cell = if index % 8 == 0 { cells } else { 0 };
            while cell < cells {
                (state, table[cell][index ^ 8]) = splitmix64(state);
                cell += 1;
            }
            index += 1;
        }
        (state, PieceNumbers(table))
    }

    /// Returns the number of a piece on a cell; 0 for code 0, an empty cell.
    #[inline(always)]
    pub(crate) fn get(&self, side: Side, code: usize, cell: Place) -> u64 {
        self.get_by_code_and_color(code % 8 + 8 * usize::from(side == Side::White), cell)
    }

    /// Returns the number of a piece on a cell, from its code plus 8 if it is White's; 0 for 0, an
    /// empty cell.
    #[inline(always)]
    pub(crate) fn get_by_code_and_color(&self, code_and_color: usize, cell: Place) -> u64 {
        self.0[byte_index(cell)][code_and_color % 16]
    }

    /// Returns how a normal move without promotion changes the key, but for rights. `moved` and
    /// `captured` are codes with color as for [`PieceNumbers::get_by_code_and_color`]; `captured`
    /// may be 0.
    #[inline(always)]
    pub(crate) fn change_by_move(&self, mv: Move, [moved, captured]: [usize; 2]) -> u64 {
        self.get_by_code_and_color(moved, mv.from())
            ^ self.get_by_code_and_color(moved, mv.to())
            ^ self.get_by_code_and_color(captured, mv.to())
    }
}

/// Returns the hash of words, well mixed in its high bits.
#[inline(always)]
pub(crate) fn hash_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, hash_word)
}

/// Returns the hash of words and another one.
#[inline(always)]
pub(crate) fn hash_word(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
