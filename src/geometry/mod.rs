//! Cells, columns, posts, and rays over them: the geometry of the boards, without the rules.
//!
//! Everything here is a constant table or a pure function. Three families of boards exist:
//!
//! - the *staircase* of three small fixed boards and movable platforms: `staircase` numbers its
//!   cells and posts, `columns` looks at it from above,
//! - the 8×8 *plane*: `plane` is the board of ordinary chess, and `stack` puts three planes
//!   above each other for Space Chess,
//! - the 5×5×5 *cube* of Raumschach.
//!
//! `bits` has the operations on single words, `lanes` those on eight words at once, one for
//! each level.
//!
//! Invariant: each numbering is defined in one module only, that of columns in `columns`, that of
//! the cells and posts of the staircase in `staircase`, that of squares in `plane`, that of the
//! cells of Space Chess in `stack`, that of the cells of Raumschach in `cube`. Other modules go
//! through their functions and tables.

pub(crate) mod bits;
pub(crate) mod columns;
pub(crate) mod cube;
pub(crate) mod lanes;
mod place;
pub(crate) mod plane;
pub(crate) mod stack;
pub(crate) mod staircase;

pub(crate) use place::byte_index;
pub use place::{Place, PlaceSet, Point};
