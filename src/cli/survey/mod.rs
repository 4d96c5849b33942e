//! `triskelion game survey`: plays games of a rule set and reports what they say of it.

mod page;

use super::datagen::{Played, play};
use super::outputs::{OutputKind, check_outputs};
use super::result::{CliResult, ExitCode, in_file, warn_of_network};
use crate::files;
use crate::plural::counted;
use crate::registry::Variant;
use crate::session::Output;
use crate::training::config::DatagenConfig;
use crate::training::game_file::{self, GameFile};
use crate::training::piece_endings::piece_endings;
use crate::training::survey::{Survey, SurveyReport, survey_config};
use clap::Args;
use fxhash::FxHashSet;
use rayon::ThreadPoolBuilder;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Play fast games and report what they say of the rules
///
/// The report has the length of games and how they end, who wins, the number of moves, and what the
/// kinds of pieces are worth. The same settings give the same report with any number of threads.
/// The games are kept in a file. A run that was interrupted with Ctrl-C or killed continues when it
/// is started again.
#[derive(Args)]
pub(super) struct SurveyArgs {
    /// The file of the game, or the name of a rule set
    // Not the identifier of the option `--variant`, which would have the value of this one.
    #[arg(id = "game", value_name = "FILE")]
    variant: Variant,
    /// Set the number of games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// End the search of a move with the iteration that reaches this number of nodes
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Set the seed of the random first moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Set the number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Keep the games in this file [default: NAME.survey.games]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the report as JSON to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report as a page with plots to this file
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

/// The report as JSON.
const REPORT: OutputKind = OutputKind {
    name: "a report of a survey",
    start: "{",
    marks: &["\"variant\":", "\"rules\":", "\"white_elo\":", "\"captures\":"],
};

/// Plays the games that are missing, and prints the report.
pub(super) fn run(args: &SurveyArgs, output: &mut Output) -> CliResult {
    let variant = args.variant;
    let path = args.out.clone().unwrap_or_else(|| format!("{variant}.survey.games").into());
    check_files(args, &path)?;
    warn_of_network(variant);
    let config = survey_config(variant, args.games, args.seed, args.nodes);
    let (mut file, done) = open(&path, &config)?;
    let Played { games, all, cancel, .. } =
        play(&config, &mut file, &done, usize::from(args.threads))?;
    if games < all {
        let all = counted(all, "game");
        eprintln!("{games} of {all}; start the same command again to continue");
        return Ok(ExitCode::INTERRUPTED);
    }
    let mut survey = Survey::new(variant);
    for game in game_file::open(&path)? {
        let game = game.map_err(|error| in_file(&path, error))?;
        survey.add(&game).map_err(|error| in_file(&path, error))?;
    }
    let mut report = survey.report().ok_or("no games")?;
    let go_on = || !cancel.load(Ordering::Relaxed);
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    report.endings = pool.install(|| piece_endings(variant, &go_on));
    if !go_on() {
        eprintln!("start the same command again to continue");
        return Ok(ExitCode::INTERRUPTED);
    }
    report.to_string().lines().try_for_each(|line| output.line(line))?;
    output.line(&format!("Saved to: {}", path.display()))?;
    write_files(args, &report)?;
    Ok(ExitCode::SUCCESS)
}

/// Checks before the games that the outputs can be written, and that they replace neither the file
/// of the game, nor the network beside it, nor each other, nor anything but older reports.
fn check_files(args: &SurveyArgs, games: &Path) -> Result<(), String> {
    let file = args.variant.file().map(Path::new);
    let network = file.map(|file| file.with_extension("net"));
    let inputs: Vec<&Path> = file.into_iter().chain(network.as_deref()).collect();
    let mut outputs = vec![("--out", games)];
    outputs.extend(args.json.as_deref().map(|path| ("--json", path)));
    outputs.extend(args.page.as_deref().map(|path| ("--page", path)));
    check_outputs(&inputs, &outputs)?;
    let reports =
        [("--json", args.json.as_deref(), &REPORT), ("--page", args.page.as_deref(), &page::PAGE)];
    for (option, path, kind) in reports {
        let Some(path) = path else { continue };
        kind.check_replaced(option, path)?;
        files::check_replaceable(path).map_err(|error| in_file(path, error))?;
    }
    Ok(())
}

/// Opens the file of the games: a new one, or that of an interrupted run with the same settings.
fn open(path: &Path, config: &DatagenConfig) -> Result<(GameFile, FxHashSet<u64>), Box<dyn Error>> {
    if !path.exists() {
        return Ok((GameFile::create(path, config)?, FxHashSet::default()));
    }
    let (file, read, done) = GameFile::resume(path)?;
    if read != *config {
        let error = "games with other settings; expected another file with --out";
        return Err(in_file(path, error).into());
    }
    Ok((file, done))
}

fn write_files(args: &SurveyArgs, report: &SurveyReport) -> Result<(), Box<dyn Error>> {
    if let Some(path) = &args.json {
        let text = serde_json::to_string_pretty(report)? + "\n";
        files::replace(path, text.as_bytes()).map_err(|error| in_file(path, error))?;
    }
    if let Some(path) = &args.page {
        let text = page::page(args.variant, args.nodes, report)?;
        files::replace(path, text.as_bytes()).map_err(|error| in_file(path, error))?;
    }
    Ok(())
}
