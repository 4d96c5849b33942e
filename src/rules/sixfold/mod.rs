//! `sixfold`: Star Trek 3-D chess with six platforms, on the staircase turned upside down.
//!
//! A [`Sixfold`] is two cache lines. Pieces stand on 144 physical cells, of which 72 are live at a
//! time. All tables are constant, and a platform that moves takes its four bits along. `cell_set`
//! describes how cells map to bits, `lines` how attacks along lines are computed.
//!
//! Each piece has a three-bit code, with one bit plane for each bit. An early pawn, which began the
//! game on a platform and always promotes one rank sooner, has its own code:
//!
//! | code | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|---|
//! | piece | pawn | knight | king | early pawn | bishop | rook | queen |
//!
//! The top plane without the early pawns holds the sliders: with the low plane those that move as
//! bishops, with the middle plane those that move as rooks.

mod board;
mod cell_set;
mod generate;
mod legality;
mod lines;
mod replies;
mod rules;
mod text;

pub use board::Sixfold;
