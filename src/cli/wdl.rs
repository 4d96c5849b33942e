//! `triskelion wdl`: fits the WDL model to games.

use super::result::{CliResult, ExitCode, in_file};
use crate::session::Output;
use crate::tournament::pgn::{PgnError, PgnItem, PgnReader};
use crate::tuner::wdl::{ScoreCounts, WdlFit};
use clap::Args;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

/// Fit the WDL model behind UCI_ShowWDL to games, one model for each rule set
#[derive(Args)]
pub(crate) struct WdlArgs {
    /// PGN files with scores, such as match files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Prints a line for each rule set.
pub(crate) fn run(args: &WdlArgs, output: &mut Output) -> CliResult {
    let mut counts: BTreeMap<&str, (u64, ScoreCounts)> = BTreeMap::new();
    for path in &args.files {
        let file = File::open(path).map_err(|error| in_file(path, error))?;
        for item in PgnReader::new(BufReader::new(file)) {
            match item {
                Ok(PgnItem::Game(record)) => {
                    if let Err(error) = record.check_rules() {
                        eprintln!("warning: {}", in_file(path, error));
                    }
                    let (games, scores) = counts.entry(record.variant.name()).or_default();
                    *games += 1;
                    scores.add(&record);
                }
                // The match may still be running.
                Ok(PgnItem::Escape(_)) | Err(PgnError::Truncated { .. }) => {}
                Err(error) => return Err(in_file(path, error).into()),
            }
        }
    }
    if counts.is_empty() {
        output.line("no games")?;
    }
    for (name, (games, scores)) in &counts {
        output.line(&match scores.fit() {
            Some(WdlFit { model, log_loss }) => format!(
                "{name}: midpoint {} scale {} (log loss {log_loss:.3} bits per score; {games} games, \
                 {} scores)",
                model.midpoint,
                model.scale,
                scores.total()
            ),
            None => format!("{name}: no scores in {games} games"),
        })?;
    }
    Ok(ExitCode::SUCCESS)
}
