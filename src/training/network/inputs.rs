//! The inputs of a network as the trainer sees them.
//!
//! Many cells exist only while a platform stands there, so their weights see few positions. While a
//! network is trained, the weights of a feature are therefore a sum: its own, and those of *factors*
//! that it shares with related features: the same piece in the same column, on the same level, and
//! anywhere. The file of the network has the sums, so that factors cost nothing in play.
//!
//! Where the rules have a symmetry between the colors, Black's layer has White's weights and sees
//! the mirrored features. Elsewhere each color has weights of its own, and both share the factors.

use crate::eval::network::{feature_count, mirrored_features, piece_feature, platform_feature};
use crate::geometry::Place;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::Rules;

/// The inputs of the networks of a rule set.
pub(super) struct InputMap {
    /// The number of features.
    pub(super) features: usize,
    /// The number of colors with weights of their own.
    pub(super) colors: usize,
    /// The number of factors.
    pub(super) factors: usize,
    /// By color and feature: its factors.
    factors_of: Vec<Vec<u16>>,
    /// By feature: what Black's layer sees in place of it; empty without a symmetry.
    mirrored: Vec<u16>,
}

impl InputMap {
    /// Returns the inputs of the networks of `B`.
    pub(super) fn new<B: Rules>() -> InputMap {
        let features = feature_count::<B>();
        let mirrored = B::COLOR_SYMMETRY.map(mirrored_features::<B>).unwrap_or_default();
        let colors = if mirrored.is_empty() { 2 } else { 1 };
        let numbers = FactorNumbers::new::<B>();
        let mut factors_of = vec![Vec::new(); colors * features];
        for color in Side::ALL.into_iter().take(colors) {
            let own = &mut factors_of[color.index() * features..][..features];
            for cell in (0..B::CELLS).map(|cell| cell as Place) {
                for side in Side::ALL {
                    for kind in B::PIECES.kinds() {
                        let feature = piece_feature::<B>(Piece { kind, side }, cell);
                        own[usize::from(feature)] =
                            numbers.of_piece::<B>(color, side == color, kind, cell);
                    }
                }
            }
            for post in (B::CELLS..B::CELLS + B::POSTS).map(|post| post as Place) {
                for owner in [None, Some(Side::White), Some(Side::Black)] {
                    let feature = platform_feature::<B>(owner, post);
                    let is_own = owner.map(|owner| owner == color);
                    own[usize::from(feature)] = vec![numbers.of_platform(is_own)];
                }
            }
        }
        InputMap { features, colors, factors: numbers.count(), factors_of, mirrored }
    }

    /// Returns the factors of a feature for the layer of a color.
    pub(super) fn factors_of(&self, color: usize, feature: usize) -> &[u16] {
        &self.factors_of[color * self.features + feature]
    }

    /// Returns the rows of weights that White's and Black's layer add for a feature, among those by
    /// color and feature.
    #[inline(always)]
    pub(super) fn rows(&self, feature: u16) -> [usize; 2] {
        let feature = usize::from(feature);
        match self.mirrored.get(feature) {
            Some(&mirrored) => [feature, usize::from(mirrored)],
            None => [feature, self.features + feature],
        }
    }
}

/// The numbers of the factors: a piece of its own or the other side by type and column, by type and
/// level, by type; a platform by owner.
struct FactorNumbers {
    /// The number of piece types of both sides.
    pieces: usize,
    files: usize,
    ranks: usize,
    levels: usize,
    /// The sums of the lowest and the highest rank and level, which reverse them for Black.
    rank_sum: usize,
    level_sum: usize,
}

impl FactorNumbers {
    fn new<G: Rules>() -> FactorNumbers {
        let points = || (0..G::CELLS).map(|cell| G::point(cell as Place));
        let lowest = |coordinate: fn(crate::geometry::Point) -> u8| {
            points().map(coordinate).map(usize::from).min().unwrap_or(0)
        };
        let (rank, level) = (lowest(|point| point.rank), lowest(|point| point.level));
        FactorNumbers {
            pieces: 2 * G::PIECES.count(),
            files: G::FILES,
            // Ranks and levels may begin at 1.
            ranks: rank + G::RANKS,
            levels: level + G::LEVELS,
            rank_sum: 2 * rank + G::RANKS - 1,
            level_sum: 2 * level + G::LEVELS - 1,
        }
    }

    /// The number of all factors.
    fn count(&self) -> usize {
        self.pieces * (self.files * self.ranks + self.levels + 1) + 3
    }

    /// The factors of a piece on a cell, as a color sees them.
    fn of_piece<G: Rules>(
        &self,
        color: Side,
        is_own: bool,
        kind: PieceType,
        cell: Place,
    ) -> Vec<u16> {
        let point = G::point(cell);
        let (file, rank, level) =
            (usize::from(point.file), usize::from(point.rank), usize::from(point.level));
        let (rank, level) = match color {
            Side::White => (rank, level),
            Side::Black => (self.rank_sum - rank, self.level_sum - level),
        };
        let piece = kind.index() + if is_own { 0 } else { self.pieces / 2 };
        let by_column = piece * self.files * self.ranks + rank * self.files + file;
        let first_level = self.pieces * self.files * self.ranks;
        let by_level = first_level + piece * self.levels + level;
        let by_kind = first_level + self.pieces * self.levels + piece;
        // On a single level the columns are the cells.
        let factors: &[usize] =
            if G::LEVELS > 1 { &[by_column, by_level, by_kind] } else { &[by_kind] };
        factors.iter().map(|&factor| factor as u16).collect()
    }

    /// The factor of a platform of the own side, the other side or none.
    fn of_platform(&self, is_own: Option<bool>) -> u16 {
        let first = self.pieces * (self.files * self.ranks + self.levels + 1);
        (first + is_own.map_or(0, |is_own| 2 - usize::from(is_own))) as u16
    }
}
