//! Generating a book: candidates in the order of their numbers, until there are enough openings
//! with and without a moved platform.
//!
//! Threads score candidates in parallel, but the result for a candidate depends only on its number
//! and on the candidates before it. So the book is the same for any number of threads. Options that
//! cannot be satisfied (hundreds of openings after one ply, a maximum score of 0) would search
//! forever; generation fails after a long run without a new opening.

use super::book_options::BookOptions;
use super::candidate::{MovePolicy, candidate, has_moved_platform, score};
use crate::hash_table::OutOfMemory;
use crate::parallel;
use crate::plural::counted;
use crate::profiles::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::rules::GameInfo;
use crate::search::threads::{ThreadSpawnError, thread_pool};
use fxhash::FxHashSet;
use rayon::ThreadPool;
use std::fmt;

/// The minimum and maximum size of a batch. A batch has two candidates per missing opening. The
/// limits keep the threads busy without much waste at the end.
const BATCH: (usize, usize) = (16, 256);

/// The maximum numbers of consecutive candidates without an opening: of all candidates, and of
/// those rejected by the search.
const MAX_FAILURES: (u64, u64) = (200_000, 2_000);

/// A generated opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The canonical FEN.
    pub fen: String,
    /// The score in centipawns from White's point of view.
    pub score: i32,
    /// Whether a platform is on a different post than in the start position.
    pub platform_moved: bool,
}

/// The statistics of the candidates so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GenerateStats {
    /// The number of candidates.
    pub candidates: u64,
    /// Candidates in check, or with the game over.
    pub in_check_or_over: u64,
    /// Candidates whose position occurred before.
    pub duplicates: u64,
    /// Candidates whose kind (with or without a moved platform) was already complete.
    pub surplus: u64,
    /// Candidates with a score above the maximum.
    pub unbalanced: u64,
    /// The number of openings found.
    pub found: usize,
}

impl fmt::Display for GenerateStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GenerateStats { candidates, in_check_or_over, duplicates, surplus, unbalanced, found } =
            self;
        write!(
            f,
            "found {found} among {candidates} candidates ({in_check_or_over} in check or over, \
             {duplicates} duplicates, {unbalanced} unbalanced, {surplus} surplus)"
        )
    }
}

/// A generated book with the statistics of its generation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedBook {
    /// The openings, ordered by candidate number.
    pub openings: Vec<Opening>,
    /// The statistics of the candidates.
    pub stats: GenerateStats,
}

/// The reason why a book could not be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The options cannot be satisfied.
    #[error(
        "requested {}, but {stats}; try other plies{} a higher maximum score{}",
        counted(requested, "opening"),
        if *has_platforms { "," } else { " or" },
        if *has_platforms { " or another platform share" } else { "" }
    )]
    Exhausted {
        /// The requested number of openings.
        requested: usize,
        /// The statistics of the candidates.
        stats: GenerateStats,
        /// Whether the rule set has platforms.
        has_platforms: bool,
    },
    /// The threads cannot be started.
    #[error(transparent)]
    Threads(#[from] ThreadSpawnError),
    /// A search could not allocate its memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// Generates a book on `threads` threads, and calls `progress` with the statistics after every
/// batch.
pub fn generate(
    variant: Variant,
    options: &BookOptions,
    threads: usize,
    progress: &mut dyn FnMut(&GenerateStats),
) -> Result<GeneratedBook, GenerateError> {
    struct Generate<'a>(&'a BookOptions, ThreadPool, &'a mut dyn FnMut(&GenerateStats));
    impl Visitor for Generate<'_> {
        type Output = Result<GeneratedBook, GenerateError>;

        fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output {
            Generator::<B>::new(game, self.0, self.1).run(self.2)
        }
    }
    let threads = thread_pool(threads.max(1), "openings")?;
    variant.visit(Generate(options, threads, progress))
}

/// A candidate to score.
struct Candidate<B> {
    board: B,
    platform_moved: bool,
}

/// The state of the generation.
struct Generator<'a, B> {
    game: &'static GameInfo,
    options: &'a BookOptions,
    threads: ThreadPool,
    /// The numbers of missing openings: without and with a moved platform.
    missing: [usize; 2],
    /// The keys of all positions so far.
    keys: FxHashSet<u64>,
    candidates: Vec<Candidate<B>>,
    openings: Vec<Opening>,
    stats: GenerateStats,
}

impl<'a, B: RuleSet> Generator<'a, B> {
    fn new(game: &'static GameInfo, options: &'a BookOptions, threads: ThreadPool) -> Self {
        let share = options.platform_share.filter(|_| game.post_count > 0).unwrap_or(0.0);
        let moved = (options.count as f64 * share.clamp(0.0, 1.0)).round() as usize;
        Generator {
            game,
            options,
            threads,
            missing: [options.count - moved, moved],
            keys: FxHashSet::default(),
            candidates: Vec::new(),
            openings: Vec::new(),
            stats: GenerateStats::default(),
        }
    }

