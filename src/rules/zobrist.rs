//! Zobrist numbers, computed at compile time and so equal on every machine, and hashes of sets.

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
