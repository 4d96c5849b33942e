//! The plane: one board of eight by eight, and lines over it.
//!
//! Squares are numbered rank × 8 + file, so that a set of squares is one word, rank by rank from
//! the bottom. A ray runs over a word of *blockers* and ends on the first of them, which it
//! includes.
//!
//! Rays come from small tables, indexed by extracted blockers: along rank and file by the six inner
//! squares of each (five kilobytes in all, where one table for both would take eight hundred), along
//! the two diagonals together. Builds without a fast `extract` walk the four lines by subtraction
//! instead; the results are the same.

/// The number of files, and of ranks.
pub const WIDTH: usize = 8;
/// The number of squares.
pub const SQUARES: usize = WIDTH * WIDTH;

/// The number of a square.
#[inline(always)]
pub const fn square(file: usize, rank: usize) -> usize {
    rank * WIDTH + file
}

/// The file of a square.
#[inline(always)]
pub const fn file_of(square: usize) -> usize {
    square % WIDTH
}

/// The rank of a square, from 0.
#[inline(always)]
pub const fn rank_of(square: usize) -> usize {
    square / WIDTH
}

/// The squares of one file.
pub const fn file_squares(file: usize) -> u64 {
    0x0101_0101_0101_0101 << file
}

/// The squares of one rank.
pub const fn rank_squares(rank: usize) -> u64 {
    0xff << (WIDTH * rank)
}

/// The squares one step up the board; what steps off it is gone.
#[inline(always)]
pub const fn north(set: u64) -> u64 {
    set << 8
}

/// The squares one step down the board.
#[inline(always)]
pub const fn south(set: u64) -> u64 {
    set >> 8
}

/// The squares one step towards the last file.
#[inline(always)]
pub const fn east(set: u64) -> u64 {
    (set & !file_squares(WIDTH - 1)) << 1
}

/// The squares one step towards the first file.
#[inline(always)]
pub const fn west(set: u64) -> u64 {
    (set & !file_squares(0)) >> 1
}

/// The square that lies (file, rank) away, if it is one.
pub const fn step(from: usize, by: (i32, i32)) -> Option<usize> {
    let file = file_of(from) as i32 + by.0;
    let rank = rank_of(from) as i32 + by.1;
    if file < 0 || file >= WIDTH as i32 || rank < 0 || rank >= WIDTH as i32 {
        return None;
    }
    Some(square(file as usize, rank as usize))
}

