//! A small full-width mate solver, and mates in one to four that the engine must find.
//!
//! The positions, in `tests/mates/NAME.mates` with their distance in moves, come from games of
//! random movers and the engine; the solver, which shares nothing with the search, has found the
//! distance of each. `cargo test --release -- --ignored --nocapture look_for_mates` prints more.

use crate::engine::{board, legal};
use crate::players::{EnginePlayer, Player, RandomMover};
use crate::reference::Game;
use crate::reference::board::Board;
use crate::search::{Thinker, best_line};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;
use triskelion::engine::{Limits, Score};
use triskelion::eval::Evaluate;
use triskelion::position::Position;
use triskelion::rules::Text;
use triskelion::rules::registry::Variant;

/// The solver: what it has found out, and how much it may still look at.
struct Solver {
    known: HashMap<(u64, u32), bool>,
    boards_left: u64,
}

impl Solver {
    fn new(boards: u64) -> Solver {
        Solver { known: HashMap::new(), boards_left: boards }
    }

    /// Can the side to move mate, or win by a rule of its own of the game, in so many moves or
    /// fewer, whatever the other side does? Repetition and the fifty-move rule apart. `None` if it
    /// is too much to look at.
    fn mates<B: Text>(&mut self, board: &B, moves: u32) -> Option<bool> {
        if let Some(&known) = self.known.get(&(board.key(), moves)) {
            return Some(known);
        }
        let mut children: Vec<B> = legal(board).iter().map(|&mv| board.make(mv, &mut ())).collect();
        self.boards_left = self.boards_left.checked_sub(children.len() as u64)?;
        let decides = |child: &B| child.in_check() || child.dead().is_some();
        children.retain(|child| moves > 1 || decides(child));
        children.sort_by_key(|child| !decides(child));
        let mut found = false;
        for child in children {
            if self.is_mated(&child, moves - 1)? {
                found = true;
                break;
            }
        }
        self.known.insert((board.key(), moves), found);
        Some(found)
    }

    /// Has the side to move lost, or is it mated in so many moves of the other side or fewer?
    fn is_mated<B: Text>(&mut self, board: &B, moves: u32) -> Option<bool> {
        if let Some(ending) = board.dead() {
            return Some(ending.winner == Some(board.side().other()));
        }
        let replies = legal(board);
        if replies.is_empty() {
            return Some(board.in_check());
        }
        if moves == 0 {
            return Some(false);
        }
        for reply in replies {
            if !self.mates(&board.make(reply, &mut ()), moves)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The distance to mate in moves, if it is at most `most`.
    fn distance<B: Text>(&mut self, board: &B, most: u32) -> Option<u32> {
        for moves in 1..=most {
            if self.mates(board, moves)? {
                return Some(moves);
            }
        }
        None
    }
}

/// Distance and position string of each mate on file.
fn mates(name: &str) -> Vec<(u32, String)> {
    let file = format!("tests/mates/{name}.mates");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (distance, position) = line.split_once(' ').expect("a distance and a position");
            (distance.parse().expect("a number"), position.to_owned())
        })
        .collect()
}

/// The file says what the solver says; the fours are left to whoever wrote the file.
fn the_solver_agrees<B: Text>() {
    for (distance, position) in mates(B::NAME) {
        let most = distance.min(3);
        let expected = (distance == most).then_some(distance);
        assert_eq!(Solver::new(u64::MAX).distance(&board::<B>(&position), most), expected);
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
    for (distance, position) in mates(B::NAME).into_iter().filter(|(distance, _)| *distance <= 2) {
        let board = (game.read)(&position);
        assert!(wins(&game, &board, distance), "{position}");
        assert!(distance == 1 || !wins(&game, &board, distance - 1), "{position}");
    }
}

/// The engine finds each mate, of the right length, with a line that ends in it.
fn the_engine_finds<B: Text + Evaluate>(threads: usize) {
    let variant: Variant = B::NAME.parse().expect("a rule set");
    let mut thinker = Thinker::new(variant);
    thinker.engine.set_threads(threads).expect("threads");
    for (distance, text) in mates(B::NAME) {
        thinker.engine.new_game();
        thinker.engine.set_position(Some(&text), &[]).expect("a position");
        let limits = Limits { mate: Some(distance), nodes: Some(20_000_000), ..Limits::default() };
        let thought = thinker.think(limits);
        let info = best_line(&thought.infos);
        assert_eq!(info.score, Score::Mate(distance as i32), "{text}: {info:?}");
        assert_eq!(info.pv.len(), 2 * distance as usize - 1, "{text}: {info:?}");
        let mut position = Position::new(board::<B>(&text));
        for mv in &info.pv {
            let mv = position.board().parse_move(mv).unwrap_or_else(|fault| panic!("{fault}"));
            position.make(mv, &mut ());
        }
        let winner = position.ending().and_then(|ending| ending.winner);
        assert_eq!(winner, Some(position.side().other()), "{text}");
    }
}

/// Plays random movers and a weak engine against each other and prints mates of up to four moves.
fn look<B: Text + Evaluate>() {
    let wanted = BTreeMap::from([(1, 10), (2, 12), (3, 12), (4, 10)]);
    let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for seed in 0..4000 {
        if wanted.iter().all(|(moves, &count)| found.get(moves).is_some_and(|v| v.len() >= count)) {
            break;
        }
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut players: [Box<dyn Player<B>>; 2] =
            [Box::new(EnginePlayer::new(500)), Box::new(RandomMover::new(seed))];
        players.rotate_left(random.random_range(0..2));
        let mut position = Position::new(B::start());
        let mut seen = Vec::new();
        while position.ending().is_none() && position.plies() < 200 {
            seen.push(*position.board());
            // Now and then anybody errs, so that both sides mate and no game is like another.
            let mv = match random.random_range(0..6) {
                0 => RandomMover::new(random.random()).choose(&position),
                _ => players[position.side().index()].choose(&position),
            };
            position.make(mv, &mut ());
        }
        // Of each game one mate of each length at most.
        let mut of_game = BTreeMap::new();
        for board in seen.iter().rev().take(12).filter(|board| board.clock() < 60) {
            if let Some(moves) = Solver::new(30_000_000).distance(board, 4) {
                of_game.entry(moves).or_insert_with(|| board.write());
            }
        }
        for (moves, text) in of_game {
            let list = found.entry(moves).or_default();
            if list.len() < wanted[&moves] && !list.contains(&text) {
                list.push(text);
            }
        }
    }
    for (moves, list) in found {
        for text in list {
            println!("{moves} {text}");
        }
    }
}

macro_rules! mates {
    ($rules:ident: $board:ty) => {
        mod $rules {
            use super::*;

            #[test]
            fn the_solver_agrees_with_the_file() {
                the_solver_agrees::<$board>();
            }

            #[test]
            fn the_slow_generator_agrees_with_the_file() {
                the_slow_generator_agrees::<$board>();
            }

            #[test]
            fn one_thread_finds_mates_in_one_to_four() {
                the_engine_finds::<$board>(1);
            }

            #[test]
            fn three_threads_find_the_same_mates() {
                the_engine_finds::<$board>(3);
            }

            #[test]
            #[ignore = "prints positions for the file; takes minutes"]
            fn look_for_mates() {
                look::<$board>();
            }
        }
    };
}

for_every_rule_set!(mates);
