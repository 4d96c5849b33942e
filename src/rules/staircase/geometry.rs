//! The [`Space`] of every game that is played on the staircase.

use crate::geometry::staircase::{
    CELL_COUNT, POST_COUNT, Staircase, cell_of_post, corner_of_post, post_number, post_of_place,
};
use crate::geometry::{Place, Point};
use crate::rules::{EMPTY, GameInfo, Space};

/// The staircase, with White's fixed board lowest, or highest if `UPSIDE_DOWN`.
pub(crate) struct StaircaseSpace<const UPSIDE_DOWN: bool> {
    /// Whether platforms can stand below a corner.
    pub(crate) has_hanging_posts: bool,
}

impl<const UPSIDE_DOWN: bool> StaircaseSpace<UPSIDE_DOWN> {
    /// Returns a game in this space without the facts that every game gives itself.
    pub(crate) const fn game(&'static self, name: &'static str) -> GameInfo {
        GameInfo {
            name,
            files: 6,
            ranks: 10,
            levels: 7,
            cell_count: CELL_COUNT,
            post_count: POST_COUNT,
            space: self,
            ..EMPTY
        }
    }
}

impl<const UPSIDE_DOWN: bool> Space for StaircaseSpace<UPSIDE_DOWN> {
    fn point(&self, cell: Place) -> Point {
        Staircase::<UPSIDE_DOWN>::CELLS[usize::from(cell)]
    }

    fn cell_at(&self, point: Point) -> Option<Place> {
        Staircase::<UPSIDE_DOWN>::cell_at(point)
    }

    fn place_name(&self, place: Place) -> String {
        Staircase::<UPSIDE_DOWN>::place_name(place)
    }

    fn place_from_name(&self, text: &str) -> Option<Place> {
        Staircase::<UPSIDE_DOWN>::place_from_name(text)
    }

    fn covered_cells(&self, post: Place) -> Vec<Place> {
        (0..4).map(|within| cell_of_post(post_number(post), within)).collect()
    }

    fn exists(&self, place: Place) -> bool {
        self.has_hanging_posts || post_of_place(place).is_none_or(|post| corner_of_post(post).above)
    }
}
