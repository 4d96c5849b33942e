//! Mates in one to four that the engine must find.
//!
//! The files `tests/mates/NAME.mates` hold positions and their distance to mate in moves. The
//! positions come from games of the engine and random movers. A full-width solver, which shares no
//! code with the search, proves each distance in every run. The comment `# counts: 40 60 60 40`
//! states how many mates in one, two, … the file holds: fewer mates in four where a king has up to
//! 26 neighboring cells, since they take long to prove.
//!
//! Every game of `games/` needs a file. To add one, write its `# counts:`. The command
//! `cargo test --release -- --ignored --nocapture generate_mates` prints the positions that it
//! lacks, each after the name of the rule set.

mod engine_solves;
mod generate;
mod solver;

use crate::reference::{HasReference, Reference};
use crate::support::board::parse;
use crate::support::game_files;
use solver::Solver;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use triskelion::profiles::RuleSet;
use triskelion::rules::GameInfo;

/// A position with a forced mate.
struct Mate {
    /// The distance to mate, in moves of the mating side.
    distance: u32,
    fen: String,
}

/// Returns the text of a rule set's file.
fn read_file(name: &str) -> String {
    let file = format!("tests/mates/{name}.mates");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{path:?}: {error}; every game needs one, see tests/mates/mod.rs")
    })
}

/// Returns how many mates of each distance the file states to hold.
fn expected_counts(name: &str) -> BTreeMap<u32, usize> {
    let text = read_file(name);
    let counts = text.lines().find_map(|line| line.strip_prefix("# counts: "));
    let counts = counts.unwrap_or_else(|| panic!("{name}.mates has no line `# counts: …`"));
    let counts = counts.split(' ').map(|count| count.parse().expect("a number"));
    (1..).zip(counts).collect()
}

/// Reads the mates of a rule set.
fn read_mates(name: &str) -> Vec<Mate> {
    read_file(name)
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (distance, fen) = line.split_once(' ').expect("a distance and a FEN");
            let distance = distance.parse().expect("a number");
            Mate { distance, fen: fen.to_owned() }
        })
        .collect()
}

/// Reads every `step`-th mate of a rule set. Of a game from a file, of which there are many, only a
/// third of these.
fn sample_mates(game: &GameInfo, step: usize) -> Vec<Mate> {
    let step = if game.is_from_file() { 3 * step } else { step };
    read_mates(game.name).into_iter().step_by(step).collect()
}

/// The file has the expected number of mates of each distance, and no position twice.
fn check_file_counts<B: RuleSet>(game: &'static GameInfo) {
    let mut counts = BTreeMap::new();
    let mut fens = BTreeSet::new();
    for Mate { distance, fen } in read_mates(game.name) {
        *counts.entry(distance).or_insert(0) += 1;
        assert!(fens.insert(parse::<B>(game, &fen).to_fen()), "{fen} is listed twice");
    }
    assert_eq!(counts, expected_counts(game.name));
}

/// The solver confirms each distance.
fn check_solver_distances<B: RuleSet>(game: &'static GameInfo) {
    for Mate { distance, fen } in read_mates(game.name) {
        let proved = Solver::new(u64::MAX).distance(&parse::<B>(game, &fen), distance);
        assert_eq!(proved, Some(Some(distance)), "{fen}");
    }
}

/// Returns whether the side to move wins in at most `moves` moves by the reference generator.
fn can_win<R: Reference>(game: &R, position: &R::Position, moves: u32) -> bool {
    let mut children = game.children(position);
    children.sort_by_cached_key(|(_, child)| !game.is_check(child));
    children.iter().any(|(_, child)| {
        game.has_lost(child)
            || moves > 1 && {
                let replies = game.children(child);
                !replies.is_empty()
                    && replies.iter().all(|(_, reply)| can_win(game, reply, moves - 1))
            }
    })
}

/// The reference generator, which shares no code with the engine, confirms mates in one and two.
fn check_reference_distances<B: HasReference>(game: &'static GameInfo) {
    let reference = B::reference(game);
    let short = sample_mates(game, 1).into_iter().filter(|mate| mate.distance <= 2);
    for Mate { distance, fen } in short {
        let position = reference.parse(&fen);
        assert!(can_win(&reference, &position, distance), "{fen}");
        assert!(distance == 1 || !can_win(&reference, &position, distance - 1), "{fen}");
    }
}

macro_rules! mate_tests {
    ($rules:ident: $($board:tt)*) => {
        mod $rules {
            use super::*;

            #[test]
            fn file_has_expected_counts() {
                check!(($($board)*) check_file_counts());
            }

            #[test]
            fn solver_confirms_distances() {
                check!(($($board)*) check_solver_distances());
            }

            #[test]
            fn reference_confirms_short_mates() {
                check!(($($board)*) check_reference_distances());
            }

            #[test]
            fn one_thread_finds_mates_in_a_million_nodes() {
                check!(($($board)*) engine_solves::solves_in_a_million_nodes());
            }

            #[test]
            fn one_thread_finds_requested_mates() {
                check!(($($board)*) engine_solves::solves_go_mate(1));
            }

            #[test]
            fn three_threads_find_requested_mates() {
                check!(($($board)*) engine_solves::solves_go_mate(3));
            }

            #[test]
            #[ignore = "prints what the file lacks; takes minutes"]
            fn generate_mates() {
                check!(($($board)*) generate::print_missing_mates());
            }
        }
    };
}

for_every_rule_set!(mate_tests);
mate_tests! { from_files: files in game_files::in_folder() }
