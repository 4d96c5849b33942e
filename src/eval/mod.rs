//! Static evaluation: the value of a quiet position in centipawns, from the side to move.
//!
//! [`Evaluate`] is the hand-made evaluation. Each rule set has a file with its own weights; the
//! evaluations are linear sums of named terms (`terms`), tapered between middlegame and endgame
//! (`tapered`). Material and piece-square tables are summed incrementally in an accumulator that
//! observes the moves (`psqt`); the other terms are computed from the board at each call.
//!
//! The search asks [`network::NetworkStack`], which adds the output of a [`network::Network`] if
//! there is one.

mod attack_view;
pub mod breakdown;
mod chess;
mod federation;
mod kinds;
mod kobayashi;
mod meder;
mod mop_up;
pub mod network;
mod psqt;
mod raumschach;
mod sixfold;
mod spacechess;
mod staircase;
mod tapered;
mod terms;

use crate::rules::{Observer, Rules};

/// A board with a hand-made evaluation.
pub trait Evaluate: Rules {
    /// State that is updated move by move instead of computed at each call; see [`Observer`].
    type Accumulator: Observer + Copy + Send + Sync + 'static;

    /// Computes the accumulator of this board from scratch.
    fn new_accumulator(&self) -> Self::Accumulator;

    /// Returns the value of the position in centipawns, from the point of view of the side to
    /// move. `accumulator` must belong to this board. The search clamps the value to the range
    /// below the mate scores.
    fn evaluate(&self, accumulator: &Self::Accumulator) -> i32;

    /// Returns the part of the value that material and piece-square tables make up.
    fn material(&self, accumulator: &Self::Accumulator) -> i32;

    /// The phase with all pieces on the board.
    const FULL_PHASE: i32;

    /// Returns the phase of the game: from [`Evaluate::FULL_PHASE`] with all pieces to 0 with kings
    /// and pawns only.
    fn phase(accumulator: &Self::Accumulator) -> i32;

    /// Returns the terms for the `eval` command: names and centipawns, from White's point of view.
    /// Up to rounding, they add up to the evaluation.
    fn terms(&self) -> Vec<(&'static str, i32)>;
}
