//! How a book of openings is made: candidates in the order of their numbers, until there are
//! enough of each kind.
//!
//! Threads judge candidates side by side, but what becomes of one depends only on its number and
//! on the candidates before it, so the book is the same for any number of threads. What can go
//! wrong: a recipe that asks for more than there is (hundreds of openings after one ply, a band of
//! nothing) would search without end; it gives up after a long run without success.

use super::candidate::{Bent, has_moved_platform, score, wander};
use super::recipe::Recipe;
use crate::eval::Evaluate;
use crate::rules::Text;
use crate::rules::registry::{Variant, Visitor};
use crate::table::OutOfMemory;
use crate::threads::{NoThreads, STACK_SIZE};
use fxhash::FxHashSet;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;

/// Candidates are judged in batches of two for each opening that is missing, but of no fewer and
/// no more than these: enough to keep threads busy, and little wasted at the end.
const BATCH: (usize, usize) = (16, 256);

/// So many candidates in a row without an opening among them are the end: cheap ones, and such as
/// had to be searched.
const PATIENCE: (u64, u64) = (200_000, 2_000);

/// An opening that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The canonical position string.
    pub position: String,
    /// Centipawns from White's point of view, by the search that judged it.
    pub score: i32,
    /// Does a platform stand elsewhere than at the start?
    pub platform_moved: bool,
}

/// What became of the candidates so far; those not counted here were not needed any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// How many there were.
    pub candidates: u64,
    /// In check, or the game was over.
    pub unfit: u64,
    /// The position had come up before.
    pub known: u64,
    /// Enough of those with (or without) a platform moved were there.
    pub surplus: u64,
    /// The search found one side too far ahead.
    pub uneven: u64,
    /// Openings found.
    pub found: usize,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count { candidates, unfit, known, surplus, uneven, found } = self;
        write!(
            f,
            "{found} were found among {candidates} candidates ({unfit} in check or over, {known} \
             seen before, {uneven} too uneven, {surplus} of a kind that was not needed)"
        )
    }
}

/// The openings of a recipe, and what it took to find them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// As many as the recipe asks for, by the number of the candidate.
    pub openings: Vec<Opening>,
    /// What became of the candidates.
    pub count: Count,
}

/// Why there is no book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// The recipe asks for more than there is.
    #[error(
        "gave up, for {wanted} openings are wanted but {count}; try other plies, a wider band or \
         another share of platforms"
    )]
    Exhausted {
        /// How many were asked for.
        wanted: usize,
        /// What became of the candidates.
        count: Count,
    },
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] NoThreads),
    /// A search had no memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// Makes the openings of this recipe on so many threads, and tells after every batch what became
/// of the candidates so far.
pub fn generate(
    variant: Variant,
    recipe: &Recipe,
    threads: usize,
    progress: &mut dyn FnMut(&Count),
) -> Result<Generated, GenerateError> {
    struct Generate<'a>(&'a Recipe, ThreadPool, &'a mut dyn FnMut(&Count));
    impl Visitor for Generate<'_> {
        type Output = Result<Generated, GenerateError>;

        fn visit<B: Text + Evaluate>(self) -> Self::Output {
            Generator::<B>::new(self.0, self.1).run(self.2)
        }
    }
    let count = threads.max(1);
    let threads = ThreadPoolBuilder::new()
        .num_threads(count)
        .stack_size(STACK_SIZE)
        .thread_name(|index| format!("openings {index}"))
        .build()
        .map_err(|error| NoThreads { count, cause: error.to_string() })?;
    variant.visit(Generate(recipe, threads, progress))
}

/// A candidate that is worth a search.
struct Candidate<B> {
    board: B,
    platform_moved: bool,
}

/// The work at hand.
struct Generator<'a, B> {
    recipe: &'a Recipe,
    threads: ThreadPool,
    /// How many openings are missing with the platforms at home, and with one moved.
    missing: [usize; 2],
    /// The keys of all positions that came up.
    keys: FxHashSet<u64>,
    candidates: Vec<Candidate<B>>,
    openings: Vec<Opening>,
    count: Count,
}

impl<'a, B: Text + Evaluate> Generator<'a, B> {
    fn new(recipe: &'a Recipe, threads: ThreadPool) -> Self {
        let moved = match B::POSTS {
            0 => 0,
            _ => (recipe.count as f64 * recipe.platforms.clamp(0.0, 1.0)).round() as usize,
        };
        Generator {
            recipe,
            threads,
            missing: [recipe.count - moved, moved],
            keys: FxHashSet::default(),
            candidates: Vec::new(),
            openings: Vec::new(),
            count: Count::default(),
        }
    }

