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
//! checks this.
//!
//! ```text
//! prelude      what most programs that use the library need
//! cli          the program: UCI without arguments, else a subcommand
//! session      the line protocol on an input and an output; the only module that prints
//! training     self-play games as training data, and the trainer of networks
//! tuner        SPSA tuning and the WDL fit
//! tournament   matches between engines: players, referee, PGN, statistics
//! bench        the benchmark that identifies a build by its node count
//! engine       a façade of one engine: position, go, stop, options; it sends protocol messages
//! game         a game of any rule set behind one object-safe trait
//! registry     rule sets by name
//! search       iterative deepening, transposition table, threads, time
//! profiles     what belongs to a rule set beside rules and evaluation: WDL, Elo of levels, network
//! eval         the static evaluation, by hand and by networks
//! endings      tables of endings, made when they are needed
//! notation     moves as text: UCI, Roth, Smith, Meder, Maack, SAN
//! position     a board with its history: make, unmake, repetition, perft
//! rules        the traits of a rule set, and a folder for each rule set
//! syzygy       tables of endings of ordinary chess, from files
//! moves        sides, pieces, moves, move lists
//! geometry     cells, columns, rays, posts
//! score        scores, bounds, WDL
//! files        files that survive a killed process and a full disk
//! hash_table   memory of hash tables that threads share without locks
//! memory       large allocations on huge pages
//! clock        the clock of searches, also where the standard library has none
//! cores        the number of cores that the program may use
//! parallel     parallel work on the threads of a pool
//! sync         access to data that threads share
//! plural       counts with their nouns
//! builds       the builds of a release, and those that suit the processor
//! ```
//!
//! # Examples
//!
//! Play a game, and let an engine find a move. [`game`] and [`engine`] hide the rule set behind one
//! type:
//!
//! ```
//! use triskelion::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut game = new_game("chess".parse()?);
//! for text in ["f2f3", "e7e5", "g2g4"] {
//!     game.play(text)?;
//! }
//!
//! let mut engine = Engine::new(game.variant(), |_| ());
//! engine.set_position(Some(&game.fen()), &[])?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let found = engine.search(limits, |info| println!("{info}"));
//!
//! let best = found.best.ok_or("the game is over")?;
//! assert_eq!(game.move_text(best, Notation::San), "Qh4#");
//! game.make(best)?;
//! let outcome = game.outcome().ok_or("the game goes on")?;
//! assert_eq!(outcome.to_string(), "Black wins by checkmate");
//! # Ok(())
//! # }
//! ```
//!
//! Count moves. The types of a rule set are faster than a [`game::Game`]; a program that works with
//! any rule set is generic in [`rules::Rules`] or [`rules::BoardText`]:
//!
//! ```
//! use triskelion::position::Position;
//! use triskelion::position::perft::{PerftMode, perft};
//! use triskelion::rules::{BoardText, BuiltIn, Federation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let start = Federation::startpos();
//! assert_eq!(perft(&start, 3, PerftMode::Bulk), 10_172);
//!
//! // A board is written as its FEN and read from it.
//! let board: Federation = start.to_string().parse()?;
//! let mut position = Position::new(board);
//! let mv = start.parse_uci_move("b22b44")?;
//! position.make(mv, &mut ());
//! assert_eq!(position.legal_moves().len(), 21);
//! # Ok(())
//! # }
//! ```
//!
//! Write a new front end. [`engine::Engine::go`] returns at once, and the engine passes messages of
//! the protocol to a function; this front end prints them:
//!
//! ```
//! use std::sync::mpsc;
//! use triskelion::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (sender, messages) = mpsc::channel();
//! let mut engine = Engine::new(Variant::Federation, move |message| drop(sender.send(message)));
//! engine.set(EngineSetting::Hash(64))?;
//! engine.set_position(None, &["b22b44", "b76b54"])?;
//! engine.go(Limits { nodes: Some(20_000), ..Limits::default() });
//!
//! for message in messages {
//!     println!("{message}");
//!     if matches!(message, EngineMessage::BestMove { .. }) {
//!         break;
//!     }
//! }
//! # Ok(())
//! # }
//! ```

// The fuzz harness has one file of `cli`, which finds the library there and here by the same name.
#[cfg(feature = "serve")]
extern crate self as triskelion;

pub mod bench;
pub mod builds;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod cores;
pub mod endings;
pub mod engine;
pub mod eval;
#[cfg(feature = "tournament")]
pub mod files;
pub mod game;
pub mod geometry;
pub mod hash_table;
mod memory;
pub mod moves;
pub mod notation;
mod parallel;
mod plural;
pub mod position;
pub mod prelude;
pub mod profiles;
pub mod registry;
pub mod rules;
pub mod score;
pub mod search;
pub mod session;
mod sync;
pub mod syzygy;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "tournament")]
pub mod training;
#[cfg(feature = "tournament")]
pub mod tuner;
