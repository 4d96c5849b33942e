//! Random games, compared with the reference generator after every ply: legal moves, check, FEN and
//! the end of the game.
//!
//! Rare moves (en passant, castling, promotions, platform moves) are preferred.

use crate::reference::Game;
use crate::reference::board::Board as ReferenceBoard;
use crate::support::{board, perft_data};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::rules::{BuiltIn, EndReason, Outcome};

/// Unfinished games stop at this ply.
const MAX_PLIES: usize = 160;

/// Returns why the game is over by the reference generator and the earlier positions, if it is.
fn expected_end_reason(game: &Game, board: &ReferenceBoard, past: &[String]) -> Option<EndReason> {
    if (game.is_over)(board) {
        return EndReason::ALL.into_iter().find(|reason| Some(reason.name()) == game.end_reason);
    }
    if game.legal_moves(board).is_empty() {
        let mated = game.in_check(board, board.side_to_move);
        return Some(if mated { EndReason::Checkmate } else { EndReason::Stalemate });
    }
    let present = past.last()?;
    if board.halfmove_clock >= 100 {
        Some(EndReason::FiftyMoves)
    } else if past.iter().filter(|earlier| *earlier == present).count() >= 3 {
        Some(EndReason::Repetition)
    } else {
        None
    }
}

/// Returns whether the search scores the position as a draw when its root lies `ply` plies above:
/// one repetition inside the tree, two in the whole game, or the fifty-move rule unless it is mate.
fn is_draw(game: &Game, board: &ReferenceBoard, past: &[String], ply: usize) -> bool {
    if board.halfmove_clock >= 100 {
        return !game.in_check(board, board.side_to_move) || !game.legal_moves(board).is_empty();
    }
    let Some((present, earlier)) = past.split_last() else { return false };
    let mut distances = (1..).zip(earlier.iter().rev()).filter(|(_, other)| *other == present);
    match (distances.next(), distances.next()) {
        (Some((back, _)), _) if back < ply => true,
        (_, second) => second.is_some(),
    }
}

/// Returns the reverse of the side's last move if it is legal. Such moves lead to repetitions.
fn reversed_move<B: BuiltIn>(board: &B, moves: &[Move]) -> Option<Move> {
    let last = moves.get(moves.len().checked_sub(2)?)?;
    let back = Move::new(last.to(), last.from(), last.kind());
    board.is_legal(back).then_some(back)
}

/// Plays one game from a FEN and compares every ply. Returns the number of legal moves compared.
fn play_and_compare<B: BuiltIn>(
    game: &Game,
    start: &str,
    reversal_rate: f64,
    random: &mut ChaCha8Rng,
) -> usize {
    let mut compared = 0;
    let mut reference = (game.from_fen)(start);
    let mut position = Position::new(board::parse_fen::<B>(start));
    let (mut past, mut moves) = (Vec::new(), Vec::new());
    for ply in 0..MAX_PLIES {
        let fen = (game.to_fen)(&reference);
        let board = *position.board();
        assert_eq!(board.to_fen(), fen, "after {ply} plies from {start}");
        assert_eq!(
            board.in_check(),
            game.in_check(&reference, reference.side_to_move),
            "check in {fen}"
        );
        let children = game.legal_moves(&reference);
        compared += children.len();
        if board.variant_outcome().is_none() {
            let texts: Vec<&String> = children.iter().map(|(text, _)| text).collect();
            let found = board::uci_moves(&board);
            assert_eq!(found.iter().collect::<Vec<_>>(), texts, "moves in {fen}");
        }
        past.push(game.identity(&reference));
        let reason = position.outcome().map(|Outcome { reason, .. }| reason);
        if game.end_reason.is_some() || reason != Some(EndReason::DeadPosition) {
            assert_eq!(
                reason,
                expected_end_reason(game, &reference, &past),
                "the end of the game in {fen}"
            );
        }
        let repetitions = past.iter().filter(|earlier| Some(*earlier) == past.last()).count() - 1;
        assert_eq!(position.repetitions(), repetitions, "repetitions of {fen}");
        for root in [0, 3, 4, 5, 6, 8, 40] {
            let drawn = is_draw(game, &reference, &past, root);
            assert_eq!(position.is_draw(root), drawn, "{root} plies below the root, {fen}");
        }
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
        reference = after;
    }
    compared
}

/// The average number of legal moves in a game. The reference generator is slow, so rule sets with
/// more moves play fewer games.
const MOVES_PER_GAME: usize = 3_000;

/// Plays up to `count` games, half of them from the start position, half from positions of the
/// data.
pub(crate) fn play_games<B: BuiltIn>(count: usize, seed: u64) {
    let mut moves_left = count * MOVES_PER_GAME;
    let game = Game::from_name(B::GAME.name);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let positions = perft_data::fens(B::GAME.name);
    for at in 0..count {
        let start = match at % 2 {
            0 => game.startpos,
            _ => &positions[random.random_range(0..positions.len())],
        };
        let reversal_rate = if at % 5 == 4 { 0.8 } else { 0.0 };
        let compared = play_and_compare::<B>(&game, start, reversal_rate, &mut random);
        moves_left = moves_left.saturating_sub(compared);
        if moves_left == 0 {
            break;
        }
    }
}

macro_rules! random_game_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn short_run() {
                super::play_games::<$board>(300, 20);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn long_run() {
                super::play_games::<$board>(5_000, 21);
            }
        }
    };
}

for_every_rule_set!(random_game_tests);
