//! Mop-up evaluation (CPW) on boards of several full levels.

use super::tapered::Tapered;

/// For each step of the bare king away from the center, and for each step by which the kings are
/// closer than the largest distance.
const STEP: i32 = 12;

/// Returns the bonus of a side against a bare king: drives it to the edge and brings the own king
/// near, which is how mate is forced.
///
/// `own` and `bare` are the file, rank and level of the kings; `off_center` counts the steps of the
/// bare king away from the center; `width` is the largest side of the board.
#[inline(always)]
pub(super) fn mop_up(own: [usize; 3], bare: [usize; 3], off_center: i32, width: usize) -> Tapered {
    let [files, ranks, levels] = std::array::from_fn(|axis| own[axis].abs_diff(bare[axis]));
    let distance = files.max(ranks).max(levels) as i32;
    let value = STEP * (off_center + width as i32 - 1 - distance);
    Tapered::new(value, value)
}
