//! Triskelion: a chess engine for three-dimensional chess, and its rules as a library.
//!
//! # Words
//!
//! *Cell*: a place a man can stand. *Column*: what lies straight below and above it. *Post*: where
//! a platform can stand. *Platform*: the 2×2 attack board. *Shape*: which posts the platforms hold.
//! *Ply*: distance from the root. *Noisy*, *quiet*: the two halves of the moves. *Man*: a piece or
//! a pawn. *Node*: one call of make in the search.
//!
//! # Modules
//!
//! What stands higher may use what stands lower; position and rules know each other.
//!
//! ```text
//! main, cli
//!   training             what is learnt from played games
//!   arena                matches: players, referee, records, and what they have shown (Elo, SPRT)
//!   session              protocol ⇄ engine; the only place that prints
//!     bench
//!       engine           façade: position, go, stop, options; tells by events
//!         game           a game of any rule set behind one face
//!           threads, search, table, time
//!             eval       what a position is worth
//!             notation   moves in writing, for programs and for people
//!               position ⇄ rules
//!                 moves
//!                   geometry
//!           memory         large blocks for the table and the histories
//! ```
//!
//! # Example
//!
//! ```
//! use triskelion::rules::{Play, Text, federation::Federation};
//! use triskelion::position::{Position, perft};
//!
//! let mut position = Position::new(Federation::start());
//! let step = position.board().parse_move("b22b44").expect("a legal move");
//! position.make(step, &mut ());
//! assert_eq!(position.legal_moves().len(), 21);
//! assert_eq!(perft::perft(&Federation::start(), 3, perft::Counting::Bulk), 10_172);
//! ```

pub mod bench;
pub mod engine;
pub mod eval;
pub mod game;
pub mod geometry;
mod memory;
pub mod moves;
pub mod notation;
pub mod position;
pub mod rules;
pub mod search;
pub mod session;
pub mod table;
pub mod threads;
pub mod time;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "tournament")]
pub mod tuner;
