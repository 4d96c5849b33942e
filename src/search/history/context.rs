//! The context in which a quiet move has a history.

use super::continuations::ContinuationIndex;
use crate::geometry::PlaceSet;
use crate::moves::Move;

/// What the history of a quiet move depends on besides the move.
#[derive(Clone, Copy, Debug)]
pub struct QuietContext {
    /// The continuation histories of the moves one and two plies before.
    pub continuations: [ContinuationIndex; 2],
    /// The cells that the other side attacks.
    pub threats: PlaceSet,
}

impl QuietContext {
    /// No previous moves and no threats.
    pub const NONE: QuietContext =
        QuietContext { continuations: [ContinuationIndex::NONE; 2], threats: PlaceSet::EMPTY };
}

/// The number of parts of the butterfly history: by whether the origin and the destination of the
/// move are under threat.
pub(super) const THREAT_PARTS: usize = 4;

/// Returns the part of the butterfly history for a move.
#[inline(always)]
pub(super) fn threat_part(threats: &PlaceSet, mv: Move) -> usize {
    2 * usize::from(threats.contains(mv.from())) + usize::from(threats.contains(mv.to()))
}
