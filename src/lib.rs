//! Triskelion: a chess engine for three-dimensional chess.
pub mod bench;
pub mod engine;
pub mod eval;
pub mod game;
pub mod geometry;
pub mod moves;
pub mod position;
pub mod rules;
pub mod search;
pub mod session;
pub mod table;
pub mod threads;
pub mod time;
