//! Zobrist numbers: constants, by place.

use crate::geometry::staircase::POSTS;

/// The numbers that make up a key. Tables by cell have room for any byte.
pub struct Keys {
    /// By side, code of the man (see [`super::Board`]; code 0, no man, is 0) and cell.
    pub man: [[[u64; 256]; 8]; 2],
    /// By cell: a pawn there may still make its first-move step.
    pub fresh: [u64; 256],
    /// By cell: the runner that can be captured en passant.
    pub runner: [u64; 256],
    /// By cell: where it passed.
    pub passed: [u64; 256],
    /// By owner and post.
    pub platform: [[u64; POSTS]; 2],
    /// By castling rights.
    pub castling: [u64; 16],
    /// Black is to move.
    pub black: u64,
}

/// The key numbers of the staircase games.
pub static KEYS: Keys = keys();

/// One step of the splitmix64 sequence: the next state and its number.
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ z >> 31)
}

const fn fill<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let (mut table, mut i) = ([0; N], 0);
    while i < N {
        (state, table[i]) = next(state);
        i += 1;
    }
    (state, table)
}

const fn keys() -> Keys {
    let mut state = 0x7472_6973_6b65_6c69;
    let mut man = [[[0; 256]; 8]; 2];
    let mut side = 0;
    while side < 2 {
        let mut code = 1;
        while code < 8 {
            (state, man[side][code]) = fill(state);
            code += 1;
        }
        side += 1;
    }
    let (state, fresh) = fill(state);
    let (state, runner) = fill(state);
    let (state, passed) = fill(state);
    let (state, white) = fill(state);
    let (state, black) = fill(state);
    let (state, castling) = fill(state);
    let (_, [side]) = fill(state);
    Keys { man, fresh, runner, passed, platform: [white, black], castling, black: side }
}
