//! Attacks of sliders, by look-up.
//!
//! Straight lines in space are short on the staircase. A line that changes file and level ends
//! after one step, because files a and f have no fixed boards and files c and d no platforms. There
//! are two kinds of longer lines: those in the plane of a fixed board, and those that stay on file
//! a, b, e or f, along the ranks, vertical or inclined. The former lie in the word of the fixed
//! boards, the latter in that of a wing (see [`super::cell_set`]). A missing cell blocks like a
//! piece that nobody can capture.
//!
//! So a bishop needs one look-up, in the plane of its fixed board. A rook needs two. On a fixed
//! board: the lines in its plane (on files b and e only the rank), and the lines that stay on its
//! file. On a platform: the lines that stay on its file and level, and those that stay on its file
//! and leave the level.

use super::cell_set::{CellSet, FIXED_BOARDS, bit_in};
use super::tables::{
    BISHOP_DIRECTIONS, Direction, PieceReach, ROOK_DIRECTIONS, Space, step, wing_of,
};
use crate::geometry::bits::{pdep_portable, pext};
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS};
use crate::geometry::{Place, byte_index};

/// The look-ups of a rook's attacks from a cell.
#[derive(Clone, Copy)]
struct RookLookup {
    /// The cells that can block, for the first look-up and the second.
    masks: [u64; 2],
    /// The offsets of the two in [`ROOK_ATTACKS`].
    offsets: [u16; 2],
    /// The fixed cells one step away from a cell of a platform.
    fixed: u64,
}

/// The look-up of a bishop's attacks from a cell.
#[derive(Clone, Copy)]
struct BishopLookup {
    /// The cells that can block.
    mask: u64,
    /// The fixed cells reached, by the blockers.
    fixed: [u64; 4],
    /// The cells one step away on the wing.
    wing: u64,
}

/// Returns whether a cell is on file a, b, e or f.
const fn is_on_wing(cell: Place) -> bool {
    !matches!(Space::CELLS[cell as usize].file, 2 | 3)
}

/// Returns the look-up (0 or 1) that a rook's line belongs to and the word that it lies in; `None`
/// for lines of one step, which cannot be blocked.
const fn rook_line(from: Place, direction: Direction) -> Option<(usize, usize)> {
    let on_board = (from as usize) < FIXED_CELLS;
    match direction {
        (0, _, 0) if on_board && !is_on_wing(from) => Some((0, FIXED_BOARDS)),
        (0, _, 0) => Some((if on_board { 1 } else { 0 }, wing_of(from))),
        (0, _, _) => Some((1, wing_of(from))),
        (_, _, 0) if on_board => Some((0, FIXED_BOARDS)),
        _ => None,
    }
}

/// Returns the cells of a line in a word, up to and including the first blocker.
const fn walk(from: Place, direction: Direction, word: usize, blockers: u64) -> u64 {
    let (mut set, mut at) = (0, from);
    while let Some(to) = step(at, direction) {
        let Some(bit) = bit_in(word, to) else { break };
        set |= 1 << bit;
        if blockers >> bit & 1 != 0 {
            break;
        }
        at = to;
    }
    set
}

/// Returns the cells of a line that can block others: all but the last.
const fn blocker_mask(from: Place, direction: Direction, word: usize) -> u64 {
    let (mut set, mut at) = (0, from);
    while let Some(to) = step(at, direction) {
        let (Some(bit), Some(_)) = (bit_in(word, to), step(to, direction)) else { break };
        set |= 1 << bit;
        at = to;
    }
    set
}

/// The length of [`ROOK_ATTACKS`]: a power of two, so that no index needs a bounds check.
const ROOK_TABLE_SIZE: usize = 1 << 13;

static ROOK_LOOKUPS: [RookLookup; 256] = ROOK_TABLES.0;
static ROOK_ATTACKS: [u64; ROOK_TABLE_SIZE] = ROOK_TABLES.1;

