//! The stack: three planes of eight by eight one above the other, and lines through them.
//!
//! Cells are numbered level × 64 + square of the plane, levels from the bottom from 0, so that a
//! set of cells is three words. A line changes one coordinate or two. Within a plane it is a line of
//! the plane; across levels it is at most two steps long, so that it ends on the level next to its
//! origin or, from the bottom or the top, goes on to the far level if the cell on the middle one is
//! free. Seen from a square of the plane, the cells of lines across levels are therefore
//!
//! - *near*, on the next level: the square itself and the four beside it,
//! - *far*, two levels off: the square itself and the four two steps away; what stops such a line
//!   is a cell of the middle level.

use super::bits::BitIter;
use super::plane::{self, SQUARES, between, step_table};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The number of levels.
pub const LEVELS: usize = 3;
/// The number of cells.
pub const CELLS: usize = LEVELS * SQUARES;
/// The level between the two others.
pub const MIDDLE: usize = 1;

/// The number of a cell.
#[inline(always)]
pub const fn cell(level: usize, square: usize) -> u8 {
    (level * SQUARES + square) as u8
}

/// The level of a cell, from 0; 3 for what is no cell.
#[inline(always)]
pub const fn level_of(cell: u8) -> usize {
    cell as usize / SQUARES
}

/// The square that a cell is of its plane.
#[inline(always)]
pub const fn square_of(cell: u8) -> usize {
    cell as usize % SQUARES
}

/// A set of cells: a word for each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSet(pub [u64; LEVELS]);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet([0; LEVELS]);
    /// Every cell.
    pub const ALL: CellSet = CellSet([u64::MAX; LEVELS]);

    /// A single cell; none for what is no cell.
    #[inline(always)]
    pub const fn from_cell(cell: u8) -> CellSet {
        let mut set = CellSet::EMPTY;
        let level = level_of(cell);
        if level < LEVELS {
            set.0[level] = 1 << square_of(cell);
        }
        set
    }

    /// Is the cell one of them?
    #[inline(always)]
    pub const fn contains(self, cell: u8) -> bool {
        let level = level_of(cell);
        level < LEVELS && self.0[level] >> square_of(cell) & 1 != 0
    }

    /// Is there none?
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// How many there are.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// The cell, if it is a single one.
    #[inline(always)]
    pub fn single(self) -> Option<u8> {
        let mut cells = self.iter();
        let cell = cells.next()?;
        cells.next().is_none().then_some(cell)
    }

    /// The cells by number, lowest first.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..LEVELS)
            .flat_map(move |level| BitIter(self.0[level]).map(move |s| cell(level, s.into())))
    }

    /// Calls `visit` for every cell; three plain loops, which an iterator is not always made into.
    #[inline(always)]
    pub fn for_each(self, mut visit: impl FnMut(u8)) {
        for level in 0..LEVELS {
            for square in BitIter(self.0[level]) {
                visit(cell(level, square.into()));
            }
        }
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    #[inline(always)]
    fn bitand(self, other: CellSet) -> CellSet {
        let (CellSet([a, b, c]), CellSet([d, e, f])) = (self, other);
        CellSet([a & d, b & e, c & f])
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    #[inline(always)]
    fn bitor(self, other: CellSet) -> CellSet {
        let (CellSet([a, b, c]), CellSet([d, e, f])) = (self, other);
        CellSet([a | d, b | e, c | f])
    }
}

impl BitOrAssign for CellSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: CellSet) {
        *self = *self | other;
    }
}

impl Not for CellSet {
    type Output = CellSet;
    #[inline(always)]
    fn not(self) -> CellSet {
        let CellSet([a, b, c]) = self;
        CellSet([!a, !b, !c])
    }
}

/// The squares beside a square, and those two steps off, along file and rank.
static BESIDE: [u64; SQUARES] = step_table(&plane::ORTHOGONALS);
static TWO_OFF: [u64; SQUARES] = step_table(&[(0, 2), (0, -2), (2, 0), (-2, 0)]);

/// Sets for an origin on the bottom, the middle and the top level, from what lies on its own
/// level, on a level next to it, and two levels off.
#[inline(always)]
const fn by_level(level: usize, own: u64, near: u64, far: u64) -> CellSet {
    CellSet(match level {
        0 => [own, near, far],
        MIDDLE => [near, own, near],
        _ => [far, near, own],
    })
}

const fn cell_table(own: &[u64; 64], near: &[u64; 64], far: &[u64; 64]) -> [CellSet; CELLS] {
    let (mut table, mut at) = ([CellSet::EMPTY; CELLS], 0);
    while at < CELLS {
        let square = at % SQUARES;
        table[at] = by_level(at / SQUARES, own[square], near[square], far[square]);
        at += 1;
    }
    table
}

