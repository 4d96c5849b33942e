//! A grid of files and ranks, steps over it and rays of sliders: the tables of `columns` and
//! `plane` are computed from it at compile time.
//!
//! A grid has at most 64 cells, so a set of cells is one `u64`. Steps and directions are (files,
//! ranks). A ray ends on the first *blocker* and includes it.

/// The steps along files.
pub(super) const ALONG_FILES: [(i32, i32); 2] = [(0, 1), (0, -1)];
/// The steps along ranks.
pub(super) const ALONG_RANKS: [(i32, i32); 2] = [(1, 0), (-1, 0)];
/// The four steps along files and ranks.
pub(crate) const ORTHOGONALS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
/// The four steps along diagonals.
pub(crate) const DIAGONALS: [(i32, i32); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
/// The eight steps of a king.
pub(crate) const KING_STEPS: [(i32, i32); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];
/// The eight leaps of a knight.
pub(crate) const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The size of a grid and the numbering of its cells.
pub(crate) struct Grid {
    pub(super) files: usize,
    pub(super) ranks: usize,
    /// The number of a cell minus that of its neighbor on the file before.
    pub(super) file_stride: usize,
    /// The number of a cell minus that of its neighbor on the rank before.
    pub(super) rank_stride: usize,
}

impl Grid {
    const fn cell_count(&self) -> usize {
        self.files * self.ranks
    }

    /// Returns the cell one step away, unless it is off the grid.
    pub(crate) const fn step(&self, from: usize, by: (i32, i32)) -> Option<usize> {
        let file = (from / self.file_stride % self.files) as i32 + by.0;
        let rank = (from / self.rank_stride % self.ranks) as i32 + by.1;
        if file < 0 || file >= self.files as i32 || rank < 0 || rank >= self.ranks as i32 {
            return None;
        }
        Some(file as usize * self.file_stride + rank as usize * self.rank_stride)
    }

    /// Returns the cells one of these steps away.
    const fn steps(&self, from: usize, by: &[(i32, i32)]) -> u64 {
        let (mut set, mut i) = (0, 0);
        while i < by.len() {
            if let Some(to) = self.step(from, by[i]) {
                set |= 1 << to;
            }
            i += 1;
        }
        set
    }

    /// Returns for each cell the cells one of these steps away. As in all tables by cell, entries
    /// of no cell are empty.
    pub(crate) const fn step_table<const N: usize>(&self, by: &[(i32, i32)]) -> [u64; N] {
        let (mut table, mut from) = ([0; N], 0);
        while from < self.cell_count() {
            table[from] = self.steps(from, by);
            from += 1;
        }
        table
    }

    /// Walks from a cell in these directions, in each up to and including the first blocker. All
    /// tables of rays are built from it.
    pub(super) const fn walk(&self, from: usize, directions: &[(i32, i32)], blockers: u64) -> u64 {
        let (mut set, mut i) = (0, 0);
        while i < directions.len() {
            let mut at = from;
            while let Some(next) = self.step(at, directions[i]) {
                set |= 1 << next;
                if blockers >> next & 1 != 0 {
                    break;
                }
                at = next;
            }
            i += 1;
        }
        set
    }

    /// Returns for each cell its rays in these directions without blockers.
    pub(crate) const fn ray_table<const N: usize>(&self, directions: &[(i32, i32)]) -> [u64; N] {
        let (mut table, mut from) = ([0; N], 0);
        while from < self.cell_count() {
            table[from] = self.walk(from, directions, 0);
            from += 1;
        }
        table
    }

    /// Returns for each two cells on a common line the cells strictly between them; the empty set
    /// for others.
    pub(super) const fn between_table(&self) -> [[u64; 64]; 64] {
        let (mut table, mut from) = ([[0; 64]; 64], 0);
        while from < self.cell_count() {
            let mut i = 0;
            while i < KING_STEPS.len() {
                let (mut at, mut crossed) = (from, 0u64);
                while let Some(next) = self.step(at, KING_STEPS[i]) {
                    table[from][next] = crossed;
                    crossed |= 1 << next;
                    at = next;
                }
                i += 1;
            }
            from += 1;
        }
        table
    }
}

/// A cell's part of the table of diagonals: `mask` selects the blockers that index it, `offset` is
/// its first entry.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[derive(Clone, Copy)]
pub(super) struct Diagonals {
    pub(super) mask: u64,
    pub(super) offset: usize,
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
impl Grid {
    /// Returns the cells at the edge: a blocker there is the last cell of its ray.
    const fn edge(&self) -> u64 {
        let (mut set, mut cell) = (0, 0);
        while cell < self.cell_count() {
            if self.steps(cell, &KING_STEPS).count_ones() < 8 {
                set |= 1 << cell;
            }
            cell += 1;
        }
        set
    }

    /// Returns each cell's part of the table of diagonals, and the length of that table.
    pub(super) const fn diagonal_index(&self) -> ([Diagonals; 64], usize) {
        let mut table = [Diagonals { mask: 0, offset: 0 }; 64];
        let (mut from, mut offset, edge) = (0, 0, self.edge());
        while from < self.cell_count() {
            let mask = self.walk(from, &DIAGONALS, 0) & !edge;
            table[from] = Diagonals { mask, offset };
            offset += 1 << mask.count_ones();
            from += 1;
        }
        (table, offset)
    }

    /// Returns the attacked cells of both diagonals, for each cell and each set of inner blockers.
    pub(super) const fn diagonal_table<const SIZE: usize>(&self) -> [u64; SIZE] {
        let (mut table, index) = ([0; SIZE], self.diagonal_index().0);
        let mut from = 0;
        while from < self.cell_count() {
            let Diagonals { mask, offset } = index[from];
            let mut inner = 0;
            while inner < 1usize << mask.count_ones() {
                let blockers = super::bits::pdep_portable(inner as u64, mask);
                table[offset + inner] = self.walk(from, &DIAGONALS, blockers);
                inner += 1;
            }
            from += 1;
        }
        table
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
impl Grid {
    /// Returns file, rank and the two diagonals of each cell, without the cell itself.
    pub(super) const fn lines<const N: usize>(&self) -> [[u64; 4]; N] {
        let (mut table, mut from) = ([[0; 4]; N], 0);
        while from < self.cell_count() {
            table[from] = [
                self.walk(from, &ALONG_FILES, 0),
                self.walk(from, &ALONG_RANKS, 0),
                self.walk(from, &[(1, 1), (-1, -1)], 0),
                self.walk(from, &[(1, -1), (-1, 1)], 0),
            ];
            from += 1;
        }
        table
    }
}

/// Returns sets of several densities, the same on every run, to test rays with.
#[cfg(test)]
pub(super) fn test_blockers() -> impl Iterator<Item = u64> {
    let mut word = 0x2545_f491_4f6c_dd1du64;
    (0..400).map(move |i| {
        for _ in 0..2 {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
        }
        match i % 3 {
            0 => word,
            1 => word & word.rotate_left(17),
            _ => word | word.rotate_left(29),
        }
    })
}
