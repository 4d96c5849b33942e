//! What several tests share: queries of boards, networks, the perft data, weak players, processes, and
//! the replies of a session.

pub(crate) mod board;
pub(crate) mod networks;
pub(crate) mod perft_data;
pub(crate) mod players;
pub(crate) mod processes;
pub(crate) mod replies;

use std::str::FromStr;

/// Returns the number of repetitions that an environment variable sets.
pub(crate) fn repetitions<N: FromStr>(variable: &str, default: N) -> N {
    match std::env::var(variable) {
        Ok(number) => number
            .parse()
            .unwrap_or_else(|_| panic!("{variable}: read '{number}', expected a number")),
        Err(_) => default,
    }
}
