//! The program as one function: UCI on stdin and stdout without arguments, else a subcommand, one
//! per file.
//!
//! An error is printed once, as `error: …`, and the exit code is 2. A closed output is not an
//! error.

mod bench;
mod castling;
mod data;
mod datagen;
mod endings;
mod game;
mod generate;
mod interrupts;
mod match_cmd;
mod merge;
mod openings;
mod outputs;
mod perft;
mod play;
mod progress;
mod replay;
mod result;
#[cfg(feature = "serve")]
mod serve;
mod speedtest;
mod start;
mod survey;
mod train;
mod tune;
mod uci;
mod wdl;

use crate::builds;
use crate::engine::options::{OptionAssignment, parse_assignment};
use crate::registry::Variant;
use crate::session::Output;
use clap::{CommandFactory, Parser, Subcommand};
use result::{CliResult, ExitCode, is_closed_output, warn_of_network};
use std::ffi::OsString;
use std::path::Path;

/// A chess engine for three-dimensional chess.
///
/// Without a subcommand it speaks UCI, with extensions, on stdin and stdout. Try `d`, `position
/// startpos moves b22b34`, `go movetime 1000` and `quit`.
#[derive(Parser)]
#[command(name = "triskelion", version = builds::VERSION)]
struct Cli {
    /// Select the rule set: federation, federation-plain, kobayashi, meder, sixfold, spacechess,
    /// raumschach, chess, a game in games/ such as dragonchess, or the file of a game
    #[arg(long, global = true, value_name = "NAME|FILE")]
    variant: Option<Variant>,

    /// Set a UCI option, without a subcommand; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_assignment)]
    options: Vec<OptionAssignment>,

    /// The name that the program was started under, if the process has another one
    #[arg(long, hide = true, value_name = "NAME")]
    started_as: Option<OsString>,

    #[command(subcommand)]
    command: Option<Commands>,
}

#[derive(Subcommand)]
enum Commands {
    /// Search fixed positions to a fixed depth
    ///
    /// The positions are those of the rule set given, or of all built-in ones but federation-plain.
    /// The last line has the nodes, which are the same on every run, and the nodes per second.
    Bench,
    Datagen(datagen::DatagenArgs),
    Data(data::DataArgs),
    Endings(endings::EndingsArgs),
    Speedtest(speedtest::SpeedtestArgs),
    Game(game::GameArgs),
    #[command(hide = true)]
    Generate(generate::GenerateArgs),
    Perft(perft::PerftArgs),
    Match(Box<match_cmd::MatchArgs>),
    Merge(merge::MergeArgs),
    Openings(openings::OpeningsArgs),
    Play(play::PlayArgs),
    Replay(replay::ReplayArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Train(train::TrainArgs),
    Tune(tune::TuneArgs),
    Wdl(wdl::WdlArgs),
}

/// The name under which the engine and `play` start in ordinary chess: a GUI for chess knows no
/// rule sets.
const CHESS_NAME: &str = "triskelion-chess";

/// Runs the program as [`main`] does, by the fastest build of a release that suits the processor.
pub fn start(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match start::start_build(&arguments) {
        Ok(Some(code)) => code,
        Ok(None) => main(arguments),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::ERROR.0
        }
    }
}

/// Runs the program with these arguments, the name of the program first. Returns its exit code.
/// Invalid arguments, `--help` and `--version` end the process.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    main_within(None, arguments)
}

/// Runs the program as [`main`] does, within another program. `command` starts this program in a
/// child process: a file and its first arguments. `None` stands for the file of this process.
pub fn main_within(
    command: Option<&[OsString]>,
    arguments: impl IntoIterator<Item = OsString>,
) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let mut cli = Cli::parse_from(&arguments);
    let name = cli.started_as.as_ref().or(arguments.first());
    let name = name.and_then(|name| Path::new(name).file_stem());
    let is_chess = name.is_some_and(|name| name == CHESS_NAME);
    if is_chess && matches!(cli.command, None | Some(Commands::Play(_))) {
        cli.variant = cli.variant.or(Some(Variant::Chess));
    }
    let code = match run(command, cli) {
        Ok(code) => code,
        Err(error) if is_closed_output(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::ERROR
        }
    };
    code.0
}

#[cfg_attr(not(feature = "serve"), expect(unused_variables))]
fn run(program: Option<&[OsString]>, Cli { variant, options, command, .. }: Cli) -> CliResult {
    let mut output = Output::stdout();
    let Some(command) = command else { return uci::run(variant, &options, output) };
    if let Some(OptionAssignment { name, .. }) = options.first() {
        return Err(format!(
            "--option {name}: expected no subcommand; only the engine without a subcommand takes \
             options here. `match` takes them as --player option.NAME=VALUE, `datagen` takes \
             --eval-file"
        )
        .into());
    }
    variant.into_iter().for_each(warn_of_network);
    match command {
        Commands::Bench => bench::run(variant, &mut output),
        Commands::Datagen(args) => datagen::run(variant.unwrap_or_default(), &args),
        Commands::Data(args) => data::run(&args, &mut output),
        Commands::Endings(args) => endings::run(variant.unwrap_or_default(), &args, &mut output),
        Commands::Speedtest(args) => speedtest::run(variant, &args, &mut output),
        Commands::Game(args) => game::run(variant, &args, &mut output),
        Commands::Generate(args) => generate::run(Cli::command(), &args),
        Commands::Perft(args) => perft::run(variant.unwrap_or_default(), &args, &mut output),
        Commands::Match(args) => match_cmd::run(variant, &args, &mut output),
        Commands::Merge(args) => merge::run(&args, &mut output),
        Commands::Openings(args) => openings::run(variant.unwrap_or_default(), &args, &mut output),
        Commands::Play(args) => play::run(variant, &args),
        Commands::Replay(args) => replay::run(variant, &args, &mut output),
        #[cfg(feature = "serve")]
        Commands::Serve(args) => serve::run(program, variant, &args, &mut output),
        Commands::Train(args) => train::run(variant.unwrap_or_default(), &args, &mut output),
        Commands::Tune(args) => tune::run(variant, &args, &mut output),
        Commands::Wdl(args) => wdl::run(variant, &args, &mut output),
    }
}
