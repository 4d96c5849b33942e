//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(triskelion::cli::main(std::env::args_os()))
}
