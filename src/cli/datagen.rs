//! The subcommand `datagen`: plays games of the engine against itself as training data.

use super::interrupts;
use super::openings::check_platform_share;
use super::progress::progress_bar;
use super::result::{CliResult, ExitCode, shell_word, variant_option};
use crate::plural::counted;
use crate::profiles::{EvalSource, load_network};
use crate::registry::Variant;
use crate::tournament::config::Shard;
use crate::tournament::openings::PlyRange;
use crate::training::config::DatagenConfig;
use crate::training::datagen;
use crate::training::game_file::{GameFile, GameFileErrorKind};
use clap::Args;
use fxhash::FxHashSet;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The settings of a run without the command line.
const DEFAULT: DatagenConfig = DatagenConfig::new(Variant::Federation, 0, 0);

/// What to do if the file of a new run exists.
const EXISTS_HINT: &str = "continue its run with --resume, or name another file with --out";

/// Play games of the engine against itself and keep them as training data
///
/// The same settings give the same games on every machine, with any number of threads. A run that
/// was interrupted with Ctrl-C or killed continues with --resume. `triskelion data` prints what is
/// in the file and merges shards.
#[derive(Args)]
pub(crate) struct DatagenArgs {
    /// Set the number of games, all shards together
    #[arg(long, required_unless_present = "resume", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Set the seed of the random openings
    #[arg(long, required_unless_present = "resume")]
    seed: Option<u64>,
    /// End the search of a move with the iteration that reaches this number of nodes
    #[arg(long, value_name = "N", default_value_t = DEFAULT.soft_nodes)]
    soft_nodes: u64,
    /// Stop the search of a move at this number of nodes; without it, 8 times the soft limit
    #[arg(long, value_name = "N")]
    hard_nodes: Option<u64>,
    /// Set the number of random plies, a number or a range
    #[arg(long, value_name = "PLIES", default_value_t = DEFAULT.random_plies)]
    random_plies: PlyRange,
    /// Set the share of openings that prefer platform moves, 0 to 1, in a rule set with platforms
    /// [default: 0.3]
    #[arg(long, value_name = "SHARE")]
    platform_share: Option<f64>,
    /// Play with this evaluation: a network file, <hand> or <default>
    #[arg(long, value_name = "FILE", default_value_t = EvalSource::Default)]
    eval_file: EvalSource,
    /// Play only part K of N
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Create this file
    #[arg(long, value_name = "FILE", required_unless_present = "resume")]
    out: Option<PathBuf>,
    /// Continue the run of this file
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "games", "seed", "soft_nodes", "hard_nodes", "random_plies", "platform_share",
            "eval_file", "shard", "out",
        ]
    )]
    resume: Option<PathBuf>,
    /// Set the number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// Plays the games and writes them to the file. Ctrl-C ends it with exit code 130.
pub(crate) fn run(variant: Variant, args: &DatagenArgs) -> CliResult {
    let (mut file, config, done) = match &args.resume {
        Some(path) => GameFile::resume(path)?,
        None => {
            check_platform_share(variant, args.platform_share)?;
            let config = new_config(variant, args);
            config.check()?;
            // Without its network the run could not be played, and its file could not be resumed.
            load_network(variant.game(), &config.eval_file, None)?;
            let path = args.out.as_deref().ok_or("--out is missing")?;
            let file = GameFile::create(path, &config).map_err(|error| match error.cause {
                GameFileErrorKind::Exists => format!("{error}; {EXISTS_HINT}").into(),
                _ => Box::<dyn Error>::from(error),
            })?;
            (file, config, FxHashSet::default())
        }
    };
    let Played { games, all, positions, .. } =
        play(&config, &mut file, &done, usize::from(args.threads))?;
    let (of_all, quiet) = (counted(all, "game"), counted(positions, "quiet position"));
    eprintln!("{games} of {of_all}, {quiet} in this run");
    if games < all {
        let path = args.resume.as_ref().or(args.out.as_ref());
        if let Some(path) = path {
            let variant = variant_option(config.variant);
            eprintln!("Resume with: triskelion datagen --resume {}{variant}", shell_word(path));
        }
        return Ok(ExitCode::INTERRUPTED);
    }
    Ok(ExitCode::SUCCESS)
}

/// What a run has played.
pub(super) struct Played {
    /// The number of games in the file.
    pub games: u64,
    /// The number of games that it is to hold.
    pub all: u64,
    /// The number of quiet positions of this run.
    pub positions: usize,
    /// Whether the user has interrupted the program.
    pub cancel: Arc<AtomicBool>,
}

/// Plays the games that are not in `done`, until Ctrl-C.
pub(super) fn play(
    config: &DatagenConfig,
    file: &mut GameFile,
    done: &FxHashSet<u64>,
    threads: usize,
) -> Result<Played, Box<dyn Error>> {
    let cancel = Arc::new(AtomicBool::new(false));
    let interrupts = interrupts::listen()?;
    let on_interrupt = Arc::clone(&cancel);
    thread::spawn(move || {
        if interrupts.recv().is_ok() {
            on_interrupt.store(true, Ordering::Relaxed);
        }
    });

    let all = config.games_in_file();
    let template = "{bar:40} {pos}/{len} games, {msg} quiet positions, {eta} left";
    let bar = progress_bar(all, template).with_position(done.len() as u64);
    let mut positions = 0;
    let result = datagen::run(config, file, done, threads, &cancel, &mut |game| {
        positions += game.plies.iter().filter(|ply| ply.is_quiet).count();
        bar.set_message(positions.to_string());
        bar.inc(1);
    });
    let games = bar.position();
    bar.finish_and_clear();
    result?;
    Ok(Played { games, all, positions, cancel })
}

/// Returns the settings of a new run.
fn new_config(variant: Variant, args: &DatagenArgs) -> DatagenConfig {
    let (games, seed) = (args.games.unwrap_or_default(), args.seed.unwrap_or_default());
    DatagenConfig {
        soft_nodes: args.soft_nodes,
        hard_nodes: args.hard_nodes.unwrap_or(args.soft_nodes.saturating_mul(8)),
        random_plies: args.random_plies,
        platform_share: args.platform_share.unwrap_or(DEFAULT.platform_share),
        eval_file: args.eval_file.clone(),
        shard: args.shard,
        ..DatagenConfig::new(variant, games, seed)
    }
}