const ROOK_TABLES: ([RookLookup; 256], [u64; ROOK_TABLE_SIZE]) = {
    let mut lookups = [RookLookup { masks: [0; 2], offsets: [0; 2], fixed: 0 }; 256];
    let mut attacks = [0; ROOK_TABLE_SIZE];
    let mut end = 0;
    let mut cell = 0;
    while cell < CELL_COUNT {
        let from = cell as Place;
        // The cells reached with any blockers; the second look-up includes those on the wing.
        let mut always = PieceReach { fixed: 0, wing: 0 };
        let mut number = 0;
        while number < ROOK_DIRECTIONS.len() {
            let direction = ROOK_DIRECTIONS[number];
            match (rook_line(from, direction), step(from, direction)) {
                (Some((index, word)), _) => {
                    lookups[cell].masks[index] |= blocker_mask(from, direction, word);
                }
                (None, Some(to)) => always.add(to),
                (None, None) => {}
            }
            number += 1;
        }
        lookups[cell].fixed = always.fixed;
        let mut index = 0;
        while index < 2 {
            let mask = lookups[cell].masks[index];
            lookups[cell].offsets[index] = end as u16;
            let mut blocking = 0;
            while blocking < 1u64 << mask.count_ones() {
                let blockers = pdep_portable(blocking, mask);
                let mut set = if index == 1 { always.wing } else { 0 };
                let mut number = 0;
                while number < ROOK_DIRECTIONS.len() {
                    let direction = ROOK_DIRECTIONS[number];
                    if let Some((of_line, word)) = rook_line(from, direction)
                        && of_line == index
                    {
                        set |= walk(from, direction, word, blockers);
                    }
                    number += 1;
                }
                attacks[end] = set;
                end += 1;
                blocking += 1;
            }
            index += 1;
        }
        cell += 1;
    }
    (lookups, attacks)
};

static BISHOP_LOOKUPS: [BishopLookup; 256] = {
    let mut table = [BishopLookup { mask: 0, fixed: [0; 4], wing: 0 }; 256];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let from = cell as Place;
        let mut always = PieceReach { fixed: 0, wing: 0 };
        let mut number = 0;
        while number < BISHOP_DIRECTIONS.len() {
            let direction = BISHOP_DIRECTIONS[number];
            let over_board = direction.2 == 0 && cell < FIXED_CELLS;
            if over_board {
                table[cell].mask |= blocker_mask(from, direction, FIXED_BOARDS);
            } else if let Some(to) = step(from, direction) {
                always.add(to);
            }
            number += 1;
        }
        table[cell].wing = always.wing;
        let mask = table[cell].mask;
        let mut blocking = 0;
        while blocking < 4 {
            let blockers = pdep_portable(blocking, mask);
            let mut set = always.fixed;
            let mut number = 0;
            while number < BISHOP_DIRECTIONS.len() {
                if BISHOP_DIRECTIONS[number].2 == 0 && cell < FIXED_CELLS {
                    set |= walk(from, BISHOP_DIRECTIONS[number], FIXED_BOARDS, blockers);
                }
                number += 1;
            }
            table[cell].fixed[blocking as usize] = set;
            blocking += 1;
        }
        cell += 1;
    }
    table
};

/// Returns the cells that a rook attacks from a fixed cell.
#[inline(always)]
pub(super) fn rook_attacks_from_board(from: Place, blockers: &CellSet) -> PieceReach {
    let lookup = &ROOK_LOOKUPS[byte_index(from)];
    PieceReach {
        fixed: lookup_attacks(lookup, 0, blockers.0[FIXED_BOARDS]),
        wing: lookup_attacks(lookup, 1, blockers.0[wing_of(from)]),
    }
}

/// Returns the cells that a rook attacks from a platform's cell; `wing` is the word of its wing.
#[inline(always)]
pub(super) fn rook_attacks_from_platform(
    from: Place,
    wing: usize,
    blockers: &CellSet,
) -> PieceReach {
    let lookup = &ROOK_LOOKUPS[byte_index(from)];
    let along = lookup_attacks(lookup, 0, blockers.0[wing]);
    PieceReach { fixed: lookup.fixed, wing: along | lookup_attacks(lookup, 1, blockers.0[wing]) }
}

/// Returns the cells that a rook attacks from any cell.
#[inline(always)]
pub(super) fn rook_attacks(from: Place, blockers: &CellSet) -> PieceReach {
    if from < FIXED_CELLS as Place {
        rook_attacks_from_board(from, blockers)
    } else {
        rook_attacks_from_platform(from, wing_of(from), blockers)
    }
}

#[inline(always)]
fn lookup_attacks(lookup: &RookLookup, index: usize, blockers: u64) -> u64 {
    let at = usize::from(lookup.offsets[index]) + pext(blockers, lookup.masks[index]) as usize;
    ROOK_ATTACKS[at % ROOK_TABLE_SIZE]
}

/// Returns the cells that a bishop attacks from any cell.
#[inline(always)]
pub(super) fn bishop_attacks(from: Place, blockers: &CellSet) -> PieceReach {
    let lookup = &BISHOP_LOOKUPS[byte_index(from)];
    let blocking = pext(blockers.0[FIXED_BOARDS], lookup.mask);
    PieceReach { fixed: lookup.fixed[blocking as usize % 4], wing: lookup.wing }
}

