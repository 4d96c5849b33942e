//! Training data: games that the engine plays against itself, and the file that keeps them.

pub mod config;
pub mod datagen;
pub mod game_file;
pub mod game_record;
pub mod network;
pub mod piece_endings;
mod self_play;
pub mod statistics;
pub mod survey;
pub mod verify;
