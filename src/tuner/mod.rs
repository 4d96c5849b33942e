//! What can be learnt from played games.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

pub mod runner;
pub mod spsa;
pub mod wdl;
