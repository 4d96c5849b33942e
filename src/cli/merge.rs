//! `triskelion merge`: combines the shards of a match.

use super::result::{CliResult, ExitCode};
use crate::session::{Output, OutputError};
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

    /// Accept that games are missing
    #[arg(long)]
    partial: bool,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Prints the standings of the whole match. Unless its SPRT is decided, missing games are an error, which is
/// printed after the standings, and nothing is written.
pub(crate) fn run(args: &MergeArgs, output: &mut Output) -> CliResult {
    let merged = merge(&args.files)?;
    let standings = Standings { config: &merged.config, scoreboard: &merged.scoreboard };
    print(&standings, args.json, output)?;
    // A match that only its SPRT ends has no number of games.
    if let Some(all) = merged.config.total_games() {
        let games = merged.scoreboard.games();
        check_complete(games, all, args.partial || standings.sprt_conclusion().is_some())?;
        if !args.json {
            let missing = all - games;
            let state = if missing == 0 { "complete" } else { "not complete" };
            output
                .line(&format!("The match is {state}: {games} games played, {missing} missing"))?;
        }
    }
    if let Some(path) = &args.out {
        merged.write(path)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns an error if games are missing, unless this is accepted.
pub(super) fn check_complete(played: u64, all: u64, is_partial: bool) -> Result<(), String> {
    match all.saturating_sub(played) {
        missing if missing > 0 && !is_partial => {
            Err(format!("{missing} of {all} games are missing; --partial accepts this"))
        }
        _ => Ok(()),
    }
}

fn print(standings: &Standings, is_json: bool, output: &mut Output) -> Result<(), OutputError> {
    if is_json {
        return output.line(&standings.to_json().to_string());
    }
    output.line(&format!("{SEPARATOR}\n{standings}\n{SEPARATOR}"))?;
    output.line(&standings.termination_counts())?;
    if let Some(conclusion) = standings.sprt_conclusion() {
        output.line(&conclusion.to_string())?;
    }
    Ok(())
}
