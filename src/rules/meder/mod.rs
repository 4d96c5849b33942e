//! `meder`: the Tournament Rules for Three-Dimensional Chess by Jens Meder and friends, on the
//! staircase.
//!
//! A [`Meder`] is a state of the staircase on 64 logical squares, with the rules that read it.
//! Levels never matter for where a piece can go: it moves from column to column, as on a plane of
//! sixty columns, and ends on any cell of the column reached. The sets of attacks are columns
//! therefore, and moves are counted by how many destinations a column holds (`legality`).
//!
//! A pawn that the opponent's platform has uncovered *waits*: it promotes before the next move of
//! its side. The board after that promotion has the moves, and each of them then carries the letter
//! of the promotion (`generate`).

mod board;
mod generate;
mod legality;
mod platforms;
mod replies;
mod rules;
mod tables;
mod text;

pub use board::Meder;
