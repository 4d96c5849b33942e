//! Everything that is updated or answered quickly against what is computed from scratch, on random
//! positions: the moves against those of the reference generator, `is_legal` on encodable moves,
//! keys, the hand-made evaluation, networks, and the symmetry between the colors.
//!
//! The environment variable `TRISKELION_POSITIONS` sets the number of positions of each rule set,
//! and `TRISKELION_SEED` their seed: another seed gives other positions.

use crate::reference::Game;
use crate::scrambled_positions::scrambled_board;
use crate::support::board::{self, legal_moves, parse_fen, random_move, uci_moves};
use crate::support::networks::{first_line, network_file};
use crate::support::{env_number, perft_data, random_seed};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use triskelion::eval::EvalStack;
use triskelion::eval::network::Network;
use triskelion::geometry::Place;
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::profiles::{RuleSet, default_network};
use triskelion::rules::{BuiltIn, ColorSymmetry, Outcome};

/// The number of positions of each rule set, unless the environment variable is set.
const DEFAULT_POSITIONS: usize = 1_500;

/// The longest game.
const MAX_PLIES: usize = 80;

/// Returns the network of the program and one with random weights on each base.
fn networks<B: RuleSet + BuiltIn>(random: &mut ChaCha8Rng) -> Vec<Network> {
    let mut networks: Vec<Network> = Vec::new();
    for (base, hidden, buckets) in [("none", 8, 1), ("material", 16, 3), ("hand-made", 32, 2)] {
        // Small weights of both signs; a prime number, so that rows differ.
        let weight = |random: &mut ChaCha8Rng| random.random_range(-100i16..=100).to_le_bytes();
        let weights: Vec<u8> = (0..10_007).flat_map(|_| weight(random)).collect();
        let file = network_file(
            B::game_info(),
            &first_line(B::game_info(), base, hidden, buckets),
            &weights,
        );
        networks
            .push(Network::parse(B::game_info(), &file.expect("a network")).expect("a network"));
    }
    networks
}

/// The mirrored game of a game from the start position: the other side plays the mirrored moves.
struct Mirror<B> {
    symmetry: ColorSymmetry,
    places: Vec<Place>,
    board: B,
}

impl<B: RuleSet + BuiltIn> Mirror<B> {
    fn from_startpos() -> Option<Mirror<B>> {
        let symmetry = B::game_info().color_symmetry?;
        Some(Mirror {
            symmetry,
            places: symmetry.places(B::game_info()),
            board: B::startpos().make_null(),
        })
    }

    fn mirrored(&self, mv: Move) -> Move {
        self.symmetry.mirrored_move(mv, &self.places)
    }

    /// Compares moves, checks, the end of the game and the evaluation. Exchanges are left out:
    /// which of two equal pieces captures first depends on the order of the squares, and may
    /// matter.
    fn check(&self, board: &B, network: Option<&Network>) {
        let (fen, mirror) = (board.to_fen(), self.board);
        let moves = legal_moves(board);
        let expected: BTreeSet<Move> = moves.iter().map(|&mv| self.mirrored(mv)).collect();
        let found: BTreeSet<Move> = legal_moves(&mirror).into_iter().collect();
        assert_eq!(expected, found, "{fen} and {}", mirror.to_fen());
        assert_eq!(board.in_check(), mirror.in_check(), "{fen}");
        let swapped = |Outcome { winner, reason }: Outcome| Outcome {
            winner: winner.map(|side| side.other()),
            reason,
        };
        assert_eq!(board.variant_outcome().map(swapped), mirror.variant_outcome(), "{fen}");
        assert_eq!(board.evaluate_fresh(), mirror.evaluate_fresh(), "{fen}");
        let mut stack = EvalStack::new(board.game(), 1);
        let value = stack.evaluate_fresh(network, board);
        assert_eq!(value, stack.evaluate_fresh(network, &mirror), "{fen}");
        for mv in moves {
            let mirrored = self.mirrored(mv);
            assert_eq!(board.gives_check(mv), mirror.gives_check(mirrored), "{mv:?} in {fen}");
        }
    }
}

/// The evaluation without anything that was updated.
trait EvaluateFresh {
    fn evaluate_fresh(&self) -> i32;
}

impl<B: RuleSet + BuiltIn> EvaluateFresh for B {
    fn evaluate_fresh(&self) -> i32 {
        self.evaluate(&self.new_accumulator())
    }
}

