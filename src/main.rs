//! The program: without arguments the line protocol on stdin and stdout, else a subcommand.
//!
//! Bad arguments end it with a message and exit code 2. A reader that goes away ends it quietly.

mod cli;

use clap::{Parser, Subcommand};
use cli::chances::{self, ChancesArguments};
use cli::contest::{self, MatchArguments};
use cli::merge::{self, MergeArguments};
use cli::openings::{self, OpeningsArguments};
use cli::perft::{self, PerftArguments};
use cli::replay::{self, ReplayArguments};
use cli::speed::{self, SpeedArguments};
use cli::tune::{self, TuneArguments};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use triskelion::bench;
use triskelion::rules::registry::Variant;
use triskelion::session::options::{Assignment, VARIANT, parse_assignment};
use triskelion::session::{Output, Session, listen};

/// A chess engine for three-dimensional chess.
///
/// Without a subcommand it speaks the line protocol (UCI with extensions) on stdin and stdout:
/// try `d`, `position startpos moves b22b34`, `go movetime 1000`, `quit`.
#[derive(Parser)]
#[command(name = "triskelion", version)]
struct Arguments {
    /// The rule set: federation, federation-plain, chess…
    #[arg(long, global = true, value_name = "NAME")]
    variant: Option<Variant>,

    /// Sets an option of the protocol; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_assignment)]
    options: Vec<Assignment>,

    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Searches fixed positions to a fixed depth, of all rule sets or of the one given; the last
    /// line says nodes (the same on every run) and nodes a second.
    Bench,
    Speed(SpeedArguments),
    /// Counts the sequences of legal moves: a check of move generation, and its speed.
    Perft(PerftArguments),
    Chances(ChancesArguments),
    Match(Box<MatchArguments>),
    Merge(MergeArguments),
    Tune(TuneArguments),
    /// Makes a book of openings for matches: random moves, filtered by a search.
    Openings(OpeningsArguments),
    /// Reads records of games (PGN, of any rule set) and checks every move and every end.
    Replay(ReplayArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::stdout();
    let done = match arguments.task {
        None => {
            return match converse(arguments.variant, &arguments.options, output) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("error: {error}");
                    ExitCode::FAILURE
                }
            };
        }
        Some(Task::Bench) => {
            let variants = arguments.variant.map_or(bench::SUITE.to_vec(), |variant| vec![variant]);
            let stop = AtomicBool::new(false);
            let total = bench::run(&variants, bench::Setting::default(), &stop, |row| {
                // If nobody reads, nothing is worth searching for.
                if output.line(&row.to_string()).is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            output.line(&total.to_string())
        }
        Some(Task::Match(task)) => {
            return contest::run(arguments.variant, &task, &mut output).unwrap_or_else(refused);
        }
        Some(Task::Speed(task)) => speed::run(arguments.variant, &task, &mut output),
        Some(Task::Chances(task)) => match chances::run(&task, &mut output) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => return refused(error),
        },
        Some(Task::Tune(task)) => match tune::run(arguments.variant, &task, &mut output) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => return refused(error),
        },
        Some(Task::Merge(task)) => match merge::run(&task, &mut output) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => return refused(error),
        },
        Some(Task::Openings(task)) => {
            match openings::run(arguments.variant.unwrap_or_default(), &task, &mut output) {
                Ok(done) => done,
                Err(error) => return refused(error.to_string()),
            }
        }
        Some(Task::Replay(task)) => return replay::run(&task, &mut output),
        Some(Task::Perft(task)) => {
            match perft::run(arguments.variant.unwrap_or_default(), &task, &mut output) {
                Ok(done) => done,
                Err(error) => return refused(error.to_string()),
            }
        }
    };
    // A closed output is no fault.
    let _ = done;
    ExitCode::SUCCESS
}

/// The task cannot be done: says why.
fn refused(error: String) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(2)
}

/// The line protocol on stdin. The variant is the last that was named, `--variant` before
/// `--option`.
fn converse(
    variant: Option<Variant>,
    options: &[Assignment],
    output: Output,
) -> Result<(), String> {
    let named = options.iter().rev().find(|option| option.name == VARIANT);
    let named = named.and_then(|option| option.value.as_deref()?.parse().ok());
    let variant = named.or(variant).unwrap_or_default();
    let session = Session::new(variant, options, output)?;
    session.run(&listen(std::io::stdin()));
    Ok(())
}
