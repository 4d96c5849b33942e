//! Moves as numbers for learning programs.

use pyo3::prelude::*;

/// Adds what this file has to the module.
pub(crate) fn register(_m: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
