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
//! notation     moves as text: UCI, Roth, Smith, Meder, Maack, SAN
//! position     a board with its history: make, unmake, repetition, perft
//! rules        the traits of a rule set, and a folder for each rule set
//! moves        sides, pieces, moves, move lists
//! geometry     cells, columns, rays, posts
//! score        scores, bounds, WDL
//! files        files that survive a killed process and a full disk
//! hash_table   memory of hash tables that threads share without locks
//! memory       large allocations on huge pages
//! clock        the clock of searches, also where the standard library has none
//! ```
//!
//! # Examples
//!
//! Play a game. [`game`] hides the rule set behind one type:
//!
//! ```
//! use triskelion::game::new_game;
//! use triskelion::registry::Variant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut game = new_game(Variant::Chess);
//! for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     game.play(text)?;
//! }
//! let outcome = game.outcome().ok_or("the game goes on")?;
//! assert_eq!(outcome.reason.to_string(), "checkmate");
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
//! use triskelion::rules::{BoardText, BuiltIn, federation::Federation};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let start = Federation::startpos();
//! assert_eq!(perft(&start, 3, PerftMode::Bulk), 10_172);
//!
//! let mut position = Position::new(start);
//! let mv = start.parse_uci_move("b22b44")?;
//! position.make(mv, &mut ());
//! assert_eq!(position.legal_moves().len(), 21);
//! # Ok(())
//! # }
//! ```
//!
//! Search a position. [`search::threads::SearchPool`] searches on the calling thread and returns
//! the result:
//!
//! ```
//! use std::time::Instant;
//! use triskelion::position::Position;
//! use triskelion::rules::{BoardText, BuiltIn, chess};
//! use triskelion::engine::Limits;
//! use triskelion::search::threads::SearchPool;
//! use triskelion::search::{SearchRequest, Signals};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let back_rank_mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
//! let board = chess::Board::from_fen(back_rank_mate).map_err(|errors| format!("{errors:?}"))?;
//! let position = Position::new(board);
//!
//! let mut pool = SearchPool::new(chess::Board::game_info(), 16)?;
//! let limits = Limits { depth: Some(5), ..Limits::default() };
//! let request = SearchRequest::new(&position, &limits);
//! let signals = Signals::new(Instant::now(), false, false);
//! let result = pool.search(&request, &signals, None);
//!
//! let best = result.best.ok_or("the game is over")?;
//! assert_eq!(board.move_to_uci(best), "a1a8");
//! # Ok(())
//! # }
//! ```
//!
//! Write a new front end. An [`engine::Engine`] searches in the background and sends messages of the
//! protocol; this front end prints them:
//!
//! ```
//! use triskelion::engine::{Engine, EngineMessage, EngineSetting, Limits};
//! use triskelion::registry::Variant;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (sender, messages) = crossbeam_channel::unbounded();
//! let mut engine = Engine::new(Variant::Federation, sender);
//! engine.set(EngineSetting::Hash(64))?;
//! engine.set_position(None, &["b22b44", "b76b54"])?;
//! engine.go(Limits { nodes: Some(20_000), ..Limits::default() });
//!
//! for message in messages {
//!     match message {
//!         EngineMessage::Info(info) => println!("{}", info.pv.join(" ")),
//!         EngineMessage::BestMove { best, .. } => {
//!             println!("best move: {}", best.as_deref().unwrap_or("none"));
//!             break;
//!         }
//!         message => println!("{message}"),
//!     }
//! }
//! # Ok(())
//! # }
//! ```

// The fuzz harness has one file of `cli`, which finds the library there and here by the same name.
#[cfg(feature = "serve")]
extern crate self as triskelion;

pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
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
pub mod position;
pub mod profiles;
pub mod registry;
pub mod rules;
pub mod score;
pub mod search;
pub mod session;
#[cfg(feature = "tournament")]
pub mod tournament;
#[cfg(feature = "tournament")]
pub mod training;
#[cfg(feature = "tournament")]
pub mod tuner;
