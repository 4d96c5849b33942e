//! Lines: what sliders reach, by look-up.
//!
//! Straight lines in space soon die on the staircase. A line that changes file and level ends after
//! one step: files a and f have no fixed boards, c and d no platforms. Longer lines are of two
//! kinds: those over one fixed board, in its plane; and those that stay on their file a, b, e or f,
//! along the ranks, upright or slanting. The former are in the word of the fixed boards, the latter
//! in that of a wing ([`super::cells`]). A missing cell blocks like a man on whom nobody may stand.
//!
//! So a bishop needs one look-up, over its fixed board; a rook two: on a fixed board its plane (on
//! files b and e only the rank of it), and what stays on its file; on a platform what stays on its
//! file and level, and what stays on its file and leaves the level.

use super::cell_set::{CellSet, FIXED_BOARDS, bit_in};
use super::tables::{
    BISHOP_DIRECTIONS, Direction, PieceReach, ROOK_DIRECTIONS, Space, step, wing_of,
};
use crate::geometry::Place;
use crate::geometry::bits::{pdep_portable, pext};
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS};

/// How a rook's lines from a cell are looked up.
#[derive(Clone, Copy)]
struct RookLookup {
    /// What can block in the first look-up, and in the second.
    masks: [u64; 2],
    /// Where their parts of [`ROOK_REACH`] begin.
    offsets: [u16; 2],
    /// Fixed cells a step away from a platform's cell.
    fixed: u64,
}

/// How a bishop's lines from a cell are looked up.
#[derive(Clone, Copy)]
struct BishopLookup {
    /// What can block.
    mask: u64,
    /// The fixed cells reached, by what blocks.
    fixed: [u64; 4],
    /// The cells a step away on the wing.
    wing: u64,
}

/// Is the cell on file a, b, e or f?
const fn is_on_wing(cell: Place) -> bool {
    !matches!(Space::CELLS[cell as usize].file, 2 | 3)
}

/// The look-up (0 or 1) that a rook's line belongs to, and the word that the line is in; `None`
/// for lines of one step, which are constant.
const fn rook_line(from: Place, way: Direction) -> Option<(usize, usize)> {
    let on_board = (from as usize) < FIXED_CELLS;
    match way {
        (0, _, 0) if on_board && !is_on_wing(from) => Some((0, FIXED_BOARDS)),
        (0, _, 0) => Some((if on_board { 1 } else { 0 }, wing_of(from))),
        (0, _, _) => Some((1, wing_of(from))),
        (_, _, 0) if on_board => Some((0, FIXED_BOARDS)),
        _ => None,
    }
}

/// The cells of a line in a word, up to and including the first blocker.
const fn walk(from: Place, way: Direction, word: usize, blockers: u64) -> u64 {
    let (mut set, mut at) = (0, from);
    while let Some(to) = step(at, way) {
        let Some(bit) = bit_in(word, to) else { break };
        set |= 1 << bit;
        if blockers >> bit & 1 != 0 {
            break;
        }
        at = to;
    }
    set
}

/// The cells of a line on which a man can hide others: all but the last.
const fn blocker_mask(from: Place, way: Direction, word: usize) -> u64 {
    let (mut set, mut at) = (0, from);
    while let Some(to) = step(at, way) {
        let (Some(bit), Some(_)) = (bit_in(word, to), step(to, way)) else { break };
        set |= 1 << bit;
        at = to;
    }
    set
}

/// The room of [`ROOK_REACH`]: a power of two, so that no index needs a check.
const ROOK_TABLE_SIZE: usize = 1 << 13;

static ROOK_LOOKUPS: [RookLookup; 256] = ROOK_TABLES.0;
static ROOK_ATTACKS: [u64; ROOK_TABLE_SIZE] = ROOK_TABLES.1;

const ROOK_TABLES: ([RookLookup; 256], [u64; ROOK_TABLE_SIZE]) = {
    let mut lines = [RookLookup { masks: [0; 2], offsets: [0; 2], fixed: 0 }; 256];
    let mut reach = [0; ROOK_TABLE_SIZE];
    let mut end = 0;
    let mut cell = 0;
    while cell < CELL_COUNT {
        let from = cell as Place;
        // What is reached in any case: for the second look-up the steps on the wing.
        let mut always = PieceReach { fixed: 0, wing: 0 };
        let mut number = 0;
        while number < ROOK_DIRECTIONS.len() {
            let way = ROOK_DIRECTIONS[number];
            match (rook_line(from, way), step(from, way)) {
                (Some((look_up, word)), _) => {
                    lines[cell].masks[look_up] |= blocker_mask(from, way, word);
                }
                (None, Some(to)) => always.add(to),
                (None, None) => {}
            }
            number += 1;
        }
        lines[cell].fixed = always.fixed;
        let mut look_up = 0;
        while look_up < 2 {
            let mask = lines[cell].masks[look_up];
            lines[cell].offsets[look_up] = end as u16;
            let mut blocking = 0;
            while blocking < 1u64 << mask.count_ones() {
                let blockers = pdep_portable(blocking, mask);
                let mut set = if look_up == 1 { always.wing } else { 0 };
                let mut number = 0;
                while number < ROOK_DIRECTIONS.len() {
                    let way = ROOK_DIRECTIONS[number];
                    if let Some((of_line, word)) = rook_line(from, way)
                        && of_line == look_up
                    {
                        set |= walk(from, way, word, blockers);
                    }
                    number += 1;
                }
                reach[end] = set;
                end += 1;
                blocking += 1;
            }
            look_up += 1;
        }
        cell += 1;
    }
    (lines, reach)
};