    fn run(
        mut self,
        progress: &mut dyn FnMut(&GenerateStats),
    ) -> Result<GeneratedBook, GenerateError> {
        let mut last = self.stats;
        while self.missing != [0, 0] {
            self.gather();
            self.judge()?;
            self.stats.found = self.openings.len();
            progress(&self.stats);
            if self.stats.found > last.found {
                last = self.stats;
            }
            let failures =
                (self.stats.candidates - last.candidates, self.stats.unbalanced - last.unbalanced);
            if failures.0 >= MAX_FAILURES.0 || failures.1 >= MAX_FAILURES.1 {
                return Err(GenerateError::Exhausted {
                    requested: self.options.count,
                    stats: self.stats,
                    has_platforms: self.game.post_count > 0,
                });
            }
        }
        Ok(GeneratedBook { openings: self.openings, stats: self.stats })
    }

    /// Creates the next batch and keeps the candidates that are new and needed.
    fn gather(&mut self) {
        let missing: usize = self.missing.iter().sum();
        let first = self.stats.candidates;
        let count = (2 * missing).clamp(BATCH.0, BATCH.1);
        let (game, options) = (self.game, self.options);
        // Start with uniform random moves. Prefer platform moves once only such openings are
        // missing.
        let policy =
            if self.missing[0] == 0 { MovePolicy::PreferPlatform } else { MovePolicy::Uniform };
        let boards = parallel::map_on(&self.threads, count, |number| {
            candidate::<B>(game, options, policy, first + number as u64)
        });
        self.stats.candidates += count as u64;
        for board in boards {
            let Some(board) = board else {
                self.stats.in_check_or_over += 1;
                continue;
            };
            let platform_moved = has_moved_platform(&board);
            if !self.keys.insert(board.key()) {
                self.stats.duplicates += 1;
            } else if self.missing[usize::from(platform_moved)] == 0 {
                self.stats.surplus += 1;
            } else {
                self.candidates.push(Candidate { board, platform_moved });
            }
        }
    }

    /// Scores the candidates and keeps the balanced ones.
    fn judge(&mut self) -> Result<(), OutOfMemory> {
        let candidates = std::mem::take(&mut self.candidates);
        let score = |number: usize| score(&candidates[number].board, self.options);
        let scores = parallel::map_on(&self.threads, candidates.len(), score);
        for (Candidate { board, platform_moved }, score) in candidates.into_iter().zip(scores) {
            let score = score?;
            let missing = &mut self.missing[usize::from(platform_moved)];
            if score.abs() > self.options.max_score {
                self.stats.unbalanced += 1;
            } else if *missing == 0 {
                self.stats.surplus += 1;
            } else {
                *missing -= 1;
                self.openings.push(Opening { fen: board.to_fen(), score, platform_moved });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::openings::{JudgeLimit, OpeningBook};

    fn quick_options(count: usize, seed: u64) -> BookOptions {
        BookOptions { judge_limit: JudgeLimit::Nodes(200), ..BookOptions::new(count, seed) }
    }

    fn run(variant: Variant, options: &BookOptions, threads: usize) -> GeneratedBook {
        generate(variant, options, threads, &mut |_| {}).expect("a book")
    }

    #[test]
    fn book_is_independent_of_thread_count() {
        for variant in Variant::ALL {
            let single_threaded = run(variant, &quick_options(6, 3), 1);
            assert_eq!(single_threaded, run(variant, &quick_options(6, 3), 3), "{variant}");
            assert_ne!(
                single_threaded.openings,
                run(variant, &quick_options(6, 4), 1).openings,
                "{variant}"
            );
        }
    }

    #[test]
    fn openings_match_the_options() {
        for variant in Variant::ALL {
            let options =
                BookOptions { platform_share: Some(0.3), max_score: 120, ..quick_options(10, 5) };
            let GeneratedBook { openings, stats } = run(variant, &options, 2);
            let lines: Vec<&str> = openings.iter().map(|opening| opening.fen.as_str()).collect();
            let book = OpeningBook::parse(variant, &lines.join("\n")).expect("a valid book");
            assert_eq!(book.openings(), lines, "{variant}: canonical, without duplicates");
            assert!(openings.iter().all(|opening| opening.score.abs() <= 120));
            let has_platforms = !crate::game::new_game(variant).platforms().is_empty();
            let moved = openings.iter().filter(|opening| opening.platform_moved).count();
            assert_eq!(moved, if has_platforms { 3 } else { 0 }, "{variant}");
            assert_eq!(stats.found, 10);
            let rejected =
                stats.in_check_or_over + stats.duplicates + stats.surplus + stats.unbalanced;
            assert_eq!(stats.candidates, rejected + 10);
        }
    }

    #[test]
    fn unsatisfiable_options_return_exhausted() {
        let plies = "1".parse().expect("a range");
        let options = BookOptions { plies, ..quick_options(21, 1) };
        let error = generate(Variant::Chess, &options, 2, &mut |_| {}).expect_err("20 moves");
        let GenerateError::Exhausted { requested: 21, stats, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(stats.found, 20);
        let text = error.to_string();
        assert!(text.starts_with("requested 21 openings, but found 20 "), "{text}");
        assert!(text.ends_with("; try other plies or a higher maximum score"), "{text}");
        let error = GenerateError::Exhausted { requested: 2, stats: *stats, has_platforms: true };
        let advice = "; try other plies, a higher maximum score or another platform share";
        assert!(error.to_string().ends_with(advice), "{error}");
    }

    #[test]
    fn zero_count_returns_empty_book() {
        assert_eq!(run(Variant::Chess, &quick_options(0, 1), 1).openings, []);
    }
}
