//! `triskelion openings`: generates an opening book for matches.
//!
//! The book goes to a file or to standard output. Progress and statistics go to standard error.

use super::progress::progress_bar;
use super::result::{CliResult, ExitCode, in_file, shell_word};
use crate::files;
use crate::registry::Variant;
use crate::session::Output;
use crate::tournament::openings::{
    BookOptions, GenerateStats, GeneratedBook, JudgeLimit, PlyRange, generate,
};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

const DEFAULT: BookOptions = BookOptions::new(0, 0);

/// Generate an opening book from random moves that a search filters
///
/// The same arguments generate the same book on every machine.
#[derive(Args)]
pub(crate) struct OpeningsArgs {
    /// Set the number of openings
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,

    /// Set the seed of the random moves
    #[arg(long)]
    seed: u64,

    /// Set the number of random plies, or its range; moving a platform can take up to twice as many
    #[arg(long, default_value_t = DEFAULT.plies)]
    plies: PlyRange,

    /// Reject openings with a larger score, in centipawns
    #[arg(long, default_value_t = DEFAULT.max_score, value_parser = clap::value_parser!(i32).range(0..=20_000))]
    max_score: i32,

    /// Score openings by a search of N nodes [default: 20000, without --depth]
    #[arg(long, value_name = "N", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Score openings by a search to this depth
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,

    /// Set the share of openings with a moved platform, 0 to 1, in a rule set with platforms
    /// [default: 0.5]
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    platform_share: Option<f64>,

    /// Set the number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Create this file for the book instead of writing it to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Parses a number from 0 to 1.
fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a share from 0 to 1".to_owned()),
    }
}

/// Checks that `--platform-share` has an effect: that the rule set has platforms.
pub(super) fn check_platform_share(variant: Variant, share: Option<f64>) -> Result<(), String> {
    match share {
        Some(_) if variant.game().post_count == 0 => {
            Err(format!("`{variant}` has no platforms that `--platform-share` could move"))
        }
        _ => Ok(()),
    }
}

impl OpeningsArgs {
    fn book_options(&self, variant: Variant) -> Result<BookOptions, String> {
        check_platform_share(variant, self.platform_share)?;
        let default = DEFAULT.platform_share.filter(|_| variant.game().post_count > 0);
        Ok(BookOptions {
            count: self.count as usize,
            seed: self.seed,
            plies: self.plies,
            max_score: self.max_score,
            judge_limit: match (self.nodes, self.depth) {
                (Some(nodes), _) => JudgeLimit::Nodes(nodes),
                (None, Some(depth)) => JudgeLimit::Depth(depth),
                (None, None) => DEFAULT.judge_limit,
            },
            platform_share: self.platform_share.or(default),
        })
    }
}

/// Generates a book and writes it.
pub(crate) fn run(variant: Variant, args: &OpeningsArgs, output: &mut Output) -> CliResult {
    let options = args.book_options(variant)?;
    // A wrong name fails before the work.
    args.out.as_deref().map_or(Ok(()), check_out)?;
    let template = "{bar:40} {pos}/{len} openings of {msg} candidates, {eta} left";
    let bar = progress_bar(options.count as u64, template);
    let mut show_progress = |stats: &GenerateStats| {
        bar.set_message(stats.candidates.to_string());
        bar.set_position(stats.found as u64);
    };
    let book = generate(variant, &options, usize::from(args.threads), &mut show_progress);
    bar.finish_and_clear();
    let book = book?;
    eprintln!("{}", summary(&book));
    let lines = book_lines(variant, &options, &book);
    match args.out.as_deref() {
        Some(path) => write_out(path, &lines)?,
        None => lines.iter().try_for_each(|line| output.line(line))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks that the book can be written to this file. A file with contents is not touched.
fn check_out(path: &Path) -> Result<(), String> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0) {
        return Err(in_file(path, "the file exists; name another file with --out"));
    }
    files::check_replaceable(path).map_err(|error| in_file(path, error))
}

/// Writes the book in one step: an incomplete book would be taken for a whole one.
fn write_out(path: &Path, lines: &[String]) -> Result<(), String> {
    // Another run may have written it in the meantime.
    check_out(path)?;
    let text = lines.join("\n") + "\n";
    files::replace(path, text.as_bytes()).map_err(|error| in_file(path, error))
}

/// Returns the lines of the book: a header with the command that generates it, then the openings.
fn book_lines(variant: Variant, options: &BookOptions, book: &GeneratedBook) -> Vec<String> {
    let source = shell_word(Path::new(variant.source()));
    let mut lines = vec![
        format!("# Openings of {variant}, generated by version {} with", env!("CARGO_PKG_VERSION")),
        format!("# triskelion openings --variant {source} {options}"),
        "# A different search or evaluation selects different openings.".to_owned(),
    ];
    lines.extend(book.openings.iter().map(|opening| opening.fen.clone()));
    lines
}

/// Returns the statistics of the candidates and of the openings.
fn summary(GeneratedBook { openings, stats }: &GeneratedBook) -> String {
    let scores = openings.iter().map(|opening| f64::from(opening.score));
    let mean = scores.clone().sum::<f64>() / scores.len().max(1) as f64;
    let moved = openings.iter().filter(|opening| opening.platform_moved).count();
    format!("{stats}; {moved} with a moved platform; mean score of White {mean:.0} centipawns")
}
