//! How many plies less a late move is searched: a table of integer logarithms, so that every
//! machine reduces alike.

use super::parameters::{lmr_base, lmr_divisor};

/// The natural logarithm of small numbers, in 1024ths; that of 0 is taken for that of 1.
const LOGARITHMS: [i32; 64] = {
    let mut table = [0; 64];
    let mut number = 2;
    while number < 64 {
        table[number] = natural_logarithm(number as u64);
        number += 1;
    }
    table
};

/// ln(number) in 1024ths, by repeated squaring: each square doubles the logarithm to base two and
/// uncovers one more binary place.
const fn natural_logarithm(number: u64) -> i32 {
    let whole = number.ilog2();
    let mut places = whole as i64;
    // The mantissa in 1..2, with 30 places.
    let mut mantissa = (number << 30) >> whole;
    let mut place = 0;
    while place < 16 {
        mantissa = (mantissa * mantissa) >> 30;
        places <<= 1;
        if mantissa >= 2 << 30 {
            mantissa >>= 1;
            places |= 1;
        }
        place += 1;
    }
    // ln 2 = 0.693147, in millionths; `places` are 65536ths.
    ((places * 693_147 * 1024 / 1_000_000) >> 16) as i32
}

/// The reduction of the `number`th move (from 1) at this depth, in 1024ths of a ply.
#[inline]
pub(super) fn late_move_reduction(depth: i32, number: usize) -> i32 {
    let depth = LOGARITHMS[depth.clamp(0, 63) as usize];
    let number = LOGARITHMS[number.min(63)];
    lmr_base() + depth * number / lmr_divisor()
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
    fn reductions_grow_with_depth_and_number() {
        for depth in 1..70 {
            for number in 1..70 {
                let here = late_move_reduction(depth, number);
                assert!(late_move_reduction(depth + 1, number) >= here);
                assert!(late_move_reduction(depth, number + 1) >= here);
            }
        }
        assert!(late_move_reduction(10, 20) > 3 * 1024 && late_move_reduction(10, 20) < 4 * 1024);
    }
}
