//! `triskelion chances`: fits the chances of win, draw and loss to games.

use clap::Args;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use triskelion::session::Output;
use triskelion::tournament::pgn::{PgnError, PgnItem, PgnReader};
use triskelion::tuner::wdl::{ScoreCounts, WdlFit};

/// Fits the model behind UCI_ShowWDL to records of games, one model for each rule set in them.
#[derive(Args)]
pub struct WdlArgs {
    /// Records with scores, as the file of a match has them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Prints a line for each rule set.
pub fn run(arguments: &WdlArgs, output: &mut Output) -> Result<(), String> {
    let mut games: BTreeMap<&str, (u64, ScoreCounts)> = BTreeMap::new();
    for path in &arguments.files {
        let told = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| told(&error))?;
        for item in PgnReader::new(BufReader::new(file)) {
            match item {
                Ok(PgnItem::Game(record)) => {
                    let (count, scores) = games.entry(record.variant.name()).or_default();
                    *count += 1;
                    scores.add(&record);
                }
                // The match may still be going on.
                Ok(PgnItem::Escape(_)) | Err(PgnError::Truncated { .. }) => {}
                Err(error) => return Err(told(&error)),
            }
        }
    }
    for (name, (count, scores)) in &games {
        let line = match scores.fit() {
            Some(WdlFit { model, log_loss: surprise }) => format!(
                "{name}: even {} spread {} ({surprise:.3} bits a score; {count} games, {} scores)",
                model.midpoint,
                model.scale,
                scores.total()
            ),
            None => format!("{name}: no scores in {count} games"),
        };
        // A closed output is no fault.
        let _ = output.line(&line);
    }
    Ok(())
}
