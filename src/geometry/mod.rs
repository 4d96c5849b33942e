//! Space, and nothing of chess: sets of bits, columns and the lines over them, the staircase.
//!
//! Everything here is a constant table or a pure function. What can go wrong: a table built over
//! the wrong numbering. The numbering of columns is fixed in [`columns`], that of the cells and
//! posts of the staircase in [`staircase`]; nothing else may assume it.

pub mod bits;
pub mod columns;
pub mod lanes;
pub mod staircase;
