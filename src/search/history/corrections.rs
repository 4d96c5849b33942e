//! By how much the static evaluation has been wrong in positions that share a part with this one:
//! its pawns, the other men of a side, the platforms.
//!
//! Different parts may share a value; what one teaches is soon drowned by the other.

use super::super::parameters::{CORRECTION_MOST, correction_divisor};
use crate::moves::Side;
use crate::rules::Aspects;

/// The values of each aspect, a power of two.
const VALUES: usize = 1 << 14;

/// Aspects of a position.
const ASPECTS: usize = 4;

/// What is known of the errors, by side to move, aspect and hash.
pub(crate) struct Corrections(Box<[[[i16; VALUES]; ASPECTS]; 2]>);

/// The places of the aspects of a position.
#[derive(Clone, Copy)]
pub(crate) struct Parts([u16; ASPECTS]);

impl From<Aspects> for Parts {
    #[inline(always)]
    fn from(Aspects { pawns, men: [white, black], platforms }: Aspects) -> Parts {
        Parts([pawns, white, black, platforms].map(|hash| (hash >> 50) as u16))
    }
}

impl Corrections {
    /// Without experience.
    pub fn new() -> Corrections {
        let values = vec![[[0; VALUES]; ASPECTS]; 2].into_boxed_slice();
        match values.try_into() {
            Ok(values) => Corrections(values),
            Err(_) => unreachable!("two sides"),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// What to add to the evaluation of a position of these parts, in centipawns.
    #[inline]
    pub fn of(&self, side: Side, Parts(parts): Parts) -> i32 {
        let values = &self.0[side.index()];
        let sum: i32 = (0..ASPECTS).map(|i| i32::from(values[i][usize::from(parts[i])])).sum();
        sum / correction_divisor()
    }

    /// The search of this depth has found the evaluation to be wrong by so many centipawns.
    #[inline]
    pub fn learn(&mut self, side: Side, Parts(parts): Parts, error: i32, depth: i32) {
        let most = CORRECTION_MOST / 4;
        let bonus = (error * depth / 8).clamp(-most, most);
        for (values, part) in self.0[side.index()].iter_mut().zip(parts) {
            super::learn(&mut values[usize::from(part)], bonus, CORRECTION_MOST);
        }
    }
}
