//! How a book of openings is made: candidates in the order of their numbers, until there are
//! enough of each kind.
//!
//! Threads judge candidates side by side, but what becomes of one depends only on its number and
//! on the candidates before it, so the book is the same for any number of threads. What can go
//! wrong: a recipe that asks for more than there is (hundreds of openings after one ply, a band of
//! nothing) would search without end; it gives up after a long run without success.

use super::book_options::BookOptions;
use super::candidate::{MovePolicy, has_moved_platform, random_walk, score};
use crate::registry::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::search::table::OutOfMemory;
use crate::search::threads::{STACK_SIZE, ThreadSpawnError};
use fxhash::FxHashSet;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;

/// Candidates are judged in batches of two for each opening that is missing, but of no fewer and
/// no more than these: enough to keep threads busy, and little wasted at the end.
const BATCH: (usize, usize) = (16, 256);

/// So many candidates in a row without an opening among them are the end: cheap ones, and such as
/// had to be searched.
const MAX_FAILURES: (u64, u64) = (200_000, 2_000);

/// An opening that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The canonical position string.
    pub fen: String,
    /// Centipawns from White's point of view, by the search that judged it.
    pub score: i32,
    /// Does a platform stand elsewhere than at the start?
    pub platform_moved: bool,
}

/// What became of the candidates so far; those not counted here were not needed any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GenerateStats {
    /// How many there were.
    pub candidates: u64,
    /// In check, or the game was over.
    pub in_check_or_over: u64,
    /// The position had come up before.
    pub duplicates: u64,
    /// Enough of those with (or without) a platform moved were there.
    pub surplus: u64,
    /// The search found one side too far ahead.
    pub unbalanced: u64,
    /// Openings found.
    pub found: usize,
}

impl fmt::Display for GenerateStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GenerateStats {
            candidates,
            in_check_or_over: unfit,
            duplicates: known,
            surplus,
            unbalanced: uneven,
            found,
        } = self;
        write!(
            f,
            "{found} were found among {candidates} candidates ({unfit} in check or over, {known} \
             seen before, {uneven} too uneven, {surplus} of a kind that was not needed)"
        )
    }
}

/// The openings of a recipe, and what it took to find them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedBook {
    /// As many as the recipe asks for, by the number of the candidate.
    pub openings: Vec<Opening>,
    /// What became of the candidates.
    pub stats: GenerateStats,
}

/// Why there is no book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The recipe asks for more than there is.
    #[error(
        "gave up, for {requested} openings were requested, but {stats}; try other plies, a wider band or \
         another share of platforms"
    )]
    Exhausted {
        /// How many were asked for.
        requested: usize,
        /// What became of the candidates.
        stats: GenerateStats,
    },
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadSpawnError),
    /// A search had no memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// Makes the openings of this recipe on so many threads, and tells after every batch what became
/// of the candidates so far.
pub fn generate(
    variant: Variant,
    recipe: &BookOptions,
    threads: usize,
    progress: &mut dyn FnMut(&GenerateStats),
) -> Result<GeneratedBook, GenerateError> {
    struct Generate<'a>(&'a BookOptions, ThreadPool, &'a mut dyn FnMut(&GenerateStats));
    impl Visitor for Generate<'_> {
        type Output = Result<GeneratedBook, GenerateError>;

        fn visit<B: RuleSet>(self) -> Self::Output {
            Generator::<B>::new(self.0, self.1).run(self.2)
        }
    }
    let count = threads.max(1);
    let threads = ThreadPoolBuilder::new()
        .num_threads(count)
        .stack_size(STACK_SIZE)
        .thread_name(|index| format!("openings {index}"))
        .build()
        .map_err(|error| ThreadSpawnError { count, cause: error.to_string() })?;
    variant.visit(Generate(recipe, threads, progress))
}

/// A candidate that is worth a search.
struct Candidate<B> {
    board: B,
    platform_moved: bool,
}

/// The work at hand.
struct Generator<'a, B> {
    options: &'a BookOptions,
    threads: ThreadPool,
    /// How many openings are missing with the platforms at home, and with one moved.
    missing: [usize; 2],
    /// The keys of all positions that came up.
    keys: FxHashSet<u64>,
    candidates: Vec<Candidate<B>>,
    openings: Vec<Opening>,
    stats: GenerateStats,
}

