//! `triskelion endings`: what is known for certain of endings.

use super::interrupts;
use super::progress::progress_style;
use super::result::{CliResult, ExitCode};
use crate::cores::cores;
use crate::endings::{Ending, EndingError, EndingTables, Longest, Material, SideSummary};
use crate::moves::Side;
use crate::plural::counted;
use crate::profiles::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::rules::{FenError, GameInfo};
use crate::session::Output;
use clap::Args;
use crossbeam_channel::Receiver;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use std::error::Error;
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Compute what every position of an ending leads to, both sides at their best
///
/// An ending is named by its pieces, those of White first: KQ-K, KQ-KR. No piece has rights, and
/// the fifty-move rule does not count.
#[derive(Args)]
pub(crate) struct EndingsArgs {
    /// The ending, such as KQ-KR; `all3` for those of each piece with its king against a king
    #[arg(value_name = "ENDING")]
    ending: String,

    /// Take the platforms of this position instead of those of the start
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Print a line of JSON for each side to move
    #[arg(long)]
    json: bool,

    /// Set the memory for all tables in MiB
    #[arg(long, value_name = "MB", default_value_t = 256)]
    memory: u64,

    /// Set the number of threads; by default one for each core
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// The endings that stand for all of three pieces.
const ALL_OF_THREE: &str = "all3";

/// How long a table takes before a progress bar appears.
const QUIET: Duration = Duration::from_secs(1);
/// The number of steps of the progress bar.
const STEPS: u64 = 1000;

/// Makes the tables and prints what they say. Ctrl-C ends it with exit code 130.
pub(crate) fn run(variant: Variant, args: &EndingsArgs, output: &mut Output) -> CliResult {
    let threads = args.threads.map_or_else(cores, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    variant.visit(Run { variant, args, pool, interrupts: interrupts::listen()?, output })
}

struct Run<'a> {
    variant: Variant,
    args: &'a EndingsArgs,
    pool: ThreadPool,
    interrupts: Receiver<()>,
    output: &'a mut Output,
}

impl Visitor for Run<'_> {
    type Output = CliResult;

    fn visit<B: RuleSet>(self, game: &'static GameInfo) -> CliResult {
        if self.args.fen.is_some() && game.post_count == 0 {
            return Err(format!("`{}` has no platforms that `--fen` could set", game.name).into());
        }
        let board = match &self.args.fen {
            Some(fen) => B::parse_fen(game, fen).map_err(FenError)?,
            None => B::start(game),
        };
        let tables = EndingTables::new(&board, self.args.memory);
        self.make_all(game, tables)
    }
}

impl Run<'_> {
    /// Makes and prints the tables.
    fn make_all(self, game: &GameInfo, mut tables: EndingTables) -> CliResult {
        let endings = match self.args.ending.as_str() {
            ALL_OF_THREE => Material::all_of_three(game),
            text => vec![Material::parse(game, text)?],
        };
        let mut code = ExitCode::SUCCESS;
        for material in &endings {
            match self.make(&mut tables, material, material.text(game)) {
                Ok(ending) => {
                    let summary = self.pool.install(|| ending.summary(&tables));
                    print(
                        self.variant,
                        &material.text(game),
                        &summary,
                        self.args.json,
                        self.output,
                    )?;
                }
                Err(EndingError::Stopped) => return Ok(ExitCode::INTERRUPTED),
                Err(error) if endings.len() > 1 => {
                    eprintln!("{error}");
                    code = ExitCode::FAILURE;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(code)
    }

    /// Makes a table, with a progress bar if it takes a while.
    fn make(
        &self,
        tables: &mut EndingTables,
        material: &Material,
        name: String,
    ) -> Result<Arc<Ending>, EndingError> {
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::hidden());
        bar.set_style(progress_style("{msg} [{bar:40}] {percent} %").progress_chars("=> "));
        bar.set_message(name);
        let (start, is_stopped, interrupts) =
            (Instant::now(), AtomicBool::new(false), &self.interrupts);
        let control = |done: f64| {
            if bar.is_hidden() && start.elapsed() > QUIET && stderr().is_terminal() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_position((done * STEPS as f64) as u64);
            if interrupts.try_recv().is_ok() {
                is_stopped.store(true, Ordering::Relaxed);
            }
            !is_stopped.load(Ordering::Relaxed)
        };
        let made = self.pool.install(|| tables.make(material, &control));
        bar.finish_and_clear();
        made
    }
}

/// A line of JSON.
#[derive(Serialize)]
struct JsonLine<'a> {
    variant: &'a str,
    ending: &'a str,
    to_move: &'a str,
    legal: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    longest: Option<u32>,
    fen: Option<&'a str>,
    line: &'a [String],
}

fn print(
    variant: Variant,
    name: &str,
    summary: &[SideSummary; 2],
    json: bool,
    output: &mut Output,
) -> Result<(), Box<dyn Error>> {
    if json {
        for side in summary {
            output.line(&serde_json::to_string(&line(variant.name(), name, side))?)?;
        }
        return Ok(());
    }
    output.line(&format!("{name} in {variant}"))?;
    output.line(&format!(
        "  {:<8} {:>12} {:>12} {:>12} {:>12}  longest",
        "to move", "positions", "White wins", "draws", "Black wins"
    ))?;
    for side in summary {
        let SideSummary { to_move, legal, white_wins, draws, black_wins, longest } = side;
        let to_move = format!("{to_move:?}");
        let longest =
            longest.as_ref().map_or("-".to_owned(), |longest| counted(longest.plies, "ply"));
        output.line(&format!(
            "  {to_move:<8} {legal:>12} {white_wins:>12} {draws:>12} {black_wins:>12}  {longest}"
        ))?;
    }
    for Longest { plies, fen, line } in summary.iter().filter_map(|side| side.longest.as_ref()) {
        output.line(&format!("  {} from {fen}", counted(plies, "ply")))?;
        output.line(&format!("    {}", line.join(" ")))?;
    }
    Ok(())
}

fn line<'a>(variant: &'a str, ending: &'a str, side: &'a SideSummary) -> JsonLine<'a> {
    let longest = side.longest.as_ref();
    JsonLine {
        variant,
        ending,
        to_move: match side.to_move {
            Side::White => "white",
            Side::Black => "black",
        },
        legal: side.legal,
        white_wins: side.white_wins,
        draws: side.draws,
        black_wins: side.black_wins,
        longest: longest.map(|longest| longest.plies),
        fen: longest.map(|longest| longest.fen.as_str()),
        line: longest.map_or(&[], |longest| &longest.line),
    }
}