static BISHOP_LOOKUPS: [BishopLookup; 256] = {
    let mut table = [BishopLookup { mask: 0, fixed: [0; 4], wing: 0 }; 256];
    let mut cell = 0;
    while cell < CELL_COUNT {
        let from = cell as Place;
        let mut always = PieceReach { fixed: 0, wing: 0 };
        let mut number = 0;
        while number < BISHOP_DIRECTIONS.len() {
            let way = BISHOP_DIRECTIONS[number];
            let over_board = way.2 == 0 && cell < FIXED_CELLS;
            if over_board {
                table[cell].mask |= blocker_mask(from, way, FIXED_BOARDS);
            } else if let Some(to) = step(from, way) {
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

/// What a rook reaches from a cell of a fixed board.
#[inline(always)]
pub fn rook_attacks_from_board(from: Place, blockers: &CellSet) -> PieceReach {
    let lines = &ROOK_LOOKUPS[usize::from(from)];
    PieceReach {
        fixed: lookup_attacks(lines, 0, blockers.0[FIXED_BOARDS]),
        wing: lookup_attacks(lines, 1, blockers.0[wing_of(from)]),
    }
}

/// What a rook reaches from a cell of a platform on the wing of that word.
#[inline(always)]
pub fn rook_attacks_from_platform(from: Place, wing: usize, blockers: &CellSet) -> PieceReach {
    let lines = &ROOK_LOOKUPS[usize::from(from)];
    let along = lookup_attacks(lines, 0, blockers.0[wing]);
    PieceReach { fixed: lines.fixed, wing: along | lookup_attacks(lines, 1, blockers.0[wing]) }
}

/// What a rook reaches from any cell.
#[inline(always)]
pub fn rook_attacks(from: Place, blockers: &CellSet) -> PieceReach {
    if from < FIXED_CELLS as u8 {
        rook_attacks_from_board(from, blockers)
    } else {
        rook_attacks_from_platform(from, wing_of(from), blockers)
    }
}

#[inline(always)]
fn lookup_attacks(lines: &RookLookup, look_up: usize, blockers: u64) -> u64 {
    let at = usize::from(lines.offsets[look_up]) + pext(blockers, lines.masks[look_up]) as usize;
    ROOK_ATTACKS[at % ROOK_TABLE_SIZE]
}

/// What a bishop reaches from any cell.
#[inline(always)]
pub fn bishop_attacks(from: Place, blockers: &CellSet) -> PieceReach {
    let lines = &BISHOP_LOOKUPS[usize::from(from)];
    let blocking = pext(blockers.0[FIXED_BOARDS], lines.mask);
    PieceReach { fixed: lines.fixed[blocking as usize % 4], wing: lines.wing }
}

/// What lies between two cells in line, as one word: the cells, and the number of the word they are
/// in behind bit 62.
static BETWEEN: [[u64; CELL_COUNT]; CELL_COUNT] = {
    let (mut table, mut number) = ([[0; CELL_COUNT]; CELL_COUNT], 0);
    while number < CELL_COUNT * (ROOK_DIRECTIONS.len() + BISHOP_DIRECTIONS.len()) {
        let (from, way) = (number % CELL_COUNT, number / CELL_COUNT);
        let way = if way < ROOK_DIRECTIONS.len() {
            ROOK_DIRECTIONS[way]
        } else {
            BISHOP_DIRECTIONS[way - ROOK_DIRECTIONS.len()]
        };
        let on_file = way.0 == 0 && is_on_wing(from as Place);
        let word = if on_file { wing_of(from as Place) } else { FIXED_BOARDS };
        let (mut at, mut passed) = (from as Place, 0);
        while let Some(to) = step(at, way) {
            table[from][to as usize] = passed | (word as u64) << 62;
            // The cells of a longer line are all in its word.
            if let Some(bit) = bit_in(word, to) {
                passed |= 1 << bit;
            }
            at = to;
        }
        number += 1;
    }
    table
};

/// The cells strictly between two cells in line, and the word that they are in.
#[inline(always)]
pub fn between(a: Place, b: Place) -> (usize, u64) {
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
            random.iter().fold(CellSet::EMPTY, |set, cell| set | SINGLE_CELL[usize::from(cell)])
        })
    }

    /// Cell by cell, up to and including the first blocker.
    fn attacks_by_walking(from: Place, ways: &[Direction], blockers: &CellSet) -> CellSet {
        let mut set = CellSet::EMPTY;
        for &way in ways {
            let mut at = from;
            while let Some(to) = step(at, way) {
                set = set | SINGLE_CELL[usize::from(to)];
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
                assert_eq!(rook.count(), rook.to_set(wing).count(), "{from} tells a cell twice");
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
            for way in ROOK_DIRECTIONS.into_iter().chain(BISHOP_DIRECTIONS) {
                let (mut at, mut passed) = (a, CellSet::EMPTY);
                while let Some(b) = step(at, way) {
                    let (word, cells) = between(a, b);
                    assert!(matches!(word, FIXED_BOARDS | LEFT | RIGHT));
                    assert_eq!(CellSet::from_word(word, cells), passed, "{a} {b}");
                    assert_eq!(between(a, b), between(b, a));
                    passed = passed | SINGLE_CELL[usize::from(b)];
                    at = b;
                }
            }
        }
    }
}
