//! Features: what an evaluation adds up, by number.
//!
//! First the pieces by side, type and physical cell, then the platforms by owner and post. A
//! platform without owner and those of the two sides have features of their own.

use crate::geometry::Place;
use crate::moves::{Piece, Side};
use crate::rules::{AnyBoard, ColorSymmetry, GameInfo, Observer, file_mirrored_places};
use arrayvec::ArrayVec;

/// The number of owners: none, White, Black.
const OWNERS: usize = 3;

/// The most features that a move adds, and that it removes: the pieces on a platform change their
/// cells, promote and are captured, the platform changes its post or owner, and a waiting pawn
/// promotes.
const MAX_CHANGES: usize = 16;

/// Returns the number of features of a rule set.
pub const fn feature_count(game: &GameInfo) -> usize {
    2 * game.pieces.count() * game.cell_count + OWNERS * game.post_count
}

/// Returns the feature of a piece on a cell.
#[inline(always)]
pub fn piece_feature(game: &GameInfo, piece: Piece, cell: Place) -> u16 {
    let row = piece.side.index() * game.pieces.count() + piece.kind.index();
    (row * game.cell_count + usize::from(cell)) as u16
}

/// Returns the feature of a platform on a post.
#[inline(always)]
pub fn platform_feature(game: &GameInfo, owner: Option<Side>, post: Place) -> u16 {
    let row = owner.map_or(0, |side| side.index() + 1);
    (2 * game.pieces.count() * game.cell_count + row * game.post_count + usize::from(post)
        - game.cell_count) as u16
}

/// Returns the features of a board.
pub fn active_features(board: &dyn AnyBoard) -> Vec<u16> {
    let game = board.game();
    let cells = game.cells();
    let pieces =
        cells.filter_map(|cell| board.piece_at(cell).map(|piece| piece_feature(game, piece, cell)));
    let platforms = board.platforms();
    let platforms = platforms.iter().map(|&(post, owner)| platform_feature(game, owner, post));
    pieces.chain(platforms).collect()
}

/// Returns the feature of every feature with the colors exchanged and the places mirrored.
pub fn mirrored_features(game: &GameInfo, symmetry: ColorSymmetry) -> Vec<u16> {
    moved_features(game, &symmetry.places(game), Side::other)
}

/// Returns the feature of every feature with the files reversed.
pub fn file_mirrored_features(game: &GameInfo) -> Vec<u16> {
    moved_features(game, &file_mirrored_places(game), |side| side)
}

/// Returns the feature of every feature with everything moved to other places, and given to the
/// side that `side_of` makes of its own.
fn moved_features(game: &GameInfo, places: &[Place], side_of: impl Fn(Side) -> Side) -> Vec<u16> {
    let mut moved = vec![0; feature_count(game)];
    for (place, &to) in places.iter().enumerate() {
        let place = place as Place;
        if usize::from(place) < game.cell_count {
            for side in Side::ALL {
                for kind in game.pieces.kinds() {
                    let feature = piece_feature(game, Piece { kind, side }, place);
                    let other = Piece { kind, side: side_of(side) };
                    moved[usize::from(feature)] = piece_feature(game, other, to);
                }
            }
        } else {
            for owner in [None, Some(Side::White), Some(Side::Black)] {
                let feature = platform_feature(game, owner, place);
                let other = owner.map(&side_of);
                moved[usize::from(feature)] = platform_feature(game, other, to);
            }
        }
    }
    moved
}

/// The features that a move has added and removed. As an [`Observer`] it records them.
pub struct FeatureChanges {
    /// The features added. One may also be in the other list.
    pub added: ArrayVec<u16, MAX_CHANGES>,
    /// The features removed.
    pub removed: ArrayVec<u16, MAX_CHANGES>,
    game: &'static GameInfo,
}

impl FeatureChanges {
    /// Creates empty lists.
    pub fn new(game: &'static GameInfo) -> FeatureChanges {
        FeatureChanges { added: ArrayVec::new(), removed: ArrayVec::new(), game }
    }

    /// Empties both lists.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
    }
}

impl Observer for FeatureChanges {
    #[inline(always)]
    fn piece_removed(&mut self, piece: Piece, cell: Place) {
        self.removed.push(piece_feature(self.game, piece, cell));
    }

    #[inline(always)]
    fn piece_added(&mut self, piece: Piece, cell: Place) {
        self.added.push(piece_feature(self.game, piece, cell));
    }

    #[inline(always)]
    fn platform_removed(&mut self, owner: Option<Side>, post: Place) {
        self.removed.push(platform_feature(self.game, owner, post));
    }

    #[inline(always)]
    fn platform_added(&mut self, owner: Option<Side>, post: Place) {
        self.added.push(platform_feature(self.game, owner, post));
    }
}
