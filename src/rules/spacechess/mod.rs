//! `spacechess`: Peterson's Space Chess on three full boards.
//!
//! A [`Board`] is two cache lines. Cells are numbered by level, rank and file (see
//! `geometry::stack`). A set of cells has a word for each level, so each level has its own
//! quad-bitboards.
//!
//! Peculiar to the game are pawns that make up to three steps ahead and up (`pawns`), and can then
//! be captured en passant on every cell of every free order of these steps (`rules`); the elevator
//! (`generate`); and a king that attacks 18 cells but goes to at most nine of them without a
//! capture.

mod board;
mod generate;
mod legality;
mod pawns;
mod rules;
mod tables;
#[cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]
mod text;

pub use board::Board;
