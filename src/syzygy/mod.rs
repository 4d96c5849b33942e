//! Syzygy tables of ordinary chess, made by Ronald de Man: files that say of every position of a
//! few pieces who wins, with the fifty-move rule.
//!
//! A file `KRPvKR.rtbw` (*WDL*) has the result, `KRPvKR.rtbz` (*DTZ*, distance to zero) the plies
//! to the next capture or pawn move on the way to it. Each holds numbers, one for each placement of
//! the pieces up to symmetry. `layout` numbers the placements, `pairs` reads the compressed
//! numbers, `table` reads one file, [`Tables`] finds the files of all endings.
//!
//! The positions of the files have no castling rights, no capture en passant, and a halfmove clock
//! of 0. Where the best move is a capture the number may be any, because the caller searches
//! captures anyway.
//!
//! A file from elsewhere may be damaged. Every offset and length that is read is checked: a damaged
//! file gives no answer or a wrong one, and never ends the program. The one exception is a file
//! that another program shortens while it is in use; see `mapping`.

mod layout;
mod mapping;
mod material;
mod numbering;
mod pairs;
mod reader;
mod table;
mod tables;
mod wdl;

pub use material::Pieces;
pub use table::Distance;
pub use tables::{OpenedTables, SyzygyError, Tables};
pub use wdl::Wdl;
