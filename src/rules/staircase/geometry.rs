//! The [`Geometry`] of every rule set that is played on the staircase.

use crate::geometry::staircase::{
    CELL_COUNT, POST_COUNT, Staircase, cell_of_post, corner_of_post, post_number, post_of_place,
};
use crate::geometry::{Place, Point};
use crate::rules::Geometry;

/// A board of a rule set that is played on the staircase.
pub(crate) trait StaircaseBoard {
    /// The name of the rule set; see [`Geometry::NAME`].
    const RULE_SET: &'static str;
    /// Whether White's fixed board is the highest one.
    const UPSIDE_DOWN: bool;
    /// Whether platforms have owners.
    const OWNED_PLATFORMS: bool;
    /// Whether platforms can stand below a corner.
    const HANGING_POSTS: bool;
}

impl<B: StaircaseBoard> Geometry for B {
    const NAME: &'static str = B::RULE_SET;
    const FILES: usize = 6;
    const RANKS: usize = 10;
    const LEVELS: usize = 7;
    const CELLS: usize = CELL_COUNT;
    const POSTS: usize = POST_COUNT;

    fn point(cell: Place) -> Point {
        let cells = const {
            if B::UPSIDE_DOWN { &Staircase::<true>::CELLS } else { &Staircase::<false>::CELLS }
        };
        cells[usize::from(cell)]
    }

    fn cell_at(point: Point) -> Option<Place> {
        if B::UPSIDE_DOWN {
            Staircase::<true>::cell_at(point)
        } else {
            Staircase::<false>::cell_at(point)
        }
    }

    fn place_name(place: Place) -> String {
        if B::UPSIDE_DOWN {
            Staircase::<true>::place_name(place)
        } else {
            Staircase::<false>::place_name(place)
        }
    }

    fn place_from_name(text: &str) -> Option<Place> {
        if B::UPSIDE_DOWN {
            Staircase::<true>::place_from_name(text)
        } else {
            Staircase::<false>::place_from_name(text)
        }
    }

    fn covered_cells(post: Place) -> Vec<Place> {
        (0..4).map(|within| cell_of_post(post_number(post), within)).collect()
    }

    fn exists(place: Place) -> bool {
        B::HANGING_POSTS || post_of_place(place).is_none_or(|post| corner_of_post(post).above)
    }
}
