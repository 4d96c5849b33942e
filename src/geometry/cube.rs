//! The cube: five boards of 5×5 cells above each other, and rays through them.
//!
//! Cells are numbered level × 25 + rank × 5 + file, all counted from 0, so a set of cells is one
//! `u128` with 125 bits. A step changes one coordinate (through a *face* of the cell), two (through
//! an *edge*) or three (through a *corner*), each by one. A line runs both ways from a cell; along
//! a line the numbers ascend or descend.
//!
//! Two implementations of the rays return the same results:
//!
//! - With BMI2, one table look-up for all lines of a kind, indexed by their inner blockers (CPW:
//!   PEXT bitboards). The three tables together take 675 KB.
//! - Otherwise, obstruction difference along each line, as in [`super::bits`].

use super::Place;

/// The number of files, of ranks and of levels.
pub(crate) const WIDTH: usize = 5;
/// The number of cells.
pub(crate) const CELLS: usize = WIDTH * WIDTH * WIDTH;
/// The set of all cells.
pub(crate) const ALL: u128 = (1 << CELLS) - 1;
/// The size of tables by cell: a power of two, so that an index needs no division.
pub(crate) const ENTRIES: usize = 128;

/// A step in files, ranks and levels.
pub(crate) type Step = (i32, i32, i32);

/// One of the two opposite steps through each pair of faces.
const FACES: [Step; 3] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)];
/// One of the two opposite steps through each pair of edges.
const EDGES: [Step; 6] = [(1, 1, 0), (1, -1, 0), (1, 0, 1), (1, 0, -1), (0, 1, 1), (0, 1, -1)];
/// One of the two opposite steps through each pair of corners.
const CORNERS: [Step; 4] = [(1, 1, 1), (1, 1, -1), (1, -1, 1), (1, -1, -1)];
/// One of the two opposite leaps for each pair of a knight's leaps.
const KNIGHT_LEAPS: [Step; 12] = [
    (1, 2, 0),
    (1, -2, 0),
    (2, 1, 0),
    (2, -1, 0),
    (1, 0, 2),
    (1, 0, -2),
    (2, 0, 1),
    (2, 0, -1),
    (0, 1, 2),
    (0, 1, -2),
    (0, 2, 1),
    (0, 2, -1),
];

/// Returns the index of a cell.
#[inline(always)]
pub(crate) const fn cell(file: usize, rank: usize, level: usize) -> Place {
    ((level * WIDTH + rank) * WIDTH + file) as Place
}

/// The file of a cell, from 0.
#[inline(always)]
pub(crate) const fn file_of(cell: Place) -> usize {
    cell as usize % WIDTH
}

/// The rank of a cell, from 0.
#[inline(always)]
pub(crate) const fn rank_of(cell: Place) -> usize {
    cell as usize / WIDTH % WIDTH
}

/// The level of a cell, from 0.
#[inline(always)]
pub(crate) const fn level_of(cell: Place) -> usize {
    cell as usize / (WIDTH * WIDTH)
}

/// Returns the set of one cell.
#[inline(always)]
pub(crate) const fn set_of(cell: Place) -> u128 {
    1 << (cell as usize % ENTRIES)
}

/// Returns whether a set contains a cell.
#[inline(always)]
pub(crate) const fn contains(set: u128, cell: Place) -> bool {
    set & set_of(cell) != 0
}

/// Iterates over the cells of a set, lowest index first.
#[inline(always)]
pub(crate) fn cells(mut set: u128) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as Place;
            set &= set - 1;
            cell
        })
    })
}

/// Calls `visit` for every cell of a set. Two loops over single words are faster than [`cells`].
#[inline(always)]
pub(crate) fn for_each_cell(set: u128, mut visit: impl FnMut(Place)) {
    let (mut low, mut high) = (set as u64, (set >> 64) as u64);
    while low != 0 {
        visit(low.trailing_zeros() as Place);
        low &= low - 1;
    }
    while high != 0 {
        visit(64 + high.trailing_zeros() as Place);
        high &= high - 1;
    }
}

