//! Correction history: the average error of the static evaluation in positions that share a key
//! with this one. The keys are those of the pawns, the other pieces of each side, and the
//! platforms.
//!
//! Different positions may share an entry; newer errors replace older ones by decay.

use super::super::parameters::{
    CORRECTION_MAX, correction_divisor, correction_pawns, correction_pieces, correction_platforms,
};
use super::gravity::apply_bonus;
use crate::moves::Side;
use crate::rules::CorrectionKeys;

/// The number of entries for each key, a power of two.
const TABLE_SIZE: usize = 1 << 14;

/// The number of keys of a position.
const CORRECTION_KEYS: usize = 4;

/// The correction history, by side to move, key and index.
pub(crate) struct CorrectionHistory(Box<[[[i16; TABLE_SIZE]; CORRECTION_KEYS]; 2]>);

/// The entries of a position, an index for each key.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionIndices([u16; CORRECTION_KEYS]);

impl From<CorrectionKeys> for CorrectionIndices {
    #[inline(always)]
    fn from(
        CorrectionKeys { pawn, non_pawn: [white, black], platform }: CorrectionKeys,
    ) -> CorrectionIndices {
        const SHIFT: u32 = u64::BITS - TABLE_SIZE.ilog2();
        CorrectionIndices([pawn, white, black, platform].map(|key| (key >> SHIFT) as u16))
    }
}

impl CorrectionHistory {
    /// Creates an empty table.
    pub(crate) fn new() -> CorrectionHistory {
        let values = vec![[[0; TABLE_SIZE]; CORRECTION_KEYS]; 2].into_boxed_slice();
        match values.try_into() {
            Ok(values) => CorrectionHistory(values),
            Err(_) => unreachable!("two sides"),
        }
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.0.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// Returns the correction to add to the evaluation, in centipawns.
    #[inline]
    pub(crate) fn correction(
        &self,
        side: Side,
        CorrectionIndices(indices): CorrectionIndices,
    ) -> i32 {
        let values = &self.0[side.index()];
        let pieces = correction_pieces();
        let weights = [correction_pawns(), pieces, pieces, correction_platforms()];
        let weighted = (0..CORRECTION_KEYS)
            .map(|i| weights[i] * i32::from(values[i][usize::from(indices[i])]));
        weighted.sum::<i32>() / 2048
    }

    /// Adds an evaluation error in centipawns, weighted by the depth of the search that found it.
    #[inline]
    pub(crate) fn update(
        &mut self,
        side: Side,
        CorrectionIndices(indices): CorrectionIndices,
        error: i32,
        depth: i32,
    ) {
        let max_bonus = CORRECTION_MAX / 4;
        let bonus = (error * depth / correction_divisor()).clamp(-max_bonus, max_bonus);
        for (values, index) in self.0[side.index()].iter_mut().zip(indices) {
            apply_bonus(&mut values[usize::from(index)], bonus, CORRECTION_MAX);
        }
    }
}
