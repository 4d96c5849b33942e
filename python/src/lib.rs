//! The Triskelion engine and its games as a Python module.
//!
//! The package `triskelion` in the folder beside exports these classes. Python programs meet the
//! texts of their documentation, whose examples the tests run; `triskelion/_native.pyi` has their
//! types.

use pyo3::prelude::*;

mod actions;
mod batch;
mod board;
mod engine;
mod moves;
mod pieces;
mod program;
mod search;
mod svg;
mod variants;

/// Boards, moves and the engine; the package `triskelion` exports them.
#[pymodule]
fn _native(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("_BUILD", triskelion::builds::NAME)?;
    m.add("_SUITABLE_BUILDS", triskelion::builds::suitable().collect::<Vec<_>>())?;
    moves::register(m)?;
    pieces::register(m)?;
    board::register(m)?;
    search::register(m)?;
    engine::register(m)?;
    program::register(m)?;
    variants::register_functions(m)?;
    actions::register(m)?;
    batch::register(m)
}