const fn with_self(table: &[u64; SQUARES]) -> [u64; SQUARES] {
    let (mut with, mut at) = (*table, 0);
    while at < SQUARES {
        with[at] |= 1 << at;
        at += 1;
    }
    with
}

const NO_SQUARES: [u64; SQUARES] = [0; SQUARES];
const OWN_SQUARE: [u64; SQUARES] = with_self(&NO_SQUARES);
static KING_ATTACKS: [CellSet; CELLS] = cell_table(
    &step_table(&plane::KING_STEPS),
    &with_self(&step_table(&plane::ORTHOGONALS)),
    &NO_SQUARES,
);
static KNIGHT_ATTACKS: [CellSet; CELLS] = cell_table(
    &step_table(&plane::KNIGHT_STEPS),
    &step_table(&[(0, 2), (0, -2), (2, 0), (-2, 0)]),
    &step_table(&plane::ORTHOGONALS),
);
static ROOK_RAYS: [CellSet; CELLS] =
    cell_table(&plane::ray_table(&plane::ORTHOGONALS), &OWN_SQUARE, &OWN_SQUARE);
static BISHOP_RAYS: [CellSet; CELLS] = cell_table(
    &plane::ray_table(&plane::DIAGONALS),
    &step_table(&plane::ORTHOGONALS),
    &step_table(&[(0, 2), (0, -2), (2, 0), (-2, 0)]),
);

/// The 18 neighbours at most that single steps along lines lead to.
#[inline(always)]
pub fn king_attacks(cell: u8) -> CellSet {
    KING_ATTACKS[usize::from(cell) % CELLS]
}

/// The cells two steps along one axis and one along another.
#[inline(always)]
pub fn knight_attacks(cell: u8) -> CellSet {
    KNIGHT_ATTACKS[usize::from(cell) % CELLS]
}

/// The cells in line with a cell that differ from it in one coordinate.
#[inline(always)]
pub fn rook_rays(cell: u8) -> CellSet {
    ROOK_RAYS[usize::from(cell) % CELLS]
}

/// The cells in line with a cell that differ from it in two coordinates.
#[inline(always)]
pub fn bishop_rays(cell: u8) -> CellSet {
    BISHOP_RAYS[usize::from(cell) % CELLS]
}

/// The cells reached along lines of one kind.
#[derive(Clone, Copy)]
pub struct SliderAttacks {
    /// On the origin's own level.
    own: u64,
    /// On a level next to it.
    near: u64,
    /// Two levels off.
    far: u64,
    level: usize,
}

impl SliderAttacks {
    /// The levels for each level of the origin: its own, one next to it, and the third.
    const ORDER: [[usize; LEVELS]; 4] = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 1, 0]];

    /// As a set of cells.
    #[inline(always)]
    pub fn to_set(self) -> CellSet {
        by_level(self.level, self.own, self.near, self.far)
    }

    /// How many of these cells are reached. Levels are looked up, not asked about: which one a man
    /// stands on is as good as random.
    #[inline(always)]
    pub fn count(self, among: &CellSet) -> u32 {
        let [own, near, third] = Self::ORDER[self.level % 4].map(|level| among.0[level % LEVELS]);
        let reached = if self.level == MIDDLE { self.near } else { self.far };
        (self.own & own).count_ones()
            + (self.near & near).count_ones()
            + (reached & third).count_ones()
    }
}

/// The cells reached by lines that differ in one coordinate, each way up to the first occupied cell
/// included.
#[inline(always)]
pub fn rook_attacks(from: u8, occupied: &CellSet) -> SliderAttacks {
    let (level, square) = (level_of(from) % LEVELS, square_of(from));
    let itself = 1 << square;
    SliderAttacks {
        own: plane::rook_attacks(square, occupied.0[level]),
        near: itself,
        far: itself & !occupied.0[MIDDLE],
        level,
    }
}

/// The cells reached by lines that differ in two coordinates, each way up to the first occupied
/// cell included.
#[inline(always)]
pub fn bishop_attacks(from: u8, occupied: &CellSet) -> SliderAttacks {
    let (level, square) = (level_of(from) % LEVELS, square_of(from));
    let near = BESIDE[square];
    // One more step the same way: of the steps beside a free cell, the one that leads two off. A
    // step around the edge of the board leads elsewhere.
    let free = near & !occupied.0[MIDDLE];
    let far = (free << 8 | free >> 8 | free << 1 | free >> 1) & TWO_OFF[square];
    SliderAttacks { own: plane::bishop_attacks(square, occupied.0[level]), near, far, level }
}

