//! The stack: three planes of 8×8 squares above each other, and rays through them.
//!
//! Cells are numbered level × 64 + square, levels counted from 0 at the bottom, so a set of cells
//! is three words. A ray changes one coordinate (rook) or two (bishop). Within its level it is a
//! ray of the [`plane`]. Across levels it has at most two steps: it ends on the level next to its
//! origin, or from the bottom or the top it reaches the third level if its cell on the middle level
//! is empty. Projected onto the plane, a ray across levels therefore attacks
//!
//! - on a *near* level, next to the origin's: the square of the origin (rook), or the four squares
//!   beside it (bishop),
//! - on the *far* level, two away: the square of the origin, or the four squares two steps away.
//!   Only a cell of the middle level can block such a ray.

use super::bits::{BitIter, Bitboard};
use super::plane::{self, SQUARES, step_table};
use super::{Place, byte_index};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The number of levels.
pub(crate) const LEVELS: usize = 3;
/// The number of cells.
pub(crate) const CELLS: usize = LEVELS * SQUARES;
/// The level between the other two.
pub(crate) const MIDDLE: usize = 1;

/// Returns the index of a cell.
#[inline(always)]
pub(crate) const fn cell(level: usize, square: usize) -> Place {
    (level * SQUARES + square) as Place
}

/// The level of a cell, from 0; 3 for a number below 256 that is not a cell.
#[inline(always)]
pub(crate) const fn level_of(cell: Place) -> usize {
    byte_index(cell) / SQUARES
}

/// The square of a cell in the plane of its level.
#[inline(always)]
pub(crate) const fn square_of(cell: Place) -> usize {
    cell as usize % SQUARES
}

/// A set of cells: one word for each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellSet(pub(crate) [u64; LEVELS]);

impl CellSet {
    /// The empty set.
    pub(crate) const EMPTY: CellSet = CellSet([0; LEVELS]);
    /// The set of all cells.
    pub(crate) const ALL: CellSet = CellSet([u64::MAX; LEVELS]);

    /// Returns the set of one cell; the empty set for an index that is not a cell.
    #[inline(always)]
    pub(crate) const fn from_cell(cell: Place) -> CellSet {
        let mut set = CellSet::EMPTY;
        let level = level_of(cell);
        if level < LEVELS {
            set.0[level] = 1 << square_of(cell);
        }
        set
    }

    /// Returns whether the set contains a cell.
    #[inline(always)]
    pub(crate) const fn contains(self, cell: Place) -> bool {
        let level = level_of(cell);
        level < LEVELS && self.0[level] >> square_of(cell) & 1 != 0
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The number of cells.
    #[inline(always)]
    pub(crate) const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Returns the cell if the set has exactly one.
    #[inline(always)]
    pub(crate) fn single(self) -> Option<Place> {
        let mut cells = self.iter();
        let cell = cells.next()?;
        cells.next().is_none().then_some(cell)
    }

    /// Iterates over the cells, lowest index first.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = Place> {
        (0..LEVELS)
            .flat_map(move |level| BitIter(self.0[level]).map(move |s| cell(level, s.into())))
    }

    /// Calls `visit` for every cell. Three plain loops: the compiler does not always turn
    /// [`Self::iter`] into them.
    #[inline(always)]
    pub(crate) fn for_each(self, mut visit: impl FnMut(Place)) {
        for level in 0..LEVELS {
            for square in BitIter(self.0[level]) {
                visit(cell(level, square.into()));
            }
        }
    }
}

