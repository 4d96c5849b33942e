//! The numbers of squares and of sets of squares, computed at compile time.

use crate::geometry::plane::{SQUARES, WIDTH, file_of, rank_of, square};

/// The largest number of like pieces, or of pawns that lead.
pub(super) const MAX_LIKE: usize = 5;
/// Stands for squares that have no number.
const NONE: u8 = u8::MAX;
/// The number of pairs of squares of two kings, up to symmetry.
pub(super) const KING_PAIRS: u64 = 462;

/// Returns the number of sets of `chosen` of `squares` squares.
pub(super) fn binomial(chosen: usize, squares: usize) -> Option<u64> {
    BINOMIAL.get(chosen)?.get(squares).copied()
}

static BINOMIAL: [[u64; SQUARES]; MAX_LIKE + 2] = {
    let mut table = [[0; SQUARES]; MAX_LIKE + 2];
    let mut squares = 0;
    while squares < SQUARES {
        table[0][squares] = 1;
        let mut chosen = 1;
        while chosen <= MAX_LIKE + 1 && squares > 0 {
            table[chosen][squares] = table[chosen - 1][squares - 1] + table[chosen][squares - 1];
            chosen += 1;
        }
        squares += 1;
    }
    table
};

/// Returns the rank of a square minus its file: negative below the diagonal from a1 to h8.
pub(super) const fn above_diagonal(at: usize) -> i32 {
    rank_of(at) as i32 - file_of(at) as i32
}

/// Returns the number of a square of the triangle a1–d1–d4: those below the diagonal first.
pub(super) fn triangle_number(at: u8) -> u8 {
    TRIANGLE[usize::from(at)]
}

static TRIANGLE: [u8; SQUARES] = {
    let mut table = [NONE; SQUARES];
    let (mut number, mut on_diagonal) = (0, 0);
    while on_diagonal < 2 {
        let mut at = 0;
        while at < SQUARES / 2 {
            let above = above_diagonal(at);
            if file_of(at) < WIDTH / 2
                && (above < 0 && on_diagonal == 0 || above == 0 && on_diagonal == 1)
            {
                table[at] = number;
                number += 1;
            }
            at += 1;
        }
        on_diagonal += 1;
    }
    table
};

/// Returns the number of a square below the diagonal.
pub(super) fn half_number(at: u8) -> u8 {
    HALF[usize::from(at)]
}

static HALF: [u8; SQUARES] = {
    let mut table = [NONE; SQUARES];
    let (mut at, mut number) = (0, 0);
    while at < SQUARES {
        if above_diagonal(at) < 0 {
            table[at] = number;
            number += 1;
        }
        at += 1;
    }
    table
};

/// Returns the number of a pair of squares of kings, the first in the triangle.
pub(super) fn king_pair_number(first: u8, second: u8) -> Option<u64> {
    let row = KINGS.get(usize::from(triangle_number(first)))?;
    let number = row[usize::from(second)];
    (number != u16::MAX).then_some(number.into())
}

/// By the number of the first square in the triangle and the second square. The pairs of two
/// squares on the diagonal come last.
static KINGS: [[u16; SQUARES]; 10] = {
    let mut table = [[u16::MAX; SQUARES]; 10];
    let (mut number, mut round) = (0, 0);
    while round < 2 {
        let mut row = 0;
        while row < 10 {
            // The first square of that number.
            let mut first = 0;
            while TRIANGLE[first] as usize != row {
                first += 1;
            }
            let mut second = 0;
            while second < SQUARES {
                let files = (file_of(first) as i32 - file_of(second) as i32).abs();
                let ranks = (rank_of(first) as i32 - rank_of(second) as i32).abs();
                let are_apart = files > 1 || ranks > 1;
                let above = above_diagonal(second);
                let is_first_round = above_diagonal(first) != 0 || above < 0;
                let is_second_round = above_diagonal(first) == 0 && above == 0;
                if are_apart && (round == 0 && is_first_round || round == 1 && is_second_round) {
                    table[row][second] = number;
                    number += 1;
                }
                second += 1;
            }
            row += 1;
        }
        round += 1;
    }
    table
};

/// Returns the rank of a square among those of pawns: a pawn with a larger one leads. Squares near
/// the edge and low ranks are the largest.
pub(super) fn pawn_number(at: u8) -> u8 {
    PAWNS[usize::from(at)]
}

static PAWNS: [u8; SQUARES] = {
    let mut table = [NONE; SQUARES];
    let mut number = 47;
    let mut file = 0;
    while file < WIDTH / 2 {
        let mut rank = 1;
        while rank < WIDTH - 1 {
            table[square(file, rank)] = number;
            table[square(WIDTH - 1 - file, rank)] = number - 1;
            number = number.saturating_sub(2);
            rank += 1;
        }
        file += 1;
    }
    table
};

/// The numbers of the placements of pawns of one side.
struct LeadPawns {
    /// By the number of pawns and the square of the leading one: the number of its first placement
    /// within its file.
    first: [[u64; SQUARES]; MAX_LIKE + 1],
    /// By the number of pawns and the file of the leading one: the number of placements.
    count: [[u64; WIDTH / 2]; MAX_LIKE + 1],
}

static LEAD_PAWNS: LeadPawns = {
    let mut table =
        LeadPawns { first: [[0; SQUARES]; MAX_LIKE + 1], count: [[0; WIDTH / 2]; MAX_LIKE + 1] };
    let mut pawns = 1;
    while pawns <= MAX_LIKE {
        let mut file = 0;
        while file < WIDTH / 2 {
            let (mut number, mut rank) = (0, 1);
            while rank < WIDTH - 1 {
                let at = square(file, rank);
                table.first[pawns][at] = number;
                number += BINOMIAL[pawns - 1][PAWNS[at] as usize];
                rank += 1;
            }
            table.count[pawns][file] = number;
            file += 1;
        }
        pawns += 1;
    }
    table
};

/// Returns the number of the first placement of that many pawns whose leading one is on this
/// square.
pub(super) fn first_pawn_placement(pawns: usize, leading: u8) -> Option<u64> {
    LEAD_PAWNS.first.get(pawns)?.get(usize::from(leading)).copied()
}

/// Returns the number of placements of that many pawns whose leading one is on this file, from a to
/// d.
pub(super) fn pawn_placements(pawns: usize, file: usize) -> Option<u64> {
    LEAD_PAWNS.count.get(pawns)?.get(file).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_have_462_pairs() {
        let numbers: std::collections::BTreeSet<u16> =
            KINGS.iter().flatten().copied().filter(|&number| number != u16::MAX).collect();
        assert_eq!(numbers.len() as u64, KING_PAIRS);
        assert_eq!(numbers.last().map(|&last| u64::from(last)), Some(KING_PAIRS - 1));
    }

    #[test]
    fn pawns_have_47_to_0() {
        let number = |file, rank| PAWNS[square(file, rank)];
        assert_eq!([number(0, 1), number(7, 1), number(3, 6), number(4, 6)], [47, 46, 1, 0]);
        // One pawn on one of six squares of a file; two pawns in any of the 48 · 47 / 2 ways.
        assert_eq!((0..4).map(|file| pawn_placements(1, file)).collect::<Vec<_>>(), [Some(6); 4]);
        // A pair of a leading pawn on the left half and any pawn of a lower number.
        let pairs: u64 = (0..4).filter_map(|file| pawn_placements(2, file)).sum();
        assert_eq!(pairs, (0..24).map(|pair| 2 * pair + 1).sum::<u64>());
    }
}
