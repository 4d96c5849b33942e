//! `triskelion speed`: what this machine makes of the search, by number of threads.

use clap::Args;
use std::sync::atomic::{AtomicBool, Ordering};
use triskelion::bench::{self, BenchOptions};
use triskelion::registry::Variant;
use triskelion::session::{Closed, Output};

/// Measures nodes a second and time to depth by number of threads: the positions of `bench`,
/// searched to the same depth each time. Ratios are to the first number of threads.
#[derive(Args)]
pub struct SpeedtestArgs {
    /// The numbers of threads.
    #[arg(long, value_name = "N,N…", value_delimiter = ',', default_value = "1,2",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Vec<u16>,

    /// The table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,

    /// So many plies deeper than `bench`: more threads need longer searches to show.
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    extra_depth: u32,
}

/// Prints a line for each rule set and number of threads.
pub fn run(
    variant: Option<Variant>,
    arguments: &SpeedtestArgs,
    output: &mut Output,
) -> Result<(), Closed> {
    let (hash, deeper) = (arguments.hash, arguments.extra_depth);
    output.line(&format!(
        "{:<16} {:>7} {:>12} {:>12} {:>7} {:>12} {:>7}",
        "rule set", "threads", "nodes", "nodes/s", "ratio", "time/ms", "ratio"
    ))?;
    let stop = AtomicBool::new(false);
    for variant in variant.map_or(bench::BENCH_VARIANTS.to_vec(), |variant| vec![variant]) {
        let mut first: Option<(f64, f64)> = None;
        for &threads in &arguments.threads {
            let setting =
                BenchOptions { threads: threads.into(), hash_mib: hash, extra_depth: deeper };
            let mut fault = None;
            let total = bench::run(&[variant], setting, &stop, |row| {
                if let Err(why) = row.result {
                    stop.store(true, Ordering::Relaxed);
                    fault = Some(why);
                }
            });
            if let Some(fault) = fault {
                return output.line(&format!("{variant}, {threads} threads: {fault}"));
            }
            let (speed, time) = (total.nps() as f64, total.time.as_secs_f64());
            let (speed_before, time_before) = *first.get_or_insert((speed, time));
            output.line(&format!(
                "{:<16} {threads:>7} {:>12} {:>12} {:>7.2} {:>12} {:>7.2}",
                variant.name(),
                total.nodes,
                total.nps(),
                speed / speed_before.max(1.0),
                total.time.as_millis(),
                time_before / time.max(1e-9),
            ))?;
        }
    }
    Ok(())
}
