//! Symmetries of the rules.
//!
//! Exchanging the colors of a position and moving everything to its mirrored place gives a position
//! with mirrored moves, in rule sets with a [`ColorSymmetry`]. So does mirroring the files, but for
//! castling, in those with a `FILE_SYMMETRY`. `tests/invariants.rs` compares the moves of mirrored
//! games.

use super::{ColorSymmetry, Geometry};
use crate::geometry::{Place, Point};
use crate::moves::Move;

/// Returns the mirrored place of every place, by number, with the files reversed. A place that the
/// rule set leaves unused is its own.
pub fn file_mirrored_places<G: Geometry>() -> Vec<Place> {
    mirrored_places::<G>([true, false, false])
}

/// Returns the mirrored place of every place, by number. `reversed` says of file, rank and level
/// whether it is reversed.
fn mirrored_places<G: Geometry>(reversed: [bool; 3]) -> Vec<Place> {
    let cells = (0..G::CELLS).map(|cell| cell as Place);
    let points: Vec<Point> = cells.map(G::point).collect();
    let sum = |coordinate: fn(&Point) -> u8| {
        let values = || points.iter().map(coordinate);
        values().min().unwrap_or(0) + values().max().unwrap_or(0)
    };
    let sums = [sum(|point| point.file), sum(|point| point.rank), sum(|point| point.level)];
    let mirrored = |axis: usize, value: u8| {
        if reversed[axis] { sums[axis] - value } else { value }
    };
    let mirrored_cell = |cell: Place| {
        let Point { file, rank, level } = G::point(cell);
        let (file, rank, level) = (mirrored(0, file), mirrored(1, rank), mirrored(2, level));
        G::cell_at(Point { file, rank, level })
    };
    let mirrored_post = |post: Place| {
        let mut covered: Vec<_> = G::covered_cells(post).into_iter().map(mirrored_cell).collect();
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

/// Returns a move with every place mirrored. Two promotions stand in ascending order of files.
pub fn mirrored_move(mv: Move, places: &[Place], files_reversed: bool) -> Move {
    let place = |place: Place| places[usize::from(place)];
    let mirrored = Move::new(place(mv.from()), place(mv.to()), mv.kind());
    match (mv.promotion(), mv.second_promotion()) {
        (None, _) => mirrored,
        (Some(first), Some(second)) if files_reversed => {
            mirrored.with_promotions(second, Some(first))
        }
        (Some(first), second) => mirrored.with_promotions(first, second),
    }
}

impl ColorSymmetry {
    /// Returns the mirrored place of every place, by number. A place that the rule set leaves
    /// unused is its own.
    pub fn places<G: Geometry>(self) -> Vec<Place> {
        mirrored_places::<G>([self == ColorSymmetry::All, true, true])
    }

    /// Returns the mirrored move. `places` are those of [`ColorSymmetry::places`].
    pub fn mirrored_move(self, mv: Move, places: &[Place]) -> Move {
        mirrored_move(mv, places, self == ColorSymmetry::All)
    }
}
