//! `triskelion bench`: the node signature of the search.

use super::result::{CliResult, ExitCode};
use crate::bench::{self, BenchOptions};
use crate::registry::Variant;
use crate::session::Output;
use std::sync::atomic::{AtomicBool, Ordering};

/// Prints a line per position and the total.
pub(crate) fn run(variant: Option<Variant>, output: &mut Output) -> CliResult {
    let variants = variant.map_or(bench::BENCH_VARIANTS.to_vec(), |variant| vec![variant]);
    let stop = AtomicBool::new(false);
    let mut exit_code = ExitCode::SUCCESS;
    let total = bench::run(&variants, BenchOptions::default(), &stop, |result| {
        if result.result.is_err() {
            exit_code = ExitCode::FAILURE;
        }
        // Stop the search once the output is closed.
        if output.line(&result.to_string()).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    output.line(&total.to_string())?;
    Ok(exit_code)
}
