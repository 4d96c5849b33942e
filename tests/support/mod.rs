//! What several tests share: queries of boards, the perft data, and weak players.

pub(crate) mod board;
pub(crate) mod perft_data;
pub(crate) mod players;
