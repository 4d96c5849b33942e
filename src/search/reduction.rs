//! Late move reductions from a table of integer logarithms, so that every machine reduces alike.

use super::parameters::{
    hindsight_extension, hindsight_margin, hindsight_reduction, lmr_base, lmr_divisor,
};

/// The natural logarithms of 0 to 63 in 1024ths; ln(0) is set to 0.
const LOGARITHMS: [i32; 64] = {
    let mut table = [0; 64];
    let mut number = 2;
    while number < 64 {
        table[number] = natural_logarithm(number as u64);
        number += 1;
    }
    table
};

/// Computes ln(number) in 1024ths by repeated squaring: each square doubles the binary logarithm
/// and yields one more binary digit.
const fn natural_logarithm(number: u64) -> i32 {
    let whole = number.ilog2();
    let mut log2 = whole as i64;
    // The mantissa, from 1 to 2, with 30 fractional bits.
    let mut mantissa = (number << 30) >> whole;
    let mut digit = 0;
    while digit < 16 {
        mantissa = (mantissa * mantissa) >> 30;
        log2 <<= 1;
        if mantissa >= 2 << 30 {
            mantissa >>= 1;
            log2 |= 1;
        }
        digit += 1;
    }
    // ln 2 = 0.693147, in millionths; `log2` is in 65536ths.
    ((log2 * 693_147 * 1024 / 1_000_000) >> 16) as i32
}

/// Returns the reduction of the move with this number (from 1) in 1024ths of a ply.
#[inline]
pub(super) fn late_move_reduction(depth: i32, move_count: usize) -> i32 {
    let depth = LOGARITHMS[depth.clamp(0, 63) as usize];
    let move_count = LOGARITHMS[move_count.min(63)];
    lmr_base() + depth * move_count / lmr_divisor()
}

/// Returns the change of the depth of a node whose previous move was reduced by `reduction` plies:
/// a ply back if the move turned out better for the side that made it, a ply less if it turned out
/// worse. `rise` is the change of the static evaluation by the move, from the side to move at the
/// node.
#[inline]
pub(super) fn hindsight_correction(reduction: i32, rise: i32) -> i32 {
    if reduction >= hindsight_extension() && rise < 0 {
        1
    } else if reduction >= hindsight_reduction() && rise > hindsight_margin() {
        -1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_match_float_ln() {
        for (number, &logarithm) in LOGARITHMS.iter().enumerate().skip(1) {
            let exact = (number as f64).ln() * 1024.0;
            assert!((exact - f64::from(logarithm)).abs() < 1.5, "{number}: {logarithm} {exact}");
        }
    }

    #[test]
    fn reduction_grows_with_depth_and_move_count() {
        for depth in 1..70 {
            for move_count in 1..70 {
                let reduction = late_move_reduction(depth, move_count);
                assert!(late_move_reduction(depth + 1, move_count) >= reduction);
                assert!(late_move_reduction(depth, move_count + 1) >= reduction);
            }
        }
        assert!(late_move_reduction(10, 20) > 3 * 1024 && late_move_reduction(10, 20) < 4 * 1024);
    }
}
