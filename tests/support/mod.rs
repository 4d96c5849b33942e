//! What several tests share: boards by rule set, the perft data, and weak players.

pub mod board;
pub mod perft_data;
pub mod players;
