//! Static exchange evaluation against captures really made.
//!
//! The slow generator takes and retakes on one cell, cheapest man first, each side stopping when
//! that is better. Static evaluation looks at neither pins nor checks nor promotions by retaking,
//! and where several men are equally cheap it may choose any of them; an exchange in which one of
//! these could matter is left out of the comparison.

use crate::reference::Game;
use crate::reference::board::{Board, PieceType};
use crate::reference::space::Cell;
use crate::support::board::{self, legal_moves};
use crate::support::perft_data;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use triskelion::moves::MoveType;
use triskelion::rules::BoardText;

/// What a man is worth to that rule set.
fn piece_value<B: BoardText>(kind: PieceType) -> i32 {
    let kind =
        triskelion::moves::PieceType::from_letter(kind.letter()).expect("every man has a kind");
    B::PIECE_VALUES[kind.index()]
}

/// From where a capture of the list comes, if it ends on the cell, and whether it promotes.
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

/// What the side to move wins by taking on the cell or leaving it; `None` where it is not the
/// business of a static evaluation to know.
fn recapture_gain<B: BoardText>(game: &Game, board: &Board, cell: Cell) -> Option<i32> {
    let prize = piece_value::<B>(board.piece_at(cell)?.kind);
    let mut takers: Vec<(i32, Board)> = Vec::new();
    for (text, after) in (game.pseudo_legal_moves)(board) {
        let Some((from, promotes)) = parse_capture(game, &text, cell) else { continue };
        let legal = !game.in_check(&after, board.side_to_move);
        match board.piece_at(from).map(|man| man.kind) {
            // The king takes last, and only what nobody defends.
            Some(PieceType::King) if legal => takers.push((i32::MAX, after)),
            Some(PieceType::King) => {}
            Some(_) if promotes || !legal => return None,
            Some(kind) => takers.push((piece_value::<B>(kind), after)),
            None => return None,
        }
    }
    let Some(cheapest) = takers.iter().map(|(value, _)| *value).min() else { return Some(0) };
    let mut outcomes = Vec::new();
    for (_, after) in takers.iter().filter(|(value, _)| *value == cheapest) {
        outcomes.push(prize - recapture_gain::<B>(game, after, cell)?);
    }
    let outcome = outcomes[0];
    outcomes.iter().all(|other| *other == outcome).then_some(outcome.max(0))
}

/// So many moves are enough, where positions have many.
const MAX_COMPARED: usize = 40_000;

/// Every move of many boards.
fn see_ge_matches_reference<B: BoardText>() {
    let game = Game::from_name(B::NAME);
    let positions = perft_data::fens(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(30);
    let mut boards = board::random_game_boards::<B, _>(&positions, 40, 80, &mut random);
    boards.extend(positions.iter().step_by(7).map(|text| board::parse_fen::<B>(text)));
    let (mut compared, mut retaken) = (0, 0);
    for board in boards.into_iter().step_by(4) {
        if compared > MAX_COMPARED {
            break;
        }
        let here = board.to_fen();
        let slow = (game.from_fen)(&here);
        let children = game.legal_moves(&slow);
        for mv in legal_moves(&board) {
            // Nobody can take a platform, nor a king that has castled or ridden out of reach.
            if matches!(mv.kind(), MoveType::Platform | MoveType::Castling | MoveType::ElevatorRide)
            {
                let worth = board.captured(mv).map_or(0, |(kind, _)| B::PIECE_VALUES[kind.index()]);
                let holds = |threshold| board.see_ge(mv, threshold);
                assert!(holds(worth) && !holds(worth + 1));
                continue;
            }
            let text = board.move_to_uci(mv);
            let (_, after) = children.iter().find(|child| child.0 == text).expect("it is legal");
            let mut gain = board.captured(mv).map_or(0, |(kind, _)| B::PIECE_VALUES[kind.index()]);
            if let Some(kind) = mv.promotion() {
                gain += B::PIECE_VALUES[kind.index()] - piece_value::<B>(PieceType::Pawn);
            }
            let name = B::place_name(mv.to());
            let to = Cell::from_name(&if name.len() == 2 { format!("{name}1") } else { name });
            let Some(lost) = recapture_gain::<B>(&game, after, to) else { continue };
            let worth = gain - lost;
            compared += 1;
            retaken += usize::from(lost != 0);
            assert!(
                board.see_ge(mv, worth) && !board.see_ge(mv, worth + 1),
                "{text} is worth {worth} in {here}"
            );
        }
    }
    assert!(compared > 5_000 && retaken > 500, "only {compared} compared, {retaken} retaken");
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
