//! `spacechess`, S1 to S5.

use super::{Case, case, set};
use crate::reference::Game;

fn spacechess(men: &str) -> Case {
    case("spacechess", men, "")
}

#[test]
fn s5_a_pawn_in_its_first_move_has_eight_goals() {
    let case = spacechess("Pa21 Ke11 ke83").fresh("a21");
    assert_eq!(case.goals("a21"), set("a31 a41 a51 a22 a32 a42 a23 a33"));
    let moved = spacechess("Pa21 Ke11 ke83");
    assert_eq!(moved.goals("a21"), set("a31 a22"));
}

#[test]
fn s5_a_run_passes_every_cell_of_every_free_order() {
    let case = spacechess("Pa21 Ke11 ke83").fresh("a21");
    assert!(case.after("a21a33").text().contains(" a33:a22a23a31a32 "));
    assert!(case.after("a21a22").text().contains(" - 0 "));
    let barred = spacechess("Pa21 na22 Ke11 ke83").fresh("a21");
    assert!(barred.after("a21a33").text().contains(" a33:a31a32 "));
    let closed = spacechess("Pa21 na22 na31 Ke11 ke83").fresh("a21");
    assert!(closed.goals("a21").is_empty());
}

#[test]
fn s3_the_elevator() {
    let case = spacechess("Ke83 ka11 Pa31");
    assert!(case.goals("e83").is_superset(&set("f83 f83f82 f83f81")));
    let occupied = spacechess("Ke83 ka11 Pa31 nf82");
    assert!(occupied.allows("e83f83f81") && !occupied.allows("e83f83f82"));
    let from_below = spacechess("Kf82 ka11 Pa31");
    assert!(from_below.allows("f82f83f81") && !from_below.allows("f82f83f82"));
    let attacked = spacechess("Ke83 ka11 Pa31 rf13");
    assert!(!attacked.allows("e83f83") && !attacked.allows("e83f83f81"));
}

#[test]
fn s2_a_king_captures_where_it_does_not_go() {
    let case = spacechess("Ke42 ka11 Pa31 ne53");
    assert!(case.allows("e42e53") && !case.allows("e42e33"));
    assert!(case.allows("e42e43") && !case.allows("e42e41"));
    assert!(case.attacked_from("e42").contains("e33"));
}

#[test]
fn s4_the_cell_beside_the_rook_must_not_be_attacked_either() {
    let men = "Ke11 Ra11 Rh11 ke83";
    let case = spacechess(men).castling("KQ");
    assert!(case.allows("e11a11") && case.allows("e11h11"));
    let attacked = spacechess(&format!("{men} rb71")).castling("KQ");
    assert!(!attacked.allows("e11a11") && attacked.allows("e11h11"));
}

/// `chess` writes castling with the king's goal.
#[test]
fn chess_castling_is_written_with_the_kings_goal() {
    let game = Game::named("chess");
    let texts = game.texts(&(game.read)("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    assert!(texts.iter().any(|text| text == "e1g1") && texts.iter().any(|text| text == "e1c1"));
}
