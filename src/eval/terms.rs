//! Linear evaluation: piece-square tables plus named terms, White minus Black, tapered by the
//! phase, plus a bonus for the side to move.
//!
//! A rule set implements [`LinearEval`] and gets [`Evaluate`] from it, so that the value that the
//! search uses and the list that the `eval` command prints come from the same terms.

use super::Evaluate;
use super::psqt::{Psqt, PsqtAccumulator};
use super::tapered::Tapered;
use crate::moves::Side;
use crate::rules::Rules;
use std::array::from_fn;

/// A term of an evaluation: its name and its value.
pub(super) type Term = (&'static str, Tapered);

/// An evaluation that is a sum of terms.
pub trait LinearEval: Rules {
    /// The material and piece-square tables.
    type Psqt: Psqt;
    /// The bonus for the side to move, in centipawns.
    const TEMPO: i32;

    /// Computes all terms but material, piece-square tables and tempo; White minus Black.
    fn positional_terms(&self) -> impl IntoIterator<Item = Term>;

    /// Scales the endgame value of `total` down if the material is drawish. Returns `None` if the
    /// rule set has no such scaling.
    #[inline(always)]
    fn scale_drawish(&self, _total: Tapered) -> Option<Tapered> {
        None
    }
}

/// Computes the terms of each side and subtracts Black's from White's.
#[inline(always)]
pub(super) fn white_minus_black<const N: usize>(
    side_terms: impl Fn(Side) -> [Term; N],
) -> [Term; N] {
    let [white, black] = Side::ALL.map(side_terms);
    from_fn(|i| (white[i].0, white[i].1 - black[i].1))
}

/// Converts a value from White's point of view to that of the side to move, or back.
#[inline(always)]
fn relative_to(side: Side, value: i32) -> i32 {
    if side == Side::White { value } else { -value }
}

/// Interpolates a value of a rule set's evaluation.
#[inline(always)]
fn at_phase<B: LinearEval>(value: Tapered, phase: i32) -> i32 {
    value.at(phase, B::Psqt::FULL_PHASE)
}

impl<B: LinearEval> Evaluate for B {
    type Accumulator = PsqtAccumulator<B::Psqt>;

    fn new_accumulator(&self) -> Self::Accumulator {
        PsqtAccumulator::new(self)
    }

    fn evaluate(&self, accumulator: &Self::Accumulator) -> i32 {
        let mut total = accumulator.psqt;
        for (_, value) in self.positional_terms() {
            total += value;
        }
        let total = self.scale_drawish(total).unwrap_or(total);
        B::TEMPO + relative_to(self.side_to_move(), at_phase::<B>(total, accumulator.phase))
    }

    fn material(&self, accumulator: &Self::Accumulator) -> i32 {
        let value = at_phase::<B>(accumulator.psqt, accumulator.phase);
        B::TEMPO + relative_to(self.side_to_move(), value)
    }

    const FULL_PHASE: i32 = B::Psqt::FULL_PHASE;

    #[inline(always)]
    fn phase(accumulator: &Self::Accumulator) -> i32 {
        accumulator.phase.min(B::Psqt::FULL_PHASE)
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let PsqtAccumulator { psqt, phase, .. } = self.new_accumulator();
        let mut total = psqt;
        let mut terms = vec![("material and PST", at_phase::<B>(psqt, phase))];
        for (name, value) in self.positional_terms() {
            total += value;
            terms.push((name, at_phase::<B>(value, phase)));
        }
        if let Some(scaled) = self.scale_drawish(total) {
            let [scaled, total] = [scaled, total].map(|total| at_phase::<B>(total, phase));
            terms.push(("drawish endings", scaled - total));
        }
        terms.push(("tempo", relative_to(self.side_to_move(), B::TEMPO)));
        terms
    }
}
