//! Random games in which the engine and the slow generator go hand in hand: the same moves, the
//! same check, the same position string after every ply, the same end of the game.
//!
//! Rare moves (en passant, castling, promotions, platforms) are preferred, so that their
//! consequences are met.

use crate::engine;
use crate::reference::Game;
use crate::{data, reference};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::rules::{Ending, Reason, Text};

/// Plies after which a game is left unfinished.
const PLIES: usize = 160;

/// How the game stands by the rules, from the reference and the positions that it has passed
/// through.
fn ending(game: &Game, board: &reference::board::Board, past: &[String]) -> Option<Reason> {
    if (game.over)(board) {
        return Some(if game.name == "sixfold" { Reason::BareKing } else { Reason::DeadPosition });
    }
    if game.legal(board).is_empty() {
        let mated = game.in_check(board, board.side);
        return Some(if mated { Reason::Checkmate } else { Reason::Stalemate });
    }
    let present = past.last()?;
    if board.clock >= 100 {
        Some(Reason::FiftyMoves)
    } else if past.iter().filter(|earlier| *earlier == present).count() >= 3 {
        Some(Reason::Repetition)
    } else {
        None
    }
}

/// What the search takes for a draw so many plies below its root: a position that has stood once
/// before inside the tree, or twice at all, or the fifty-move rule, but not over mate.
fn drawn_in_tree(
    game: &Game,
    board: &reference::board::Board,
    past: &[String],
    ply: usize,
) -> bool {
    if board.clock >= 100 {
        return !game.in_check(board, board.side) || !game.legal(board).is_empty();
    }
    let Some((present, earlier)) = past.split_last() else { return false };
    let mut distances = (1..).zip(earlier.iter().rev()).filter(|(_, other)| *other == present);
    match (distances.next(), distances.next()) {
        (Some((back, _)), _) if back < ply => true,
        (_, second) => second.is_some(),
    }
}

/// Takes the side's last move back, if that is legal; repetitions come of it.
fn shuffle<B: Text>(board: &B, moves: &[Move]) -> Option<Move> {
    let last = moves.get(moves.len().checked_sub(2)?)?;
    let back = Move::new(last.to(), last.from(), last.manner());
    board.is_legal(back).then_some(back)
}

/// Plays one game from a position string and compares at every ply; gives the number of moves that
/// were compared.
fn play<B: Text>(game: &Game, start: &str, shuffles: f64, random: &mut ChaCha8Rng) -> usize {
    let mut compared = 0;
    let mut slow = (game.read)(start);
    let mut fast = Position::new(engine::board::<B>(start));
    let (mut past, mut moves) = (Vec::new(), Vec::new());
    for ply in 0..PLIES {
        let here = (game.write)(&slow);
        let board = *fast.board();
        assert_eq!(board.write(), here, "after {ply} plies from {start}");
        assert_eq!(board.in_check(), game.in_check(&slow, slow.side), "check in {here}");
        let children = game.legal(&slow);
        compared += children.len();
        if board.dead().is_none() {
            let texts: Vec<&String> = children.iter().map(|(text, _)| text).collect();
            let found = engine::texts(&board);
            assert_eq!(found.iter().collect::<Vec<_>>(), texts, "moves in {here}");
        }
        past.push(game.identity(&slow));
        let ended = fast.ending();
        if game.name != "chess" || ended.is_none_or(|ended| ended.reason != Reason::DeadPosition) {
            let reason = ended.map(|Ending { reason, .. }| reason);
            assert_eq!(reason, ending(game, &slow, &past), "the end of the game in {here}");
        }
        let recurrences = past.iter().filter(|earlier| Some(*earlier) == past.last()).count() - 1;
        assert_eq!(fast.recurrences(), recurrences, "recurrences of {here}");
        for root in [0, 3, 4, 5, 6, 8, 40] {
            let drawn = drawn_in_tree(game, &slow, &past, root);
            assert_eq!(fast.is_draw_in_tree(root), drawn, "{root} plies below the root, {here}");
        }
        // The draws by repetition and counter end the game, but the comparison can go on.
        if children.is_empty() || board.dead().is_some() {
            break;
        }
        let back = shuffle(&board, &moves).filter(|_| random.random_bool(shuffles));
        let Some(mv) = back.or_else(|| engine::random_move(&board, random)) else { break };
        moves.push(mv);
        let text = board.move_text(mv);
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
const MOVES: usize = 3_000;

/// So many games, half of them from the start, half from positions of the data.
pub fn games<B: Text>(count: usize, seed: u64) {
    let mut moves_left = count * MOVES;
    let game = Game::named(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let positions = data::positions(B::NAME);
    for at in 0..count {
        let start = match at % 2 {
            0 => game.start,
            _ => &positions[random.random_range(0..positions.len())],
        };
        let shuffles = if at % 5 == 4 { 0.8 } else { 0.0 };
        let compared = play::<B>(&game, start, shuffles, &mut random);
        moves_left = moves_left.saturating_sub(compared);
        if moves_left == 0 {
            break;
        }
    }
}

macro_rules! random_games {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn some() {
                super::games::<$board>(300, 20);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn thousands() {
                super::games::<$board>(5_000, 21);
            }
        }
    };
}

for_every_rule_set!(random_games);
