//! Random games, compared with the reference generator after every ply: legal moves, check, FEN and
//! the end of the game.
//!
//! Rare moves (en passant, castling, promotions, platform moves) are preferred.

use crate::reference::{HasReference, Reference};
use crate::support::{board, perft_data};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::rules::{EndReason, GameInfo, Outcome, Rules};

/// Unfinished games stop at this ply.
const MAX_PLIES: usize = 160;

/// Returns whether the search scores the position as a draw when its root lies `ply` plies above:
/// one repetition inside the tree, enough in the whole game, or too many plies without progress
/// unless it is mate.
fn is_draw<R: Reference>(
    reference: &R,
    position: &R::Position,
    past: &[String],
    ply: usize,
) -> bool {
    let (occurrences, plies) = reference.draw_limits();
    if plies > 0 && reference.clock(position) >= plies {
        return !reference.is_check(position) || !reference.texts(position).is_empty();
    }
    let Some((present, earlier)) = past.split_last().filter(|_| occurrences > 0) else {
        return false;
    };
    let distances = (1..).zip(earlier.iter().rev()).filter(|(_, other)| *other == present);
    let distances: Vec<usize> = distances.map(|(back, _)| back).collect();
    distances.iter().any(|&back| back < ply) || distances.len() + 1 >= occurrences
}

/// Returns the reverse of the side's last move if it is legal. Such moves lead to repetitions.
fn reversed_move<B: Rules>(board: &B, moves: &[Move]) -> Option<Move> {
    let last = moves.get(moves.len().checked_sub(2)?)?;
    let back = Move::new(last.to(), last.from(), last.kind());
    board.is_legal(back).then_some(back)
}

/// Plays one game from a FEN and compares every ply. Returns the numbers of positions and of legal
/// moves compared.
pub(crate) fn play_and_compare<B: RuleSet, R: Reference>(
    game: &'static GameInfo,
    reference: &R,
    start: &str,
    max_plies: usize,
    reversal_rate: f64,
    random: &mut ChaCha8Rng,
) -> (usize, usize) {
    let mut compared = 0;
    let mut expected = reference.parse(start);
    let board = B::parse_fen(game, start);
    let board = board.unwrap_or_else(|errors| panic!("{start}: {}", board::join_errors(&errors)));
    let mut position = Position::new(board);
    let (mut past, mut moves) = (Vec::new(), Vec::new());
    for ply in 0..max_plies {
        let fen = reference.format(&expected);
        let board = *position.board();
        assert_eq!(board.to_fen(), fen, "after {ply} plies from {start}");
        assert_eq!(board.in_check(), reference.is_check(&expected), "check in {fen}");
        let children = reference.children(&expected);
        compared += children.len();
        if board.variant_outcome().is_none() {
            let texts: Vec<&String> = children.iter().map(|(text, _)| text).collect();
            let found = board::uci_moves(&board);
            assert_eq!(found.iter().collect::<Vec<_>>(), texts, "moves in {fen}");
        }
        past.push(reference.identity_of(&expected));
        compare_ends(reference, &position, &expected, !children.is_empty(), &past);
        // Repetition and the fifty-move rule end the game, but moves remain legal.
        if children.is_empty() || board.variant_outcome().is_some() {
            break;
        }
        let reversed = reversed_move(&board, &moves).filter(|_| random.random_bool(reversal_rate));
        let Some(mv) = reversed.or_else(|| board::random_move(&board, random)) else { break };
        moves.push(mv);
        let text = board.move_to_uci(mv);
        position.make(mv, &mut ());
        let (_, after) = children
            .into_iter()
            .find(|(found, _)| *found == text)
            .unwrap_or_else(|| panic!("{text} is not legal in {fen}"));
        expected = after;
    }
    (past.len(), compared)
}

/// Compares the end of the game, repetitions, and what the search scores as a draw.
fn compare_ends<B: RuleSet, R: Reference>(
    reference: &R,
    position: &Position<B>,
    expected: &R::Position,
    can_move: bool,
    past: &[String],
) {
    let fen = reference.format(expected);
    let reason = position.outcome().map(|Outcome { reason, .. }| reason.name());
    if reference.knows_every_end() || reason != Some(EndReason::DeadPosition.name()) {
        let end = reference.end_reason(expected, can_move, past);
        assert_eq!(reason, end, "the end of the game in {fen}");
    }
    let repetitions = past.iter().filter(|earlier| Some(*earlier) == past.last()).count() - 1;
    assert_eq!(position.repetitions(), repetitions, "repetitions of {fen}");
    for root in [0, 3, 4, 5, 6, 8, 40] {
        let drawn = is_draw(reference, expected, past, root);
        assert_eq!(position.is_draw(root), drawn, "{root} plies below the root, {fen}");
    }
}

/// The average number of legal moves in a game. The reference generator is slow, so rule sets with
/// more moves play fewer games.
const MOVES_PER_GAME: usize = 3_000;

/// Plays up to `count` games, half of them from the start position, half from positions of the
/// data.
fn play_games<B: HasReference>(game: &'static GameInfo, count: usize, seed: u64) {
    // The reference of games from files is slower still, and there are many of them.
    let count = if game.is_from_file() { count.div_ceil(100) } else { count };
    let mut moves_left = count * MOVES_PER_GAME;
    let reference = B::reference(game);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let positions = perft_data::fens(game.name);
    for at in 0..count {
        let start = match at % 2 {
            0 => game.start_fen,
            _ => &positions[random.random_range(0..positions.len())],
        };
        let reversal_rate = if at % 5 == 4 { 0.8 } else { 0.0 };
        let (_, compared) = play_and_compare::<B, _>(
            game,
            &reference,
            start,
            MAX_PLIES,
            reversal_rate,
            &mut random,
        );
        moves_left = moves_left.saturating_sub(compared);
        if moves_left == 0 {
            break;
        }
    }
}

macro_rules! random_game_tests {
    ($name:ident: $($board:tt)*) => {
        mod $name {
            #[test]
            fn short_run() {
                check!(($($board)*) super::play_games(300, 20));
            }

            #[test]
            #[ignore = "takes minutes"]
            fn long_run() {
                check!(($($board)*) super::play_games(5_000, 21));
            }
        }
    };
}

for_every_rule_set!(random_game_tests);
random_game_tests! { from_files: files in crate::support::game_files::all() }
