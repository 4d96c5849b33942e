//! `sixfold`: Star Trek 3-D chess with six platforms, on the staircase turned upside down.
//!
//! A [`Board`] is two cache lines. Men stand on physical cells, 144 of them, 72 live at a time: all
//! tables are constant, and a platform that moves takes its four bits along. How the cells lie in
//! words is told in `cells`, why lines are cheap in `lines`.
//!
//! Each man is a three-bit code, one bit a plane; an early pawn (one that began the game on a
//! platform, and promotes a rank sooner for life) is a man of its own:
//!
//! | code | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|---|
//! | man | pawn | knight | king | early pawn | bishop | rook | queen |
//!
//! The top plane but for the early pawns is the sliders, with the low bit those of a bishop's lines,
//! with the middle bit those of a rook's.

mod board;
mod cell_set;
mod generate;
mod legality;
mod lines;
mod make;
mod platforms;
mod rules;
mod see;
mod sinks;
mod tables;
mod text;
mod view;

pub use board::Board;
pub(crate) use cell_set::CellSet;
pub(crate) use view::EvalView;
