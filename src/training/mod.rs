//! What can be learnt from played games.

pub mod chances;
pub mod spsa;
pub mod tuner;
