//! Cells, columns, posts, and rays over them: the geometry of the boards, without the rules.
//!
//! Everything here is a constant table or a pure function. Two families of boards exist:
//!
//! - the *staircase* of three small fixed boards and movable platforms: `staircase` numbers its
//!   cells and posts, `columns` looks at it from above,
//! - the 8×8 *plane* of ordinary chess.
//!
//! `columns` and `plane` compute their tables from one `grid`.
//!
//! The tables of games on fixed boards are computed from their files, in `rules::fixed`.
//!
//! `bits` has the operations on single words, `lanes` those on eight words at once, one for
//! each level.
//!
//! Invariant: each numbering is defined in one module only, that of columns in `columns`, that of
//! the cells and posts of the staircase in `staircase`, that of squares in `plane`. Other modules
//! go through their functions and tables.

pub(crate) mod bits;
pub(crate) mod columns;
pub(crate) mod grid;
pub(crate) mod lanes;
mod place;
pub(crate) mod plane;
pub(crate) mod staircase;

pub(crate) use place::byte_index;
pub use place::{Place, PlaceSet, Point};
