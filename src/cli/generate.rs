//! `triskelion generate`: completions for shells and man pages, for packages of the program.

use super::result::{CliResult, ExitCode, in_file};
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use std::fs;
use std::path::PathBuf;

/// Write completions for shells and man pages
#[derive(Args)]
pub(crate) struct GenerateArgs {
    /// Write into the folders `completions` and `man` here
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the files for a command line. An existing file is replaced.
pub(crate) fn run(command: Command, args: &GenerateArgs) -> CliResult {
    let folders = ["completions", "man"].map(|name| args.folder.join(name));
    folders.iter().try_for_each(|folder| {
        fs::create_dir_all(folder).map_err(|error| in_file(folder, error))
    })?;
    let [completions, man] = folders;
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut command.clone(), "triskelion", &completions)?;
    }
    // The pages are those of every build.
    clap_mangen::generate_to(command.version(env!("CARGO_PKG_VERSION")), man)?;
    Ok(ExitCode::SUCCESS)
}
