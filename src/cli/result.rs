//! The result of a subcommand.

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

/// The exit code of a subcommand, or the error that `main` prints.
pub(crate) type CliResult = Result<ExitCode, Box<dyn Error>>;

/// Returns the text of an error with the file that it occurred in.
pub(crate) fn in_file(path: impl AsRef<Path>, error: impl Display) -> String {
    format!("{}: {error}", path.as_ref().display())
}
