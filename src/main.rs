//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(triskelion::cli::start(std::env::args_os()))
}