impl Bitboard for CellSet {
    #[inline(always)]
    fn is_empty(self) -> bool {
        CellSet::is_empty(self)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        CellSet::count(self)
    }
    #[inline(always)]
    fn for_each(self, visit: impl FnMut(Place)) {
        CellSet::for_each(self, visit);
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

/// The vectors of two steps along a file or a rank.
const TWO_STEPS: [(i32, i32); 4] = [(0, 2), (0, -2), (2, 0), (-2, 0)];

/// The squares one step away along file and rank.
static BESIDE: [u64; SQUARES] = step_table(&plane::ORTHOGONALS);
/// The squares two steps away along file and rank.
static TWO_AWAY: [u64; SQUARES] = step_table(&TWO_STEPS);

/// Arranges three sets by level: the squares on the origin's own level, on each level next to it,
/// and on the level two away.
#[inline(always)]
const fn by_level(level: usize, own: u64, near: u64, far: u64) -> CellSet {
    CellSet(match level {
        0 => [own, near, far],
        MIDDLE => [near, own, near],
        _ => [far, near, own],
    })
}

/// Builds a table by cell from tables by square for the own level, the near and the far one.
const fn cell_table(own: &[u64; 64], near: &[u64; 64], far: &[u64; 64]) -> [CellSet; CELLS] {
    let (mut table, mut cell) = ([CellSet::EMPTY; CELLS], 0);
    while cell < CELLS {
        let square = cell % SQUARES;
        table[cell] = by_level(cell / SQUARES, own[square], near[square], far[square]);
        cell += 1;
    }
    table
}

/// Adds each square to its own entry.
const fn with_self(table: &[u64; SQUARES]) -> [u64; SQUARES] {
    let (mut result, mut square) = (*table, 0);
    while square < SQUARES {
        result[square] |= 1 << square;
        square += 1;
    }
    result
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
    &step_table(&TWO_STEPS),
    &step_table(&plane::ORTHOGONALS),
);
static ROOK_RAYS: [CellSet; CELLS] =
    cell_table(&plane::ray_table(&plane::ORTHOGONALS), &OWN_SQUARE, &OWN_SQUARE);
static BISHOP_RAYS: [CellSet; CELLS] = cell_table(
    &plane::ray_table(&plane::DIAGONALS),
    &step_table(&plane::ORTHOGONALS),
    &step_table(&TWO_STEPS),
);

/// Returns the cells one step away along rook's and bishop's rays: at most 18.
#[inline(always)]
pub(crate) fn king_attacks(cell: Place) -> CellSet {
    KING_ATTACKS[byte_index(cell) % CELLS]
}

/// Returns the cells two steps away along one axis and one along another.
#[inline(always)]
pub(crate) fn knight_attacks(cell: Place) -> CellSet {
    KNIGHT_ATTACKS[byte_index(cell) % CELLS]
}

/// Returns a rook's rays without blockers: the cells on lines that change one coordinate.
#[inline(always)]
pub(crate) fn rook_rays(cell: Place) -> CellSet {
    ROOK_RAYS[byte_index(cell) % CELLS]
}

/// Returns a bishop's rays without blockers: the cells on lines that change two coordinates.
#[inline(always)]
pub(crate) fn bishop_rays(cell: Place) -> CellSet {
    BISHOP_RAYS[byte_index(cell) % CELLS]
}

/// The cells that a rook or a bishop attacks.
#[derive(Clone, Copy)]
pub(crate) struct SliderAttacks {
    /// The squares attacked on the origin's own level.
    own: u64,
    /// The squares attacked on each level next to it.
    near: u64,
    /// The squares attacked two levels away, if there is such a level.
    far: u64,
    /// The level of the origin.
    level: usize,
}

impl SliderAttacks {
    /// By level of the origin: its own level, a level next to it, and the third level.
    const ORDER: [[usize; LEVELS]; 4] = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 1, 0]];

    /// Converts to a set of cells.
    #[inline(always)]
    pub(crate) fn to_set(self) -> CellSet {
        by_level(self.level, self.own, self.near, self.far)
    }

    /// Returns the number of attacked cells among `targets`. The levels come from a table, without
    /// branches: the level of a piece is unpredictable.
    #[inline(always)]
    pub(crate) fn count(self, targets: &CellSet) -> u32 {
        let [own, near, third] = Self::ORDER[self.level % 4].map(|level| targets.0[level % LEVELS]);
        let attacked_third = if self.level == MIDDLE { self.near } else { self.far };
        (self.own & own).count_ones()
            + (self.near & near).count_ones()
            + (attacked_third & third).count_ones()
    }
}

