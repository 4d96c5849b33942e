//! `triskelion merge`: combines the shards of a match.

use super::outputs::OutputKind;
use super::result::{CliResult, ExitCode, in_file};
use crate::plural::counted;
use crate::session::{Output, OutputError};
use crate::tournament::merge::{MergedMatch, merge};
use crate::tournament::standings::{SEPARATOR, Standings};
use crate::tournament::statistics::Verdict;
use clap::{Args, value_parser};
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

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

    /// Look at the files every N seconds until the match is complete or its SPRT is decided. A
    /// shard that has not begun may have no file
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    watch: Option<u64>,

    /// Write this file when the SPRT is decided; shards that were given it start no more games
    #[arg(long, value_name = "FILE", requires = "watch")]
    stop_file: Option<PathBuf>,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// The file of `--stop-file`, which has the conclusion of the SPRT.
const STOP_FILE: OutputKind =
    OutputKind { name: "a stop file of a match", start: "SPRT (", marks: &[] };

/// Prints the standings of the whole match. Missing games are an error, unless the match has an
/// SPRT, which may have ended it; the error is printed after the standings, and nothing is written.
pub(crate) fn run(args: &MergeArgs, output: &mut Output) -> CliResult {
    if let Some(path) = &args.stop_file {
        STOP_FILE.check_replaced("--stop-file", path)?;
    }
    let merged = match args.watch {
        Some(seconds) => watch(args, Duration::from_secs(seconds))?,
        None => merge(&args.files)?,
    };
    let standings = Standings { config: &merged.config, scoreboard: &merged.scoreboard };
    print(&standings, args.json, output)?;
    // A match that only its SPRT ends has no number of games.
    if let Some(all) = merged.config.total_games() {
        let games = merged.scoreboard.games();
        check_complete(games, all, args.partial || standings.sprt_conclusion().is_some())?;
        if !args.json {
            let missing = all - games;
            let state = if missing == 0 { "complete" } else { "not complete" };
            let games = counted(games, "game");
            output.line(&format!("The match is {state}: {games} played, {missing} missing"))?;
        }
    }
    if let Some(path) = &args.out {
        merged.write(path)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Merges the files again and again until the match is complete or its SPRT is decided.
fn watch(args: &MergeArgs, interval: Duration) -> Result<MergedMatch, Box<dyn Error>> {
    loop {
        let has_begun = |path: &&PathBuf| path.metadata().is_ok_and(|file| file.len() > 0);
        let begun: Vec<PathBuf> = args.files.iter().filter(has_begun).cloned().collect();
        if !begun.is_empty() {
            let merged = merge(&begun)?;
            let standings = Standings { config: &merged.config, scoreboard: &merged.scoreboard };
            let conclusion = standings.sprt_conclusion();
            if args.stop_file.is_some() && conclusion.is_none() {
                return Err("the match has no SPRT, so nothing stops it before its end".into());
            }
            if let Some(conclusion) = conclusion.filter(|it| it.verdict != Verdict::Continue) {
                if let Some(path) = &args.stop_file {
                    fs::write(path, format!("{conclusion}\n")).map_err(|it| in_file(path, it))?;
                }
                return Ok(merged);
            }
            let games = merged.scoreboard.games();
            if merged.config.total_games().is_some_and(|all| games >= all) {
                return Ok(merged);
            }
        }
        sleep(interval);
    }
}

/// Returns an error if games are missing, unless this is accepted.
pub(super) fn check_complete(played: u64, all: u64, is_partial: bool) -> Result<(), String> {
    match all.saturating_sub(played) {
        missing if missing > 0 && !is_partial => {
            let (all, verb) = (counted(all, "game"), if missing == 1 { "is" } else { "are" });
            Err(format!("{missing} of {all} {verb} missing; --partial accepts this"))
        }
        _ => Ok(()),
    }
}

fn print(standings: &Standings, is_json: bool, output: &mut Output) -> Result<(), OutputError> {
    if is_json {
        return output.line(&standings.to_json().to_string());
    }
    output.line(&format!("{SEPARATOR}\n{standings}\n{SEPARATOR}"))?;
    standings.termination_counts().lines().try_for_each(|line| output.line(line))?;
    if let Some(conclusion) = standings.sprt_conclusion() {
        output.line(&conclusion.to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_complete;

    #[test]
    fn missing_games_are_counted() {
        let error = |played| check_complete(played, 6, false).expect_err("missing games");
        assert_eq!(error(5), "1 of 6 games is missing; --partial accepts this");
        assert_eq!(error(4), "2 of 6 games are missing; --partial accepts this");
        assert_eq!(check_complete(6, 6, false), Ok(()));
        assert_eq!(check_complete(5, 6, true), Ok(()));
    }
}
