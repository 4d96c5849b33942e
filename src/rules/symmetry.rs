//! The symmetry between the colors, of rule sets that have one.
//!
//! Exchanging the colors of a position and moving everything to its mirrored place gives a position
//! with mirrored moves. `tests/invariants.rs` compares the moves of mirrored games.

use super::{ColorSymmetry, Geometry};
use crate::geometry::{Place, Point};
use crate::moves::Move;

impl ColorSymmetry {
    /// Returns the mirrored place of every place, by number. A place that the rule set leaves
    /// unused is its own.
    pub fn places<G: Geometry>(self) -> Vec<Place> {
        let cells = (0..G::CELLS).map(|cell| cell as Place);
        let points: Vec<Point> = cells.map(G::point).collect();
        let sum = |coordinate: fn(&Point) -> u8| {
            let values = || points.iter().map(coordinate);
            values().min().unwrap_or(0) + values().max().unwrap_or(0)
        };
        let sums = [sum(|point| point.file), sum(|point| point.rank), sum(|point| point.level)];
        let mirrored_cell = |cell: Place| {
            let Point { file, rank, level } = G::point(cell);
            let file = if self == ColorSymmetry::All { sums[0] - file } else { file };
            G::cell_at(Point { file, rank: sums[1] - rank, level: sums[2] - level })
        };
        let mirrored_post = |post: Place| {
            let mut covered: Vec<_> =
                G::covered_cells(post).into_iter().map(mirrored_cell).collect();
            covered.sort();
            let covers_same = |&other: &Place| {
                let mut cells: Vec<_> = G::covered_cells(other).into_iter().map(Some).collect();
                cells.sort();
                cells == covered
            };
            (G::CELLS..G::CELLS + G::POSTS).map(|post| post as Place).find(covers_same)
        };
        let mirrored = |place: usize| match place as Place {
            cell if place < G::CELLS => mirrored_cell(cell).unwrap_or(cell),
            post => mirrored_post(post).unwrap_or(post),
        };
        (0..G::CELLS + G::POSTS).map(mirrored).collect()
    }

    /// Returns the mirrored move. `places` are those of [`ColorSymmetry::places`].
    pub fn mirrored_move(self, mv: Move, places: &[Place]) -> Move {
        let place = |place: Place| places[usize::from(place)];
        let mirrored = Move::new(place(mv.from()), place(mv.to()), mv.kind());
        match (mv.promotion(), mv.second_promotion()) {
            (None, _) => mirrored,
            // Two promotions stand in ascending order of files.
            (Some(first), Some(second)) if self == ColorSymmetry::All => {
                mirrored.with_promotions(second, Some(first))
            }
            (Some(first), second) => mirrored.with_promotions(first, second),
        }
    }
}
