//! The staircase seen from above: columns, and rays over them.
//!
//! A column is all cells of one file and rank, one above the other. Six files and ten ranks make
//! sixty columns, numbered file × 10 + rank, so a set of columns is one `u64`.
//!
//! A slider that crosses levels moves along a ray of columns. Under a given ceiling a column either
//! blocks it or lets it pass, so its attacks on all levels follow from rays over such sets of
//! *blockers*. A ray ends on the first blocker and includes it, whether it can be captured or not.
//!
//! Two implementations return the same results:
//!
//! - With BMI2, table look-ups. A ray along a file stays within ten adjacent bits, so a shift gives
//!   the index. Rays along a rank and along the diagonals are indexed by the blockers that `pext`
//!   gathers (CPW: PEXT bitboards). The last column of a ray cannot block anything, so only inner
//!   columns are part of an index.
//! - Otherwise, obstruction difference along the four lines (`bits::line_attacks`).
//!
//! [`rays`] is a third one, for all levels at once on [`U64x8`].

use super::grid::{DIAGONALS, Grid, KING_STEPS, ORTHOGONALS};
use super::lanes::U64x8;

/// The number of files of the staircase.
pub(crate) const FILES: usize = 6;
/// The number of ranks of the staircase.
pub(crate) const RANKS: usize = 10;
/// The number of columns.
pub(crate) const COLUMNS: usize = FILES * RANKS;

/// Returns the index of a column.
#[inline(always)]
pub(crate) const fn column(file: usize, rank: usize) -> usize {
    file * RANKS + rank
}

/// Returns the file of a column.
#[inline(always)]
pub(crate) const fn file_of(column: usize) -> usize {
    column / RANKS
}

/// Returns the columns of a rank.
pub(crate) const fn rank_columns(rank: usize) -> u64 {
    let (mut set, mut file) = (0, 0);
    while file < FILES {
        set |= 1 << column(file, rank);
        file += 1;
    }
    set
}

/// Returns the columns of a file.
pub(crate) const fn file_columns(file: usize) -> u64 {
    ((1 << RANKS) - 1) << column(file, 0)
}

/// The grid of columns.
pub(crate) const GRID: Grid =
    Grid { files: FILES, ranks: RANKS, file_stride: column(1, 0), rank_stride: column(0, 1) };

/// For each column the other columns of its file and rank: a rook's rays without blockers.
pub(crate) static ROOK_RAYS: [u64; COLUMNS] = GRID.ray_table(&ORTHOGONALS);
/// For each column the other columns of its diagonals: a bishop's rays without blockers.
pub(crate) static BISHOP_RAYS: [u64; COLUMNS] = GRID.ray_table(&DIAGONALS);

static BETWEEN: [[u64; 64]; 64] = GRID.between_table();

/// Returns the columns strictly between two columns on a common line; the empty set for others.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    BETWEEN[a % 64][b % 64]
}

/// The eight rays of each column in the order of [`KING_STEPS`], in pairs along file, rank and the
/// two diagonals: of each pair first the ray towards higher column indices, then the ray towards
/// lower ones.
static RAYS_BY_DIRECTION: [[u64; 8]; 64] = {
    let (mut table, mut from) = ([[0; 8]; 64], 0);
    while from < COLUMNS {
        let mut i = 0;
        while i < KING_STEPS.len() {
            table[from][i] = GRID.walk(from, &[KING_STEPS[i]], 0);
            i += 1;
        }
        from += 1;
    }
    table
};

