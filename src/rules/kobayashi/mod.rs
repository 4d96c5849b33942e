//! `kobayashi`: ST3D chess, the Kobayashi Maru variant, on the staircase.
//!
//! A [`Kobayashi`] is a state of the staircase on 64 logical squares, with the rules that read it.
//! Pieces move in the plane, or change level through a platform. Lines are therefore those of
//! single boards. Steps and leaps between boards depend only on where the platforms stand, and
//! come from tables of each half of the board (`tables`).

mod board;
mod generate;
mod layout;
mod legality;
mod platforms;
mod replies;
mod rules;
mod tables;
mod text;

pub use board::Kobayashi;
