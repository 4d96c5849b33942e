//! Lists of platform moves, and the filter that admits one move.

use super::state::StaircaseState;
use crate::geometry::bits::BitIter;
use crate::geometry::staircase::post_place;
use crate::moves::{Move, MoveType, PieceType};
use crate::rules::GenType;
use crate::rules::generate::GenFilter;

/// Visits the moves of a platform from a post to each of a set of posts. `promoting` pawns on it
/// promote, at most two.
#[inline]
pub(crate) fn for_each_platform_move(
    from: u8,
    to: u32,
    promoting: u32,
    mut visit: impl FnMut(Move),
) {
    for post in BitIter(u64::from(to)) {
        let mv = Move::new(post_place(from), post_place(post), MoveType::Platform);
        match promoting {
            0 => visit(mv),
            1 => PieceType::PROMOTIONS
                .into_iter()
                .for_each(|kind| visit(mv.with_promotions(kind, None))),
            _ => {
                for first in PieceType::PROMOTIONS {
                    for second in PieceType::PROMOTIONS {
                        visit(mv.with_promotions(first, Some(second)));
                    }
                }
            }
        }
    }
}

/// Returns a filter for the moves of the piece or platform that this move moves, and the
/// destination of a normal move as a set of squares; `None` if no piece of the side to move stands
/// there, or one stands on the destination.
#[inline(always)]
pub(crate) fn filter_for_move(
    state: &StaircaseState,
    mv: Move,
    legal: bool,
) -> Option<(GenFilter, u64)> {
    let own = state.pieces(state.side);
    let sources = match state.live_square(mv.from()) {
        Some(from) if own >> from & 1 != 0 => 1 << from,
        None if mv.is_platform_move() => 0,
        _ => return None,
    };
    let to = match mv.kind() {
        MoveType::Normal => Some(state.live_square(mv.to()).filter(|to| own >> to & 1 == 0)?),
        _ => None,
    };
    let filter = GenFilter {
        platforms: mv.is_platform_move(),
        legal,
        ..GenFilter::new(GenType::All, sources)
    };
    Some((filter, to.map_or(0, |to| 1 << to)))
}
