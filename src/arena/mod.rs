//! The arena: matches between engines, and what may be concluded from them.

mod end;
pub mod openings;
pub mod statistics;

pub use end::{Cause, End};
