//! Lines within one board: a fixed board of 4×4 has its level to itself, and so has a platform
//! that no other one adjoins.
//!
//! A board's sixteen squares (a platform's four) are numbered file by file, ranks ascending. What
//! a slider attacks on its own board is looked up by the blockers between it and the rim; the
//! entries are squares of that board, to be shifted to where its squares begin.

use crate::geometry::bits::{pdep_portable, pext};
use crate::geometry::staircase::FIXED_CELLS;

/// The lowest square of the board or platform of each square.
#[inline(always)]
const fn first_square(square: u8) -> u8 {
    if square < FIXED_CELLS as u8 { square & !15 } else { square & !3 }
}

/// Where a square's part of a table begins, and which blockers select in it.
#[derive(Clone, Copy)]
struct Index {
    mask: u64,
    offset: u16,
    shift: u8,
}

/// The attacks of a kind of slider from every square.
pub struct AttackTable<const SIZE: usize> {
    index: [Index; 64],
    attacks: [u16; SIZE],
}

const ROOK_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
const QUEEN_DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// What a rook attacks on its board.
pub static ROOK: AttackTable<{ table_size(&ROOK_DIRECTIONS) }> = AttackTable::new(&ROOK_DIRECTIONS);
/// What a bishop attacks on its board.
pub static BISHOP: AttackTable<{ table_size(&BISHOP_DIRECTIONS) }> =
    AttackTable::new(&BISHOP_DIRECTIONS);
/// What a queen attacks on its board.
pub static QUEEN: AttackTable<{ table_size(&QUEEN_DIRECTIONS) }> =
    AttackTable::new(&QUEEN_DIRECTIONS);

/// Walks from a square of a board that many squares wide, each way up to and including the first
/// blocker; if `inner`, up to but excluding the last square.
const fn walk(from: u8, width: i8, ways: &[(i8, i8)], blockers: u16, inner: bool) -> u16 {
    let (mut set, mut way) = (0, 0);
    while way < ways.len() {
        let (files, ranks) = ways[way];
        let (mut file, mut rank) = (from as i8 / width + files, from as i8 % width + ranks);
        while file >= 0 && file < width && rank >= 0 && rank < width {
            let bit = 1u16 << (file * width + rank);
            let (next_file, next_rank) = (file + files, rank + ranks);
            let last = next_file < 0 || next_file >= width || next_rank < 0 || next_rank >= width;
            if !(inner && last) {
                set |= bit;
            }
            if blockers & bit != 0 {
                break;
            }
            (file, rank) = (next_file, next_rank);
        }
        way += 1;
    }
    set
}

/// Square within its board, and width of that, for the first board and the first platform: the
/// squares whose attacks the tables hold.
const fn square_and_width(number: u8) -> (u8, i8) {
    if number < 16 { (number, 4) } else { (number - 16, 2) }
}

const fn table_size(ways: &[(i8, i8)]) -> usize {
    let (mut size, mut number) = (0, 0);
    while number < 20 {
        let (from, width) = square_and_width(number);
        size += 1 << walk(from, width, ways, 0, true).count_ones();
        number += 1;
    }
    size
}

impl<const SIZE: usize> AttackTable<SIZE> {
    const fn new(ways: &[(i8, i8)]) -> Self {
        let mut index = [Index { mask: 0, offset: 0, shift: 0 }; 64];
        let mut attacks = [0; SIZE];
        let (mut offset, mut number) = (0, 0);
        while number < 20 {
            let (from, width) = square_and_width(number);
            let mask = walk(from, width, ways, 0, true) as u64;
            let mut square = 0;
            while square < 64 {
                let first = first_square(square);
                let is_fixed = square < FIXED_CELLS as u8;
                if is_fixed == (width == 4) && square - first == from {
                    index[square as usize] = Index { mask, offset, shift: first };
                }
                square += 1;
            }
            let mut inner = 0;
            while inner < 1u64 << mask.count_ones() {
                let blockers = pdep_portable(inner, mask) as u16;
                attacks[offset as usize] = walk(from, width, ways, blockers, false);
                offset += 1;
                inner += 1;
            }
            number += 1;
        }
        AttackTable { index, attacks }
    }

    /// The squares attacked on the board of a square, with men on these squares.
    #[inline(always)]
    pub fn attacks(&self, from: u8, occupied: u64) -> u64 {
        let Index { mask, offset, shift } = self.index[usize::from(from) % 64];
        let inner = pext(occupied >> shift, mask) as usize;
        // SAFETY: `mask` and `offset` come from `new`, which gives each square as many entries
        // as its mask can select.
        let attacks = unsafe { *self.attacks.get_unchecked(usize::from(offset) + inner) };
        u64::from(attacks) << shift
    }
}

/// For two squares of one fixed board what lies between them on a line, and the whole line
/// through both without the first; squares of the board.
#[derive(Clone, Copy)]
struct Pair {
    between: u16,
    through: u16,
}

static PAIRS: [[Pair; 16]; 16] = {
    let mut table = [[Pair { between: 0, through: 0 }; 16]; 16];
    let mut from = 0;
    while from < 16 {
        let mut way = 0;
        while way < QUEEN_DIRECTIONS.len() {
            let ray = walk(from, 4, &[QUEEN_DIRECTIONS[way]], 0, false);
            let mut to = 0;
            while to < 16 {
                if ray >> to & 1 != 0 {
                    let upto = walk(from, 4, &[QUEEN_DIRECTIONS[way]], 1 << to, false);
                    table[from as usize][to as usize] =
                        Pair { between: upto & !(1 << to), through: ray };
                }
                to += 1;
            }
            way += 1;
        }
        from += 1;
    }
    table
};

#[inline(always)]
fn pair(a: u8, b: u8) -> Pair {
    PAIRS[usize::from(a) % 16][usize::from(b) % 16]
}

/// The squares between two squares in line on one board. On a platform there is nothing between,
/// and the platform's squares must not be asked of.
#[inline(always)]
pub fn between(a: u8, b: u8) -> u64 {
    u64::from(pair(a, b).between) << first_square(a)
}

/// The ray from the first of two squares in line on one fixed board through the other one.
#[inline(always)]
pub fn ray_through(a: u8, b: u8) -> u64 {
    u64::from(pair(a, b).through) << first_square(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attack_tables_match_walks() {
        let mut word = 0x2545_f491_4f6c_dd1du64;
        for _ in 0..300 {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            for from in 0..64 {
                let first = first_square(from);
                let width = if from < FIXED_CELLS as u8 { 4 } else { 2 };
                let board = (1 << (width * width)) - 1;
                let blockers = (word >> first & board) as u16;
                let walked =
                    |ways: &[(i8, i8)]| u64::from(walk(from - first, width, ways, blockers, false));
                assert_eq!(ROOK.attacks(from, word), walked(&ROOK_DIRECTIONS) << first);
                assert_eq!(BISHOP.attacks(from, word), walked(&BISHOP_DIRECTIONS) << first);
                assert_eq!(QUEEN.attacks(from, word), walked(&QUEEN_DIRECTIONS) << first);
            }
        }
        assert_eq!(between(16, 31), 1 << 21 | 1 << 26);
        assert_eq!(ray_through(17, 18), 1 << 18 | 1 << 19);
    }
}
