//! Triskelion: a chess engine for three-dimensional chess, and its rules as a library.
//!
//! # Terms
//!
//! - *Cell*: a place on a three-dimensional board where a piece can stand. *Square*: one of the 64
//!   logical squares of a bitboard, and a place on the board of ordinary chess.
//! - *Column*: all cells of one file and rank, one above the other.
//! - *Platform*: the 2×2 attack board, which moves. *Post*: a place where a platform can stand.
//!   *Arrangement*: the set of posts that hold platforms.
//! - *Ply*: the distance from the root. *Noisy* moves are captures and promotions, *quiet* moves
//!   are the rest. A *node* is one move made in the search.
//!
//! # Modules
//!
//! A module may import only modules that stand below it in this list; `tests/architecture.rs`
//! checks this. The program (`main`, `cli`) stands above them all.
//!
//! ```text
//! tuner        SPSA tuning and the WDL fit
//! tournament   matches between engines: players, referee, PGN, statistics
//! session      the line protocol on an input and an output; the only module that prints
//! bench        the benchmark that identifies a build by its node count
//! engine       a façade of one engine: position, go, stop, options; reports by events
//! game         a game of any rule set behind one object-safe trait
//! search       iterative deepening, transposition table, threads, time
//! registry     rule sets by name, and their profiles
//! eval         the static evaluation
//! notation     moves as text: UCI, Roth, Smith, SAN
//! position     a board with its history: make, unmake, repetition, perft
//! rules        the traits of a rule set, and a folder for each rule set
//! moves        sides, pieces, moves, move lists
//! geometry     cells, columns, rays, posts
//! score        scores, bounds, WDL
//! memory       large allocations on huge pages
//! ```
//!
//! # Examples
//!
//! Play a move and count the replies:
//!
//! ```
//! use triskelion::position::{Position, perft};
//! use triskelion::rules::{BoardText, Rules, federation::Federation};
//!
//! let mut position = Position::new(Federation::startpos());
//! let mv = position.board().parse_uci_move("b22b44").expect("a legal move");
//! position.make(mv, &mut ());
//! assert_eq!(position.legal_moves().len(), 21);
//! assert_eq!(perft::perft(&Federation::startpos(), 3, perft::PerftMode::Bulk), 10_172);
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
pub mod registry;
pub mod rules;
pub mod score;
pub mod search;
pub mod session;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "tournament")]
pub mod tuner;
