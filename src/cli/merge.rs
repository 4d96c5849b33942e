//! `triskelion merge`: adds up the parts of a match.

use clap::Args;
use std::path::PathBuf;
use triskelion::session::Output;
use triskelion::tournament::merge::merge;
use triskelion::tournament::report::{SEPARATOR, Standings};

/// Adds up the files of a match's shards: the standing is exactly that of the whole match.
#[derive(Args)]
pub struct MergeArgs {
    /// The files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Writes the file of the whole match, too.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Prints a line of JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// Prints the standing.
pub fn run(arguments: &MergeArgs, output: &mut Output) -> Result<(), String> {
    let whole = merge(&arguments.files).map_err(|error| error.to_string())?;
    if let Some(path) = &arguments.out {
        whole.write(path).map_err(|error| error.to_string())?;
    }
    let standing = Standings { config: &whole.config, scoreboard: &whole.scoreboard };
    let mut lines = Vec::new();
    if arguments.json {
        lines.push(standing.to_json().to_string());
    } else {
        lines.push(format!(
            "{SEPARATOR}\n{standing}\n{SEPARATOR}\n{}",
            standing.termination_counts()
        ));
        lines.extend(standing.sprt_conclusion().map(|conclusion| conclusion.to_string()));
        let games = whole.scoreboard.games();
        if let Some(missing) = whole.config.total_games().map(|length| length - games) {
            let what = if missing == 0 { "complete" } else { "not complete" };
            lines.push(format!("The match is {what}: {games} games played, {missing} missing"));
        }
    }
    for line in lines {
        // A closed output is no fault.
        let _ = output.line(&line);
    }
    Ok(())
}
