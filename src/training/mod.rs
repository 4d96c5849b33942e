//! What can be learnt from played games.

pub mod chances;