/// For each square the squares that single steps of these kinds lead to.
pub const fn step_table(by: &[(i32, i32)]) -> [u64; SQUARES] {
    let (mut table, mut from) = ([0; SQUARES], 0);
    while from < SQUARES {
        let mut i = 0;
        while i < by.len() {
            if let Some(to) = step(from, by[i]) {
                table[from] |= 1 << to;
            }
            i += 1;
        }
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

static KING_ATTACKS: [u64; SQUARES] = step_table(&KING_STEPS);
static KNIGHT_ATTACKS: [u64; SQUARES] = step_table(&KNIGHT_STEPS);
static ROOK_RAYS: [u64; SQUARES] = ray_table(&ORTHOGONALS);
static BISHOP_RAYS: [u64; SQUARES] = ray_table(&DIAGONALS);
static BETWEEN: [[u64; SQUARES]; SQUARES] = between_table();

/// The squares next to a square.
#[inline(always)]
pub fn king_attacks(square: usize) -> u64 {
    KING_ATTACKS[square % SQUARES]
}

/// The squares a knight's leap away.
#[inline(always)]
pub fn knight_attacks(square: usize) -> u64 {
    KNIGHT_ATTACKS[square % SQUARES]
}

/// The squares in line with a square along file and rank.
#[inline(always)]
pub fn rook_rays(square: usize) -> u64 {
    ROOK_RAYS[square % SQUARES]
}

/// The squares in line with a square along the diagonals.
#[inline(always)]
pub fn bishop_rays(square: usize) -> u64 {
    BISHOP_RAYS[square % SQUARES]
}

/// For two squares in line the squares strictly between them; else none.
#[inline(always)]
pub fn between(a: usize, b: usize) -> u64 {
    BETWEEN[a % SQUARES][b % SQUARES]
}

/// Walks from a square in these directions, each up to and including the first blocker.
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

/// For each square the squares that whole lines in these directions lead to.
pub const fn ray_table(directions: &[(i32, i32)]) -> [u64; SQUARES] {
    let (mut table, mut from) = ([0; SQUARES], 0);
    while from < SQUARES {
        table[from] = walk(from, directions, 0);
        from += 1;
    }
    table
}

const fn between_table() -> [[u64; SQUARES]; SQUARES] {
    let mut table = [[0; SQUARES]; SQUARES];
    let mut from = 0;
    while from < SQUARES {
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

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod rays {
    //! Rays by table look-up.
    use super::*;
    use crate::geometry::bits::{pdep_portable, pext};

    /// The squares of a line between its two ends: what can block along it.
    const INNER: usize = WIDTH - 2;
    /// Ranks 1 to 6 of the first file.
    const INNER_FILE: u64 = file_squares(0) & !rank_squares(0) & !rank_squares(WIDTH - 1);

    /// By file of the origin and inner blockers of its rank, as files.
    static ALONG_RANK: [[u8; 1 << INNER]; WIDTH] = {
        let (mut table, mut file) = ([[0; 1 << INNER]; WIDTH], 0);
        while file < WIDTH {
            let mut inner = 0;
            while inner < 1 << INNER {
                table[file][inner] = walk(file, &ALONG_RANKS, (inner as u64) << 1) as u8;
                inner += 1;
            }
            file += 1;
        }
        table
    };

    /// By rank of the origin and inner blockers of its file, as squares of the first file.
    static ALONG_FILE: [[u64; 1 << INNER]; WIDTH] = {
        let (mut table, mut rank) = ([[0; 1 << INNER]; WIDTH], 0);
        while rank < WIDTH {
            let mut inner = 0;
            while inner < 1 << INNER {
                let blockers = pdep_portable(inner as u64, INNER_FILE);
                table[rank][inner] = walk(square(0, rank), &ALONG_FILES, blockers);
                inner += 1;
            }
            rank += 1;
        }
        table
    };

    /// Where a square's part of the diagonal table begins, and which blockers select in it.
    #[derive(Clone, Copy)]
    struct Diagonals {
        mask: u64,
        offset: usize,
    }

    const EDGE: u64 =
        rank_squares(0) | rank_squares(WIDTH - 1) | file_squares(0) | file_squares(WIDTH - 1);

    static DIAGONAL_INDEX: [Diagonals; SQUARES] = diagonal_index().0;
    const DIAGONAL_SIZE: usize = diagonal_index().1;

    const fn diagonal_index() -> ([Diagonals; SQUARES], usize) {
        let mut table = [Diagonals { mask: 0, offset: 0 }; SQUARES];
        let (mut from, mut offset) = (0, 0);
        while from < SQUARES {
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
        while from < SQUARES {
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

    /// The squares reached along file and rank, each way up to the first blocker included.
    #[inline(always)]
    pub fn rook_attacks(square: usize, blockers: u64) -> u64 {
        let (file, rank) = (file_of(square), rank_of(square) % WIDTH);
        let shift = WIDTH * rank;
        let inner = (blockers >> (shift + 1)) as usize & ((1 << INNER) - 1);
        let along_rank = u64::from(ALONG_RANK[file][inner]) << shift;
        let inner = pext(blockers >> file, INNER_FILE) as usize & ((1 << INNER) - 1);
        along_rank | ALONG_FILE[rank][inner] << file
    }

    /// The squares reached along the diagonals, each way up to the first blocker included.
    #[inline(always)]
    pub fn bishop_attacks(square: usize, blockers: u64) -> u64 {
        let Diagonals { mask, offset } = DIAGONAL_INDEX[square % SQUARES];
        let at = offset + pext(blockers, mask) as usize;
        // SAFETY: `mask` and `offset` come from `DIAGONAL_INDEX`, which gives each square as many
        // entries of `DIAGONAL` as its mask can select.
        unsafe { *DIAGONAL.get_unchecked(at) }
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod portable {
    //! Rays by subtraction, for any machine.
    use super::*;
    use crate::geometry::bits::line_attacks;

    /// File, rank and the two diagonals through each square, without the square itself.
    static LINES: [[u64; 4]; SQUARES] = {
        let (mut table, mut from) = ([[0; 4]; SQUARES], 0);
        while from < SQUARES {
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

    /// The squares reached along file and rank, each way up to the first blocker included.
    #[inline(always)]
    pub fn rook_attacks(square: usize, blockers: u64) -> u64 {
        let [file, rank, ..] = LINES[square % SQUARES];
        line_attacks(file, square, blockers) | line_attacks(rank, square, blockers)
    }

    /// The squares reached along the diagonals, each way up to the first blocker included.
    #[inline(always)]
    pub fn bishop_attacks(square: usize, blockers: u64) -> u64 {
        let [.., one, other] = LINES[square % SQUARES];
        line_attacks(one, square, blockers) | line_attacks(other, square, blockers)
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub use portable::{bishop_attacks, rook_attacks};
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub use rays::{bishop_attacks, rook_attacks};

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
            match i % 3 {
                0 => word,
                1 => word & word.rotate_left(17),
                _ => word | word.rotate_left(29),
            }
        })
    }

    #[test]
    fn attacks_match_stepwise_walks() {
        for blockers in blockers().chain([0, u64::MAX]) {
            for from in 0..SQUARES {
                let lines = walk(from, &ORTHOGONALS, blockers);
                let diagonals = walk(from, &DIAGONALS, blockers);
                assert_eq!(rook_attacks(from, blockers), lines, "{from} {blockers:#x}");
                assert_eq!(bishop_attacks(from, blockers), diagonals, "{from} {blockers:#x}");
                assert_eq!(portable::rook_attacks(from, blockers), lines);
                assert_eq!(portable::bishop_attacks(from, blockers), diagonals);
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
    fn set_shifts_match_square_steps() {
        for from in 0..SQUARES {
            let stepped = |by| step(from, by).map_or(0, |to| 1 << to);
            assert_eq!(north(1 << from), stepped((0, 1)));
            assert_eq!(south(1 << from), stepped((0, -1)));
            assert_eq!(east(1 << from), stepped((1, 0)));
            assert_eq!(west(1 << from), stepped((-1, 0)));
        }
        assert_eq!(king_attacks(0).count_ones() + knight_attacks(0).count_ones(), 5);
    }
}
