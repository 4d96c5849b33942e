//! `triskelion speedtest`: the speed of the search by number of threads.

use super::result::{CliResult, ExitCode};
use crate::bench::{self, BenchOptions};
use crate::plural::counted;
use crate::registry::Variant;
use crate::session::Output;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::sync::atomic::{AtomicBool, Ordering};

/// Measure nodes per second and time to depth by number of threads
///
/// Searches the positions of `bench` to the same depth with each number of threads. Ratios are
/// relative to the first number of threads.
#[derive(Args)]
pub(crate) struct SpeedtestArgs {
    /// Set the numbers of threads
    #[arg(long, value_name = "N,N…", value_delimiter = ',', default_value = "1,2",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Vec<u16>,

    /// Set the hash size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    hash: usize,

    /// Search deeper than `bench` by this many plies; more threads need longer searches
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    extra_depth: u32,
}

/// Prints a line for each rule set and number of threads.
pub(crate) fn run(
    variant: Option<Variant>,
    args: &SpeedtestArgs,
    output: &mut Output,
) -> CliResult {
    output.line(&format!(
        "{:<16} {:>7} {:>12} {:>12} {:>7} {:>12} {:>7}",
        "rule set", "threads", "nodes", "nodes/s", "ratio", "time/ms", "ratio"
    ))?;
    let stop = AtomicBool::new(false);
    for variant in variant.map_or(bench::BENCH_VARIANTS.to_vec(), |variant| vec![variant]) {
        let mut first: Option<(f64, f64)> = None;
        for &threads in &args.threads {
            let options = BenchOptions {
                threads: threads.into(),
                hash_mib: args.hash,
                extra_depth: args.extra_depth,
            };
            let mut first_error = None;
            let total = bench::run(&[variant], options, &stop, |position| {
                if let Err(error) = position.result {
                    stop.store(true, Ordering::Relaxed);
                    first_error = Some(error);
                }
            });
            if let Some(error) = first_error {
                return Err(format!("{variant}, {}: {error}", counted(threads, "thread")).into());
            }
            let (nps, time) = (total.nps() as f64, total.time.as_secs_f64());
            let (first_nps, first_time) = *first.get_or_insert((nps, time));
            output.line(&format!(
                "{:<16} {threads:>7} {:>12} {:>12} {:>7.2} {:>12} {:>7.2}",
                variant.name(),
                total.nodes,
                total.nps(),
                nps / first_nps.max(1.0),
                total.time.as_millis(),
                first_time / time.max(1e-9),
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
