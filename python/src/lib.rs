//! The Triskelion engine and its games as a Python module.

use pyo3::prelude::*;

mod actions;
mod batch;

/// Boards, moves and the engine; the package `triskelion` exports them.
#[pymodule]
fn _native(m: &Bound<'_, PyModule>) -> PyResult<()> {
    actions::register(m)?;
    batch::register(m)?;
    Ok(())
}