/// Returns the cells of a file.
pub(crate) const fn file_cells(file: usize) -> u128 {
    let (mut set, mut first) = (0, 0);
    while first < CELLS {
        set |= 1 << (first + file);
        first += WIDTH;
    }
    set
}

/// Returns the cells of a rank on all levels.
pub(crate) const fn rank_cells(rank: usize) -> u128 {
    let (mut set, mut level) = (0, 0);
    while level < WIDTH {
        set |= 0b11111 << cell(0, rank, level);
        level += 1;
    }
    set
}

/// Shifts a set one rank up. As in the other five shifts, cells that leave the board are dropped.
#[inline(always)]
pub(crate) const fn north(set: u128) -> u128 {
    (set & !rank_cells(WIDTH - 1)) << WIDTH
}

/// Shifts a set one rank down.
#[inline(always)]
pub(crate) const fn south(set: u128) -> u128 {
    (set & !rank_cells(0)) >> WIDTH
}

/// Shifts a set one file to the right.
#[inline(always)]
pub(crate) const fn east(set: u128) -> u128 {
    (set & !file_cells(WIDTH - 1)) << 1
}

/// Shifts a set one file to the left.
#[inline(always)]
pub(crate) const fn west(set: u128) -> u128 {
    (set & !file_cells(0)) >> 1
}

/// Shifts a set one level up.
#[inline(always)]
pub(crate) const fn up(set: u128) -> u128 {
    set << (WIDTH * WIDTH) & ALL
}

/// Shifts a set one level down.
#[inline(always)]
pub(crate) const fn down(set: u128) -> u128 {
    set >> (WIDTH * WIDTH)
}

/// Returns the cell one step away, unless it is off the board.
pub(crate) const fn step(from: Place, by: Step) -> Option<Place> {
    const MAX: i32 = WIDTH as i32 - 1;
    let file = file_of(from) as i32 + by.0;
    let rank = rank_of(from) as i32 + by.1;
    let level = level_of(from) as i32 + by.2;
    if file < 0 || file > MAX || rank < 0 || rank > MAX || level < 0 || level > MAX {
        return None;
    }
    Some(cell(file as usize, rank as usize, level as usize))
}

const fn opposite(step: Step) -> Step {
    (-step.0, -step.1, -step.2)
}

