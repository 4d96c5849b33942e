//! The static evaluation: what a quiet position is worth, in centipawns from the side to move.
//!
//! Each rule set brings its own terms; the search knows only [`Evaluate`]. State that is cheaper
//! to update than to compute lies in an accumulator that listens to the moves made.

mod attack_view;
mod chess;
mod federation;
mod kobayashi;
mod psqt;
mod sixfold;
mod spacechess;
mod staircase;

pub use psqt::{FULL_PHASE, Psqt, PsqtAccumulator, Tapered};

use crate::rules::{Observer, Rules};

/// A board that can be evaluated.
pub trait Evaluate: Rules {
    /// Sums kept from move to move; see [`Observer`].
    type Accumulator: Observer + Copy + Send + Sync + 'static;

    /// The accumulator of this board, computed afresh.
    fn new_accumulator(&self) -> Self::Accumulator;

    /// The value of the position in centipawns, from the point of view of the side to move.
    /// `accumulator` must be the one that belongs to this board. The search clamps the value to
    /// the range below its mate scores.
    fn evaluate(&self, accumulator: &Self::Accumulator) -> i32;

    /// The terms one by one, for the `eval` command: name and centipawns, from White's point of
    /// view; they add up to the evaluation but for rounding.
    fn terms(&self) -> Vec<(&'static str, i32)>;
}
