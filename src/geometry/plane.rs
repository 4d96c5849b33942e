//! The plane: one board of 8×8 squares, and rays over it.
//!
//! Squares are numbered rank × 8 + file, so a set of squares is one `u64`, rank by rank from the
//! bottom. A ray ends on the first *blocker* and includes it.
//!
//! Two implementations return the same results:
//!
//! - With BMI2, table look-ups indexed by the inner blockers of a line (CPW: PEXT bitboards). The
//!   rook's rays along rank and file have a table each, five kilobytes in all; one table for both
//!   would take eight hundred. The bishop's rays have one table for both diagonals.
//! - Otherwise, obstruction difference along the four lines (`bits::line_attacks`).

use super::grid::{DIAGONALS, Grid, KING_STEPS, KNIGHT_STEPS, ORTHOGONALS};

/// The number of files and of ranks.
pub(crate) const WIDTH: usize = 8;
/// The number of squares.
pub(crate) const SQUARES: usize = WIDTH * WIDTH;

/// Returns the index of a square.
#[inline(always)]
pub(crate) const fn square(file: usize, rank: usize) -> usize {
    rank * WIDTH + file
}

/// Returns the file of a square.
#[inline(always)]
pub(crate) const fn file_of(square: usize) -> usize {
    square % WIDTH
}

/// Returns the rank of a square, from 0.
#[inline(always)]
pub(crate) const fn rank_of(square: usize) -> usize {
    square / WIDTH
}

/// Returns the squares of a file.
pub(crate) const fn file_squares(file: usize) -> u64 {
    0x0101_0101_0101_0101 << file
}

/// Returns the squares of a rank.
pub(crate) const fn rank_squares(rank: usize) -> u64 {
    0xff << (WIDTH * rank)
}

/// The grid of squares.
pub(crate) const GRID: Grid =
    Grid { files: WIDTH, ranks: WIDTH, file_stride: square(1, 0), rank_stride: square(0, 1) };

static KING_ATTACKS: [u64; SQUARES] = GRID.step_table(&KING_STEPS);
static KNIGHT_ATTACKS: [u64; SQUARES] = GRID.step_table(&KNIGHT_STEPS);
static ROOK_RAYS: [u64; SQUARES] = GRID.ray_table(&ORTHOGONALS);
static BISHOP_RAYS: [u64; SQUARES] = GRID.ray_table(&DIAGONALS);
static BETWEEN: [[u64; SQUARES]; SQUARES] = GRID.between_table();

/// Returns the squares next to a square.
#[inline(always)]
pub(crate) fn king_attacks(square: usize) -> u64 {
    KING_ATTACKS[square % SQUARES]
}

/// Returns the squares a knight's leap away.
#[inline(always)]
pub(crate) fn knight_attacks(square: usize) -> u64 {
    KNIGHT_ATTACKS[square % SQUARES]
}

/// Returns the other squares of a square's file and rank: a rook's rays without blockers.
#[inline(always)]
pub(crate) fn rook_rays(square: usize) -> u64 {
    ROOK_RAYS[square % SQUARES]
}

/// Returns the other squares of a square's diagonals: a bishop's rays without blockers.
#[inline(always)]
pub(crate) fn bishop_rays(square: usize) -> u64 {
    BISHOP_RAYS[square % SQUARES]
}