    fn run(mut self, progress: &mut dyn FnMut(&Count)) -> Result<Generated, GenerateError> {
        let mut last = self.count;
        while self.missing != [0, 0] {
            self.gather();
            self.judge()?;
            self.count.found = self.openings.len();
            progress(&self.count);
            if self.count.found > last.found {
                last = self.count;
            }
            let in_vain =
                (self.count.candidates - last.candidates, self.count.uneven - last.uneven);
            if in_vain.0 >= PATIENCE.0 || in_vain.1 >= PATIENCE.1 {
                let wanted = self.recipe.count;
                return Err(GenerateError::Exhausted { wanted, count: self.count });
            }
        }
        Ok(Generated { openings: self.openings, count: self.count })
    }

    /// The candidates of the next batch that are new and needed.
    fn gather(&mut self) {
        let missing: usize = self.missing.iter().sum();
        let first = self.count.candidates;
        let end = first + (2 * missing).clamp(BATCH.0, BATCH.1) as u64;
        let recipe = self.recipe;
        // Chance comes first; it is helped where it has left nothing but flights to be found.
        let bent = if self.missing[0] == 0 { Bent::Flight } else { Bent::Aimless };
        let boards: Vec<Option<B>> = self
            .threads
            .install(|| (first..end).into_par_iter().map(|n| wander(recipe, bent, n)).collect());
        self.count.candidates = end;
        for board in boards {
            let Some(board) = board else {
                self.count.unfit += 1;
                continue;
            };
            let platform_moved = has_moved_platform(&board);
            if !self.keys.insert(board.key()) {
                self.count.known += 1;
            } else if self.missing[usize::from(platform_moved)] == 0 {
                self.count.surplus += 1;
            } else {
                self.candidates.push(Candidate { board, platform_moved });
            }
        }
    }

    /// Searches the candidates, and takes those that are even.
    fn judge(&mut self) -> Result<(), OutOfMemory> {
        let candidates = std::mem::take(&mut self.candidates);
        let score = |candidate: &Candidate<B>| score(&candidate.board, self.recipe);
        let scores: Vec<i32> = self.threads.install(|| {
            candidates.par_iter().with_max_len(1).map(score).collect::<Result<_, _>>()
        })?;
        for (Candidate { board, platform_moved }, score) in candidates.into_iter().zip(scores) {
            let missing = &mut self.missing[usize::from(platform_moved)];
            if score.abs() > self.recipe.band {
                self.count.uneven += 1;
            } else if *missing == 0 {
                self.count.surplus += 1;
            } else {
                *missing -= 1;
                self.openings.push(Opening { position: board.write(), score, platform_moved });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::openings::{Book, Effort};

    fn quick(count: usize, seed: u64) -> Recipe {
        Recipe { effort: Effort::Nodes(200), ..Recipe::new(count, seed) }
    }

    fn run(variant: Variant, recipe: &Recipe, threads: usize) -> Generated {
        generate(variant, recipe, threads, &mut |_| {}).expect("a book")
    }

    #[test]
    fn the_book_does_not_depend_on_the_threads() {
        for variant in Variant::ALL {
            let alone = run(variant, &quick(6, 3), 1);
            assert_eq!(alone, run(variant, &quick(6, 3), 3), "{variant}");
            assert_ne!(alone.openings, run(variant, &quick(6, 4), 1).openings, "{variant}");
        }
    }

    #[test]
    fn openings_are_as_the_recipe_says() {
        for variant in Variant::ALL {
            let recipe = Recipe { platforms: 0.3, band: 120, ..quick(10, 5) };
            let Generated { openings, count } = run(variant, &recipe, 2);
            let lines: Vec<&str> = openings.iter().map(|found| found.position.as_str()).collect();
            let book = Book::read(variant, &lines.join("\n")).expect("a good book");
            assert_eq!(book.openings(), lines, "{variant}: canonical, and none twice");
            assert!(openings.iter().all(|found| found.score.abs() <= 120));
            let has_platforms = !crate::game::new_game(variant).platforms().is_empty();
            let moved = openings.iter().filter(|found| found.platform_moved).count();
            assert_eq!(moved, if has_platforms { 3 } else { 0 }, "{variant}");
            let Count { candidates, unfit, known, surplus, uneven, found } = count;
            assert_eq!(found, 10);
            assert_eq!(candidates, unfit + known + surplus + uneven + 10);
        }
    }

    #[test]
    fn a_recipe_that_asks_for_too_much_ends() {
        let plies = "1".parse().expect("a range");
        let recipe = Recipe { plies, ..quick(21, 1) };
        let error = generate(Variant::Chess, &recipe, 2, &mut |_| {}).expect_err("20 moves");
        let GenerateError::Exhausted { wanted: 21, count } = &error else { panic!("{error}") };
        assert_eq!(count.found, 20);
        assert!(error.to_string().contains("21 openings are wanted but 20 were found"), "{error}");
    }

    #[test]
    fn nothing_is_made_of_nothing() {
        assert_eq!(run(Variant::Chess, &quick(0, 1), 1).openings, []);
    }
}
