//! The subcommand `data`: prints what is in files of training games, and merges them.

use super::merge::check_complete;
use super::result::{CliResult, ExitCode};
use crate::files;
use crate::plural::counted;
use crate::session::Output;
use crate::training::game_file::{self, GameFile};
use crate::training::statistics::GameStatistics;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

/// Print what is in files of training games, or merge them
#[derive(Args)]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Subcommand)]
enum DataCommand {
    /// Replay every game under the rules and print counts
    ///
    /// The exit code is 1 if a game is invalid.
    Info {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Merge the files of the shards of one run
    Merge {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Create this file
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Accept that games are missing
        #[arg(long)]
        partial: bool,
    },
}

/// Runs the subcommand.
pub(crate) fn run(args: &DataArgs, output: &mut Output) -> CliResult {
    match &args.command {
        DataCommand::Info { files } => print_info(files, output),
        DataCommand::Merge { files, out, partial } => merge(files, out, *partial),
    }
}

fn print_info(files: &[PathBuf], output: &mut Output) -> CliResult {
    let mut invalid = 0;
    for path in files {
        let reader = game_file::open(path)?;
        let (variant, all) = (reader.config.variant, reader.config.games_in_file());
        let mut read = 0;
        let mut statistics = GameStatistics::default();
        for game in reader {
            let game = game.map_err(|error| format!("{}: {error}", path.display()))?;
            read += 1;
            if let Err(error) = statistics.add(variant, &game) {
                invalid += 1;
                eprintln!("{}: game {}: {error}", path.display(), game.index);
            }
        }
        let state = match read < all {
            true => format!(", {read} of {} of its run", counted(all, "game")),
            false => String::new(),
        };
        let text = format!("{}: {variant}{state}\n{statistics}", path.display());
        if text.lines().try_for_each(|line| output.line(line)).is_err() {
            break;
        }
    }
    Ok(if invalid == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Merges files. If games are missing, which is an error unless `is_partial`, no file is left.
fn merge(files: &[PathBuf], out: &Path, is_partial: bool) -> CliResult {
    let (games, all) = GameFile::merge(files, out)?;
    eprintln!("{} of {all}", counted(games, "game"));
    if let Err(error) = check_complete(games, all, is_partial) {
        files::discard(out);
        return Err(error.into());
    }
    Ok(ExitCode::SUCCESS)
}
