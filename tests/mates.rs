//! Mates in one to four that the engine must find: as many for each game as [`finder::wanted`] says.
//!
//! The positions, in `tests/mates/NAME.mates` with their distance in moves, come from games of the
//! engine and random movers; a full-width solver, which shares nothing with the search, has proved
//! the distance of each and does so anew in every run.
//! `cargo test --release -- --ignored --nocapture look_for_mates` finds positions for the files.

mod engine_finds;
mod finder;
mod solver;

use crate::engine::board;
use crate::reference::Game;
use crate::reference::board::Board;
use solver::Solver;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use triskelion::rules::Text;

/// A mate on file.
struct Mate {
    /// The moves of the mating side.
    distance: u32,
    /// The position string.
    position: String,
}

/// The mates on file.
fn mates(name: &str) -> Vec<Mate> {
    let file = format!("tests/mates/{name}.mates");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (distance, position) = line.split_once(' ').expect("a distance and a position");
            let distance = distance.parse().expect("a number");
            Mate { distance, position: position.to_owned() }
        })
        .collect()
}

/// There are as many as there should be, and none twice.
fn the_file_is_full<B: Text>() {
    let mut counts = BTreeMap::new();
    let mut positions = Vec::new();
    for Mate { distance, position } in mates(B::NAME) {
        *counts.entry(distance).or_insert(0) += 1;
        assert!(!positions.contains(&position), "{position} stands there twice");
        positions.push(position);
    }
    assert_eq!(counts, finder::wanted(B::NAME));
}

/// The file says what the solver says.
fn the_solver_agrees<B: Text>() {
    for Mate { distance, position } in mates(B::NAME) {
        let proved = Solver::new(u64::MAX).distance(&board::<B>(&position), distance);
        assert_eq!(proved, Some(Some(distance)), "{position}");
    }
}

/// Has the side to move lost, by the slow generator: mated, or left with its king alone where that
/// loses?
fn is_lost(game: &Game, board: &Board) -> bool {
    if (game.over)(board) {
        return board.of(board.side).count() < board.of(board.side.other()).count();
    }
    game.in_check(board, board.side) && game.legal(board).is_empty()
}

/// Can the side to move win in so many moves, by the slow generator?
fn wins(game: &Game, board: &Board, moves: u32) -> bool {
    let mut children = game.legal(board);
    children.sort_by_key(|(_, child)| !game.in_check(child, child.side));
    children.iter().any(|(_, child)| {
        is_lost(game, child)
            || moves > 1 && {
                let replies = game.legal(child);
                !replies.is_empty() && replies.iter().all(|(_, reply)| wins(game, reply, moves - 1))
            }
    })
}

/// The slow generator, which shares nothing with the engine, says the same of ones and twos.
fn the_slow_generator_agrees<B: Text>() {
    let game = Game::named(B::NAME);
    let short = mates(B::NAME).into_iter().filter(|mate| mate.distance <= 2);
    for Mate { distance, position } in short {
        let board = (game.read)(&position);
        assert!(wins(&game, &board, distance), "{position}");
        assert!(distance == 1 || !wins(&game, &board, distance - 1), "{position}");
    }
}

macro_rules! mates {
    ($rules:ident: $board:ty) => {
        mod $rules {
            use super::*;

            #[test]
            fn the_file_is_as_full_as_it_should_be() {
                the_file_is_full::<$board>();
            }

            #[test]
            fn the_solver_agrees_with_the_file() {
                the_solver_agrees::<$board>();
            }

            #[test]
            fn the_slow_generator_agrees_with_the_file() {
                the_slow_generator_agrees::<$board>();
            }

            #[test]
            fn one_thread_finds_mates_in_a_million_nodes() {
                engine_finds::in_a_million_nodes::<$board>();
            }

            #[test]
            fn one_thread_finds_mates_asked_for() {
                engine_finds::when_asked_for::<$board>(1);
            }

            #[test]
            fn three_threads_find_mates_asked_for() {
                engine_finds::when_asked_for::<$board>(3);
            }

            #[test]
            #[ignore = "prints what the file lacks; takes minutes"]
            fn look_for_mates() {
                finder::look::<$board>();
            }
        }
    };
}

for_every_rule_set!(mates);
