//! `raumschach`: Maack's Raumschach on five boards of 5×5.
//!
//! A [`Board`] is two cache lines, the pieces in the first. Cells are numbered by level, rank and
//! file (see `geometry::cube`). A set of cells is a `u128`; the pieces are quad-bitboards of its
//! two words.
//!
//! Peculiar to the game are the unicorn, which slides through the corners of cells, and pawns that
//! step ahead or up (`pawns`). There is no castling, no double step and no en passant, so every
//! move takes a piece from one cell to another.

mod board;
mod generate;
mod legality;
mod pawns;
mod rules;
#[cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]
mod text;

pub use board::Board;
