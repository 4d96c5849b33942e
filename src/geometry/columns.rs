//! Columns: what one sees looking straight down on the staircase, and lines over them.
//!
//! Six files by ten ranks make sixty columns, numbered file × 10 + rank: a set of columns is one
//! word. A ray runs over a word of *blockers* and ends on the first of them, which it includes.
//!
//! Rays come from tables: along a file an entry of ten bits by the eight inner blockers, along a
//! rank and for the diagonals by extracted blockers. Builds without a fast `extract` walk the four
//! lines by subtraction instead; the results are the same.

use super::lanes::U64x8;

/// The number of files of the staircase.
pub const FILES: usize = 6;
/// The number of ranks of the staircase.
pub const RANKS: usize = 10;
/// The number of columns.
pub const COLUMNS: usize = FILES * RANKS;
/// The set of all columns.
pub const ALL_COLUMNS: u64 = (1 << COLUMNS) - 1;

/// The number of a column.
#[inline(always)]
pub const fn column(file: usize, rank: usize) -> usize {
    file * RANKS + rank
}

/// The file of a column.
#[inline(always)]
pub const fn file_of(column: usize) -> usize {
    column / RANKS
}

/// The rank of a column.
#[inline(always)]
pub const fn rank_of(column: usize) -> usize {
    column % RANKS
}

/// The columns of one rank.
pub const fn rank_columns(rank: usize) -> u64 {
    let (mut set, mut file) = (0, 0);
    while file < FILES {
        set |= 1 << column(file, rank);
        file += 1;
    }
    set
}

/// The columns of one file.
pub const fn file_columns(file: usize) -> u64 {
    ((1 << RANKS) - 1) << column(file, 0)
}

/// The column that lies (file, rank) away, if it is one.
pub const fn step(from: usize, by: (i32, i32)) -> Option<usize> {
    let file = file_of(from) as i32 + by.0;
    let rank = rank_of(from) as i32 + by.1;
    if file < 0 || file >= FILES as i32 || rank < 0 || rank >= RANKS as i32 {
        return None;
    }
    Some(column(file as usize, rank as usize))
}

/// The columns that single steps of these kinds lead to.
pub const fn steps(from: usize, by: &[(i32, i32)]) -> u64 {
    let (mut set, mut i) = (0, 0);
    while i < by.len() {
        if let Some(to) = step(from, by[i]) {
            set |= 1 << to;
        }
        i += 1;
    }
    set
}

/// For each column the columns that single steps of these kinds lead to.
pub const fn step_table(by: &[(i32, i32)]) -> [u64; COLUMNS] {
    let (mut table, mut from) = ([0; COLUMNS], 0);
    while from < COLUMNS {
        table[from] = steps(from, by);
        from += 1;
    }
    table
}