/// Returns for each cell the cells one of these steps or their opposites away.
const fn step_table<const N: usize>(steps: &[Step; N]) -> [u128; ENTRIES] {
    let (mut table, mut from) = ([0; ENTRIES], 0);
    while from < CELLS {
        let mut i = 0;
        while i < 2 * N {
            let by = if i < N { steps[i] } else { opposite(steps[i - N]) };
            if let Some(to) = step(from as Place, by) {
                table[from] |= set_of(to);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// Returns for each cell the lines through it along these steps, without the cell itself.
const fn line_table<const N: usize>(steps: &[Step; N]) -> [[u128; N]; ENTRIES] {
    let (mut table, mut from) = ([[0; N]; ENTRIES], 0);
    while from < CELLS {
        let mut i = 0;
        while i < 2 * N {
            let by = if i < N { steps[i] } else { opposite(steps[i - N]) };
            let mut at = from as Place;
            while let Some(next) = step(at, by) {
                table[from][i % N] |= set_of(next);
                at = next;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// Returns the union of the lines of each cell.
const fn ray_table<const N: usize>(lines: &[[u128; N]; ENTRIES]) -> [u128; ENTRIES] {
    let (mut table, mut from) = ([0; ENTRIES], 0);
    while from < CELLS {
        let mut i = 0;
        while i < N {
            table[from] |= lines[from][i];
            i += 1;
        }
        from += 1;
    }
    table
}

const FACE_LINES: [[u128; 3]; ENTRIES] = line_table(&FACES);
const EDGE_LINES: [[u128; 6]; ENTRIES] = line_table(&EDGES);
const CORNER_LINES: [[u128; 4]; ENTRIES] = line_table(&CORNERS);

static KNIGHT_ATTACKS: [u128; ENTRIES] = step_table(&KNIGHT_LEAPS);
static KING_ATTACKS: [u128; ENTRIES] = {
    let tables = [step_table(&FACES), step_table(&EDGES), step_table(&CORNERS)];
    let (mut table, mut at) = ([0; ENTRIES], 0);
    while at < CELLS {
        table[at] = tables[0][at] | tables[1][at] | tables[2][at];
        at += 1;
    }
    table
};
static ROOK_RAYS: [u128; ENTRIES] = ray_table(&FACE_LINES);
static BISHOP_RAYS: [u128; ENTRIES] = ray_table(&EDGE_LINES);
static UNICORN_RAYS: [u128; ENTRIES] = ray_table(&CORNER_LINES);

/// The cells strictly between two cells on a common line; the empty set for others.
static BETWEEN: [[u128; ENTRIES]; ENTRIES] = {
    let mut table = [[0; ENTRIES]; ENTRIES];
    let mut from = 0;
    while from < CELLS {
        let (mut file, mut rank, mut level) = (-1, -1, -1);
        while level <= 1 {
            let (mut at, mut crossed) = (from as Place, 0);
            if (file, rank, level).0 != 0 || rank != 0 || level != 0 {
                while let Some(next) = step(at, (file, rank, level)) {
                    table[from][next as usize] = crossed;
                    crossed |= set_of(next);
                    at = next;
                }
            }
            file += 1;
            if file > 1 {
                (file, rank) = (-1, rank + 1);
            }
            if rank > 1 {
                (rank, level) = (-1, level + 1);
            }
        }
        from += 1;
    }
    table
};

/// Returns the cells next to a cell.
#[inline(always)]
pub(crate) fn king_attacks(cell: Place) -> u128 {
    KING_ATTACKS[usize::from(cell) % ENTRIES]
}

/// Returns the cells a knight's leap away.
#[inline(always)]
pub(crate) fn knight_attacks(cell: Place) -> u128 {
    KNIGHT_ATTACKS[usize::from(cell) % ENTRIES]
}

/// Returns a rook's rays without blockers.
#[inline(always)]
pub(crate) fn rook_rays(cell: Place) -> u128 {
    ROOK_RAYS[usize::from(cell) % ENTRIES]
}

/// Returns a bishop's rays without blockers.
#[inline(always)]
pub(crate) fn bishop_rays(cell: Place) -> u128 {
    BISHOP_RAYS[usize::from(cell) % ENTRIES]
}

/// Returns a unicorn's rays without blockers.
#[inline(always)]
pub(crate) fn unicorn_rays(cell: Place) -> u128 {
    UNICORN_RAYS[usize::from(cell) % ENTRIES]
}

/// Returns the cells strictly between two cells on a common line; the empty set for others.
#[inline(always)]
pub(crate) fn between(a: Place, b: Place) -> u128 {
    BETWEEN[usize::from(a) % ENTRIES][usize::from(b) % ENTRIES]
}

/// Returns the part of some lines that a slider on `origin` attacks: on each line both ways, up to
/// and including the first blocker. See [`super::bits`] for the method.
#[inline(always)]
const fn attacks_along<const N: usize>(lines: &[u128; N], origin: usize, blockers: u128) -> u128 {
    let above = u128::MAX << origin;
    let (mut set, mut i) = (0, 0);
    while i < N {
        let lower = lines[i] & !above & blockers | 1;
        let upper = lines[i] & above & blockers;
        let lowest = upper & upper.wrapping_neg();
        let highest = 127 - lower.leading_zeros();
        set |= lowest.wrapping_mul(2).wrapping_sub(1 << highest) & lines[i];
        i += 1;
    }
    set
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod rays_by_table {
    //! Rays by table look-up, with `pext` as the index.
    use super::*;
    use crate::geometry::bits::pext;

    /// A cell's part of an attack table.
    #[derive(Clone, Copy)]
    struct Part {
        /// The cells on which a blocker matters, as two words: all but the ends of the lines.
        mask: [u64; 2],
        /// The number of cells in the first word.
        shift: u32,
        /// The first entry.
        offset: u32,
    }

    /// The attacks along one kind of lines, for each cell and each set of inner blockers.
    struct Attacks<const SIZE: usize> {
        parts: [Part; ENTRIES],
        table: [u128; SIZE],
    }

    static ROOK: Attacks<{ table_size(&FACE_LINES) }> = attack_table(&FACE_LINES);
    static BISHOP: Attacks<{ table_size(&EDGE_LINES) }> = attack_table(&EDGE_LINES);
    static UNICORN: Attacks<{ table_size(&CORNER_LINES) }> = attack_table(&CORNER_LINES);

    /// Returns the cells of these lines through a cell on which a blocker matters. A blocker on the
    /// end of a line is the last cell of its ray.
    const fn inner_cells<const N: usize>(lines: &[u128; N], origin: usize) -> u128 {
        let (mut set, mut i) = (0, 0);
        while i < N {
            let line = lines[i] | 1 << origin;
            let ends = 1 << line.trailing_zeros() | 1 << (127 - line.leading_zeros());
            set |= lines[i] & !ends;
            i += 1;
        }
        set
    }

    const fn table_size<const N: usize>(lines: &[[u128; N]; ENTRIES]) -> usize {
        let (mut size, mut from) = (0, 0);
        while from < ENTRIES {
            size += 1 << inner_cells(&lines[from], from).count_ones();
            from += 1;
        }
        size
    }

    const fn attack_table<const N: usize, const SIZE: usize>(
        lines: &[[u128; N]; ENTRIES],
    ) -> Attacks<SIZE> {
        let mut parts = [Part { mask: [0; 2], shift: 0, offset: 0 }; ENTRIES];
        let mut table = [0; SIZE];
        let (mut from, mut next) = (0, 0);
        while from < ENTRIES {
            let mask = inner_cells(&lines[from], from);
            let shift = (mask as u64).count_ones();
            parts[from] =
                Part { mask: [mask as u64, (mask >> 64) as u64], shift, offset: next as u32 };
            // Enumerates the subsets of the mask in the order of their index.
            let mut blockers = 0u128;
            loop {
                table[next] = attacks_along(&lines[from], from, blockers);
                next += 1;
                blockers = blockers.wrapping_sub(mask) & mask;
                if blockers == 0 {
                    break;
                }
            }
            from += 1;
        }
        assert!(next == SIZE);
        Attacks { parts, table }
    }

    impl<const SIZE: usize> Attacks<SIZE> {
        #[inline(always)]
        fn get(&self, cell: Place, blockers: u128) -> u128 {
            let Part { mask, shift, offset } = self.parts[usize::from(cell) % ENTRIES];
            let low = pext(blockers as u64, mask[0]);
            let high = pext((blockers >> 64) as u64, mask[1]);
            let index = offset as usize + (low | high << shift) as usize;
            // SAFETY: `low | high << shift` is less than 2^(number of cells of both masks), and
            // `attack_table` reserves that many entries from `offset` on for each cell.
            unsafe { *self.table.get_unchecked(index) }
        }
    }

    /// Returns a rook's rays, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn rook_attacks(cell: Place, blockers: u128) -> u128 {
        ROOK.get(cell, blockers)
    }

    /// Returns a bishop's rays, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn bishop_attacks(cell: Place, blockers: u128) -> u128 {
        BISHOP.get(cell, blockers)
    }

    /// Returns a unicorn's rays, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn unicorn_attacks(cell: Place, blockers: u128) -> u128 {
        UNICORN.get(cell, blockers)
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    //! Rays by obstruction difference, for any CPU.
    use super::*;

    static FACES: [[u128; 3]; ENTRIES] = FACE_LINES;
    static EDGES: [[u128; 6]; ENTRIES] = EDGE_LINES;
    static CORNERS: [[u128; 4]; ENTRIES] = CORNER_LINES;

    /// Returns a rook's rays, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn rook_attacks(cell: Place, blockers: u128) -> u128 {
        let origin = usize::from(cell) % ENTRIES;
        attacks_along(&FACES[origin], origin, blockers)
    }

    /// Returns a bishop's rays, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn bishop_attacks(cell: Place, blockers: u128) -> u128 {
        let origin = usize::from(cell) % ENTRIES;
        attacks_along(&EDGES[origin], origin, blockers)
    }

    /// Returns a unicorn's rays, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn unicorn_attacks(cell: Place, blockers: u128) -> u128 {
        let origin = usize::from(cell) % ENTRIES;
        attacks_along(&CORNERS[origin], origin, blockers)
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) use portable::{bishop_attacks, rook_attacks, unicorn_attacks};
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use rays_by_table::{bishop_attacks, rook_attacks, unicorn_attacks};

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns sets of several densities, the same on every run.
    fn blockers() -> impl Iterator<Item = u128> {
        let mut word = 0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15u128;
        (0..400).map(move |i| {
            word = word.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            let mixed = word ^ word >> 64;
            ALL & match i % 3 {
                0 => mixed,
                1 => mixed & mixed.rotate_left(17),
                _ => mixed | mixed.rotate_left(29),
            }
        })
    }

    /// Walks along these steps and their opposites, up to and including the first blocker.
    fn walk(from: Place, steps: &[Step], blockers: u128) -> u128 {
        let mut set = 0;
        for by in steps.iter().flat_map(|&by| [by, opposite(by)]) {
            let mut at = from;
            while let Some(next) = step(at, by) {
                set |= set_of(next);
                if contains(blockers, next) {
                    break;
                }
                at = next;
            }
        }
        set
    }

    #[test]
    fn attacks_match_stepwise_walks() {
        for blockers in blockers().chain([0, ALL]) {
            for from in 0..CELLS as Place {
                let rook = walk(from, &FACES, blockers);
                let bishop = walk(from, &EDGES, blockers);
                let unicorn = walk(from, &CORNERS, blockers);
                assert_eq!(rook_attacks(from, blockers), rook, "{from} {blockers:#x}");
                assert_eq!(bishop_attacks(from, blockers), bishop, "{from} {blockers:#x}");
                assert_eq!(unicorn_attacks(from, blockers), unicorn, "{from} {blockers:#x}");
                assert_eq!(portable::rook_attacks(from, blockers), rook);
                assert_eq!(portable::bishop_attacks(from, blockers), bishop);
                assert_eq!(portable::unicorn_attacks(from, blockers), unicorn);
            }
        }
    }

    #[test]
    fn center_reaches_as_many_cells_as_the_rules_say() {
        let center = cell(2, 2, 2);
        let counts = [
            rook_rays(center),
            bishop_rays(center),
            unicorn_rays(center),
            king_attacks(center),
            knight_attacks(center),
        ];
        assert_eq!(counts.map(u128::count_ones), [12, 24, 16, 26, 24]);
    }

    #[test]
    fn between_is_symmetric() {
        for a in 0..CELLS as Place {
            let rays = rook_rays(a) | bishop_rays(a) | unicorn_rays(a);
            for b in 0..CELLS as Place {
                assert_eq!(between(a, b), between(b, a));
                assert!(contains(rays, b) || between(a, b) == 0);
            }
        }
        let crossed = set_of(cell(1, 1, 3)) | set_of(cell(2, 2, 2)) | set_of(cell(3, 3, 1));
        assert_eq!(between(cell(0, 0, 4), cell(4, 4, 0)), crossed);
    }

    #[test]
    fn set_shifts_match_cell_steps() {
        for from in 0..CELLS as Place {
            let (set, stepped) = (set_of(from), |by| step(from, by).map_or(0, set_of));
            assert_eq!(north(set), stepped((0, 1, 0)));
            assert_eq!(south(set), stepped((0, -1, 0)));
            assert_eq!(east(set), stepped((1, 0, 0)));
            assert_eq!(west(set), stepped((-1, 0, 0)));
            assert_eq!(up(set), stepped((0, 0, 1)));
            assert_eq!(down(set), stepped((0, 0, -1)));
            assert_eq!(cells(set).collect::<Vec<_>>(), [from]);
            for_each_cell(set, |cell| assert_eq!(cell, from));
        }
    }
}
