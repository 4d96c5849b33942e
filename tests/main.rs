//! The integration tests, in one binary, so that the engine is compiled and linked once for all of
//! them.

mod data;
mod reference;
mod reference_agrees;
