//! The arena: matches between engines, and what may be concluded from them.

pub mod statistics;