/// Returns the squares strictly between two squares on a common line; the empty set for others.
#[inline(always)]
pub(crate) fn between(a: usize, b: usize) -> u64 {
    BETWEEN[a % SQUARES][b % SQUARES]
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod rays_by_table {
    //! Rays by table look-up, with `pext` as the index.
    use super::*;
    use crate::geometry::bits::{pdep_portable, pext};
    use crate::geometry::grid::{ALONG_FILES, ALONG_RANKS, Diagonals};

    /// The number of squares of a line on which a blocker matters: all but its two ends.
    const INNER: usize = WIDTH - 2;
    /// The squares of the first file on which a blocker matters.
    const INNER_FILE: u64 = file_squares(0) & !rank_squares(0) & !rank_squares(WIDTH - 1);

    /// By file of the origin and inner blockers of its rank: the attacked files.
    static ALONG_RANK: [[u8; 1 << INNER]; WIDTH] = {
        let (mut table, mut file) = ([[0; 1 << INNER]; WIDTH], 0);
        while file < WIDTH {
            let mut inner = 0;
            while inner < 1 << INNER {
                table[file][inner] = GRID.walk(file, &ALONG_RANKS, (inner as u64) << 1) as u8;
                inner += 1;
            }
            file += 1;
        }
        table
    };

    /// By rank of the origin and inner blockers of its file: the attacked squares of the first
    /// file.
    static ALONG_FILE: [[u64; 1 << INNER]; WIDTH] = {
        let (mut table, mut rank) = ([[0; 1 << INNER]; WIDTH], 0);
        while rank < WIDTH {
            let mut inner = 0;
            while inner < 1 << INNER {
                let blockers = pdep_portable(inner as u64, INNER_FILE);
                table[rank][inner] = GRID.walk(square(0, rank), &ALONG_FILES, blockers);
                inner += 1;
            }
            rank += 1;
        }
        table
    };

    static DIAGONAL_INDEX: [Diagonals; SQUARES] = GRID.diagonal_index().0;
    static DIAGONAL: [u64; GRID.diagonal_index().1] = GRID.diagonal_table();

    /// Returns the rook's rays: along file and rank, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn rook_attacks(square: usize, blockers: u64) -> u64 {
        let (file, rank) = (file_of(square), rank_of(square) % WIDTH);
        let shift = WIDTH * rank;
        let inner = (blockers >> (shift + 1)) as usize & ((1 << INNER) - 1);
        let along_rank = u64::from(ALONG_RANK[file][inner]) << shift;
        let inner = pext(blockers >> file, INNER_FILE) as usize & ((1 << INNER) - 1);
        along_rank | ALONG_FILE[rank][inner] << file
    }

    /// Returns the bishop's rays: along the diagonals, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn bishop_attacks(square: usize, blockers: u64) -> u64 {
        let Diagonals { mask, offset } = DIAGONAL_INDEX[square % SQUARES];
        let index = offset + pext(blockers, mask) as usize;
        // SAFETY: `pext` returns less than 2^(number of bits of `mask`), and `diagonal_index`
        // reserves that many entries of `DIAGONAL` from `offset` on for each square.
        unsafe { *DIAGONAL.get_unchecked(index) }
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    //! Rays by obstruction difference, for any CPU.
    use super::*;
    use crate::geometry::bits::line_attacks;

    /// File, rank and the two diagonals of each square, without the square itself.
    static LINES: [[u64; 4]; SQUARES] = GRID.lines();

    /// Returns the rook's rays: along file and rank, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn rook_attacks(square: usize, blockers: u64) -> u64 {
        let [file, rank, ..] = LINES[square % SQUARES];
        line_attacks(file, square, blockers) | line_attacks(rank, square, blockers)
    }

    /// Returns the bishop's rays: along the diagonals, up to and including the first blocker.
    #[inline(always)]
    pub(crate) fn bishop_attacks(square: usize, blockers: u64) -> u64 {
        let [.., rising, falling] = LINES[square % SQUARES];
        line_attacks(rising, square, blockers) | line_attacks(falling, square, blockers)
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) use portable::{bishop_attacks, rook_attacks};
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use rays_by_table::{bishop_attacks, rook_attacks};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::grid::test_blockers;

    #[test]
    fn attacks_match_stepwise_walks() {
        for blockers in test_blockers().chain([0, u64::MAX]) {
            for from in 0..SQUARES {
                let rook = GRID.walk(from, &ORTHOGONALS, blockers);
                let bishop = GRID.walk(from, &DIAGONALS, blockers);
                assert_eq!(rook_attacks(from, blockers), rook, "{from} {blockers:#x}");
                assert_eq!(bishop_attacks(from, blockers), bishop, "{from} {blockers:#x}");
                assert_eq!(portable::rook_attacks(from, blockers), rook);
                assert_eq!(portable::bishop_attacks(from, blockers), bishop);
            }
        }
    }

    #[test]
    fn between_is_symmetric() {
        for a in 0..SQUARES {
            for b in 0..SQUARES {
                assert_eq!(between(a, b), between(b, a));
                let in_line = (rook_rays(a) | bishop_rays(a)) >> b & 1 != 0;
                assert!(in_line || between(a, b) == 0);
            }
        }
        assert_eq!(between(square(1, 1), square(1, 4)), 1 << square(1, 2) | 1 << square(1, 3));
    }

    #[test]
    fn corners_have_few_steps() {
        assert_eq!(king_attacks(0).count_ones() + knight_attacks(0).count_ones(), 5);
    }
}