/// Returns a rook's rays, or a bishop's, from one column over the blockers of all lanes at once, in
/// each direction up to and including the first blocker.
#[inline(always)]
pub(crate) fn rays(column: usize, rook: bool, blockers: U64x8) -> U64x8 {
    let &[north, south, east, west, north_east, south_west, south_east, north_west] =
        &RAYS_BY_DIRECTION[column % 64];
    let [up, down, other_up, other_down] = match rook {
        true => [north, south, east, west],
        false => [north_east, south_west, south_east, north_west],
    };
    blockers.ray_up(up)
        | blockers.ray_down(down)
        | blockers.ray_up(other_up)
        | blockers.ray_down(other_down)
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod rays_by_table {
    //! Rays by table look-up, with `pext` as the index.
    use super::*;
    use crate::geometry::bits::{pdep_portable, pext};
    use crate::geometry::grid::{ALONG_FILES, ALONG_RANKS, Diagonals};

    /// The number of ranks on which a blocker matters: 1 to 8 of 0 to 9.
    const INNER_RANKS: usize = RANKS - 2;
    /// The columns of rank 0 on which a blocker matters: files b to e.
    const INNER_FILES: u64 =
        1 << column(1, 0) | 1 << column(2, 0) | 1 << column(3, 0) | 1 << column(4, 0);

    /// By rank of the origin and inner blockers of the file: the attacked ranks, as ten bits.
    static ALONG_FILE: [[u16; 1 << INNER_RANKS]; 16] = {
        let mut table = [[0; 1 << INNER_RANKS]; 16];
        let mut rank = 0;
        while rank < RANKS {
            let mut inner = 0;
            while inner < 1 << INNER_RANKS {
                table[rank][inner] = GRID.walk(rank, &ALONG_FILES, (inner as u64) << 1) as u16;
                inner += 1;
            }
            rank += 1;
        }
        table
    };

    /// By file of the origin and inner blockers of the rank: the attacked columns of rank 0.
    static ALONG_RANK: [[u64; 16]; 8] = {
        let mut table = [[0; 16]; 8];
        let mut file = 0;
        while file < FILES {
            let mut inner = 0;
            while inner < 16 {
                let blockers = pdep_portable(inner as u64, INNER_FILES);
                table[file][inner] = GRID.walk(column(file, 0), &ALONG_RANKS, blockers);
                inner += 1;
            }
            file += 1;
        }
        table
    };

    static DIAGONAL_INDEX: [Diagonals; 64] = GRID.diagonal_index().0;
    static DIAGONAL: [u64; GRID.diagonal_index().1] = GRID.diagonal_table();

    /// The origin of rays, with the table indices that depend on its column only.
    #[derive(Clone, Copy)]
    pub(crate) struct RayOrigin {
        rank: usize,
        file: usize,
        file_shift: u32,
        diagonals: &'static Diagonals,
    }

    impl RayOrigin {
        /// Prepares rays from this column.
        #[inline(always)]
        pub(crate) fn new(column: usize) -> RayOrigin {
            let (file, rank) = (file_of(column), column % RANKS);
            let file_shift = (file * RANKS) as u32;
            RayOrigin { rank, file, file_shift, diagonals: &DIAGONAL_INDEX[column % 64] }
        }

        /// Returns the rook's rays: along file and rank, up to and including the first blocker.
        #[inline(always)]
        pub(crate) fn rook_attacks(&self, blockers: u64) -> u64 {
            let inner = (blockers >> (self.file_shift + 1)) as usize & ((1 << INNER_RANKS) - 1);
            let along_file = u64::from(ALONG_FILE[self.rank % 16][inner]) << self.file_shift;
            let inner = pext(blockers >> self.rank, INNER_FILES) as usize & 15;
            along_file | ALONG_RANK[self.file % 8][inner] << self.rank
        }

        /// Returns the bishop's rays: along the diagonals, up to and including the first blocker.
        #[inline(always)]
        pub(crate) fn bishop_attacks(&self, blockers: u64) -> u64 {
            let &Diagonals { mask, offset } = self.diagonals;
            let index = offset + pext(blockers, mask) as usize;
            // SAFETY: `pext` returns less than 2^(number of bits of `mask`), and `diagonal_index`
            // reserves that many entries of `DIAGONAL` from `offset` on for each column.
            unsafe { *DIAGONAL.get_unchecked(index) }
        }
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    //! Rays by obstruction difference, for any CPU.
    use super::*;
    use crate::geometry::bits::line_attacks;

    /// The origin of rays.
    #[derive(Clone, Copy)]
    pub(crate) struct RayOrigin {
        column: usize,
    }

    /// File, rank and the two diagonals of each column, without the column itself.
    static LINES: [[u64; 4]; COLUMNS] = GRID.lines();

    impl RayOrigin {
        /// Prepares rays from this column.
        #[inline(always)]
        pub(crate) fn new(column: usize) -> RayOrigin {
            RayOrigin { column }
        }

        /// Returns the rook's rays: along file and rank, up to and including the first blocker.
        #[inline(always)]
        pub(crate) fn rook_attacks(&self, blockers: u64) -> u64 {
            let [file, rank, ..] = LINES[self.column];
            line_attacks(file, self.column, blockers) | line_attacks(rank, self.column, blockers)
        }

        /// Returns the bishop's rays: along the diagonals, up to and including the first blocker.
        #[inline(always)]
        pub(crate) fn bishop_attacks(&self, blockers: u64) -> u64 {
            let [.., rising, falling] = LINES[self.column];
            line_attacks(rising, self.column, blockers)
                | line_attacks(falling, self.column, blockers)
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) use portable::RayOrigin;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use rays_by_table::RayOrigin;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::grid::test_blockers;

    const ALL_COLUMNS: u64 = (1 << COLUMNS) - 1;

    #[test]
    fn rays_match_stepwise_walks() {
        for blockers in test_blockers().map(|set| set & ALL_COLUMNS).chain([0, ALL_COLUMNS]) {
            for from in 0..COLUMNS {
                let rook = GRID.walk(from, &ORTHOGONALS, blockers);
                let bishop = GRID.walk(from, &DIAGONALS, blockers);
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
