//! Static exchange evaluation against captures really made.
//!
//! The slow generator takes and retakes on one cell, cheapest man first, each side stopping when
//! that is better. Static evaluation looks at neither pins nor checks nor promotions by retaking,
//! and where several men are equally cheap it may choose any of them; an exchange in which one of
//! these could matter is left out of the comparison.

use crate::data;
use crate::engine::{self, legal};
use crate::reference::Game;
use crate::reference::board::{Board, Kind};
use crate::reference::space::Cell;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use triskelion::moves::Manner;
use triskelion::rules::Text;

/// What a man is worth to that rule set.
fn value<B: Text>(kind: Kind) -> i32 {
    let kind = triskelion::moves::Kind::from_letter(kind.letter()).expect("every man has a kind");
    B::VALUES[kind.index()]
}

/// From where a capture of the list comes, if it ends on the cell, and whether it promotes.
fn capture(game: &Game, text: &str, to: Cell) -> Option<(Cell, bool)> {
    let (from, end, length) = match game.name {
        "chess" => (format!("{}1", &text[..2]), format!("{}1", &text[2..4]), 4),
        _ => (text[..3].to_owned(), text[3..].get(..3)?.to_owned(), 6),
    };
    let is_cell = |text: &str| !text.ends_with(['+', '-']);
    if !is_cell(&end) || text[3..].contains(['+', '-']) || Cell::named(&end) != to {
        return None;
    }
    Some((Cell::named(&from), text.len() > length))
}

/// What the side to move wins by taking on the cell or leaving it; `None` where it is not the
/// business of a static evaluation to know.
fn won_back<B: Text>(game: &Game, board: &Board, cell: Cell) -> Option<i32> {
    let prize = value::<B>(board.at(cell)?.kind);
    let mut takers: Vec<(i32, Board)> = Vec::new();
    for (text, after) in (game.candidates)(board) {
        let Some((from, promotes)) = capture(game, &text, cell) else { continue };
        let legal = !game.in_check(&after, board.side);
        match board.at(from).map(|man| man.kind) {
            // The king takes last, and only what nobody defends.
            Some(Kind::King) if legal => takers.push((i32::MAX, after)),
            Some(Kind::King) => {}
            Some(_) if promotes || !legal => return None,
            Some(kind) => takers.push((value::<B>(kind), after)),
            None => return None,
        }
    }
    let Some(cheapest) = takers.iter().map(|(value, _)| *value).min() else { return Some(0) };
    let mut outcomes = Vec::new();
    for (_, after) in takers.iter().filter(|(value, _)| *value == cheapest) {
        outcomes.push(prize - won_back::<B>(game, after, cell)?);
    }
    let outcome = outcomes[0];
    outcomes.iter().all(|other| *other == outcome).then_some(outcome.max(0))
}

/// So many moves are enough, where positions have many.
const ENOUGH: usize = 40_000;

/// Every move of many boards.
fn agree<B: Text>() {
    let game = Game::named(B::NAME);
    let positions = data::positions(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(30);
    let mut boards = engine::walks::<B, _>(&positions, 40, 80, &mut random);
    boards.extend(positions.iter().step_by(7).map(|text| engine::board::<B>(text)));
    let (mut compared, mut retaken) = (0, 0);
    for board in boards.into_iter().step_by(4) {
        if compared > ENOUGH {
            break;
        }
        let here = board.write();
        let slow = (game.read)(&here);
        let children = game.legal(&slow);
        for mv in legal(&board) {
            // Nobody can take a platform, nor a king that has castled or ridden out of reach.
            if matches!(mv.manner(), Manner::Platform | Manner::Castling | Manner::Ride) {
                let worth = board.captured(mv).map_or(0, |(kind, _)| B::VALUES[kind.index()]);
                let holds = |threshold| board.exchange_at_least(mv, threshold);
                assert!(holds(worth) && !holds(worth + 1));
                continue;
            }
            let text = board.move_text(mv);
            let (_, after) = children.iter().find(|child| child.0 == text).expect("it is legal");
            let mut gain = board.captured(mv).map_or(0, |(kind, _)| B::VALUES[kind.index()]);
            if let Some(kind) = mv.promotion() {
                gain += B::VALUES[kind.index()] - value::<B>(Kind::Pawn);
            }
            let name = B::place_name(mv.to());
            let to = Cell::named(&if name.len() == 2 { format!("{name}1") } else { name });
            let Some(lost) = won_back::<B>(&game, after, to) else { continue };
            let worth = gain - lost;
            compared += 1;
            retaken += usize::from(lost != 0);
            assert!(
                board.exchange_at_least(mv, worth) && !board.exchange_at_least(mv, worth + 1),
                "{text} is worth {worth} in {here}"
            );
        }
    }
    assert!(compared > 5_000 && retaken > 500, "only {compared} compared, {retaken} retaken");
}

macro_rules! exchanges {
    ($name:ident: $board:ty) => {
        #[test]
        fn $name() {
            agree::<$board>();
        }
    };
}

for_every_rule_set!(exchanges);
