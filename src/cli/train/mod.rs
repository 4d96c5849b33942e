//! The subcommand `train`: trains an evaluation network on recorded games.

mod plot;

use super::interrupts;
use super::outputs::{self, is_same_file};
use super::progress::progress_bar;
use super::result::{CliResult, ExitCode, in_file, shell_word, variant_option};
use crate::cores::cores;
use crate::eval::network::{Network, NetworkBase};
use crate::files;
use crate::plural::counted;
use crate::profiles::{default_network, is_network_file, read_network};
use crate::registry::Variant;
use crate::search::threads::STACK_SIZE;
use crate::session::Output;
use crate::training::network::{
    Checkpoint, CheckpointErrorKind, EpochLoss, SampleSet, TrainConfig, TrainReport, Trainer,
    read_samples,
};
use clap::{Args, ValueEnum};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The settings of a run without the command line.
const DEFAULT: TrainConfig = TrainConfig::new(Variant::Federation);

/// Train an evaluation network on games of `datagen`
///
/// The network is loaded by the option EvalFile. One game of ten is held out; the network of the
/// epoch with the smallest error on these is kept. After each epoch the run is saved beside the
/// network, as FILE.training, and continues from there with --resume. No other run replaces an
/// unfinished one. The same settings and games give the same network with any number of threads.
#[derive(Args)]
pub(crate) struct TrainArgs {
    /// The files of games
    #[arg(required_unless_present = "resume")]
    games: Vec<PathBuf>,
    /// Write the network to this file, which may be an older network but none of the inputs
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Continue the run of this file
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "games", "base", "start", "hidden", "buckets", "children", "child_nodes", "epochs",
            "patience", "keep_last", "batch", "learning_rate", "weight_decay", "score_share", "seed",
        ]
    )]
    resume: Option<PathBuf>,
    /// Select what the output of the network is added to
    #[arg(long, value_enum, default_value_t = Base::HandMade)]
    base: Base,
    /// Start from the weights of this network, not from random ones
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Set the number of units of each hidden layer: 8, 16, 32, 64, 128 or 256
    #[arg(long, value_name = "N", default_value_t = DEFAULT.hidden)]
    hidden: usize,
    /// Set the number of output weights by phase
    #[arg(long, value_name = "N", default_value_t = DEFAULT.buckets)]
    buckets: usize,
    /// Add this number of positions after random moves for each recorded one; the network of
    /// --start gives their score, or else the evaluation in the program
    #[arg(long, value_name = "N", default_value_t = DEFAULT.children)]
    children: usize,
    /// Search the added positions with this number of nodes for their score, and leave out those
    /// whose best move is a capture or a promotion; 0 for no search
    #[arg(long, value_name = "N", default_value_t = DEFAULT.child_nodes)]
    child_nodes: u64,
    /// Set the largest number of epochs
    #[arg(long, value_name = "N", default_value_t = DEFAULT.epochs)]
    epochs: usize,
    /// Stop after this number of epochs without a smaller error on the held-out games
    #[arg(long, value_name = "N", default_value_t = DEFAULT.patience)]
    patience: usize,
    /// Keep the network of the last epoch, not that with the smallest error on the held-out games
    #[arg(long)]
    keep_last: bool,
    /// Set the number of positions of a step
    #[arg(long, value_name = "N", default_value_t = DEFAULT.batch)]
    batch: usize,
    /// Set the learning rate of the first step
    #[arg(long, value_name = "RATE", default_value_t = DEFAULT.learning_rate)]
    learning_rate: f32,
    /// Set the weight decay
    #[arg(long, value_name = "RATE", default_value_t = DEFAULT.weight_decay)]
    weight_decay: f32,
    /// Set the share of the search score in the target; the rest is the result of the game
    #[arg(long, value_name = "SHARE", default_value_t = DEFAULT.score_share)]
    score_share: f32,
    /// Set the seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = DEFAULT.seed)]
    seed: u64,
    /// Draw the errors of the epochs into this SVG file, which may be an older plot
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Set the number of threads [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// What the output of a network is added to.
#[derive(Clone, Copy, ValueEnum)]
enum Base {
    /// Nothing
    None,
    /// The values of the pieces on their cells in the hand-made evaluation
    Material,
    /// The hand-made evaluation
    HandMade,
}

impl From<Base> for NetworkBase {
    fn from(base: Base) -> NetworkBase {
        match base {
            Base::None => NetworkBase::None,
            Base::Material => NetworkBase::Material,
            Base::HandMade => NetworkBase::HandMade,
        }
    }
}

impl TrainArgs {
    fn config(&self, variant: Variant) -> TrainConfig {
        TrainConfig {
            variant,
            games: self.games.clone(),
            base: self.base.into(),
            start: self.start.clone(),
            hidden: self.hidden,
            buckets: self.buckets,
            children: self.children,
            child_nodes: self.child_nodes,
            epochs: self.epochs,
            patience: self.patience,
            keep_last: self.keep_last,
            batch: self.batch,
            learning_rate: self.learning_rate,
            weight_decay: self.weight_decay,
            score_share: self.score_share,
            seed: self.seed,
        }
    }
}

/// Trains a network and writes it. Ctrl-C ends it with exit code 130 after the epoch.
pub(crate) fn run(variant: Variant, args: &TrainArgs, output: &mut Output) -> CliResult {
    let checkpoint = args.resume.as_deref().map(Checkpoint::read).transpose()?;
    let config = match &checkpoint {
        Some(checkpoint) => checkpoint.config().clone(),
        None => args.config(variant),
    };
    config.check()?;
    check_inputs(args)?;
    check_outputs(args, &config)?;
    run_training(args, config, checkpoint, output)
}

/// Checks that the arguments of a new run have an effect, and that no file of games is given twice.
fn check_inputs(args: &TrainArgs) -> Result<(), String> {
    if args.child_nodes > 0 && args.children == 0 {
        return Err(format!(
            "child-nodes: read {} without --children, expected the number of added positions, which \
             it searches",
            args.child_nodes
        ));
    }
    for (index, path) in args.games.iter().enumerate() {
        if args.games.iter().take(index).any(|other| is_same_file(path, other)) {
            return Err(in_file(path, "read twice; expected each file of games once"));
        }
    }
    Ok(())
}

/// Returns the file to which the run is saved after each epoch.
fn checkpoint_path(args: &TrainArgs) -> PathBuf {
    args.out.with_added_extension("training")
}

/// Returns the command that resumes the run of a file.
fn resume_command(checkpoint: &Path, out: &Path, variant: Variant) -> String {
    let [checkpoint, out] = [checkpoint, out].map(shell_word);
    format!("triskelion train --resume {checkpoint} --out {out}{}", variant_option(variant))
}

/// Checks before the work that the files can be written, and that no file is replaced that the user
/// may want to keep: an input or another output of the run, an unfinished run, a file that is not a
/// run where the run is saved, or one that is not a network where the network goes, or not a plot.
fn check_outputs(args: &TrainArgs, config: &TrainConfig) -> Result<(), String> {
    let checkpoint = checkpoint_path(args);
    let is_resumed = args.resume.as_deref().is_some_and(|path| is_same_file(path, &checkpoint));
    let mut inputs: Vec<&Path> = config.games.iter().map(PathBuf::as_path).collect();
    inputs.extend(config.start.as_deref());
    inputs.extend(config.variant.file().map(Path::new));
    inputs.extend(args.resume.as_deref().filter(|_| !is_resumed));
    let mut outputs = vec![("--out", args.out.as_path()), ("--out", &checkpoint)];
    outputs.extend(args.plot.as_deref().map(|path| ("--plot", path)));
    outputs::check_outputs(&inputs, &outputs)?;
    if !is_resumed {
        check_checkpoint(&checkpoint, &args.out)?;
    }
    let has_contents = fs::metadata(&args.out).is_ok_and(|it| it.is_file() && it.len() > 0);
    if has_contents && !is_network_file(&args.out).map_err(|error| in_file(&args.out, error))? {
        let error = "the file exists and is not a network; name another file with --out";
        return Err(in_file(&args.out, error));
    }
    if let Some(path) = &args.plot {
        plot::PLOT.check_replaced("--plot", path)?;
    }
    for path in [&args.out, &checkpoint].into_iter().chain(&args.plot) {
        files::check_replaceable(path).map_err(|error| in_file(path, error))?;
    }
    Ok(())
}

/// Checks that a new run may be saved to this file: there is none, or one of a finished run.
fn check_checkpoint(checkpoint: &Path, out: &Path) -> Result<(), String> {
    let error = match Checkpoint::read(checkpoint) {
        Ok(run) if run.is_finished() => return Ok(()),
        Ok(run) => format!(
            "the file has an unfinished run; resume it with `{}`, or remove the file",
            resume_command(checkpoint, out, run.config().variant)
        ),
        Err(error) => match error.cause {
            CheckpointErrorKind::Io(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            cause => format!(
                "the run would be saved to this file, which cannot be read as a run ({cause}); \
                 remove the file, or name another with --out"
            ),
        },
    };
    Err(in_file(checkpoint, error))
}

/// Trains from the games, or goes on with a saved run, and writes the network.
fn run_training(
    args: &TrainArgs,
    config: TrainConfig,
    checkpoint: Option<Checkpoint>,
    output: &mut Output,
) -> CliResult {
    let (threads, variant) = (threads(args)?, config.variant);
    let game = variant.game();
    let start = config.start.as_deref().map(|path| read_network(game, path)).transpose()?;
    let teacher = match &start {
        Some(network) => {
            config.check_start(network)?;
            Some(Arc::new(Network::new(game, network, 0)))
        }
        None => default_network(game),
    };
    let sets = read_samples(&config, teacher, &threads)?;
    let [training, held_out] = sets.each_ref().map(SampleSet::len);
    eprintln!("{} for training, {held_out} held out", counted(training, "position"));
    if training == 0 || held_out == 0 {
        return Err("too few games; one game of ten is held out".into());
    }
    let trainer = match checkpoint {
        Some(checkpoint) => checkpoint.resume(threads)?,
        None => Trainer::new(config, start.as_ref(), &sets[0], threads),
    };
    let trainer = train(trainer, &sets, args)?;
    let (data, report) = trainer.network(&sets[1]);
    let bytes = data.to_bytes(game);
    let name = Network::parse(game, &bytes)?.name();
    files::replace(&args.out, &bytes).map_err(|error| in_file(&args.out, error))?;
    if let Some(path) = &args.plot {
        plot::write(path, trainer.losses(), report.base_loss)?;
    }
    print_report(&trainer, &report, &name, output)?;
    if !trainer.is_finished() {
        eprintln!(
            "Interrupted. Resume with: {}",
            resume_command(&checkpoint_path(args), &args.out, variant)
        );
        return Ok(ExitCode::INTERRUPTED);
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the epochs that are missing, until Ctrl-C but at least one, so that there is a checkpoint.
fn train(
    mut trainer: Trainer,
    sets: &[SampleSet; 2],
    args: &TrainArgs,
) -> Result<Trainer, Box<dyn std::error::Error>> {
    let interrupts = interrupts::listen()?;
    let checkpoint = checkpoint_path(args);
    while !trainer.is_finished() {
        let template = "{msg} {bar:40} {pos}/{len} positions, {per_sec}";
        let bar = progress_bar(sets[0].len() as u64, template);
        bar.set_message(format!("epoch {}", trainer.losses().len() + 1));
        let EpochLoss { training, held_out } =
            trainer.run_epoch(sets, |samples| bar.inc(samples as u64));
        bar.finish_and_clear();
        eprintln!(
            "Epoch {:>3}: error {training:.6}, of the held-out games {held_out:.6}",
            trainer.losses().len()
        );
        trainer.write_checkpoint(&checkpoint)?;
        if !interrupts.is_empty() {
            break;
        }
    }
    Ok(trainer)
}

fn print_report(
    trainer: &Trainer,
    report: &TrainReport,
    name: &str,
    output: &mut Output,
) -> Result<(), Box<dyn std::error::Error>> {
    let kept = trainer.kept_epoch().map_or(0, |epoch| epoch + 1);
    let lines = [
        format!("Network {name}, of epoch {kept}"),
        format!("Scale: {} cp", report.scale),
        format!(
            "Error of the held-out games: {:.6}, of the base alone {:.6}",
            report.network_loss, report.base_loss
        ),
        format!(
            "Mean magnitude: {:.0} cp, of the scores {:.0} cp",
            report.network_magnitude, report.score_magnitude
        ),
        format!("Largest rounding error: {:.1} cp", report.quantization_error),
    ];
    lines.iter().try_for_each(|line| output.line(line))?;
    Ok(())
}

/// Starts the threads, which can search.
fn threads(args: &TrainArgs) -> Result<ThreadPool, Box<dyn std::error::Error>> {
    let count = args.threads.map_or_else(cores, usize::from);
    Ok(ThreadPoolBuilder::new().num_threads(count).stack_size(STACK_SIZE).build()?)
}
