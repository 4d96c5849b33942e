//! By how much the static evaluation has been wrong in positions that share a part with this one:
//! its pawns, the other men of a side, the platforms.
//!
//! Different parts may share a value; what one teaches is soon drowned by the other.

use super::super::parameters::{CORRECTION_MAX, correction_divisor};
use crate::moves::Side;
use crate::rules::CorrectionKeys;

/// The values of each aspect, a power of two.
const TABLE_SIZE: usize = 1 << 14;

/// Aspects of a position.
const CORRECTION_KEYS: usize = 4;

/// What is known of the errors, by side to move, aspect and hash.
pub(crate) struct CorrectionHistory(Box<[[[i16; TABLE_SIZE]; CORRECTION_KEYS]; 2]>);

/// The places of the aspects of a position.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionIndices([u16; CORRECTION_KEYS]);

impl From<CorrectionKeys> for CorrectionIndices {
    #[inline(always)]
    fn from(
        CorrectionKeys { pawn: pawns, non_pawn: [white, black], platform: platforms }: CorrectionKeys,
    ) -> CorrectionIndices {
        CorrectionIndices([pawns, white, black, platforms].map(|hash| (hash >> 50) as u16))
    }
}

impl CorrectionHistory {
    /// Without experience.
    pub fn new() -> CorrectionHistory {
        let values = vec![[[0; TABLE_SIZE]; CORRECTION_KEYS]; 2].into_boxed_slice();
        match values.try_into() {
            Ok(values) => CorrectionHistory(values),
            Err(_) => unreachable!("two sides"),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// What to add to the evaluation of a position of these parts, in centipawns.
    #[inline]
    pub fn correction(&self, side: Side, CorrectionIndices(parts): CorrectionIndices) -> i32 {
        let values = &self.0[side.index()];
        let sum: i32 =
            (0..CORRECTION_KEYS).map(|i| i32::from(values[i][usize::from(parts[i])])).sum();
        sum / correction_divisor()
    }

    /// The search of this depth has found the evaluation to be wrong by so many centipawns.
    #[inline]
    pub fn update(
        &mut self,
        side: Side,
        CorrectionIndices(parts): CorrectionIndices,
        error: i32,
        depth: i32,
    ) {
        let most = CORRECTION_MAX / 4;
        let bonus = (error * depth / 8).clamp(-most, most);
        for (values, part) in self.0[side.index()].iter_mut().zip(parts) {
            super::apply_bonus(&mut values[usize::from(part)], bonus, CORRECTION_MAX);
        }
    }
}
