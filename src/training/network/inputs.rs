//! The inputs of a network as the trainer sees them.
//!
//! Many cells exist only while a platform stands there, so their weights see few positions. While a
//! network is trained, the weights of a feature are therefore a sum: its own, and those of
//! *factors* that it shares with related features: the same piece in the same column, on the same
//! level, and anywhere. The file of the network has the sums, so that factors cost nothing in play.
//!
//! Where the rules have a symmetry between the colors, Black's layer has White's weights and sees
//! the mirrored features. Elsewhere each color has weights of its own, and both share the factors.

use crate::eval::{feature_count, mirrored_features, piece_feature, platform_feature};
use crate::geometry::Place;
use crate::moves::{Piece, PieceType, Side};
use crate::rules::GameInfo;

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
    pub(super) fn new(game: &GameInfo) -> InputMap {
        let features = feature_count(game);
        let mirrored =
            game.color_symmetry.map(|it| mirrored_features(game, it)).unwrap_or_default();
        let colors = if mirrored.is_empty() { 2 } else { 1 };
        let numbers = FactorNumbers::new(game);
        let mut factors_of = vec![Vec::new(); colors * features];
        for color in Side::ALL.into_iter().take(colors) {
            let own = &mut factors_of[color.index() * features..][..features];
            for cell in game.cells() {
                for side in Side::ALL {
                    for kind in game.pieces.kinds() {
                        let feature = piece_feature(game, Piece { kind, side }, cell);
                        own[usize::from(feature)] =
                            numbers.of_piece(game, color, side == color, kind, cell);
                    }
                }
            }
            for post in game.posts() {
                for owner in [None, Some(Side::White), Some(Side::Black)] {
                    let feature = platform_feature(game, owner, post);
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
    fn new(game: &GameInfo) -> FactorNumbers {
        let points = || game.cells().map(|cell| game.space.point(cell));
        let lowest = |coordinate: fn(crate::geometry::Point) -> u8| {
            points().map(coordinate).map(usize::from).min().unwrap_or(0)
        };
        let (rank, level) = (lowest(|point| point.rank), lowest(|point| point.level));
        FactorNumbers {
            pieces: 2 * game.pieces.count(),
            files: game.files,
            // Ranks and levels may begin at 1.
            ranks: rank + game.ranks,
            levels: level + game.levels,
            rank_sum: 2 * rank + game.ranks - 1,
            level_sum: 2 * level + game.levels - 1,
        }
    }

    /// Returns the number of all factors.
    fn count(&self) -> usize {
        self.pieces * (self.files * self.ranks + self.levels + 1) + 3
    }

    /// Returns the factors of a piece on a cell, as a color sees them.
    fn of_piece(
        &self,
        game: &GameInfo,
        color: Side,
        is_own: bool,
        kind: PieceType,
        cell: Place,
    ) -> Vec<u16> {
        let point = game.space.point(cell);
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
            if game.levels > 1 { &[by_column, by_level, by_kind] } else { &[by_kind] };
        factors.iter().map(|&factor| factor as u16).collect()
    }

    /// Returns the factor of a platform of the own side, the other side or none.
    fn of_platform(&self, is_own: Option<bool>) -> u16 {
        let first = self.pieces * (self.files * self.ranks + self.levels + 1);
        (first + is_own.map_or(0, |is_own| 2 - usize::from(is_own))) as u16
    }
}