/// The cells between two cells in line, by both cells. Bits 62 and 63 have the number of the word
/// that they lie in.
static BETWEEN: [[u64; CELL_COUNT]; CELL_COUNT] = {
    let (mut table, mut number) = ([[0; CELL_COUNT]; CELL_COUNT], 0);
    while number < CELL_COUNT * (ROOK_DIRECTIONS.len() + BISHOP_DIRECTIONS.len()) {
        let (from, index) = (number % CELL_COUNT, number / CELL_COUNT);
        let direction = if index < ROOK_DIRECTIONS.len() {
            ROOK_DIRECTIONS[index]
        } else {
            BISHOP_DIRECTIONS[index - ROOK_DIRECTIONS.len()]
        };
        let on_file = direction.0 == 0 && is_on_wing(from as Place);
        let word = if on_file { wing_of(from as Place) } else { FIXED_BOARDS };
        let (mut at, mut cells_between) = (from as Place, 0);
        while let Some(to) = step(at, direction) {
            table[from][to as usize] = cells_between | (word as u64) << 62;
            // All cells of a longer line lie in its word; a line of one step has no cell between.
            if let Some(bit) = bit_in(word, to) {
                cells_between |= 1 << bit;
            }
            at = to;
        }
        number += 1;
    }
    table
};

/// Returns the word of the cells strictly between two cells in line, and the cells.
#[inline(always)]
pub(super) fn between(a: Place, b: Place) -> (usize, u64) {
    let packed = BETWEEN[usize::from(a)][usize::from(b)];
    ((packed >> 62) as usize, packed & (u64::MAX >> 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::sixfold::cell_set::{LEFT, RIGHT, SINGLE_CELL};

    /// Blockers of many densities, the same on every run; doubled cells block in both their words.
    fn blockers() -> impl Iterator<Item = CellSet> {
        let mut word = 0x2545_f491_4f6c_dd1du64;
        (0..300).map(move |round| {
            let mut next = || {
                word ^= word << 13;
                word ^= word >> 7;
                word ^= word << 17;
                match round % 3 {
                    0 => word,
                    1 => word & word.rotate_left(17),
                    _ => word | word.rotate_left(29),
                }
            };
            let random = CellSet([next(), next(), next()]) & CellSet::ALL;
            random.iter().fold(CellSet::EMPTY, |set, cell| set | SINGLE_CELL[byte_index(cell)])
        })
    }

    /// Walks cell by cell, up to and including the first blocker.
    fn attacks_by_walking(from: Place, directions: &[Direction], blockers: &CellSet) -> CellSet {
        let mut set = CellSet::EMPTY;
        for &direction in directions {
            let mut at = from;
            while let Some(to) = step(at, direction) {
                set = set | SINGLE_CELL[byte_index(to)];
                if blockers.contains(to) {
                    break;
                }
                at = to;
            }
        }
        set
    }

    #[test]
    fn lookups_match_walks() {
        for blockers in blockers().chain([CellSet::EMPTY, CellSet::ALL]) {
            for from in 0..CELL_COUNT as Place {
                let (wing, rook) = (wing_of(from), rook_attacks(from, &blockers));
                assert_eq!(
                    rook.to_set(wing),
                    attacks_by_walking(from, &ROOK_DIRECTIONS, &blockers),
                    "{from}"
                );
                assert_eq!(rook.count(), rook.to_set(wing).count(), "{from} has a cell twice");
                let bishop = bishop_attacks(from, &blockers);
                assert_eq!(
                    bishop.to_set(wing),
                    attacks_by_walking(from, &BISHOP_DIRECTIONS, &blockers),
                    "{from}"
                );
            }
        }
    }

    #[test]
    fn between_is_symmetric_and_in_one_word() {
        for a in 0..CELL_COUNT as Place {
            for direction in ROOK_DIRECTIONS.into_iter().chain(BISHOP_DIRECTIONS) {
                let (mut at, mut cells_between) = (a, CellSet::EMPTY);
                while let Some(b) = step(at, direction) {
                    let (word, cells) = between(a, b);
                    assert!(matches!(word, FIXED_BOARDS | LEFT | RIGHT));
                    assert_eq!(CellSet::from_word(word, cells), cells_between, "{a} {b}");
                    assert_eq!(between(a, b), between(b, a));
                    cells_between = cells_between | SINGLE_CELL[byte_index(b)];
                    at = b;
                }
            }
        }
    }
}
