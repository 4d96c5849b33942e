//! Lines within one board: a fixed board, or a platform that adjoins no other one.
//!
//! The sixteen squares of a board (four of a platform) are numbered file by file, ranks ascending.
//! The attacks of a slider on its own board are looked up by the blockers between it and the edge.
//! The entries are squares of that board, and are shifted to its first square.

use crate::geometry::bits::{pdep_portable, pext};
use crate::geometry::staircase::FIXED_CELLS;

/// The lowest square of the board or platform of each square.
#[inline(always)]
const fn first_square(square: u8) -> u8 {
    if square < FIXED_CELLS as u8 { square & !15 } else { square & !3 }
}

/// The position of a square's entries in a table, and the blockers that select one.
#[derive(Clone, Copy)]
struct Index {
    mask: u64,
    offset: u16,
    shift: u8,
}

/// The attacks of a type of slider from every square.
pub(crate) struct AttackTable<const SIZE: usize> {
    index: [Index; 64],
    attacks: [u16; SIZE],
}

const ROOK_DIRECTIONS: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
const QUEEN_DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The attacks of a rook on its board.
pub(crate) static ROOK: AttackTable<{ table_size(&ROOK_DIRECTIONS) }> =
    AttackTable::new(&ROOK_DIRECTIONS);
/// The attacks of a bishop on its board.
pub(crate) static BISHOP: AttackTable<{ table_size(&BISHOP_DIRECTIONS) }> =
    AttackTable::new(&BISHOP_DIRECTIONS);
/// The attacks of a queen on its board.
pub(crate) static QUEEN: AttackTable<{ table_size(&QUEEN_DIRECTIONS) }> =
    AttackTable::new(&QUEEN_DIRECTIONS);

/// Walks from a square of a board of this width, in each direction up to and including the first
/// blocker. If `inner`, leaves out the last square before the edge.
const fn walk(from: u8, width: i8, directions: &[(i8, i8)], blockers: u16, inner: bool) -> u16 {
    let (mut set, mut direction) = (0, 0);
    while direction < directions.len() {
        let (files, ranks) = directions[direction];
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
        direction += 1;
    }
    set
}

/// Returns the square within its board and the width of the board. The numbers 0 to 15 are the
/// squares of a fixed board, 16 to 19 those of a platform.
const fn square_and_width(number: u8) -> (u8, i8) {
    if number < 16 { (number, 4) } else { (number - 16, 2) }
}

const fn table_size(directions: &[(i8, i8)]) -> usize {
    let (mut size, mut number) = (0, 0);
    while number < 20 {
        let (from, width) = square_and_width(number);
        size += 1 << walk(from, width, directions, 0, true).count_ones();
        number += 1;
    }
    size
}

impl<const SIZE: usize> AttackTable<SIZE> {
    const fn new(directions: &[(i8, i8)]) -> Self {
        let mut index = [Index { mask: 0, offset: 0, shift: 0 }; 64];
        let mut attacks = [0; SIZE];
        let (mut offset, mut number) = (0, 0);
        while number < 20 {
            let (from, width) = square_and_width(number);
            let mask = walk(from, width, directions, 0, true) as u64;
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
                attacks[offset as usize] = walk(from, width, directions, blockers, false);
                offset += 1;
                inner += 1;
            }
            number += 1;
        }
        AttackTable { index, attacks }
    }

    /// Returns the squares attacked from a square on its own board.
    #[inline(always)]
    pub(crate) fn attacks(&self, from: u8, occupied: u64) -> u64 {
        let Index { mask, offset, shift } = self.index[usize::from(from) % 64];
        let inner = pext(occupied >> shift, mask) as usize;
        // SAFETY: `mask` and `offset` come from `new`, which gives each square as many entries
        // as its mask can select.
        let attacks = unsafe { *self.attacks.get_unchecked(usize::from(offset) + inner) };
        u64::from(attacks) << shift
    }
}

/// For two squares in line on a fixed board the squares between them, and the ray from the first
/// through the second.
#[derive(Clone, Copy)]
struct Pair {
    between: u16,
    through: u16,
}

static PAIRS: [[Pair; 16]; 16] = {
    let mut table = [[Pair { between: 0, through: 0 }; 16]; 16];
    let mut from = 0;
    while from < 16 {
        let mut direction = 0;
        while direction < QUEEN_DIRECTIONS.len() {
            let ray = walk(from, 4, &[QUEEN_DIRECTIONS[direction]], 0, false);
            let mut to = 0;
            while to < 16 {
                if ray >> to & 1 != 0 {
                    let upto = walk(from, 4, &[QUEEN_DIRECTIONS[direction]], 1 << to, false);
                    table[from as usize][to as usize] =
                        Pair { between: upto & !(1 << to), through: ray };
                }
                to += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

#[inline(always)]
fn pair(a: u8, b: u8) -> Pair {
    PAIRS[usize::from(a) % 16][usize::from(b) % 16]
}

/// Returns the squares between two squares in line on one fixed board. Not for squares of a
/// platform, which never have one between them.
#[inline(always)]
pub(crate) fn between(a: u8, b: u8) -> u64 {
    u64::from(pair(a, b).between) << first_square(a)
}

/// Returns the ray from the first of two squares in line on one fixed board through the second.
#[inline(always)]
pub(crate) fn ray_through(a: u8, b: u8) -> u64 {
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
                let walked = |directions: &[(i8, i8)]| {
                    u64::from(walk(from - first, width, directions, blockers, false))
                };
                assert_eq!(ROOK.attacks(from, word), walked(&ROOK_DIRECTIONS) << first);
                assert_eq!(BISHOP.attacks(from, word), walked(&BISHOP_DIRECTIONS) << first);
                assert_eq!(QUEEN.attacks(from, word), walked(&QUEEN_DIRECTIONS) << first);
            }
        }
        assert_eq!(between(16, 31), 1 << 21 | 1 << 26);
        assert_eq!(ray_through(17, 18), 1 << 18 | 1 << 19);
    }
}
