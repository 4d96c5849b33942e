//! The subcommand `openings`: makes a book of openings for matches.
//!
//! The book goes to a file or to the standard output; how far the work has come, and what became
//! of the candidates, to the standard error.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use triskelion::registry::Variant;
use triskelion::session::{Closed, Output};
use triskelion::tournament::openings::{
    BookOptions, GenerateError, GenerateStats, GeneratedBook, JudgeLimit, PlyRange, generate,
};

/// What is not said on the command line.
const DEFAULT: BookOptions = BookOptions::new(0, 0);

/// Which openings are wanted. The same arguments make the same book on every machine.
#[derive(Args)]
pub struct OpeningsArgs {
    /// How many openings.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// From which all random moves come.
    #[arg(long)]
    seed: u64,
    /// How many random plies lead to an opening: a number or a range. Where platforms must be
    /// emptied before they move, it takes up to twice as many.
    #[arg(long, default_value_t = DEFAULT.plies)]
    plies: PlyRange,
    /// How far from even an opening may be, in centipawns.
    #[arg(long, default_value_t = DEFAULT.max_score, value_parser = clap::value_parser!(i32).range(0..=20_000))]
    max_score: i32,
    /// The length of the search that judges an opening, in nodes; 20,000 if no depth is given.
    #[arg(long, conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The same, in plies.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// The share of openings in which a platform has moved, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = DEFAULT.platform_share, value_parser = parse_share)]
    platform_share: f64,
    /// The number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The file that the book is written to; the standard output without it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A number from 0 to 1.
fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share from 0 to 1 expected".to_owned()),
    }
}

impl OpeningsArgs {
    fn book_options(&self) -> BookOptions {
        BookOptions {
            count: self.count as usize,
            seed: self.seed,
            plies: self.plies,
            max_score: self.max_score,
            judge_limit: match (self.nodes, self.depth) {
                (Some(nodes), _) => JudgeLimit::Nodes(nodes),
                (None, Some(depth)) => JudgeLimit::Depth(depth),
                (None, None) => DEFAULT.judge_limit,
            },
            platform_share: self.platform_share,
        }
    }
}

/// Why no book was written.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// There is no book by these arguments.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The file cannot be written.
    #[error("{}: {cause}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

/// Makes a book and writes it.
pub fn run(
    variant: Variant,
    arguments: &OpeningsArgs,
    output: &mut Output,
) -> Result<Result<(), Closed>, OpeningsError> {
    // Opened before the work, so that a bad name is told at once; emptied after it.
    let file = arguments.out.as_deref().map(OutFile::open).transpose()?;
    let recipe = arguments.book_options();
    let bar = ProgressBar::new(recipe.count as u64).with_style(progress_style());
    let generated =
        generate(variant, &recipe, usize::from(arguments.threads), &mut |count: &GenerateStats| {
            bar.set_message(count.candidates.to_string());
            bar.set_position(count.found as u64);
        });
    bar.finish_and_clear();
    let generated = generated?;
    eprintln!("{}", summary(&generated));
    let lines = book_lines(variant, &recipe, &generated);
    match file {
        Some(file) => file.write(&lines).map(Ok),
        None => Ok(lines.iter().try_for_each(|line| output.line(line))),
    }
}

/// The file that the book is written to.
struct OutFile<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> OutFile<'a> {
    /// Opens or makes the file. What is in it stays.
    fn open(path: &'a Path) -> Result<Self, OpeningsError> {
        match File::options().write(true).create(true).truncate(false).open(path) {
            Ok(file) => Ok(OutFile { path, file }),
            Err(cause) => Err(OpeningsError::File { path: path.to_owned(), cause }),
        }
    }

    /// Puts these lines in place of what is in it.
    fn write(mut self, lines: &[String]) -> Result<(), OpeningsError> {
        let text = lines.join("\n") + "\n";
        let written = self.file.set_len(0).and_then(|()| self.file.write_all(text.as_bytes()));
        written.map_err(|cause| OpeningsError::File { path: self.path.to_owned(), cause })
    }
}

fn progress_style() -> ProgressStyle {
    // The template is good; if it were not, the plain bar would do.
    ProgressStyle::with_template("{bar:40} {pos}/{len} openings of {msg} candidates, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The lines of the book: how it was made, then the openings.
fn book_lines(variant: Variant, recipe: &BookOptions, generated: &GeneratedBook) -> Vec<String> {
    let mut lines = vec![
        format!("# Openings of {variant}, found by version {} with", env!("CARGO_PKG_VERSION")),
        format!("# triskelion openings --variant {variant} {recipe}"),
        "# Another search or evaluation would choose others.".to_owned(),
    ];
    lines.extend(generated.openings.iter().map(|opening| opening.fen.clone()));
    lines
}

/// What became of the candidates, and what the openings are like.
fn summary(GeneratedBook { openings, stats: count }: &GeneratedBook) -> String {
    let scores = openings.iter().map(|opening| f64::from(opening.score));
    let mean = scores.clone().sum::<f64>() / scores.len().max(1) as f64;
    let moved = openings.iter().filter(|opening| opening.platform_moved).count();
    format!("{count}; in {moved} a platform has moved; White's mean score is {mean:.0} centipawns")
}
