//! Random games in which the engine and the slow generator go hand in hand: the same moves, the
//! same check, the same position string after every ply, the same end of the game.
//!
//! Rare moves (en passant, castling, promotions, platforms) are preferred, so that their
//! consequences are met.

use crate::reference::Game;
use crate::support::board;
use crate::{reference, support::perft_data};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::rules::{BoardText, EndReason, Outcome};

/// Plies after which a game is left unfinished.
const MAX_PLIES: usize = 160;

/// How the game stands by the rules, from the reference and the positions that it has passed
/// through.
fn expected_end_reason(
    game: &Game,
    board: &reference::board::Board,
    past: &[String],
) -> Option<EndReason> {
    if (game.is_over)(board) {
        return Some(if game.name == "sixfold" {
            EndReason::BareKing
        } else {
            EndReason::DeadPosition
        });
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

/// What the search takes for a draw so many plies below its root: a position that has stood once
/// before inside the tree, or twice at all, or the fifty-move rule, but not over mate.
fn is_draw(game: &Game, board: &reference::board::Board, past: &[String], ply: usize) -> bool {
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

/// Takes the side's last move back, if that is legal; repetitions come of it.
fn reversed_move<B: BoardText>(board: &B, moves: &[Move]) -> Option<Move> {
    let last = moves.get(moves.len().checked_sub(2)?)?;
    let back = Move::new(last.to(), last.from(), last.kind());
    board.is_legal(back).then_some(back)
}

/// Plays one game from a position string and compares at every ply; gives the number of moves that
/// were compared.
fn play_and_compare<B: BoardText>(
    game: &Game,
    start: &str,
    shuffles: f64,
    random: &mut ChaCha8Rng,
) -> usize {
    let mut compared = 0;
    let mut slow = (game.from_fen)(start);
    let mut fast = Position::new(board::parse_fen::<B>(start));
    let (mut past, mut moves) = (Vec::new(), Vec::new());
    for ply in 0..MAX_PLIES {
        let here = (game.to_fen)(&slow);
        let board = *fast.board();
        assert_eq!(board.to_fen(), here, "after {ply} plies from {start}");
        assert_eq!(board.in_check(), game.in_check(&slow, slow.side_to_move), "check in {here}");
        let children = game.legal_moves(&slow);
        compared += children.len();
        if board.variant_outcome().is_none() {
            let texts: Vec<&String> = children.iter().map(|(text, _)| text).collect();
            let found = board::uci_moves(&board);
            assert_eq!(found.iter().collect::<Vec<_>>(), texts, "moves in {here}");
        }
        past.push(game.identity(&slow));
        let ended = fast.outcome();
        if game.name != "chess" || ended.is_none_or(|ended| ended.reason != EndReason::DeadPosition)
        {
            let reason = ended.map(|Outcome { reason, .. }| reason);
            assert_eq!(
                reason,
                expected_end_reason(game, &slow, &past),
                "the end of the game in {here}"
            );
        }
        let recurrences = past.iter().filter(|earlier| Some(*earlier) == past.last()).count() - 1;
        assert_eq!(fast.repetitions(), recurrences, "recurrences of {here}");
        for root in [0, 3, 4, 5, 6, 8, 40] {
            let drawn = is_draw(game, &slow, &past, root);
            assert_eq!(fast.is_draw(root), drawn, "{root} plies below the root, {here}");
        }
        // The draws by repetition and counter end the game, but the comparison can go on.
        if children.is_empty() || board.variant_outcome().is_some() {
            break;
        }
        let back = reversed_move(&board, &moves).filter(|_| random.random_bool(shuffles));
        let Some(mv) = back.or_else(|| board::random_move(&board, random)) else { break };
        moves.push(mv);
        let text = board.move_to_uci(mv);
        fast.make(mv, &mut ());
        let (_, after) = children
            .into_iter()
            .find(|(found, _)| *found == text)
            .unwrap_or_else(|| panic!("{text} is not legal in {here}"));
        slow = after;
    }
    compared
}

/// The moves that a game has on average, where positions have few; games with more moves are the
/// fewer, since the slow generator takes its time for each.
const MOVES_PER_GAME: usize = 3_000;

/// So many games, half of them from the start, half from positions of the data.
pub fn play_games<B: BoardText>(count: usize, seed: u64) {
    let mut moves_left = count * MOVES_PER_GAME;
    let game = Game::from_name(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let positions = perft_data::fens(B::NAME);
    for at in 0..count {
        let start = match at % 2 {
            0 => game.startpos,
            _ => &positions[random.random_range(0..positions.len())],
        };
        let shuffles = if at % 5 == 4 { 0.8 } else { 0.0 };
        let compared = play_and_compare::<B>(&game, start, shuffles, &mut random);
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
