//! Zobrist numbers, computed at compile time and so equal on every machine, and hashes of sets.

use crate::geometry::Place;
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

/// Returns a hash of words, well mixed in its high bits.
#[inline(always)]
pub(crate) fn hash_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |hash: u64, word| {
        (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// Returns the part of a key that changes with a normal move without promotion, but for rights. `piece`
/// returns the number of a piece by side, code and cell; `codes` are those of the moved piece and of
/// the captured one, 0 for none.
#[inline(always)]
pub(crate) fn key_of_normal_move(
    mv: Move,
    side: Side,
    codes: [usize; 2],
    piece: impl Fn(Side, usize, Place) -> u64,
) -> u64 {
    let [code, captured] = codes;
    piece(side, code, mv.from())
        ^ piece(side, code, mv.to())
        ^ piece(side.other(), captured, mv.to())
}
