//! The program: without arguments the line protocol on stdin and stdout, else a subcommand.
//!
//! Bad arguments end it with a message and exit code 2. A reader that goes away ends it quietly.

mod cli;

use clap::{Parser, Subcommand};
use cli::match_cmd::{self, MatchArgs};
use cli::merge::{self, MergeArgs};
use cli::openings::{self, OpeningsArgs};
use cli::perft::{self, PerftArgs};
use cli::replay::{self, ReplayArgs};
use cli::speedtest::{self, SpeedtestArgs};
use cli::tune::{self, TuneArgs};
use cli::wdl::{self, WdlArgs};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use triskelion::bench;
use triskelion::engine::options::{OptionAssignment, UCI_VARIANT, parse_assignment};
use triskelion::registry::Variant;
use triskelion::session::{Output, Session, spawn_reader};

/// A chess engine for three-dimensional chess.
///
/// Without a subcommand it speaks the line protocol (UCI with extensions) on stdin and stdout:
/// try `d`, `position startpos moves b22b34`, `go movetime 1000`, `quit`.
#[derive(Parser)]
#[command(name = "triskelion", version)]
struct Cli {
    /// The rule set: federation, federation-plain, chess…
    #[arg(long, global = true, value_name = "NAME")]
    variant: Option<Variant>,

    /// Sets an option of the protocol; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_assignment)]
    options: Vec<OptionAssignment>,

    #[command(subcommand)]
    command: Option<Commands>,
}

#[derive(Subcommand)]
enum Commands {
    /// Searches fixed positions to a fixed depth, of all rule sets or of the one given; the last
    /// line says nodes (the same on every run) and nodes a second.
    Bench,
    Speedtest(SpeedtestArgs),
    /// Counts the sequences of legal moves: a check of move generation, and its speed.
    Perft(PerftArgs),
    Wdl(WdlArgs),
    Match(Box<MatchArgs>),
    Merge(MergeArgs),
    Tune(TuneArgs),
    /// Makes a book of openings for matches: random moves, filtered by a search.
    Openings(OpeningsArgs),
    /// Reads records of games (PGN, of any rule set) and checks every move and every end.
    Replay(ReplayArgs),
}

fn main() -> ExitCode {
    let arguments = Cli::parse();
    let mut output = Output::stdout();
    let done = match arguments.command {
        None => {
            return match run_uci(arguments.variant, &arguments.options, output) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("error: {error}");
                    ExitCode::FAILURE
                }
            };
        }
        Some(Commands::Bench) => {
            let variants =
                arguments.variant.map_or(bench::BENCH_VARIANTS.to_vec(), |variant| vec![variant]);
            let stop = AtomicBool::new(false);
            let total = bench::run(&variants, bench::BenchOptions::default(), &stop, |row| {
                // If nobody reads, nothing is worth searching for.
                if output.line(&row.to_string()).is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            output.line(&total.to_string())
        }
        Some(Commands::Match(task)) => {
            return match_cmd::run(arguments.variant, &task, &mut output).unwrap_or_else(fail);
        }
        Some(Commands::Speedtest(task)) => speedtest::run(arguments.variant, &task, &mut output),
        Some(Commands::Wdl(task)) => match wdl::run(&task, &mut output) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => return fail(error),
        },
        Some(Commands::Tune(task)) => match tune::run(arguments.variant, &task, &mut output) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => return fail(error),
        },
        Some(Commands::Merge(task)) => match merge::run(&task, &mut output) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => return fail(error),
        },
        Some(Commands::Openings(task)) => {
            match openings::run(arguments.variant.unwrap_or_default(), &task, &mut output) {
                Ok(done) => done,
                Err(error) => return fail(error.to_string()),
            }
        }
        Some(Commands::Replay(task)) => return replay::run(&task, &mut output),
        Some(Commands::Perft(task)) => {
            match perft::run(arguments.variant.unwrap_or_default(), &task, &mut output) {
                Ok(done) => done,
                Err(error) => return fail(error.to_string()),
            }
        }
    };
    // A closed output is no fault.
    let _ = done;
    ExitCode::SUCCESS
}

/// The task cannot be done: says why.
fn fail(error: String) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(2)
}

/// The line protocol on stdin. The variant is the last that was named, `--variant` before
/// `--option`.
fn run_uci(
    variant: Option<Variant>,
    options: &[OptionAssignment],
    output: Output,
) -> Result<(), String> {
    let named = options.iter().rev().find(|option| option.name == UCI_VARIANT);
    let named = named.and_then(|option| option.value.as_deref()?.parse().ok());
    let variant = named.or(variant).unwrap_or_default();
    let session = Session::new(variant, options, output)?;
    session.run(&spawn_reader(std::io::stdin()));
    Ok(())
}
