//! The subcommand `perft`: counts of move sequences, and how fast they are counted.
//!
//! Speed is nodes per second of CPU time, user and system of all threads together, since the
//! machine may be shared; two threads that are worth their while show about the same figure as
//! one.

use clap::Args;
use cpu_time::ProcessTime;
use std::time::{Duration, Instant};
use triskelion::game::{Game, SetPositionError, new_game};
use triskelion::position::perft::PerftMode;
use triskelion::registry::Variant;
use triskelion::rules::CastlingMode;
use triskelion::session::{Closed, Output};

/// What is counted, and how.
#[derive(Args)]
pub struct PerftArgs {
    /// The length of the sequences, in plies; without it, as deep as a tenth of a second allows.
    #[arg(long)]
    depth: Option<u32>,
    /// The position string to begin at; the start position without it.
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// Grants castling to any rook that the position names, as the option UCI_Chess960 does.
    #[arg(long)]
    chess960: bool,
    /// The number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Shows the count below each legal move.
    #[arg(long)]
    divide: bool,
    /// Makes every move of the last ply rather than counting them in bulk.
    #[arg(long)]
    no_bulk: bool,
    /// Counts again and again for so many seconds of CPU time, to measure the speed.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    seconds: f64,
}

/// Sets up the position, counts, and prints; the error says what is wrong with the position.
pub fn run(
    variant: Variant,
    arguments: &PerftArgs,
    output: &mut Output,
) -> Result<Result<(), Closed>, SetPositionError> {
    let mut game = new_game(variant);
    game.set_castling_mode(CastlingMode::from_chess960(arguments.chess960));
    game.set_position(arguments.fen.as_deref(), &[])?;
    Ok(count(&*game, arguments, output))
}

fn count(game: &dyn Game, arguments: &PerftArgs, output: &mut Output) -> Result<(), Closed> {
    let threads = usize::from(arguments.threads);
    let mode = if arguments.no_bulk { PerftMode::NoBulk } else { PerftMode::Bulk };
    let depth = arguments.depth.unwrap_or_else(|| default_depth(game, threads, mode));
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let nodes = if arguments.divide && depth > 0 {
        let counts = game.divide(depth, threads);
        for (mv, nodes) in &counts {
            output.line(&format!("{mv}: {nodes}"))?;
        }
        output.line("")?;
        counts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        game.perft(depth, threads, mode)
    };
    let mut rounds = 1;
    while cpu.elapsed().as_secs_f64() < arguments.seconds {
        game.perft(depth, threads, mode);
        rounds += 1;
    }
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());

    let speed = nodes as f64 * f64::from(rounds) / cpu.max(1e-9);
    let manner = if arguments.no_bulk { "plain" } else { "bulk" };
    output.line(&format!(
        "perft {depth} {manner} threads {threads} rounds {rounds} CPU {cpu:.3} s wall {wall:.3} s"
    ))?;
    output.line(&format!("Nodes searched: {nodes}"))?;
    output.line(&format!("{speed:.0} nodes per CPU second"))
}

/// The first depth that takes a tenth of a second to count.
fn default_depth(game: &dyn Game, threads: usize, mode: PerftMode) -> u32 {
    // Forced lines never take long, however deep.
    const DEEPEST: u32 = 20;
    for depth in 1..DEEPEST {
        let start = Instant::now();
        game.perft(depth, threads, mode);
        if start.elapsed() > Duration::from_millis(100) {
            return depth;
        }
    }
    DEEPEST
}
