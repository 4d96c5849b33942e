//! `triskelion tune`: tunes options of an engine by matches.

use super::interrupts;
use clap::Args;
use std::path::PathBuf;
use std::thread::available_parallelism;
use triskelion::registry::Variant;
use triskelion::search::{TUNABLES, Tunable};
use triskelion::session::Output;
use triskelion::tournament::config::Shard;
use triskelion::tuner::runner::{TuneConfig, Tuner};

/// Tunes options of an engine by matches of it against itself (SPSA).
///
/// The task is a TOML file: variant, iterations, seed, openings, player (as in a match plan), and for
/// each parameter name, value, min, max, step, rate. Results go to the journal, one by one; the same
/// command goes on where it was. Shards play a part each; all their journals together give the
/// outcome.
#[derive(Args)]
pub struct TuneArgs {
    /// The task; without one, prints a task for all figures of the search.
    config: Option<PathBuf>,

    /// The file that keeps the results.
    #[arg(long, value_name = "FILE", default_value = "tune.jsonl")]
    journal: PathBuf,

    /// Journals of other shards, whose results count as well.
    #[arg(long, value_name = "FILE")]
    include: Vec<PathBuf>,

    /// Plays a part of the iterations only: K/N is the Kth of N parts.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,

    /// Plays nothing, but says what the journals have come to.
    #[arg(long)]
    report_only: bool,

    /// How many iterations are played at a time [as many as there are cores].
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,

    /// Prints the parameters after so many iterations.
    #[arg(long, value_name = "N", default_value_t = 100)]
    report_interval: usize,
}

/// Prints a task that tunes every figure of the search, to be cut down to those of interest.
fn print_config_template(variant: Variant, output: &mut Output) -> Result<(), String> {
    let engine = "player = { cmd = \"./triskelion\", nodes = 5000, jitter = 5.0, option = { Hash = \"4\" } }";
    let mut text = format!(
        "# The engine must be built with the feature `tuning`: then these are options of the protocol.\n\
         variant = \"{variant}\"\niterations = 5000\nseed = 1\n{engine}\n"
    );
    for Tunable { name, value, min, max, c_end: step } in TUNABLES {
        text.push_str(&format!(
            "\n[[parameter]]\nname = \"{name}\"\nvalue = {value}\nmin = {min}\nmax = {max}\nstep = {step}\n"
        ));
    }
    // A closed output is no fault.
    let _ = output.line(text.trim_end());
    Ok(())
}

/// Tunes; the error says what is wrong. A rule set goes before that of the task.
pub fn run(
    variant: Option<Variant>,
    arguments: &TuneArgs,
    output: &mut Output,
) -> Result<(), String> {
    let Some(path) = &arguments.config else {
        return print_config_template(variant.unwrap_or_default(), output);
    };
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut tuner = TuneConfig::from_toml(&text)
        .map(|task| match variant {
            Some(variant) => TuneConfig { variant: variant.name().to_owned(), ..task },
            None => task,
        })
        .and_then(Tuner::new)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    for journal in arguments.include.iter().chain([&arguments.journal]) {
        tuner.read(journal).map_err(|error| error.to_string())?;
    }
    let mut tell = |tuner: &Tuner| {
        let (done, all) = (tuner.results.len(), tuner.iterations());
        let values = tuner.values().into_iter();
        let values = values.map(|(name, value, _)| format!("{name} {value:.1}"));
        // A closed output is no fault: the journal keeps everything.
        let _ = output.line(&format!("{done} of {all}: {}", values.collect::<Vec<_>>().join(", ")));
    };
    if !arguments.report_only {
        let cores = available_parallelism().map_or(1, |cores| cores.get());
        let concurrency = arguments.concurrency.unwrap_or(cores);
        let interrupts = interrupts::listen().map_err(|error| error.to_string())?;
        let mut report = |tuner: &Tuner| {
            if tuner.results.len().is_multiple_of(arguments.report_interval.max(1)) {
                tell(tuner);
            }
        };
        tuner
            .run(&arguments.journal, arguments.shard, concurrency, &interrupts, &mut report)
            .map_err(|error| error.to_string())?;
    }
    tell(&tuner);
    Ok(())
}
