//! `chess`: the laws of FIDE on a single level, with castling from any start (Chess960) as a
//! convention that can be chosen.
//!
//! A [`Board`] is one cache line: the men in four words, the rooks that may still castle as a set
//! of cells, and what a position string tells besides. Nothing that could be computed is kept but
//! the key. A cell is its place: rank × 8 + file.
//!
//! Castling is the move from the king's cell to the rook's, whatever its text. Published counts
//! go on in dead positions, so the generator does too; only [`Play::dead`] tells of them.

mod board;
mod castling;
mod generate;
mod keys;
mod legality;
mod make;
mod pawn_moves;
mod pawns;
mod rules;
mod see;
mod sinks;
mod text;
mod view;

pub use board::Board;
pub(crate) use view::EvalView;