const ALONG_FILES: [(i32, i32); 2] = [(0, 1), (0, -1)];
const ALONG_RANKS: [(i32, i32); 2] = [(1, 0), (-1, 0)];
/// The four steps along files and ranks.
pub const ORTHOGONALS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
/// The four steps along diagonals.
pub const DIAGONALS: [(i32, i32); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

/// The eight steps of a king.
pub const KING_STEPS: [(i32, i32); 8] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)];
/// The eight leaps of a knight.
pub const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Walks from a column in these directions, each up to and including the first blocker.
const fn walk(from: usize, directions: &[(i32, i32)], blockers: u64) -> u64 {
    let (mut set, mut i) = (0, 0);
    while i < directions.len() {
        let mut at = from;
        while let Some(next) = step(at, directions[i]) {
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

/// For each column the columns in line with it, along file and rank.
pub static ROOK_RAYS: [u64; COLUMNS] = ray_table(&ORTHOGONALS);
/// For each column the columns in line with it along the diagonals.
pub static BISHOP_RAYS: [u64; COLUMNS] = ray_table(&DIAGONALS);

const fn ray_table(directions: &[(i32, i32)]) -> [u64; COLUMNS] {
    let (mut table, mut from) = ([0; COLUMNS], 0);
    while from < COLUMNS {
        table[from] = walk(from, directions, 0);
        from += 1;
    }
    table
}

static BETWEEN: [[u64; 64]; 64] = between_table();

/// For two columns in line the columns strictly between them; else none.
#[inline(always)]
pub fn between(a: usize, b: usize) -> u64 {
    BETWEEN[a % 64][b % 64]
}

const fn between_table() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < COLUMNS {
        let mut i = 0;
        while i < KING_STEPS.len() {
            let (mut at, mut passed) = (from, 0u64);
            while let Some(next) = step(at, KING_STEPS[i]) {
                table[from][next] = passed;
                passed |= 1 << next;
                at = next;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// File, rank and the two diagonals through each column: of each line first what lies above the
/// column by number, then what lies below.
static RAYS_BY_DIRECTION: [[u64; 8]; 64] = {
    let (mut table, mut from) = ([[0; 8]; 64], 0);
    while from < COLUMNS {
        table[from] = [
            walk(from, &[(0, 1)], 0),
            walk(from, &[(0, -1)], 0),
            walk(from, &[(1, 0)], 0),
            walk(from, &[(-1, 0)], 0),
            walk(from, &[(1, 1)], 0),
            walk(from, &[(-1, -1)], 0),
            walk(from, &[(1, -1)], 0),
            walk(from, &[(-1, 1)], 0),
        ];
        from += 1;
    }
    table
};

/// The rays from one column over the blockers of all lanes at once, along file and rank or along
/// the diagonals; each way up to the first blocker included.
#[inline(always)]
pub fn rays(column: usize, rook: bool, blockers: U64x8) -> U64x8 {
    let lines = &RAYS_BY_DIRECTION[column % 64];
    let [up, down, right, left] = match rook {
        true => [lines[0], lines[1], lines[2], lines[3]],
        false => [lines[4], lines[5], lines[6], lines[7]],
    };
    blockers.ray_up(up) | blockers.ray_down(down) | blockers.ray_up(right) | blockers.ray_down(left)
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod rays_by_table {
    //! Rays by table look-up.
    use super::*;
    use crate::geometry::bits::{pdep_portable, pext};

    /// Ranks 1 to 8 of a file, as bits of that file: what can block along it.
    const INNER_RANKS: usize = RANKS - 2;
    /// Files b to e of rank 0: what can block along a rank.
    const INNER_FILES: u64 =
        1 << column(1, 0) | 1 << column(2, 0) | 1 << column(3, 0) | 1 << column(4, 0);

    static ALONG_FILE: [[u16; 1 << INNER_RANKS]; 16] = {
        let mut table = [[0; 1 << INNER_RANKS]; 16];
        let mut rank = 0;
        while rank < RANKS {
            let mut inner = 0;
            while inner < 1 << INNER_RANKS {
                table[rank][inner] = walk(rank, &ALONG_FILES, (inner as u64) << 1) as u16;
                inner += 1;
            }
            rank += 1;
        }
        table
    };

    static ALONG_RANK: [[u64; 16]; 8] = {
        let mut table = [[0; 16]; 8];
        let mut file = 0;
        while file < FILES {
            let mut inner = 0;
            while inner < 16 {
                let blockers = pdep_portable(inner as u64, INNER_FILES);
                table[file][inner] = walk(column(file, 0), &ALONG_RANKS, blockers);
                inner += 1;
            }
            file += 1;
        }
        table
    };

    /// Where a column's part of the diagonal table begins, and which blockers select in it.
    #[derive(Clone, Copy)]
    struct Diagonals {
        mask: u64,
        offset: usize,
    }

    const EDGE: u64 =
        rank_columns(0) | rank_columns(RANKS - 1) | file_columns(0) | file_columns(FILES - 1);

    static DIAGONAL_INDEX: [Diagonals; 64] = diagonal_index().0;
    const DIAGONAL_SIZE: usize = diagonal_index().1;

    const fn diagonal_index() -> ([Diagonals; 64], usize) {
        let mut table = [Diagonals { mask: 0, offset: 0 }; 64];
        let (mut from, mut offset) = (0, 0);
        while from < COLUMNS {
            let mask = walk(from, &DIAGONALS, 0) & !EDGE;
            table[from] = Diagonals { mask, offset };
            offset += 1 << mask.count_ones();
            from += 1;
        }
        (table, offset)
    }

    static DIAGONAL: [u64; DIAGONAL_SIZE] = {
        let mut table = [0; DIAGONAL_SIZE];
        let index = diagonal_index().0;
        let mut from = 0;
        while from < COLUMNS {
            let Diagonals { mask, offset } = index[from];
            let mut inner = 0;
            while inner < 1usize << mask.count_ones() {
                let blockers = pdep_portable(inner as u64, mask);
                table[offset + inner] = walk(from, &DIAGONALS, blockers);
                inner += 1;
            }
            from += 1;
        }
        table
    };

    /// A column prepared as the origin of rays.
    #[derive(Clone, Copy)]
    pub struct RayOrigin {
        rank: usize,
        file: usize,
        file_shift: u32,
        diagonals: &'static Diagonals,
    }

    impl RayOrigin {
        /// Rays from this column.
        #[inline(always)]
        pub fn new(column: usize) -> RayOrigin {
            let (file, rank) = (file_of(column), rank_of(column));
            let file_shift = (file * RANKS) as u32;
            RayOrigin { rank, file, file_shift, diagonals: &DIAGONAL_INDEX[column % 64] }
        }

        /// The columns reached along file and rank, each way up to the first blocker included.
        #[inline(always)]
        pub fn rook_attacks(&self, blockers: u64) -> u64 {
            let inner = (blockers >> (self.file_shift + 1)) as usize & ((1 << INNER_RANKS) - 1);
            let along_file = u64::from(ALONG_FILE[self.rank % 16][inner]) << self.file_shift;
            let inner = pext(blockers >> self.rank, INNER_FILES) as usize & 15;
            along_file | ALONG_RANK[self.file % 8][inner] << self.rank
        }

        /// The columns reached along the diagonals, each way up to the first blocker included.
        #[inline(always)]
        pub fn bishop_attacks(&self, blockers: u64) -> u64 {
            let &Diagonals { mask, offset } = self.diagonals;
            let at = offset + pext(blockers, mask) as usize;
            // SAFETY: `mask` and `offset` come from `DIAGONAL_INDEX`, which gives each column
            // as many entries of `DIAGONAL` as its mask can select.
            unsafe { *DIAGONAL.get_unchecked(at) }
        }
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    //! Rays by subtraction, for any machine.
    use super::*;
    use crate::geometry::bits::line_attacks;

    /// A column prepared as the origin of rays.
    #[derive(Clone, Copy)]
    pub struct RayOrigin {
        column: usize,
    }

    /// File, rank and the two diagonals through each column, without the column itself.
    static LINES: [[u64; 4]; COLUMNS] = {
        let mut table = [[0; 4]; COLUMNS];
        let mut from = 0;
        while from < COLUMNS {
            table[from] = [
                walk(from, &ALONG_FILES, 0),
                walk(from, &ALONG_RANKS, 0),
                walk(from, &[(1, 1), (-1, -1)], 0),
                walk(from, &[(1, -1), (-1, 1)], 0),
            ];
            from += 1;
        }
        table
    };

    impl RayOrigin {
        /// Rays from this column.
        #[inline(always)]
        pub fn new(column: usize) -> RayOrigin {
            RayOrigin { column }
        }

        /// The columns reached along file and rank, each way up to the first blocker included.
        #[inline(always)]
        pub fn rook_attacks(&self, blockers: u64) -> u64 {
            let [file, rank, ..] = LINES[self.column];
            line_attacks(file, self.column, blockers) | line_attacks(rank, self.column, blockers)
        }

        /// The columns reached along the diagonals, each way up to the first blocker included.
        #[inline(always)]
        pub fn bishop_attacks(&self, blockers: u64) -> u64 {
            let [.., one, other] = LINES[self.column];
            line_attacks(one, self.column, blockers) | line_attacks(other, self.column, blockers)
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub use portable::RayOrigin;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub use rays_by_table::RayOrigin;

#[cfg(test)]
mod tests {
    use super::*;

    /// Blockers of many densities, the same on every run.
    fn blockers() -> impl Iterator<Item = u64> {
        let mut word = 0x2545_f491_4f6c_dd1du64;
        (0..400).map(move |i| {
            for _ in 0..2 {
                word ^= word << 13;
                word ^= word >> 7;
                word ^= word << 17;
            }
            ALL_COLUMNS
                & match i % 3 {
                    0 => word,
                    1 => word & word.rotate_left(17),
                    _ => word | word.rotate_left(29),
                }
        })
    }

    #[test]
    fn rays_match_stepwise_walks() {
        for blockers in blockers().chain([0, ALL_COLUMNS]) {
            for from in 0..COLUMNS {
                let rook = walk(from, &ORTHOGONALS, blockers);
                let bishop = walk(from, &DIAGONALS, blockers);
                assert_eq!(
                    RayOrigin::new(from).rook_attacks(blockers),
                    rook,
                    "{from} {blockers:#x}"
                );
                assert_eq!(
                    RayOrigin::new(from).bishop_attacks(blockers),
                    bishop,
                    "{from} {blockers:#x}"
                );
                assert_eq!(portable::RayOrigin::new(from).rook_attacks(blockers), rook);
                assert_eq!(portable::RayOrigin::new(from).bishop_attacks(blockers), bishop);
                let lanes = U64x8::splat(blockers);
                assert_eq!(rays(from, true, lanes).words()[5], rook);
                assert_eq!(rays(from, false, lanes).words()[2], bishop);
            }
        }
    }

    #[test]
    fn between_is_symmetric() {
        for a in 0..COLUMNS {
            for b in 0..COLUMNS {
                assert_eq!(between(a, b), between(b, a));
                let in_line = (ROOK_RAYS[a] | BISHOP_RAYS[a]) >> b & 1 != 0;
                assert!(in_line || between(a, b) == 0);
            }
        }
        assert_eq!(between(column(1, 1), column(1, 4)), 0b110 << column(1, 1));
    }
}
