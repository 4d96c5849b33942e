//! What several tests share: queries of boards, networks, the perft data, weak players, processes, and
//! the replies of a session.

pub(crate) mod board;
pub(crate) mod networks;
pub(crate) mod perft_data;
pub(crate) mod players;
pub(crate) mod processes;
pub(crate) mod replies;

use std::str::FromStr;

/// Returns the seed of the random inputs of long tests: `default`, or what the environment variable
/// `TRISKELION_SEED` sets.
pub(crate) fn random_seed(default: u64) -> u64 {
    env_number("TRISKELION_SEED", default)
}

/// Returns the number that an environment variable sets, such as one of repetitions.
pub(crate) fn env_number<N: FromStr>(variable: &str, default: N) -> N {
    match std::env::var(variable) {
        Ok(number) => number
            .parse()
            .unwrap_or_else(|_| panic!("{variable}: read '{number}', expected a number")),
        Err(_) => default,
    }
}
