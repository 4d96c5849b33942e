//! Triskelion: a chess engine for three-dimensional chess.
pub mod eval;
pub mod geometry;
pub mod moves;
pub mod position;
pub mod rules;
