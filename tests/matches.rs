//! The engine must beat those who hardly think. The short matches run with the other tests; the
//! long ones, which the project is measured by, on demand:
//! `cargo test --release -- --ignored long_match`.

use crate::players::{EnginePlayer, MaterialSearcher, Player, RandomMover};
use rayon::prelude::*;
use triskelion::eval::Evaluate;
use triskelion::moves::Side;
use triskelion::position::Position;
use triskelion::rules::{Ending, Text};

/// A game that takes longer is taken for a draw.
const LONGEST: usize = 800;

/// A game that was played.
struct Game {
    engine: Side,
    /// None if it took too long.
    ending: Option<Ending>,
    moves: Vec<String>,
}

impl Game {
    fn winner(&self) -> Option<Side> {
        self.ending?.winner
    }

    /// For a message: how it went.
    fn told(&self) -> String {
        format!("engine {:?}, {:?}, moves {}", self.engine, self.ending, self.moves.join(" "))
    }
}

/// Plays a game from the start position.
fn play<B: Text>(white: &mut dyn Player<B>, black: &mut dyn Player<B>, engine: Side) -> Game {
    let mut position = Position::new(B::start());
    let mut moves = Vec::new();
    while position.ending().is_none() && moves.len() < LONGEST {
        let mv = match position.side() {
            Side::White => white.choose(&position),
            Side::Black => black.choose(&position),
        };
        let text = position.board().move_text(mv);
        assert!(position.legal_moves().contains(&mv), "{text} after {}", moves.join(" "));
        moves.push(text);
        position.make(mv, &mut ());
    }
    Game { engine, ending: position.ending(), moves }
}

/// Plays a match, colours alternating; none may be lost, and at most `draws` drawn.
fn play_match<B, P>(games: u32, nodes: u64, draws: usize, opponent: impl Fn(u64) -> P + Sync)
where
    B: Text + Evaluate,
    P: Player<B>,
{
    let games: Vec<Game> = (0..games)
        .into_par_iter()
        .with_max_len(1)
        .map(|seed| {
            let mut engine = EnginePlayer::<B>::new(nodes);
            let mut opponent = opponent(u64::from(seed));
            match seed % 2 {
                0 => play(&mut engine, &mut opponent, Side::White),
                _ => play(&mut opponent, &mut engine, Side::Black),
            }
        })
        .collect();
    let lost = games.iter().filter(|game| game.winner() == Some(game.engine.other()));
    let lost: Vec<String> = lost.map(Game::told).collect();
    let drawn = games.iter().filter(|game| game.winner().is_none());
    let drawn: Vec<String> = drawn.map(Game::told).collect();
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    println!(
        "{}: {} games, {} lost, {} drawn, {} plies each",
        B::NAME,
        games.len(),
        lost.len(),
        drawn.len(),
        plies / games.len().max(1)
    );
    assert!(lost.is_empty(), "lost: {}", lost.join("\n"));
    assert!(drawn.len() <= draws, "drawn: {}", drawn.join("\n"));
}

macro_rules! matches {
    ($rules:ident: $board:ty) => {
        mod $rules {
            use super::*;

            #[test]
            fn short_match_against_a_random_mover() {
                play_match::<$board, _>(4, 2_000, 1, RandomMover::new);
            }

            #[test]
            fn short_match_against_a_material_searcher() {
                play_match::<$board, _>(4, 2_000, 1, MaterialSearcher::new);
            }

            #[test]
            #[ignore = "minutes: 200 games"]
            fn long_match_against_a_random_mover() {
                play_match::<$board, _>(200, 20_000, 2, RandomMover::new);
            }

            #[test]
            #[ignore = "minutes: 200 games"]
            fn long_match_against_a_material_searcher() {
                play_match::<$board, _>(200, 20_000, 2, MaterialSearcher::new);
            }
        }
    };
}

for_every_rule_set!(matches);
