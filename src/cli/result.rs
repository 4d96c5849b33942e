//! The result of a subcommand.

use std::error::Error;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use triskelion::profiles::default_network_error;
use triskelion::registry::Variant;
use triskelion::session::OutputError;

/// The exit code of a subcommand, or the error that `main` prints.
pub(crate) type CliResult = Result<ExitCode, Box<dyn Error>>;

/// Returns the text of an error with the file that it occurred in.
pub(crate) fn in_file(path: impl AsRef<Path>, error: impl Display) -> String {
    format!("{}: {error}", path.as_ref().display())
}

/// Prints a warning if the network beside the file of a game cannot be used.
pub(crate) fn warn_of_network(variant: Variant) {
    if let Some(error) = default_network_error(variant.game()) {
        eprintln!("warning: {error}");
    }
}

/// Returns whether the reader of the output has gone, which is not an error of the program.
pub(crate) fn is_closed_output(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref().is_some_and(|error: &OutputError| error.is_closed())
}
