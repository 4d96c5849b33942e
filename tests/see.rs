//! Static exchange evaluation, compared with captures made by the reference generator.
//!
//! The reference generator captures on one cell in turn, with the least valuable piece first; each
//! side may stop. Static exchange evaluation ignores pins, checks and promotions by recapture, and
//! it may choose any of several pieces of equal value. Exchanges in which this could matter are
//! skipped.

use crate::reference::Game;
use crate::reference::board::{Board, PieceType};
use crate::reference::space::Cell;
use crate::support::board::{self, legal_moves};
use crate::support::perft_data;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use triskelion::moves::MoveType;
use triskelion::rules::{BuiltIn, Exchange};

/// Returns the value of a piece type in a rule set.
fn piece_value<B: BuiltIn>(kind: PieceType) -> i32 {
    let kind = B::game_info().pieces.kind(kind.letter()).expect("both have the same letters");
    B::game_info().pieces.value(kind)
}

/// Parses a capture that ends on the cell. Returns its origin and whether it promotes.
fn parse_capture(game: &Game, text: &str, to: Cell) -> Option<(Cell, bool)> {
    let (from, end, length) = match game.name {
        "chess" => (format!("{}1", &text[..2]), format!("{}1", &text[2..4]), 4),
        _ => (text[..3].to_owned(), text[3..].get(..3)?.to_owned(), 6),
    };
    let is_cell = |text: &str| !text.ends_with(['+', '-']);
    if !is_cell(&end) || text[3..].contains(['+', '-']) || Cell::from_name(&end) != to {
        return None;
    }
    Some((Cell::from_name(&from), text.len() > length))
}

/// Returns what the side to move gains by capturing on the cell or by passing; `None` if static
/// exchange evaluation may differ.
fn recapture_gain<B: BuiltIn>(game: &Game, board: &Board, cell: Cell) -> Option<i32> {
    let captured_value = piece_value::<B>(board.piece_at(cell)?.kind);
    let mut attackers: Vec<(i32, Board)> = Vec::new();
    for (text, after) in (game.pseudo_legal_moves)(board) {
        let Some((from, promotes)) = parse_capture(game, &text, cell) else { continue };
        let legal = !game.in_check(&after, board.side_to_move);
        match board.piece_at(from).map(|piece| piece.kind) {
            // The king captures last, and only an undefended piece.
            Some(PieceType::King) if legal => attackers.push((i32::MAX, after)),
            Some(PieceType::King) => {}
            Some(_) if promotes || !legal => return None,
            Some(kind) => attackers.push((piece_value::<B>(kind), after)),
            None => return None,
        }
    }
    let Some(cheapest) = attackers.iter().map(|(value, _)| *value).min() else { return Some(0) };
    let mut outcomes = Vec::new();
    for (_, after) in attackers.iter().filter(|(value, _)| *value == cheapest) {
        outcomes.push(captured_value - recapture_gain::<B>(game, after, cell)?);
    }
    let outcome = outcomes[0];
    outcomes.iter().all(|other| *other == outcome).then_some(outcome.max(0))
}

/// The moves compared at most, since some rule sets have many.
const MAX_COMPARED: usize = 40_000;

/// Compares every move of many boards.
fn see_ge_matches_reference<B: BuiltIn + Exchange>() {
    let game = Game::from_name(B::game_info().name);
    let positions = perft_data::fens(B::game_info().name);
    let mut random = ChaCha8Rng::seed_from_u64(30);
    let mut boards =
        board::random_game_boards::<B, _>(B::game_info(), &positions, 40, 80, &mut random);
    boards.extend(positions.iter().step_by(7).map(|text| board::parse_fen::<B>(text)));
    let (mut compared, mut recaptured) = (0, 0);
    for board in boards.into_iter().step_by(4) {
        if compared > MAX_COMPARED {
            break;
        }
        let fen = board.to_fen();
        let reference = (game.from_fen)(&fen);
        let children = game.legal_moves(&reference);
        let info = board.check_info();
        for mv in legal_moves(&board) {
            // These moves cannot be recaptured.
            if matches!(mv.kind(), MoveType::Platform | MoveType::Castling | MoveType::Special) {
                let value =
                    board.captured(mv).map_or(0, |(kind, _)| B::game_info().pieces.value(kind));
                assert!(board.see_ge(&info, mv, value) && !board.see_ge(&info, mv, value + 1));
                continue;
            }
            let text = board.move_to_uci(mv);
            let (_, after) = children.iter().find(|child| child.0 == text).expect("it is legal");
            let mut gain =
                board.captured(mv).map_or(0, |(kind, _)| B::game_info().pieces.value(kind));
            for kind in [mv.promotion(), mv.second_promotion()].into_iter().flatten() {
                gain += B::game_info().pieces.value(kind) - piece_value::<B>(PieceType::Pawn);
            }
            let name = B::game_info().space.place_name(mv.to());
            let to = Cell::from_name(&if name.len() == 2 { format!("{name}1") } else { name });
            let Some(lost) = recapture_gain::<B>(&game, after, to) else { continue };
            let value = gain - lost;
            compared += 1;
            recaptured += usize::from(lost != 0);
            assert!(
                board.see_ge(&info, mv, value) && !board.see_ge(&info, mv, value + 1),
                "{text} has the value {value} in {fen}"
            );
        }
    }
    assert!(
        compared > 5_000 && recaptured > 500,
        "only {compared} compared, {recaptured} recaptured"
    );
}

macro_rules! see_tests {
    ($name:ident: $board:ty) => {
        #[test]
        fn $name() {
            see_ge_matches_reference::<$board>();
        }
    };
}

for_every_rule_set!(see_tests);
