//! What several tests share: queries of boards, the perft data, and weak players.

pub mod board;
pub mod perft_data;
pub mod players;
