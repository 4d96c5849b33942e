//! `sixfold`, X1 to X5.

use super::{Case, case, set};
use crate::reference::Game;
use crate::reference::board::Side;

fn start() -> Case {
    let game = Game::named("sixfold");
    Case { game, board: (game.read)(game.start) }
}

#[test]
fn x1_blacks_array_is_whites_turned_by_half_a_turn() {
    let board = start().board;
    for (cell, man) in &board.men {
        let mut turned = *cell;
        (turned.file, turned.rank, turned.level) = (5 - cell.file, 9 - cell.rank, 8 - cell.level);
        assert!(board.has(turned, man.kind, man.side.other()), "{cell} and {turned}");
    }
    for platform in &board.platforms {
        let mut cells = platform.post.cells().map(|cell| {
            let (file, rank, level) = (5 - cell.file, 9 - cell.rank, 8 - cell.level);
            crate::reference::space::Cell { file, rank, level }
        });
        cells.sort();
        assert!(board.platforms.iter().any(|other| other.post.cells() == cells));
    }
}

#[test]
fn x3_a_pawn_attacks_through_the_levels_below() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52+";
    let case = case("sixfold", "Pc44 Ke07 kb72 qc72", platforms);
    let mut expected = set("b54 d54 b52 d52");
    expected.retain(|cell| case.board.live(crate::reference::space::Cell::named(cell)));
    assert_eq!(case.attacked_from("c44"), expected);
    // A platform at b52+ makes b53 a cell, on a level that the pawn attacks.
    let more = super::case("sixfold", "Pc44 Ke07 kb72 qc72", "b16+ b34+ b52+ e16+ e64- e52+");
    assert!(more.attacked_from("c44").contains("b53"));
}

#[test]
fn x3_a_pawn_steps_ahead_toward_the_enemy_and_sideways_at_the_end_of_its_board() {
    let start = start();
    assert_eq!(start.goals("b26"), set("b36 b46 b35 b44"));
    let at_the_end = case("sixfold", "Pc46 Rc16 Ke07 kb72 qc72", "b16+ b34+ b34- e16+ e64- e52+");
    assert!(at_the_end.goals("c46").is_superset(&set("b46 d46")));
    assert!(!at_the_end.allows("c46c56"));
}

#[test]
fn x3_early_pawns_promote_a_rank_sooner() {
    let platforms = "b16+ b34+ b34- e16+ e64- e52-";
    let men = "Pb62 Pc62 Ke07 kf51 qe62";
    let mut case = case("sixfold", men, platforms);
    case.board.early.insert(crate::reference::space::Cell::named("b62"));
    assert!(case.allows("b62b72q") && !case.allows("b62b72"));
    assert!(case.allows("c62c72") && !case.allows("c62c72q"));
}

#[test]
fn x5_a_bare_king_has_lost() {
    let case = case("sixfold", "Pc44 Ke07 kb72", "b16+ b34+ b34- e16+ e64- e52+");
    assert!((case.game.over)(&case.board) && case.moves().is_empty());
    assert_eq!(case.board.of(Side::Black).count(), 1);
}
