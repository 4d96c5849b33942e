//! Space, and nothing of chess: sets of bits, the staircase with its columns and the lines over
//! them, the plane of eight by eight.
//!
//! Everything here is a constant table or a pure function. What can go wrong: a table built over
//! the wrong numbering. The numbering of columns is fixed in [`columns`], that of the cells and
//! posts of the staircase in [`staircase`], that of the squares of a plane in [`plane`]; nothing
//! else may assume it.

pub mod bits;
pub mod columns;
pub mod lanes;
pub mod plane;
pub mod stack;
pub mod staircase;
