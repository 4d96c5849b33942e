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

use super::cells::{Cells, FIXED_BOARDS, bit_in};
use super::tables::{BISHOP_WAYS, ROOK_WAYS, Reach, Space, Way, step, wing_of};
use crate::geometry::bits::{deposit_portably, extract};
use crate::geometry::staircase::{CELLS, FIXED};
use crate::moves::Place;

/// How a rook's lines from a cell are looked up.
#[derive(Clone, Copy)]
struct RookLines {
    /// What can block in the first look-up, and in the second.
    masks: [u64; 2],
    /// Where their parts of [`ROOK_REACH`] begin.
    at: [u16; 2],
    /// Fixed cells a step away from a platform's cell.
    fixed: u64,
}

/// How a bishop's lines from a cell are looked up.
#[derive(Clone, Copy)]
struct BishopLines {
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
const fn rook_line(from: Place, way: Way) -> Option<(usize, usize)> {
    let on_board = (from as usize) < FIXED;
    match way {
        (0, _, 0) if on_board && !is_on_wing(from) => Some((0, FIXED_BOARDS)),
        (0, _, 0) => Some((if on_board { 1 } else { 0 }, wing_of(from))),
        (0, _, _) => Some((1, wing_of(from))),
        (_, _, 0) if on_board => Some((0, FIXED_BOARDS)),
        _ => None,
    }
}

/// The cells of a line in a word, up to and including the first blocker.
const fn walk(from: Place, way: Way, word: usize, blockers: u64) -> u64 {
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
const fn hiding(from: Place, way: Way, word: usize) -> u64 {
    let (mut set, mut at) = (0, from);
    while let Some(to) = step(at, way) {
        let (Some(bit), Some(_)) = (bit_in(word, to), step(to, way)) else { break };
        set |= 1 << bit;
        at = to;
    }
    set
}

/// The room of [`ROOK_REACH`]: a power of two, so that no index needs a check.
const ROOK_ROOM: usize = 1 << 13;

static ROOK: [RookLines; 256] = ROOK_TABLES.0;
static ROOK_REACH: [u64; ROOK_ROOM] = ROOK_TABLES.1;

const ROOK_TABLES: ([RookLines; 256], [u64; ROOK_ROOM]) = {
    let mut lines = [RookLines { masks: [0; 2], at: [0; 2], fixed: 0 }; 256];
    let mut reach = [0; ROOK_ROOM];
    let mut end = 0;
    let mut cell = 0;
    while cell < CELLS {
        let from = cell as Place;
        // What is reached in any case: for the second look-up the steps on the wing.
        let mut always = Reach { fixed: 0, wing: 0 };
        let mut number = 0;
        while number < ROOK_WAYS.len() {
            let way = ROOK_WAYS[number];
            match (rook_line(from, way), step(from, way)) {
                (Some((look_up, word)), _) => {
                    lines[cell].masks[look_up] |= hiding(from, way, word);
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
            lines[cell].at[look_up] = end as u16;
            let mut blocking = 0;
            while blocking < 1u64 << mask.count_ones() {
                let blockers = deposit_portably(blocking, mask);
                let mut set = if look_up == 1 { always.wing } else { 0 };
                let mut number = 0;
                while number < ROOK_WAYS.len() {
                    let way = ROOK_WAYS[number];
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

static BISHOP: [BishopLines; 256] = {
    let mut table = [BishopLines { mask: 0, fixed: [0; 4], wing: 0 }; 256];
    let mut cell = 0;
    while cell < CELLS {
        let from = cell as Place;
        let mut always = Reach { fixed: 0, wing: 0 };
        let mut number = 0;
        while number < BISHOP_WAYS.len() {
            let way = BISHOP_WAYS[number];
            let over_board = way.2 == 0 && cell < FIXED;
            if over_board {
                table[cell].mask |= hiding(from, way, FIXED_BOARDS);
            } else if let Some(to) = step(from, way) {
                always.add(to);
            }
            number += 1;
        }
        table[cell].wing = always.wing;
        let mask = table[cell].mask;
        let mut blocking = 0;
        while blocking < 4 {
            let blockers = deposit_portably(blocking, mask);
            let mut set = always.fixed;
            let mut number = 0;
            while number < BISHOP_WAYS.len() {
                if BISHOP_WAYS[number].2 == 0 && cell < FIXED {
                    set |= walk(from, BISHOP_WAYS[number], FIXED_BOARDS, blockers);
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
pub fn rook_on_board(from: Place, blockers: &Cells) -> Reach {
    let lines = &ROOK[usize::from(from)];
    Reach {
        fixed: looked_up(lines, 0, blockers.0[FIXED_BOARDS]),
        wing: looked_up(lines, 1, blockers.0[wing_of(from)]),
    }
}

/// What a rook reaches from a cell of a platform on the wing of that word.
#[inline(always)]
pub fn rook_on_platform(from: Place, wing: usize, blockers: &Cells) -> Reach {
    let lines = &ROOK[usize::from(from)];
    let along = looked_up(lines, 0, blockers.0[wing]);
    Reach { fixed: lines.fixed, wing: along | looked_up(lines, 1, blockers.0[wing]) }
}

/// What a rook reaches from any cell.
#[inline(always)]
pub fn rook(from: Place, blockers: &Cells) -> Reach {
    if from < FIXED as u8 {
        rook_on_board(from, blockers)
    } else {
        rook_on_platform(from, wing_of(from), blockers)
    }
}

#[inline(always)]
fn looked_up(lines: &RookLines, look_up: usize, blockers: u64) -> u64 {
    let at = usize::from(lines.at[look_up]) + extract(blockers, lines.masks[look_up]) as usize;
    ROOK_REACH[at % ROOK_ROOM]
}

/// What a bishop reaches from any cell.
#[inline(always)]
pub fn bishop(from: Place, blockers: &Cells) -> Reach {
    let lines = &BISHOP[usize::from(from)];
    let blocking = extract(blockers.0[FIXED_BOARDS], lines.mask);
    Reach { fixed: lines.fixed[blocking as usize % 4], wing: lines.wing }
}

/// What lies between two cells in line, as one word: the cells, and the number of the word they are
/// in behind bit 62.
static BETWEEN: [[u64; CELLS]; CELLS] = {
    let (mut table, mut number) = ([[0; CELLS]; CELLS], 0);
    while number < CELLS * (ROOK_WAYS.len() + BISHOP_WAYS.len()) {
        let (from, way) = (number % CELLS, number / CELLS);
        let way =
            if way < ROOK_WAYS.len() { ROOK_WAYS[way] } else { BISHOP_WAYS[way - ROOK_WAYS.len()] };
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
    use crate::rules::sixfold::cells::{LEFT, RIGHT, SINGLE};

    /// Blockers of many densities, the same on every run; doubled cells block in both their words.
    fn blockers() -> impl Iterator<Item = Cells> {
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
            let random = Cells([next(), next(), next()]) & Cells::ALL;
            random.each().fold(Cells::NONE, |set, cell| set | SINGLE[usize::from(cell)])
        })
    }

    /// Cell by cell, up to and including the first blocker.
    fn walked(from: Place, ways: &[Way], blockers: &Cells) -> Cells {
        let mut set = Cells::NONE;
        for &way in ways {
            let mut at = from;
            while let Some(to) = step(at, way) {
                set = set | SINGLE[usize::from(to)];
                if blockers.holds(to) {
                    break;
                }
                at = to;
            }
        }
        set
    }

    #[test]
    fn look_ups_are_walks() {
        for blockers in blockers().chain([Cells::NONE, Cells::ALL]) {
            for from in 0..CELLS as Place {
                let (wing, rook) = (wing_of(from), rook(from, &blockers));
                assert_eq!(rook.cells(wing), walked(from, &ROOK_WAYS, &blockers), "{from}");
                assert_eq!(rook.count(), rook.cells(wing).count(), "{from} tells a cell twice");
                let bishop = bishop(from, &blockers);
                assert_eq!(bishop.cells(wing), walked(from, &BISHOP_WAYS, &blockers), "{from}");
            }
        }
    }

    #[test]
    fn what_lies_between_is_symmetric_and_in_one_word() {
        for a in 0..CELLS as Place {
            for way in ROOK_WAYS.into_iter().chain(BISHOP_WAYS) {
                let (mut at, mut passed) = (a, Cells::NONE);
                while let Some(b) = step(at, way) {
                    let (word, cells) = between(a, b);
                    assert!(matches!(word, FIXED_BOARDS | LEFT | RIGHT));
                    assert_eq!(Cells::of_word(word, cells), passed, "{a} {b}");
                    assert_eq!(between(a, b), between(b, a));
                    passed = passed | SINGLE[usize::from(b)];
                    at = b;
                }
            }
        }
    }
}
