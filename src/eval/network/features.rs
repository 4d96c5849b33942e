//! The inputs of a network: features by number.
//!
//! First the pieces by side, type and physical cell, then the platforms by owner and post. A
//! platform without owner and those of the two sides have features of their own.

use crate::eval::Accumulator;
use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::rules::{ColorSymmetry, Observer, Rules, file_mirrored_places};
use arrayvec::ArrayVec;
use std::marker::PhantomData;

/// The number of owners: none, White, Black.
const OWNERS: usize = 3;

/// The most features that a move adds, and that it removes: the pieces on a platform change their
/// cells, promote and are captured, the platform changes its post or owner, and a waiting pawn
/// promotes.
const MAX_CHANGES: usize = 16;

/// The number of features of a rule set.
pub const fn feature_count<G: Rules>() -> usize {
    2 * G::PIECES.count() * G::CELLS + OWNERS * G::POSTS
}

/// The feature of a piece on a cell.
#[inline(always)]
pub fn piece_feature<G: Rules>(piece: Piece, cell: Place) -> u16 {
    let row = piece.side.index() * G::PIECES.count() + piece.kind.index();
    (row * G::CELLS + usize::from(cell)) as u16
}

/// The feature of a platform on a post.
#[inline(always)]
pub fn platform_feature<G: Rules>(owner: Option<Side>, post: Place) -> u16 {
    let row = owner.map_or(0, |side| side.index() + 1);
    (2 * G::PIECES.count() * G::CELLS + row * G::POSTS + usize::from(post) - G::CELLS) as u16
}

/// Returns the features of a board.
pub fn active_features<B: Rules>(board: &B) -> Vec<u16> {
    let cells = (0..B::CELLS).map(|cell| cell as Place);
    let pieces =
        cells.filter_map(|cell| board.piece_at(cell).map(|piece| piece_feature::<B>(piece, cell)));
    let platforms = board.platforms();
    let platforms = platforms.iter().map(|&(post, owner)| platform_feature::<B>(owner, post));
    pieces.chain(platforms).collect()
}

/// Returns the feature of every feature with the colors exchanged and the places mirrored.
pub fn mirrored_features<G: Rules>(symmetry: ColorSymmetry) -> Vec<u16> {
    moved_features::<G>(&symmetry.places::<G>(), Side::other)
}

/// Returns the feature of every feature with the files reversed.
pub fn file_mirrored_features<G: Rules>() -> Vec<u16> {
    moved_features::<G>(&file_mirrored_places::<G>(), |side| side)
}

/// Returns the feature of every feature with everything moved to other places, and given to the
/// side that `side_of` makes of its own.
fn moved_features<G: Rules>(places: &[Place], side_of: impl Fn(Side) -> Side) -> Vec<u16> {
    let mut moved = vec![0; feature_count::<G>()];
    for (place, &to) in places.iter().enumerate() {
        let place = place as Place;
        if usize::from(place) < G::CELLS {
            for side in Side::ALL {
                for kind in G::PIECES.kinds() {
                    let feature = piece_feature::<G>(Piece { kind, side }, place);
                    let other = Piece { kind, side: side_of(side) };
                    moved[usize::from(feature)] = piece_feature::<G>(other, to);
                }
            }
        } else {
            for owner in [None, Some(Side::White), Some(Side::Black)] {
                let feature = platform_feature::<G>(owner, place);
                let other = owner.map(&side_of);
                moved[usize::from(feature)] = platform_feature::<G>(other, to);
            }
        }
    }
    moved
}

/// Returns the output bucket of a board: by phase, the last one with all pieces.
#[inline(always)]
pub fn output_bucket(accumulator: &Accumulator, buckets: usize) -> usize {
    (accumulator.phase() * buckets as i32 / (accumulator.full_phase() + 1)) as usize
}

/// The features that a move has added and removed. As an [`Observer`] it records them.
pub struct FeatureChanges<G> {
    /// The features added. One may also be in the other list.
    pub added: ArrayVec<u16, MAX_CHANGES>,
    /// The features removed.
    pub removed: ArrayVec<u16, MAX_CHANGES>,
    geometry: PhantomData<fn() -> G>,
}

impl<G> FeatureChanges<G> {
    /// Empties both lists.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
    }
}

impl<G> Default for FeatureChanges<G> {
    fn default() -> Self {
        FeatureChanges { added: ArrayVec::new(), removed: ArrayVec::new(), geometry: PhantomData }
    }
}

impl<G: Rules> Observer for FeatureChanges<G> {
    #[inline(always)]
    fn piece_removed(&mut self, piece: Piece, cell: Place) {
        self.removed.push(piece_feature::<G>(piece, cell));
    }

    #[inline(always)]
    fn piece_added(&mut self, piece: Piece, cell: Place) {
        self.added.push(piece_feature::<G>(piece, cell));
    }

    #[inline(always)]
    fn platform_removed(&mut self, owner: Option<Side>, post: Place) {
        self.removed.push(platform_feature::<G>(owner, post));
    }

    #[inline(always)]
    fn platform_added(&mut self, owner: Option<Side>, post: Place) {
        self.added.push(platform_feature::<G>(owner, post));
    }
}
