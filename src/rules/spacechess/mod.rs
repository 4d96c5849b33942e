//! `spacechess`: Peterson's Space Chess on three full boards.
//!
//! A [`Board`] is two cache lines. Cells are numbered by level, rank and file (see
//! [`crate::geometry::stack`]); a set of cells is a word for each level, and so each level has its
//! [`Men`].
//!
//! What the game has of its own: pawns that run up to three steps ahead and up (`pawns`), and are
//! then captured en passant on any cell of any free order of the steps (`make`); the elevator
//! (`generate`); a king that attacks 18 cells but goes without capture to nine of them at most.

mod board;
mod generate;
mod keys;
mod legality;
mod make;
mod pawns;
mod rules;
mod see;
mod sinks;
mod tables;
#[cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]
mod text;
mod view;

pub use board::Board;
pub(crate) use view::EvalView;
