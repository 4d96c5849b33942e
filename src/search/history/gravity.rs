//! The update rule of all history values.

/// Adds a bonus, which is negative for a penalty. Each update decays the old value in proportion to
/// the bonus (gravity), so the value stays within `max` if the bonus does.
#[inline(always)]
pub(super) fn apply_bonus(value: &mut i16, bonus: i32, max: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / max) as i16;
}
