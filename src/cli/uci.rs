//! UCI on stdin and stdout: the program without a subcommand.

use super::result::CliResult;
use std::process::ExitCode;
use triskelion::engine::options::{OptionAssignment, UCI_VARIANT};
use triskelion::registry::Variant;
use triskelion::session::{Output, Session, spawn_reader};

/// Runs a session. The option `UCI_Variant` overrides `variant`.
pub(crate) fn run(
    variant: Option<Variant>,
    options: &[OptionAssignment],
    output: Output,
) -> CliResult {
    let option = options.iter().rev().find(|option| option.name == UCI_VARIANT);
    let option = option.and_then(|option| option.value.as_deref()?.parse().ok());
    let session = Session::new(option.or(variant).unwrap_or_default(), options, output)?;
    session.run(&spawn_reader(std::io::stdin()));
    Ok(ExitCode::SUCCESS)
}
