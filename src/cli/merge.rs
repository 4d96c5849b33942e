//! `triskelion merge`: combines the shards of a match.

use super::result::CliResult;
use crate::cli::result::ExitCode;
use crate::session::Output;
use crate::tournament::merge::merge;
use crate::tournament::standings::{SEPARATOR, Standings};
use clap::Args;
use std::path::PathBuf;

/// Combine the files of the shards of a match and print the results of the whole match
#[derive(Args)]
pub(crate) struct MergeArgs {
    /// The match files of the shards
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the match file of the whole match
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Prints the standings of the whole match.
pub(crate) fn run(args: &MergeArgs, output: &mut Output) -> CliResult {
    let merged = merge(&args.files)?;
    if let Some(path) = &args.out {
        merged.write(path)?;
    }
    let standings = Standings { config: &merged.config, scoreboard: &merged.scoreboard };
    if args.json {
        output.line(&standings.to_json().to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    output.line(&format!("{SEPARATOR}\n{standings}\n{SEPARATOR}"))?;
    output.line(&standings.termination_counts())?;
    if let Some(conclusion) = standings.sprt_conclusion() {
        output.line(&conclusion.to_string())?;
    }
    let games = merged.scoreboard.games();
    if let Some(missing) = merged.config.total_games().map(|total| total - games) {
        let state = if missing == 0 { "complete" } else { "not complete" };
        output.line(&format!("The match is {state}: {games} games played, {missing} missing"))?;
    }
    Ok(ExitCode::SUCCESS)
}
