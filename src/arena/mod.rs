//! The arena: matches between engines, and what may be concluded from them.

mod end;
pub mod plan;
pub mod record;
pub mod statistics;

pub use end::{Cause, End};
