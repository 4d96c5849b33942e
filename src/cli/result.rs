//! The result of a subcommand.

use crate::profiles::default_network_error;
use crate::registry::Variant;
use crate::session::OutputError;
use std::error::Error;
use std::fmt::Display;
use std::path::Path;

/// The exit code of the program.
#[derive(Clone, Copy)]
pub(crate) struct ExitCode(pub(super) u8);

impl ExitCode {
    /// Everything was done.
    pub(crate) const SUCCESS: ExitCode = ExitCode(0);
    /// What was checked has errors.
    pub(crate) const FAILURE: ExitCode = ExitCode(1);
    /// An error stopped the program.
    pub(crate) const ERROR: ExitCode = ExitCode(2);
    /// Ctrl-C stopped it.
    pub(crate) const INTERRUPTED: ExitCode = ExitCode(130);
}

/// The exit code of a subcommand, or the error that `main` prints.
pub(crate) type CliResult = Result<ExitCode, Box<dyn Error>>;

/// Returns the text of an error with the file that it occurred in.
pub(crate) fn in_file(path: impl AsRef<Path>, error: impl Display) -> String {
    format!("{}: {error}", path.as_ref().display())
}

/// Returns a path as one word of a command line.
pub(crate) fn shell_word(path: &Path) -> String {
    let path = path.to_string_lossy();
    shlex::try_quote(&path).unwrap_or(path.as_ref().into()).into_owned()
}

/// Returns the option that selects a rule set from a file, for the end of a command line; nothing
/// for a rule set of the program.
pub(crate) fn variant_option(variant: Variant) -> String {
    let file = variant.file().map(Path::new);
    file.map_or_else(String::new, |file| format!(" --variant {}", shell_word(file)))
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
