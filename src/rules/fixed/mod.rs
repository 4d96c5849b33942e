//! Games on fixed boards, described by text files.
//!
//! [`GameSpec`] is what a file says, checked; [`GameTables`] has the tables that follow from it for
//! a board of a number of words; [`FixedBoard`] is a position. [`AnyGame`] is a game that is
//! played: it is never freed, so that a board can refer to it and stay `Copy`.

mod any_game;
mod attacks;
mod board;
mod built_in;
mod cells;
mod contradictions;
mod endings;
mod generate;
mod info;
mod lookup;
mod make;
mod node;
mod outline;
mod outlines;
mod rules;
mod runs;
mod shifts;
mod sides;
mod sinks;
pub mod spec;
mod symmetry;
mod tables;
mod text;

pub use any_game::{AnyGame, measured};
pub use attacks::CheckInfo;
pub use board::FixedBoard;
pub use built_in::{Raumschach, SpaceChess};
pub use cells::CellSet;
pub use spec::{GameError, GameSpec, GameText, Measured};
pub use tables::GameTables;
