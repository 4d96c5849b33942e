//! UCI on stdin and stdout: the program without a subcommand.

use super::result::{CliResult, ExitCode};
use crate::engine::options::{OptionAssignment, UCI_VARIANT};
use crate::registry::Variant;
use crate::session::{Output, Session, spawn_reader};
use std::io::{IsTerminal, stdin, stdout};

/// What a person sees who starts the program in a terminal.
const GREETING: &str = concat!(
    "Triskelion ",
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("TRISKELION_BUILD_NAME"),
    "), an engine for three-dimensional chess, is waiting for commands of its line protocol.\n",
    "Type `help` to list them and `quit` to exit. To play, run `triskelion serve` (in the browser) \
     or `triskelion play` (here)."
);

/// Runs a session. The option `UCI_Variant` overrides `variant`.
pub(crate) fn run(
    variant: Option<Variant>,
    options: &[OptionAssignment],
    output: Output,
) -> CliResult {
    return_freed_memory();
    // A GUI uses pipes and must not see more than the protocol.
    if stdin().is_terminal() && stdout().is_terminal() {
        eprintln!("{GREETING}");
    }
    let option = options.iter().rev().find(|option| option.name == UCI_VARIANT);
    let option = option.and_then(|option| option.value.as_deref()?.parse().ok());
    let session = Session::new(option.or(variant).unwrap_or_default(), options, output)?;
    session.run(&spawn_reader(stdin()))?;
    Ok(ExitCode::SUCCESS)
}

/// Lets the allocator of glibc return large blocks to the system as soon as they are freed. By
/// default it keeps blocks of up to 32 MiB once one of that size has been freed: after some changes
/// of the options `Hash` and `Threads` it holds several times the memory that is in use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_freed_memory() {
    const MMAP_THRESHOLD: libc::c_int = 1 << 20;
    // SAFETY: the call changes a setting of the allocator, which may change at any time. It takes
    // no pointers.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, MMAP_THRESHOLD) };
}

/// Does nothing with other allocators.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn return_freed_memory() {}