/// For two cells in line the cells strictly between them; else nothing of meaning.
#[inline(always)]
pub fn between_cells(a: u8, b: u8) -> CellSet {
    let mut set = CellSet::EMPTY;
    let (level, other) = (level_of(a) % LEVELS, level_of(b) % LEVELS);
    if level == other {
        set.0[level] = between(square_of(a), square_of(b));
    } else if level.abs_diff(other) == 2 {
        set.0[MIDDLE] = 1 << ((square_of(a) + square_of(b)) / 2);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    type Vector = (i32, i32, i32);

    /// The vectors of one step that change so many coordinates.
    fn steps(changed: usize) -> Vec<Vector> {
        let mut all = Vec::new();
        for file in -1..=1 {
            for rank in -1..=1 {
                for level in -1..=1 {
                    let vector: [i32; 3] = [file, rank, level];
                    if vector.iter().filter(|&&by| by != 0).count() == changed {
                        all.push((file, rank, level));
                    }
                }
            }
        }
        all
    }

    fn step(from: u8, by: Vector) -> Option<u8> {
        let level = level_of(from) as i32 + by.2;
        let square = plane::step(square_of(from), (by.0, by.1))?;
        (0..LEVELS as i32).contains(&level).then(|| cell(level as usize, square))
    }

    fn walk(from: u8, directions: &[Vector], occupied: CellSet) -> CellSet {
        let mut set = CellSet::EMPTY;
        for &by in directions {
            let mut at = from;
            while let Some(next) = step(at, by) {
                set |= CellSet::from_cell(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        set
    }

    /// Occupied cells of many densities, the same on every run.
    fn occupied() -> impl Iterator<Item = CellSet> {
        let mut word = 0x2545_f491_4f6c_dd1du64;
        let mut random = move || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word
        };
        (0..200).map(move |i| {
            CellSet([(); LEVELS].map(|()| match i % 3 {
                0 => random(),
                1 => random() & random(),
                _ => random() | random(),
            }))
        })
    }

    #[test]
    fn slider_attacks_match_stepwise_walks() {
        for occupied in occupied().chain([CellSet::EMPTY, CellSet::ALL]) {
            for from in 0..CELLS as u8 {
                let (lines, diagonals) = (steps(1), steps(2));
                for (reach, directions) in [
                    (rook_attacks(from, &occupied), lines),
                    (bishop_attacks(from, &occupied), diagonals),
                ] {
                    let walked = walk(from, &directions, occupied);
                    assert_eq!(reach.to_set(), walked, "{from} {occupied:?}");
                    assert_eq!(reach.count(&occupied), (walked & occupied).count());
                }
            }
        }
    }

    #[test]
    fn attack_tables_match_stepwise_walks() {
        for from in 0..CELLS as u8 {
            assert_eq!(rook_rays(from), walk(from, &steps(1), CellSet::EMPTY));
            assert_eq!(bishop_rays(from), walk(from, &steps(2), CellSet::EMPTY));
            assert_eq!(
                king_attacks(from),
                walk(from, &[steps(1), steps(2)].concat(), CellSet::ALL)
            );
            let to = |by| step(from, by).map_or(CellSet::EMPTY, CellSet::from_cell);
            let mut leaps = CellSet::EMPTY;
            for (one, two) in [(1, 2), (1, -2), (-1, 2), (-1, -2)] {
                for by in [(one, two, 0), (one, 0, two), (0, one, two)] {
                    leaps |= to(by) | to((by.1, by.0, by.2)) | to((by.2, by.1, by.0));
                    leaps |= to((by.0, by.2, by.1));
                }
            }
            assert_eq!(knight_attacks(from), leaps, "{from}");
        }
    }

    #[test]
    fn blocker_between_stops_a_line() {
        for a in 0..CELLS as u8 {
            let lines = rook_rays(a) | bishop_rays(a);
            lines.for_each(|b| {
                assert_eq!(between_cells(a, b), between_cells(b, a));
                between_cells(a, b).for_each(|cell| {
                    let block = CellSet::from_cell(cell);
                    let seen =
                        rook_attacks(a, &block).to_set() | bishop_attacks(a, &block).to_set();
                    assert!(!seen.contains(b) && seen.contains(cell), "{a} {b} {cell}");
                });
                let seen = rook_attacks(a, &!between_cells(a, b)).to_set();
                let seen = seen | bishop_attacks(a, &!between_cells(a, b)).to_set();
                assert!(seen.contains(b));
            });
        }
    }

    #[test]
    fn cell_set_operations_agree() {
        let few = CellSet::from_cell(3) | CellSet::from_cell(64) | CellSet::from_cell(191);
        assert_eq!(few.iter().collect::<Vec<_>>(), [3, 64, 191]);
        assert_eq!(
            (few.count(), few.single(), CellSet::from_cell(70).single()),
            (3, None, Some(70))
        );
        assert!(
            few.contains(64)
                && !few.contains(65)
                && !few.contains(192)
                && CellSet::from_cell(200).is_empty()
        );
        assert_eq!(!CellSet::EMPTY, CellSet::ALL);
    }
}
