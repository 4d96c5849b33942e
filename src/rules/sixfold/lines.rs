//! Attacks of sliders, by look-up, and constant tables of steps and leaps from each cell, of pawns'
//! start and promotion cells, and of posts.
//!
//! Cells are physical and may be missing, so no table depends on where the platforms stand.
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

use super::cell_set::{CellSet, FIXED_BOARDS, LEFT, ON_POSTS, RIGHT, bit_in};
use crate::geometry::bits::{pdep_portable, pext};
use crate::geometry::staircase::{CELL_COUNT, FIXED_CELLS, POST_COUNT, Staircase};
use crate::geometry::{Place, byte_index};
use crate::moves::Side;

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
    while let Some(to) = Space::offset(at, direction) {
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
    while let Some(to) = Space::offset(at, direction) {
        let (Some(bit), Some(_)) = (bit_in(word, to), Space::offset(to, direction)) else { break };
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
            match (rook_line(from, direction), Space::offset(from, direction)) {
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
            } else if let Some(to) = Space::offset(from, direction) {
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
        while let Some(to) = Space::offset(at, direction) {
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

/// The staircase turned upside down, with White's board on top.
pub(super) type Space = Staircase<true>;

/// A direction in space: files, ranks, levels.
pub(super) type Direction = (i8, i8, i8);

/// The directions of a rook: the orthogonals, and the diagonals that change the level.
pub(super) const ROOK_DIRECTIONS: [Direction; 14] = [
    (1, 0, 0),
    (-1, 0, 0),
    (0, 1, 0),
    (0, -1, 0),
    (0, 0, 1),
    (0, 0, -1),
    (0, 1, 1),
    (0, 1, -1),
    (0, -1, 1),
    (0, -1, -1),
    (1, 0, 1),
    (1, 0, -1),
    (-1, 0, 1),
    (-1, 0, -1),
];

/// The directions of a bishop: the diagonals in a plane, and the triagonals.
pub(super) const BISHOP_DIRECTIONS: [Direction; 12] = [
    (1, 1, 0),
    (1, -1, 0),
    (-1, 1, 0),
    (-1, -1, 0),
    (1, 1, 1),
    (1, 1, -1),
    (1, -1, 1),
    (1, -1, -1),
    (-1, 1, 1),
    (-1, 1, -1),
    (-1, -1, 1),
    (-1, -1, -1),
];

/// The leaps of a knight: two along one axis and one along another.
const KNIGHT_LEAPS: [Direction; 24] = {
    let (mut leaps, mut count) = ([(0, 0, 0); 24], 0);
    let mut index = 0;
    while index < 125 {
        let direction: Direction = (index / 25 - 2, index / 5 % 5 - 2, index % 5 - 2);
        let squares =
            direction.0 * direction.0 + direction.1 * direction.1 + direction.2 * direction.2;
        if squares == 5 && direction.0 * direction.1 * direction.2 == 0 {
            leaps[count] = direction;
            count += 1;
        }
        index += 1;
    }
    leaps
};

/// Returns the word of the wing that a cell lies on or next to: the left one for files a, b and c,
/// the right one for files d, e and f.
pub(super) const fn wing_of(cell: Place) -> usize {
    if cell < FIXED_CELLS as Place {
        if cell % 16 < 8 { LEFT } else { RIGHT }
    } else if (cell as usize) < FIXED_CELLS + CELL_COUNT / 3 {
        LEFT
    } else {
        RIGHT
    }
}

/// The cells that a piece other than a knight attacks: they lie on the fixed boards and on the wing
/// of the piece. Each cell is in one of the two words only.
#[derive(Clone, Copy, Default)]
pub(super) struct PieceReach {
    /// In the word of the fixed boards.
    pub fixed: u64,
    /// In the word of the piece's wing.
    pub wing: u64,
}

impl PieceReach {
    const EMPTY: PieceReach = PieceReach { fixed: 0, wing: 0 };

    /// Adds a cell: a fixed one to `fixed`, any other to `wing`.
    pub(super) const fn add(&mut self, cell: Place) {
        match bit_in(FIXED_BOARDS, cell) {
            Some(bit) => self.fixed |= 1 << bit,
            None => {
                if let Some(bit) = bit_in(wing_of(cell), cell) {
                    self.wing |= 1 << bit;
                }
            }
        }
    }

    /// Returns those of the cells that are in a set; `wing` is the word of the piece's wing.
    #[inline(always)]
    pub(super) fn intersection(self, set: &CellSet, wing: usize) -> PieceReach {
        PieceReach { fixed: self.fixed & set.0[FIXED_BOARDS], wing: self.wing & set.0[wing] }
    }

    /// Returns whether a set contains any of the cells.
    #[inline(always)]
    pub(super) fn intersects(self, set: &CellSet, wing: usize) -> bool {
        let PieceReach { fixed, wing } = self.intersection(set, wing);
        fixed | wing != 0
    }

    /// Adds the cells to a set, each in one word only.
    #[inline(always)]
    pub(super) fn add_to(self, set: &mut CellSet, wing: usize) {
        set.0[FIXED_BOARDS] |= self.fixed;
        set.0[wing] |= self.wing;
    }

    /// Returns the number of cells.
    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.fixed.count_ones() + self.wing.count_ones()
    }

    /// Returns the cells as a set.
    pub(super) fn to_set(self, wing: usize) -> CellSet {
        CellSet::from_word(FIXED_BOARDS, self.fixed) | CellSet::from_word(wing, self.wing)
    }
}

/// A table by cell, with an entry for every [`byte_index`](crate::geometry::byte_index).
type ByCell<T> = [T; 256];

const fn step_table(directions: &[Direction]) -> ByCell<PieceReach> {
    let (mut table, mut cell) = ([PieceReach::EMPTY; 256], 0);
    while cell < CELL_COUNT {
        let mut at = 0;
        while at < directions.len() {
            if let Some(to) = Space::offset(cell as Place, directions[at]) {
                table[cell].add(to);
            }
            at += 1;
        }
        cell += 1;
    }
    table
}

/// The cells that a king attacks.
pub(super) static KING_ATTACKS: ByCell<PieceReach> = {
    let (rook, bishop) = (step_table(&ROOK_DIRECTIONS), step_table(&BISHOP_DIRECTIONS));
    let (mut table, mut cell) = (rook, 0);
    while cell < CELL_COUNT {
        table[cell].fixed |= bishop[cell].fixed;
        table[cell].wing |= bishop[cell].wing;
        cell += 1;
    }
    table
};

/// The cells that a knight attacks. A fixed cell is only in the word of the fixed boards.
pub(super) static KNIGHT_ATTACKS: ByCell<CellSet> = {
    let (mut table, mut cell) = ([CellSet::EMPTY; 256], 0);
    while cell < CELL_COUNT {
        let mut at = 0;
        while at < KNIGHT_LEAPS.len() {
            if let Some(to) = Space::offset(cell as Place, KNIGHT_LEAPS[at]) {
                let [fixed, left, right] = CellSet::from_cell(to).0;
                table[cell].0[FIXED_BOARDS] |= fixed;
                table[cell].0[LEFT] |= left & ON_POSTS;
                table[cell].0[RIGHT] |= right & ON_POSTS;
            }
            at += 1;
        }
        cell += 1;
    }
    table
};

/// Returns the cells in line with each cell in these directions.
const fn ray_table(directions: &[Direction]) -> ByCell<PieceReach> {
    let (mut table, mut cell) = ([PieceReach::EMPTY; 256], 0);
    while cell < CELL_COUNT {
        let mut at = 0;
        while at < directions.len() {
            let mut from = cell as Place;
            while let Some(to) = Space::offset(from, directions[at]) {
                table[cell].add(to);
                from = to;
            }
            at += 1;
        }
        cell += 1;
    }
    table
}

/// The cells in line with a cell in a rook's directions.
pub(super) static ROOK_RAYS: ByCell<PieceReach> = ray_table(&ROOK_DIRECTIONS);
/// The cells in line with a cell in a bishop's directions.
pub(super) static BISHOP_RAYS: ByCell<PieceReach> = ray_table(&BISHOP_DIRECTIONS);

/// Returns a side's step forward in ranks, and its step toward the enemy in levels.
const fn forward(side: usize) -> (i8, i8) {
    if side == Side::White as usize { (1, -1) } else { (-1, 1) }
}

/// Returns the first and the last rank of a cell's board or platform.
const fn end_ranks(cell: Place) -> [u8; 2] {
    let rank = Space::CELLS[cell as usize].rank;
    if (cell as usize) < FIXED_CELLS {
        let first = rank - (cell % 4) as u8;
        [first, first + 3]
    } else {
        let first = rank - ((cell - FIXED_CELLS as Place) % 2) as u8;
        [first, first + 1]
    }
}

/// The cells that a side's pawns step to (rule X3): ahead, ahead and toward the enemy, and sideways
/// at the end of their board.
pub(super) static PAWN_STEPS: [ByCell<PieceReach>; 2] = {
    let (mut table, mut side) = ([[PieceReach::EMPTY; 256]; 2], 0);
    while side < 2 {
        let (ahead, toward) = forward(side);
        let mut cell = 0;
        while cell < CELL_COUNT {
            let from = cell as Place;
            let [first, last] = end_ranks(from);
            let end = if side == Side::White as usize { last } else { first };
            let directions = [(0, ahead, 0), (0, ahead, toward), (1, 0, 0), (-1, 0, 0)];
            let count = if Space::CELLS[cell].rank == end { 4 } else { 2 };
            let mut at = 0;
            while at < count {
                if let Some(to) = Space::offset(from, directions[at]) {
                    table[side][cell].add(to);
                }
                at += 1;
            }
            cell += 1;
        }
        side += 1;
    }
    table
};

/// The cells that a side's pawns attack: one file to either side and one rank ahead, on their level
/// and all levels toward the enemy.
pub(super) static PAWN_ATTACKS: [ByCell<PieceReach>; 2] = pawn_attacks(false);
/// The cells from which a side's pawns attack a cell.
pub(super) static PAWN_ATTACKERS: [ByCell<PieceReach>; 2] = pawn_attacks(true);

const fn pawn_attacks(inverted: bool) -> [ByCell<PieceReach>; 2] {
    let (mut table, mut side) = ([[PieceReach::EMPTY; 256]; 2], 0);
    while side < 2 {
        let (ahead, toward) = forward(side);
        let mut cell = 0;
        while cell < CELL_COUNT {
            let mut number = 0;
            while number < 14 {
                let (file, levels) = (if number < 7 { 1 } else { -1 }, number % 7);
                if let Some(to) = Space::offset(cell as Place, (file, ahead, toward * levels)) {
                    if inverted {
                        table[side][to as usize].add(cell as Place);
                    } else {
                        table[side][cell].add(to);
                    }
                }
                number += 1;
            }
            cell += 1;
        }
        side += 1;
    }
    table
}

/// The start cells of each side's pawns. The index in this list, White's cells first, is the number
/// of an unmoved pawn.
pub(super) static PAWN_STARTS: [[Place; 8]; 2] = [
    [
        Space::cell(1, 2, 6),
        Space::cell(2, 2, 6),
        Space::cell(3, 2, 6),
        Space::cell(4, 2, 6),
        Space::cell(0, 1, 7),
        Space::cell(1, 1, 7),
        Space::cell(4, 1, 7),
        Space::cell(5, 1, 7),
    ],
    [
        Space::cell(1, 7, 2),
        Space::cell(2, 7, 2),
        Space::cell(3, 7, 2),
        Space::cell(4, 7, 2),
        Space::cell(0, 8, 1),
        Space::cell(1, 8, 1),
        Space::cell(4, 8, 1),
        Space::cell(5, 8, 1),
    ],
];

/// Returns the start cell of an unmoved pawn by its number.
#[inline(always)]
pub(super) fn start_cell(number: u8) -> Place {
    PAWN_STARTS[usize::from(number) / 8 % 2][usize::from(number) % 8]
}

/// The bit of a start cell in a set of unmoved pawns; 0 for other cells.
pub(super) static START_BIT: ByCell<u16> = {
    let (mut table, mut number) = ([0; 256], 0);
    while number < 16 {
        table[PAWN_STARTS[number / 8][number % 8] as usize] = 1 << number;
        number += 1;
    }
    table
};

/// A double step: a first move of two equal steps.
#[derive(Clone, Copy)]
pub(super) struct DoubleStep {
    /// The word that has both cells.
    pub word: usize,
    /// The bits of both cells in that word; 0 if there is no such move.
    pub both: u64,
    /// The target.
    pub to: Place,
}

/// The double steps from each start cell: ahead, and toward the enemy.
pub(super) static DOUBLE_STEPS: [[DoubleStep; 2]; 16] = {
    let none = DoubleStep { word: FIXED_BOARDS, both: 0, to: Place::MAX };
    let (mut table, mut number) = ([[none; 2]; 16], 0);
    while number < 16 {
        let from = PAWN_STARTS[number / 8][number % 8];
        let (ahead, toward) = forward(number / 8);
        let mut kind = 0;
        while kind < 2 {
            let direction = (0, ahead, toward * kind);
            if let Some(over) = Space::offset(from, direction)
                && let Some(to) = Space::offset(over, direction)
            {
                let word = if kind == 0 { FIXED_BOARDS } else { wing_of(from) };
                if let (Some(over), Some(bit)) = (bit_in(word, over), bit_in(word, to)) {
                    table[number][kind as usize] =
                        DoubleStep { word, both: 1 << over | 1 << bit, to };
                }
            }
            kind += 1;
        }
        number += 1;
    }
    table
};

/// The ranks on which a side's pawns promote: that of the pawns from its fixed board, and that of
/// early pawns, which began the game on a platform.
pub(super) const PROMOTION_RANKS: [[u8; 2]; 2] = [[8, 7], [1, 2]];

/// The cells of the promotion ranks.
pub(super) static PROMOTION_CELLS: [[CellSet; 2]; 2] = {
    let (mut table, mut number) = ([[CellSet::EMPTY; 2]; 2], 0);
    while number < 4 {
        let rank = PROMOTION_RANKS[number / 2][number % 2];
        let mut cell = 0;
        while cell < CELL_COUNT {
            if Space::CELLS[cell].rank == rank {
                let mut word = 0;
                while word < 3 {
                    table[number / 2][number % 2].0[word] |=
                        CellSet::from_cell(cell as Place).0[word];
                    word += 1;
                }
            }
            cell += 1;
        }
        number += 1;
    }
    table
};

/// The posts (a bit set) that cover the same ranks as a post.
pub(super) static SAME_RANKS: [u32; 32] = {
    let (mut table, mut from) = ([0; 32], 0);
    while from < POST_COUNT {
        let mut to = 0;
        while to < POST_COUNT {
            if Space::POSTS[from].origin.rank == Space::POSTS[to].origin.rank {
                table[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

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
            while let Some(to) = Space::offset(at, direction) {
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
                while let Some(b) = Space::offset(at, direction) {
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
