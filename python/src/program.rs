//! The program `triskelion` as a function.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with these arguments, the name of the program first, and returns its exit code.
/// Invalid arguments, `--help` and `--version` end the process. `command` starts the program in a
/// child process.
#[pyfunction]
fn _main(py: Python<'_>, command: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| triskelion::cli::main_within(Some(&command), arguments))
}

/// Adds the function of this file to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(_main, m)?)
}
