//! `triskelion chances`: fits the chances of win, draw and loss to games.

use clap::Args;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use triskelion::arena::record::{Item, ReadError, Reader};
use triskelion::session::Output;
use triskelion::training::chances::{Counts, Fit};

/// Fits the model behind UCI_ShowWDL to records of games, one model for each rule set in them.
#[derive(Args)]
pub struct ChancesArguments {
    /// Records with scores, as the file of a match has them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Prints a line for each rule set.
pub fn run(arguments: &ChancesArguments, output: &mut Output) -> Result<(), String> {
    let mut games: BTreeMap<&str, (u64, Counts)> = BTreeMap::new();
    for path in &arguments.files {
        let told = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| told(&error))?;
        for item in Reader::new(BufReader::new(file)) {
            match item {
                Ok(Item::Game(record)) => {
                    let (count, scores) = games.entry(record.variant.name()).or_default();
                    *count += 1;
                    scores.add(&record);
                }
                // The match may still be going on.
                Ok(Item::Escape(_)) | Err(ReadError::Truncated { .. }) => {}
                Err(error) => return Err(told(&error)),
            }
        }
    }
    for (name, (count, scores)) in &games {
        let line = match scores.fit() {
            Some(Fit { model, surprise }) => format!(
                "{name}: even {} spread {} ({surprise:.3} bits a score; {count} games, {} scores)",
                model.even,
                model.spread,
                scores.total()
            ),
            None => format!("{name}: no scores in {count} games"),
        };
        // A closed output is no fault.
        let _ = output.line(&line);
    }
    Ok(())
}
