//! Mates in one to four that the engine must find.
//!
//! The files `tests/mates/NAME.mates` hold positions and their distance to mate in moves. The
//! positions come from games of the engine and random movers. A full-width solver, which shares no
//! code with the search, proves each distance in every run. The comment `# counts: 40 60 60 40`
//! states how many mates in one, two, … the file holds: fewer mates in four where a king has up to
//! 26 neighboring cells, since they take long to prove.
//!
//! To add a file, write its `# counts:`. The command
//! `cargo test --release -- --ignored --nocapture generate_mates` prints the positions that it
//! lacks.

mod engine_solves;
mod generate;
mod solver;

use crate::reference::Game;
use crate::reference::board::Board;
use crate::support::board::parse_fen;
use solver::Solver;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use triskelion::rules::BuiltIn;

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
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
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

/// The file has the expected number of mates of each distance, and no position twice.
fn check_file_counts<B: BuiltIn>() {
    let mut counts = BTreeMap::new();
    let mut fens = BTreeSet::new();
    for Mate { distance, fen } in read_mates(B::game_info().name) {
        *counts.entry(distance).or_insert(0) += 1;
        assert!(fens.insert(fen.clone()), "{fen} is listed twice");
    }
    assert_eq!(counts, expected_counts(B::game_info().name));
}

/// The solver confirms each distance.
fn check_solver_distances<B: BuiltIn>() {
    for Mate { distance, fen } in read_mates(B::game_info().name) {
        let proved = Solver::new(u64::MAX).distance(&parse_fen::<B>(&fen), distance);
        assert_eq!(proved, Some(Some(distance)), "{fen}");
    }
}

/// Returns whether the side to move has lost by the reference generator: it is mated, or it has a
/// bare king where that loses.
fn is_lost(game: &Game, board: &Board) -> bool {
    if (game.is_over)(board) {
        return board.pieces_of(board.side_to_move).count()
            < board.pieces_of(board.side_to_move.other()).count();
    }
    game.in_check(board, board.side_to_move) && game.legal_moves(board).is_empty()
}

/// Returns whether the side to move wins in at most `moves` moves by the reference generator.
fn can_win(game: &Game, board: &Board, moves: u32) -> bool {
    let mut children = game.legal_moves(board);
    children.sort_by_key(|(_, child)| !game.in_check(child, child.side_to_move));
    children.iter().any(|(_, child)| {
        is_lost(game, child)
            || moves > 1 && {
                let replies = game.legal_moves(child);
                !replies.is_empty()
                    && replies.iter().all(|(_, reply)| can_win(game, reply, moves - 1))
            }
    })
}

/// The reference generator, which shares no code with the engine, confirms mates in one and two.
fn check_reference_distances<B: BuiltIn>() {
    let game = Game::from_name(B::game_info().name);
    let short = read_mates(B::game_info().name).into_iter().filter(|mate| mate.distance <= 2);
    for Mate { distance, fen } in short {
        let board = (game.from_fen)(&fen);
        assert!(can_win(&game, &board, distance), "{fen}");
        assert!(distance == 1 || !can_win(&game, &board, distance - 1), "{fen}");
    }
}

macro_rules! mate_tests {
    ($rules:ident: $board:ty) => {
        mod $rules {
            use super::*;

            #[test]
            fn file_has_expected_counts() {
                check_file_counts::<$board>();
            }

            #[test]
            fn solver_confirms_distances() {
                check_solver_distances::<$board>();
            }

            #[test]
            fn reference_confirms_short_mates() {
                check_reference_distances::<$board>();
            }

            #[test]
            fn one_thread_finds_mates_in_a_million_nodes() {
                engine_solves::solves_in_a_million_nodes::<$board>();
            }

            #[test]
            fn one_thread_finds_requested_mates() {
                engine_solves::solves_go_mate::<$board>(1);
            }

            #[test]
            fn three_threads_find_requested_mates() {
                engine_solves::solves_go_mate::<$board>(3);
            }

            #[test]
            #[ignore = "prints what the file lacks; takes minutes"]
            fn generate_mates() {
                generate::print_missing_mates::<$board>();
            }
        }
    };
}

for_every_rule_set!(mate_tests);
