//! Matches against weak players. Short matches run with the other tests, long ones on demand:
//! `cargo test --release -- --ignored long_match`.

use crate::search::EngineHarness;
use crate::support::players::{EnginePlayer, MaterialSearcher, Player, RandomMover};
use rayon::prelude::*;
use std::time::Instant;
use triskelion::engine::Limits;
use triskelion::moves::Side;
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::registry::Variant;
use triskelion::rules::{BuiltIn, GameInfo, Outcome};

/// A game that reaches this length is a draw.
const MAX_PLIES: usize = 800;

/// A finished game.
struct PlayedGame {
    engine: Side,
    /// `None` if the game was too long.
    outcome: Option<Outcome>,
    moves: Vec<String>,
}

impl PlayedGame {
    fn winner(&self) -> Option<Side> {
        self.outcome?.winner
    }

    /// Describes the game for a message.
    fn describe(&self) -> String {
        format!("engine {:?}, {:?}, moves {}", self.engine, self.outcome, self.moves.join(" "))
    }
}

/// Plays a game from the start position.
fn play_game<B: RuleSet>(
    game: &'static GameInfo,
    white: &mut dyn Player<B>,
    black: &mut dyn Player<B>,
    engine: Side,
) -> PlayedGame {
    let mut position = Position::new(B::start(game));
    let mut moves = Vec::new();
    while position.outcome().is_none() && moves.len() < MAX_PLIES {
        let mv = match position.side_to_move() {
            Side::White => white.choose(&position),
            Side::Black => black.choose(&position),
        };
        let text = position.board().move_to_uci(mv);
        assert!(position.legal_moves().contains(&mv), "{text} after {}", moves.join(" "));
        moves.push(text);
        position.make(mv, &mut ());
    }
    PlayedGame { engine, outcome: position.outcome(), moves }
}

/// Plays a match with alternating colors. The engine must lose no game and draw at most `draws`.
fn play_match<B: RuleSet, P: Player<B>>(
    game: &'static GameInfo,
    games: u32,
    nodes: u64,
    draws: usize,
    opponent: impl Fn(u64) -> P + Sync,
) {
    let games: Vec<PlayedGame> = (0..games)
        .into_par_iter()
        .with_max_len(1)
        .map(|seed| {
            let mut engine = EnginePlayer::new(game, nodes);
            let mut opponent = opponent(u64::from(seed));
            match seed % 2 {
                0 => play_game(game, &mut engine, &mut opponent, Side::White),
                _ => play_game(game, &mut opponent, &mut engine, Side::Black),
            }
        })
        .collect();
    let lost = games.iter().filter(|game| game.winner() == Some(game.engine.other()));
    let lost: Vec<String> = lost.map(PlayedGame::describe).collect();
    let drawn = games.iter().filter(|game| game.winner().is_none());
    let drawn: Vec<String> = drawn.map(PlayedGame::describe).collect();
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    println!(
        "{}: {} games, {} lost, {} drawn, {} plies each",
        game.name,
        games.len(),
        lost.len(),
        drawn.len(),
        plies / games.len().max(1)
    );
    assert!(lost.is_empty(), "lost: {}", lost.join("\n"));
    assert!(drawn.len() <= draws, "drawn: {}", drawn.join("\n"));
}

fn play_random_mover<B: RuleSet>(game: &'static GameInfo, games: u32, nodes: u64, draws: usize) {
    play_match::<B, _>(game, games, nodes, draws, RandomMover::new);
}

fn play_material_searcher<B: RuleSet>(
    game: &'static GameInfo,
    games: u32,
    nodes: u64,
    draws: usize,
) {
    play_match::<B, _>(game, games, nodes, draws, MaterialSearcher::new);
}

/// Plays a game of the engine against itself on a clock; panics on a time forfeit. Each side starts
/// with `remaining` ms and gains `increment` ms with each move.
fn play_timed_game<B: BuiltIn>(random_plies: usize, seed: u64, remaining: u64, increment: u64) {
    let variant: Variant = B::game_info().name.parse().expect("a rule set");
    let mut players = [EngineHarness::new(variant), EngineHarness::new(variant)];
    let mut clocks = [remaining; 2];
    let mut opening = RandomMover::new(seed);
    let mut position = Position::new(B::startpos());
    let mut moves = Vec::new();
    while position.outcome().is_none() && moves.len() < MAX_PLIES {
        let mover = position.side_to_move().index();
        let mv = if moves.len() < random_plies {
            opening.choose(&position)
        } else {
            let past: Vec<&str> = moves.iter().map(String::as_str).collect();
            players[mover].engine.set_position(None, &past).expect("a position");
            let limits = Limits {
                wtime: Some(clocks[0]),
                btime: Some(clocks[1]),
                winc: Some(increment),
                binc: Some(increment),
                ..Limits::default()
            };
            let started = Instant::now();
            let best = players[mover].search(limits).best.expect("the game is not over");
            let taken = started.elapsed().as_millis() as u64;
            let left = clocks[mover].checked_sub(taken).unwrap_or_else(|| {
                let (before, ply) = (clocks[mover], moves.len());
                panic!("lost on time: {before} ms left at ply {ply}, {taken} ms taken")
            });
            clocks[mover] = left + increment;
            position.board().parse_uci_move(&best).unwrap_or_else(|error| panic!("{error}"))
        };
        moves.push(position.board().move_to_uci(mv));
        position.make(mv, &mut ());
    }
}

macro_rules! strength_tests {
    ($rules:ident: $board:ty) => {
        mod $rules {
            use super::*;

            #[test]
            fn short_match_against_a_random_mover() {
                check!(($board) play_random_mover(4, 2_000, 1));
            }

            #[test]
            fn short_match_against_a_material_searcher() {
                check!(($board) play_material_searcher(20, 2_000, 1));
            }

            #[test]
            #[ignore = "minutes: 50 games at 1 s + 10 ms"]
            fn long_match_on_the_clock() {
                (0..50u64).into_par_iter().for_each(|seed| {
                    play_timed_game::<$board>(6, seed, 1_000, 10);
                });
            }

            #[test]
            #[ignore = "minutes: 200 games"]
            fn long_match_against_a_random_mover() {
                check!(($board) play_random_mover(200, 20_000, 2));
            }

            #[test]
            #[ignore = "minutes: 200 games"]
            fn long_match_against_a_material_searcher() {
                check!(($board) play_material_searcher(200, 20_000, 2));
            }
        }
    };
}

for_every_rule_set!(strength_tests);

mod from_files {
    use super::*;
    use crate::support::game_files::in_folder;

    #[test]
    fn short_match_against_a_random_mover() {
        check!((files in in_folder()) play_random_mover(2, 2_000, 1));
    }

    #[test]
    #[ignore = "an hour: 200 games of each"]
    fn long_match_against_a_random_mover() {
        check!((files in in_folder()) play_random_mover(200, 20_000, 2));
    }

    #[test]
    #[ignore = "an hour: 200 games of each"]
    fn long_match_against_a_material_searcher() {
        check!((files in in_folder()) play_material_searcher(200, 20_000, 2));
    }
}
