//! `triskelion wdl`: fits the WDL model to games.

use super::result::{CliResult, ExitCode, in_file};
use crate::plural::counted;
use crate::registry::Variant;
use crate::score::WdlModel;
use crate::session::Output;
use crate::tournament::pgn::{PgnError, PgnItem, PgnReader};
use crate::tuner::wdl::{ScoreCounts, WdlFit};
use clap::Args;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

/// Fit the WDL model behind UCI_ShowWDL to games, one model for each rule set
///
/// Only the scores of games that ended by the rules count, as the tag Reason says. If no model can
/// be fitted, the exit code is 1.
#[derive(Args)]
pub(crate) struct WdlArgs {
    /// PGN files with scores, such as match files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The games of a rule set.
#[derive(Default)]
struct Games {
    all: u64,
    /// Those that ended by the rules.
    by_rules: u64,
    scores: ScoreCounts,
}

/// Prints a line for each rule set. The exit code is 1 if no model can be fitted. `variant` is the
/// rule set of games without the tag `Variant`.
pub(crate) fn run(variant: Option<Variant>, args: &WdlArgs, output: &mut Output) -> CliResult {
    let untagged = variant.unwrap_or(Variant::Chess);
    let mut counts: BTreeMap<&str, Games> = BTreeMap::new();
    for path in &args.files {
        let file = File::open(path).map_err(|error| in_file(path, error))?;
        for item in PgnReader::with_untagged(BufReader::new(file), untagged) {
            match item {
                Ok(PgnItem::Game(record)) => {
                    if let Err(error) = record.check_rules() {
                        eprintln!("warning: {}", in_file(path, error));
                    }
                    let games = counts.entry(record.variant.name()).or_default();
                    games.all += 1;
                    games.by_rules += u64::from(games.scores.add(&record));
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
    let mut code = ExitCode::FAILURE;
    for (name, Games { all, by_rules, scores }) in &counts {
        let games = format!("{by_rules} of {} ended by the rules", counted(all, "game"));
        output.line(&match scores.fit() {
            Some(WdlFit { model: WdlModel { midpoint, scale }, log_loss }) => {
                code = ExitCode::SUCCESS;
                let total = scores.total();
                format!(
                    "{name}: midpoint {midpoint} scale {scale} (log loss {log_loss:.3} bits per score; \
                     {games}, {total} scores)"
                )
            }
            None if scores.total() > 0 => format!("{name}: no decided games; {games}"),
            None => format!("{name}: no scores; {games} (tag Reason), only these count"),
        })?;
    }
    Ok(code)
}
