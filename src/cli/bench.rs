//! `triskelion bench`: the node signature of the search.

use super::result::CliResult;
use clap::Args;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use triskelion::bench::{self, BenchOptions};
use triskelion::registry::Variant;
use triskelion::session::Output;

/// Search fixed positions to a fixed depth
///
/// The positions are those of all rule sets, or of the rule set given. The last line has the nodes,
/// which are the same on every run, and the nodes per second.
#[derive(Args)]
pub(crate) struct BenchArgs {}

/// Prints a line per position and the total.
pub(crate) fn run(variant: Option<Variant>, _args: &BenchArgs, output: &mut Output) -> CliResult {
    let variants = variant.map_or(bench::BENCH_VARIANTS.to_vec(), |variant| vec![variant]);
    let stop = AtomicBool::new(false);
    let total = bench::run(&variants, BenchOptions::default(), &stop, |result| {
        // Stop the search once the output is closed.
        if output.line(&result.to_string()).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    output.line(&total.to_string())?;
    Ok(ExitCode::SUCCESS)
}