impl<'a, B: RuleSet> Generator<'a, B> {
    fn new(options: &'a BookOptions, threads: ThreadPool) -> Self {
        let moved = match B::POSTS {
            0 => 0,
            _ => (options.count as f64 * options.platform_share.clamp(0.0, 1.0)).round() as usize,
        };
        Generator {
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
            let in_vain =
                (self.stats.candidates - last.candidates, self.stats.unbalanced - last.unbalanced);
            if in_vain.0 >= MAX_FAILURES.0 || in_vain.1 >= MAX_FAILURES.1 {
                let wanted = self.options.count;
                return Err(GenerateError::Exhausted { requested: wanted, stats: self.stats });
            }
        }
        Ok(GeneratedBook { openings: self.openings, stats: self.stats })
    }

    /// The candidates of the next batch that are new and needed.
    fn gather(&mut self) {
        let missing: usize = self.missing.iter().sum();
        let first = self.stats.candidates;
        let end = first + (2 * missing).clamp(BATCH.0, BATCH.1) as u64;
        let recipe = self.options;
        // Chance comes first; it is helped where it has left nothing but flights to be found.
        let bent =
            if self.missing[0] == 0 { MovePolicy::PreferPlatform } else { MovePolicy::Uniform };
        let boards: Vec<Option<B>> = self.threads.install(|| {
            (first..end).into_par_iter().map(|n| random_walk(recipe, bent, n)).collect()
        });
        self.stats.candidates = end;
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

    /// Searches the candidates, and takes those that are even.
    fn judge(&mut self) -> Result<(), OutOfMemory> {
        let candidates = std::mem::take(&mut self.candidates);
        let score = |candidate: &Candidate<B>| score(&candidate.board, self.options);
        let scores: Vec<i32> = self.threads.install(|| {
            candidates.par_iter().with_max_len(1).map(score).collect::<Result<_, _>>()
        })?;
        for (Candidate { board, platform_moved }, score) in candidates.into_iter().zip(scores) {
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

    fn run(variant: Variant, recipe: &BookOptions, threads: usize) -> GeneratedBook {
        generate(variant, recipe, threads, &mut |_| {}).expect("a book")
    }

    #[test]
    fn book_is_independent_of_thread_count() {
        for variant in Variant::ALL {
            let alone = run(variant, &quick_options(6, 3), 1);
            assert_eq!(alone, run(variant, &quick_options(6, 3), 3), "{variant}");
            assert_ne!(alone.openings, run(variant, &quick_options(6, 4), 1).openings, "{variant}");
        }
    }

    #[test]
    fn openings_match_the_options() {
        for variant in Variant::ALL {
            let recipe =
                BookOptions { platform_share: 0.3, max_score: 120, ..quick_options(10, 5) };
            let GeneratedBook { openings, stats: count } = run(variant, &recipe, 2);
            let lines: Vec<&str> = openings.iter().map(|found| found.fen.as_str()).collect();
            let book = OpeningBook::parse(variant, &lines.join("\n")).expect("a good book");
            assert_eq!(book.openings(), lines, "{variant}: canonical, and none twice");
            assert!(openings.iter().all(|found| found.score.abs() <= 120));
            let has_platforms = !crate::game::new_game(variant).platforms().is_empty();
            let moved = openings.iter().filter(|found| found.platform_moved).count();
            assert_eq!(moved, if has_platforms { 3 } else { 0 }, "{variant}");
            let GenerateStats {
                candidates,
                in_check_or_over: unfit,
                duplicates: known,
                surplus,
                unbalanced: uneven,
                found,
            } = count;
            assert_eq!(found, 10);
            assert_eq!(candidates, unfit + known + surplus + uneven + 10);
        }
    }

    #[test]
    fn unsatisfiable_options_return_exhausted() {
        let plies = "1".parse().expect("a range");
        let recipe = BookOptions { plies, ..quick_options(21, 1) };
        let error = generate(Variant::Chess, &recipe, 2, &mut |_| {}).expect_err("20 moves");
        let GenerateError::Exhausted { requested: 21, stats: count } = &error else {
            panic!("{error}")
        };
        assert_eq!(count.found, 20);
        assert!(error.to_string().contains("21 openings are wanted but 20 were found"), "{error}");
    }

    #[test]
    fn zero_count_returns_empty_book() {
        assert_eq!(run(Variant::Chess, &quick_options(0, 1), 1).openings, []);
    }
}
