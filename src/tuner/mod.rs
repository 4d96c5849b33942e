//! Fitting parameters to games: SPSA tuning by matches, and the WDL model.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod runner;
mod spsa;
pub mod wdl;

pub use spsa::{Parameter, SpsaError};