/// Returns the cells that a rook attacks, on each ray up to and including the first occupied cell.
#[inline(always)]
pub(crate) fn rook_attacks(from: Place, occupied: &CellSet) -> SliderAttacks {
    let (level, square) = (level_of(from) % LEVELS, square_of(from));
    let own_square = 1 << square;
    SliderAttacks {
        own: plane::rook_attacks(square, occupied.0[level]),
        near: own_square,
        far: own_square & !occupied.0[MIDDLE],
        level,
    }
}

/// Returns the cells that a bishop attacks, on each ray up to and including the first occupied
/// cell.
#[inline(always)]
pub(crate) fn bishop_attacks(from: Place, occupied: &CellSet) -> SliderAttacks {
    let (level, square) = (level_of(from) % LEVELS, square_of(from));
    let near = BESIDE[square];
    // The second step continues the first. Of the squares beside an empty near square, only the one
    // in the same direction is in TWO_AWAY. A shift that wraps around the edge is not in it either.
    let free = near & !occupied.0[MIDDLE];
    let far = (free << 8 | free >> 8 | free << 1 | free >> 1) & TWO_AWAY[square];
    SliderAttacks { own: plane::bishop_attacks(square, occupied.0[level]), near, far, level }
}

/// Returns the cells strictly between two cells on a common line. For other cells the result has no
/// meaning.
#[inline(always)]
pub(crate) fn between_cells(a: Place, b: Place) -> CellSet {
    let mut set = CellSet::EMPTY;
    let (level, other_level) = (level_of(a) % LEVELS, level_of(b) % LEVELS);
    if level == other_level {
        set.0[level] = plane::between(square_of(a), square_of(b));
    } else if level.abs_diff(other_level) == 2 {
        set.0[MIDDLE] = 1 << ((square_of(a) + square_of(b)) / 2);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    type Vector = (i32, i32, i32);

    /// Returns the vectors of one step that change this number of coordinates.
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

    fn step(from: Place, by: Vector) -> Option<Place> {
        let level = level_of(from) as i32 + by.2;
        let square = plane::step(square_of(from), (by.0, by.1))?;
        (0..LEVELS as i32).contains(&level).then(|| cell(level as usize, square))
    }

    fn walk(from: Place, directions: &[Vector], occupied: CellSet) -> CellSet {
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

    /// Returns sets of several densities, the same on every run.
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
            for from in 0..CELLS as Place {
                let (rook, bishop) = (steps(1), steps(2));
                for (attacks, directions) in [
                    (rook_attacks(from, &occupied), rook),
                    (bishop_attacks(from, &occupied), bishop),
                ] {
                    let walked = walk(from, &directions, occupied);
                    assert_eq!(attacks.to_set(), walked, "{from} {occupied:?}");
                    assert_eq!(attacks.count(&occupied), (walked & occupied).count());
                }
            }
        }
    }

    #[test]
    fn attack_tables_match_stepwise_walks() {
        for from in 0..CELLS as Place {
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
        for a in 0..CELLS as Place {
            let aligned = rook_rays(a) | bishop_rays(a);
            aligned.for_each(|b| {
                assert_eq!(between_cells(a, b), between_cells(b, a));
                between_cells(a, b).for_each(|cell| {
                    let block = CellSet::from_cell(cell);
                    let attacked =
                        rook_attacks(a, &block).to_set() | bishop_attacks(a, &block).to_set();
                    assert!(!attacked.contains(b) && attacked.contains(cell), "{a} {b} {cell}");
                });
                let attacked = rook_attacks(a, &!between_cells(a, b)).to_set();
                let attacked = attacked | bishop_attacks(a, &!between_cells(a, b)).to_set();
                assert!(attacked.contains(b));
            });
        }
    }

    #[test]
    fn cell_set_operations_agree() {
        let set = CellSet::from_cell(3) | CellSet::from_cell(64) | CellSet::from_cell(191);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 191]);
        assert_eq!(
            (set.count(), set.single(), CellSet::from_cell(70).single()),
            (3, None, Some(70))
        );
        assert!(
            set.contains(64)
                && !set.contains(65)
                && !set.contains(192)
                && CellSet::from_cell(200).is_empty()
        );
        assert_eq!(!CellSet::EMPTY, CellSet::ALL);
    }
}
