//! `triskelion perft`: counts of move sequences and the speed of the move generator.
//!
//! The speed is in nodes per second of CPU time, user and system time of all threads together, so
//! that other load on the machine does not matter. Two efficient threads have about the same speed
//! as one.

use super::castling::castling_mode;
use super::result::{CliResult, ExitCode};
use crate::game::{Game, new_game};
use crate::position::perft::{Column, MAX_DEPTH, PerftMode, PerftStats, PerftTable, total};
use crate::registry::Variant;
use crate::session::Output;
use crate::tournament::config::Shard;
use clap::Args;
use cpu_time::ProcessTime;
use std::error::Error;
use std::time::{Duration, Instant};

/// Count the sequences of legal moves, to check and measure the move generator
#[derive(Args)]
pub(crate) struct PerftArgs {
    /// Set the depth in plies; without it, count as deep as a tenth of a second allows
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,

    /// Start from this position instead of the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Allow castling with any rook that the FEN names, as the option UCI_Chess960 does
    #[arg(long)]
    chess960: bool,

    /// Set the number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Print the count after each legal move
    #[arg(long)]
    divide: bool,

    /// Print a table of captures, checks, mates and more for each depth
    #[arg(long, conflicts_with_all = ["divide", "no_bulk", "hash", "seconds"])]
    stats: bool,

    /// Make every move of the last ply instead of counting in bulk
    #[arg(long)]
    no_bulk: bool,

    /// Count equal positions once, with a table of this size in MiB, to reach greater depths
    #[arg(
        long,
        value_name = "MB",
        conflicts_with_all = ["no_bulk", "seconds"],
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    hash: Option<u32>,

    /// Count the Kth of N parts of the sequences, by their first two moves; the parts add up
    #[arg(long, value_name = "K/N", conflicts_with_all = ["divide", "stats", "seconds"])]
    shard: Option<Shard>,

    /// Repeat the count for this CPU time in seconds, to measure the speed
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, value_parser = parse_seconds)]
    seconds: f64,
}

/// The clock of the processor time is too coarse to measure less.
const MIN_CPU_SECONDS: f64 = 0.001;

/// Parses a time in seconds.
fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e6).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, from 0 to 1000000".to_owned()),
    }
}

/// Sets up the position, counts, and prints the counts and the speed.
pub(crate) fn run(variant: Variant, args: &PerftArgs, output: &mut Output) -> CliResult {
    let mut game = new_game(variant);
    game.set_castling_mode(castling_mode(variant, args.chess960)?);
    game.set_position(args.fen.as_deref(), &[])?;
    let threads = usize::from(args.threads);
    let unhashed = if args.no_bulk { PerftMode::NoBulk } else { PerftMode::Bulk };
    if args.stats {
        let count = |depth| game.perft_stats(depth, threads);
        let stats = args.depth.map_or_else(|| deep_enough(count).1, count);
        return print_stats(&stats, output);
    }
    let count = |depth| game.perft(depth, threads, unhashed);
    let depth = args.depth.unwrap_or_else(|| deep_enough(count).0);
    let table = args.hash.map(|hash_mib| PerftTable::new(hash_mib as usize)).transpose()?;
    let (mode, mode_name) = match &table {
        Some(table) => (PerftMode::Hashed(table), "hashed"),
        None => (unhashed, if args.no_bulk { "no-bulk" } else { "bulk" }),
    };
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let nodes = if args.divide && depth > 0 {
        let counts = game.divide(depth, threads, mode);
        for (mv, nodes) in &counts {
            output.line(&format!("{mv}: {nodes}"))?;
        }
        output.line("")?;
        total(counts.iter().map(|(_, nodes)| *nodes))
    } else if let Some(shard) = args.shard {
        let count = |game: &dyn Game| game.perft(depth.saturating_sub(2), threads, mode);
        count_shard(&mut *game, depth, shard, count)?
    } else {
        game.perft(depth, threads, mode)
    };
    let mut rounds = 1;
    while cpu.elapsed().as_secs_f64() < args.seconds {
        game.perft(depth, threads, mode);
        rounds += 1;
    }
    let (wall, cpu) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());

    output.line(&format!(
        "perft {depth} {mode_name} threads {threads} rounds {rounds} CPU {cpu:.3} s wall {wall:.3} s"
    ))?;
    output.line(&format!("Nodes searched: {nodes}"))?;
    output.line(&if cpu < MIN_CPU_SECONDS {
        "too short to measure the speed; --seconds repeats the count".to_owned()
    } else {
        format!("{:.0} nodes per CPU second", nodes as f64 * f64::from(rounds) / cpu)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Counts the sequences whose first two moves belong to a part.
fn count_shard(
    game: &mut dyn Game,
    depth: u32,
    shard: Shard,
    count: impl Fn(&dyn Game) -> u64,
) -> Result<u64, Box<dyn Error>> {
    if depth < 2 {
        return Err(format!("--depth {depth}: at least 2 expected with --shard").into());
    }
    let (mut pair, mut nodes) = (0, 0);
    for first in game.moves() {
        game.make(first)?;
        for second in game.moves() {
            if shard.contains(pair) {
                game.make(second)?;
                nodes += count(game);
                game.undo();
            }
            pair += 1;
        }
        game.undo();
    }
    Ok(nodes)
}

/// Prints the statistics as a table with a row for each depth.
fn print_stats(stats: &[PerftStats], output: &mut Output) -> CliResult {
    let is_shown =
        |column: &Column| column.is_standard() || stats.iter().any(|stats| stats.get(*column) != 0);
    let columns: Vec<Column> = Column::ALL.into_iter().filter(is_shown).collect();
    let heading = ["depth".to_owned()].into_iter();
    let heading = heading.chain(columns.iter().map(|column| column.name().to_owned())).collect();
    let row = |(depth, stats): (usize, &PerftStats)| -> Vec<String> {
        let counts = columns.iter().map(|column| stats.get(*column).to_string());
        [depth.to_string()].into_iter().chain(counts).collect()
    };
    let mut rows: Vec<Vec<String>> = vec![heading];
    rows.extend((1..).zip(stats).map(row));
    let widths: Vec<usize> = (0..=columns.len())
        .map(|index| rows.iter().map(|row| row[index].len()).max().unwrap_or_default())
        .collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        output.line(&cells.collect::<Vec<_>>().join("  "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the first depth that takes a tenth of a second to count, and its count.
fn deep_enough<T>(count: impl Fn(u32) -> T) -> (u32, T) {
    // With forced moves no depth takes that long.
    const DEEPEST: u32 = 20;
    let mut depth = 1;
    loop {
        let start = Instant::now();
        let counted = count(depth);
        if start.elapsed() > Duration::from_millis(100) || depth == DEEPEST {
            return (depth, counted);
        }
        depth += 1;
    }
}