/// Compares one position with the reference generator and with the position of its FEN. Of the
/// encodable moves it takes those of one type, another for each position.
fn check_position<B: RuleSet + BuiltIn>(game: &Game, board: &B, of_type: Move) {
    let fen = board.to_fen();
    let reference = (game.from_fen)(&fen);
    let mut moves = legal_moves(board);
    if board.variant_outcome().is_none() {
        let expected: Vec<String> =
            game.legal_moves(&reference).into_iter().map(|(text, _)| text).collect();
        assert_eq!(uci_moves(board), expected, "moves in {fen}");
    }
    assert_eq!(board.count_legal_moves(), moves.len() as u64, "{fen}");
    assert_eq!(board.in_check(), game.in_check(&reference, reference.side_to_move), "{fen}");

    moves.sort_unstable();
    for mv in board::encodable_moves(B::game_info(), of_type) {
        assert_eq!(board.is_legal(mv), moves.binary_search(&mv).is_ok(), "{mv:?} in {fen}");
    }

    let fresh: B = parse_fen(&fen);
    assert_eq!(fresh.to_fen(), fen);
    assert_eq!(board.key(), board.compute_key(), "{fen}");
    assert_eq!(board.key(), fresh.key(), "{fen}");
    assert_eq!(board.correction_keys(), fresh.correction_keys(), "{fen}");
    assert_eq!(board::pieces(board), board::pieces(&fresh), "{fen}");
    assert_eq!(board.platforms(), fresh.platforms(), "{fen}");
}

/// Plays a game and compares each position. Some moves are unmade, as in a search. Returns the
/// number of positions.
fn play_and_compare<B: RuleSet + BuiltIn>(
    game: &Game,
    start: B,
    mut mirror: Option<Mirror<B>>,
    network: Option<&Network>,
    random: &mut ChaCha8Rng,
) -> usize {
    let mut position = Position::new(start);
    let mut stack = EvalStack::new(start.game(), MAX_PLIES + 1);
    stack.begin(network, &start);
    let types = board::encodable_types(B::game_info());
    let mut compared = 0;
    for ply in 0..MAX_PLIES {
        let board = *position.board();
        check_position(game, &board, types[random.random_range(0..types.len())]);
        if let Some(mirror) = &mirror {
            mirror.check(&board, network);
        }
        // The layers of some plies are computed later than those of others, as in a search.
        if random.random_bool(0.6) {
            let value = stack.evaluate(network, &board, ply);
            let computed = EvalStack::new(board.game(), 1).evaluate_fresh(network, &board);
            assert_eq!(value, computed, "{}", board.to_fen());
        }
        compared += 1;
        if board.variant_outcome().is_some() {
            break;
        }
        let Some(tried) = random_move(&board, random) else { break };
        position.make(tried, stack.next_changes(ply));
        position.unmake();
        assert_eq!(position.board().to_fen(), board.to_fen(), "{tried:?} unmade");
        assert_eq!(position.board().key(), board.key(), "{tried:?} unmade");
        let Some(mv) = random_move(&board, random) else { break };
        position.make(mv, stack.next_changes(ply));
        if let Some(mirror) = &mut mirror {
            mirror.board = mirror.board.make(mirror.mirrored(mv), &mut ());
        }
    }
    compared
}

/// Compares `count` positions or a few more: of games from the start position, from the perft data,
/// and from scrambled positions.
fn compare_positions<B: RuleSet + BuiltIn>(count: usize) {
    let game = Game::from_name(B::game_info().name);
    let mut random = ChaCha8Rng::seed_from_u64(random_seed(60));
    let fens = perft_data::fens(B::game_info().name);
    let program = default_network(B::game_info());
    let made = networks::<B>(&mut random);
    let mut networks: Vec<Option<&Network>> = vec![None, program.as_deref()];
    networks.extend(made.iter().map(Some));
    let (mut compared, mut games) = (0, 0);
    while compared < count {
        let network = networks[games % networks.len()];
        games += 1;
        let (start, mirror) = match random.random_range(0..4) {
            0 => (B::startpos(), Mirror::from_startpos()),
            1 => (parse_fen(&fens[random.random_range(0..fens.len())]), None),
            _ => match scrambled_board::<B>(&game, &mut random) {
                Some(board) => (parse_fen(&(game.to_fen)(&board)), None),
                None => continue,
            },
        };
        compared += play_and_compare(&game, start, mirror, network, &mut random);
    }
    println!("figures: {}: {compared} positions of {games} games", B::game_info().name);
}

macro_rules! random_position_tests {
    ($name:ident: $board:ty) => {
        #[test]
        fn $name() {
            compare_positions::<$board>(env_number("TRISKELION_POSITIONS", DEFAULT_POSITIONS));
        }
    };
}

for_every_rule_set!(random_position_tests);
