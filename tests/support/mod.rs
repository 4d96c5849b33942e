//! What several tests share: queries of boards, games from files, networks, the perft data, weak
//! players, processes, and the replies of a session.

pub(crate) mod board;
pub(crate) mod game_files;
pub(crate) mod networks;
pub(crate) mod perft_data;
pub(crate) mod players;
pub(crate) mod processes;
pub(crate) mod random_files;
pub(crate) mod replies;

use std::str::FromStr;

/// Returns the seed of random texts and positions: the number in the environment variable
/// `TRISKELION_SEED`, or `default` if it is not set.
pub(crate) fn random_seed(default: u64) -> u64 {
    env_number("TRISKELION_SEED", default)
}

/// Returns the number in an environment variable, or `default` if it is not set.
pub(crate) fn env_number<N: FromStr>(variable: &str, default: N) -> N {
    match std::env::var(variable) {
        Ok(number) => number
            .parse()
            .unwrap_or_else(|_| panic!("{variable}: read '{number}', expected a number")),
        Err(_) => default,
    }
}
