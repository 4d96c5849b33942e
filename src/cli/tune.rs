//! `triskelion tune`: tunes UCI options of an engine by matches.

use super::interrupts;
use super::result::{CliResult, ExitCode, in_file};
use crate::cores::cores;
use crate::registry::Variant;
use crate::search::{TUNABLES, Tunable};
use crate::session::Output;
use crate::tournament::config::Shard;
use crate::tuner::runner::{TuneConfig, Tuner, Variants};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;

/// Tune UCI options of an engine by matches of the engine against itself (SPSA)
///
/// The configuration is a TOML file with variant (a name or a list), iterations, seed, openings,
/// resign, draw, player (as in a match configuration), and name, value, min, max, c_end, r_end of
/// each parameter. Each result is appended to the journal. The same command resumes from the
/// journal. Each shard plays a part of the iterations; the journals of all shards together give the
/// result.
#[derive(Args)]
pub(crate) struct TuneArgs {
    /// The configuration; without it, print one for all search parameters
    config: Option<PathBuf>,

    /// Write results to this file
    #[arg(long, value_name = "FILE", default_value = "tune.jsonl")]
    journal: PathBuf,

    /// Include the results of another shard; may be repeated
    #[arg(long, value_name = "FILE")]
    include: Vec<PathBuf>,

    /// Play the Kth of N parts of the iterations
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,

    /// Print the tuned values without playing
    #[arg(long)]
    report_only: bool,

    /// Set the number of iterations played at the same time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    concurrency: Option<usize>,

    /// Print the tuned values after every N iterations
    #[arg(long, value_name = "N", default_value_t = 100)]
    report_interval: usize,
}

/// Returns a configuration that tunes every search parameter.
fn config_template(variant: Variant) -> String {
    let player = "player = { cmd = \"./triskelion\", nodes = 5000, jitter = 5.0, option = { Hash = \"4\" } }";
    let mut text = format!(
        "# Build the engine with the feature `tuning`, which makes these parameters UCI options.\n\
         variant = \"{variant}\"\niterations = 5000\nseed = 1\n{player}"
    );
    for Tunable { name, value, min, max, c_end } in TUNABLES {
        text.push_str(&format!(
            "\n\n[[parameter]]\nname = \"{name}\"\nvalue = {value}\nmin = {min}\nmax = {max}\nc_end = {c_end}"
        ));
    }
    text
}

/// Tunes the parameters of a configuration. `variant` overrides its rule set. Ctrl-C ends it with
/// exit code 130 after the running iterations.
pub(crate) fn run(variant: Option<Variant>, args: &TuneArgs, output: &mut Output) -> CliResult {
    let Some(path) = &args.config else {
        output.line(&config_template(variant.unwrap_or_default()))?;
        return Ok(ExitCode::SUCCESS);
    };
    let text = std::fs::read_to_string(path).map_err(|error| in_file(path, error))?;
    let mut config = TuneConfig::from_toml(&text).map_err(|error| in_file(path, error))?;
    if let Some(variant) = variant {
        config.variants = Variants::One(variant.source().to_owned());
    }
    let mut tuner = Tuner::new(config).map_err(|error| in_file(path, error))?;
    // The first run creates its journal.
    let has_journal = args.journal.exists() || args.report_only && args.include.is_empty();
    for journal in args.include.iter().chain(has_journal.then_some(&args.journal)) {
        tuner.read(journal)?;
    }
    let mut print_values = |tuner: &Tuner| {
        let (done, all) = (tuner.results.len(), tuner.iterations());
        let values = tuner.values().into_iter();
        let values = values.map(|(name, value, _)| format!("{name} {value:.1}"));
        // Tuning continues with a closed output, since the journal has all results.
        let _ = output.line(&format!("{done} of {all}: {}", values.collect::<Vec<_>>().join(", ")));
    };
    if !args.report_only {
        let concurrency = args.concurrency.unwrap_or_else(cores);
        let interrupts = interrupts::listen()?;
        let mut report = |tuner: &Tuner| {
            if tuner.results.len().is_multiple_of(args.report_interval.max(1)) {
                print_values(tuner);
            }
        };
        tuner.run(&args.journal, args.shard, concurrency, &interrupts, &mut report)?;
    }
    print_values(&tuner);
    if !args.report_only && !tuner.remaining(args.shard).is_empty() {
        let (done, all) = (tuner.results.len(), tuner.iterations());
        eprintln!("Interrupted: {done} of {all} iterations are done; the same command resumes");
        return Ok(ExitCode::INTERRUPTED);
    }
    Ok(ExitCode::SUCCESS)
}
