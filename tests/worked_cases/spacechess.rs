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

#[test]
fn s2_sliders_and_knights() {
    let middle = spacechess("Bd42 Ka11 kh83");
    assert_eq!(middle.goals("d42").len(), 13 + 8);
    let bottom = spacechess("Bd41 Ka11 kh83");
    assert!(bottom.goals("d41").is_superset(&set("d52 d63 e42 f43 d32 d23 c42 b43 e51")));
    let barred = spacechess("Bd41 ne42 Pd52 Ka11 kh83");
    assert!(barred.allows("d41e42") && !barred.allows("d41f43") && !barred.allows("d41d63"));
    assert!(!barred.attacked_from("d41").contains("d63"));
    let rook = spacechess("Rd41 Ka11 kh83");
    assert_eq!(rook.goals("d41").len(), 14 + 2);
    assert!(!spacechess("Rd41 Pd42 Ka11 kh83").allows("d41d43"));
    let knight = spacechess("Nd42 Ka11 kh83");
    assert_eq!(knight.goals("d42").len(), 16);
    assert!(knight.goals("d42").is_superset(&set("b43 f41 d63 d21 b52")));
    assert!(spacechess("Nd41 Ka11 kh83").goals("d41").is_superset(&set("d53 c43 b42 e61")));
}

#[test]
fn s2_a_man_pinned_across_levels_may_only_take_the_pinner() {
    let case = spacechess("Kd41 Qd42 Nd52 rd43 bd63 ka83");
    assert_eq!(case.goals("d42"), set("d43"));
    assert!(case.goals("d52").is_empty());
}

#[test]
fn s3_the_elevator_with_a_capture() {
    let case = spacechess("Ke73 rf83 ka11 Pa31");
    assert!(case.allows("e73f83") && case.allows("e73f83f81"));
    let after = case.after("e73f83f81").text();
    assert!(after.starts_with("8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|5K2/") && after.ends_with(" 0 1"));
    // Black's own elevator is f11; White's king does not ride there.
    let black = spacechess("kg21 Ka83 pa61").black();
    assert!(black.goals("g21").is_superset(&set("f11 f11f12 f11f13")));
    assert!(!spacechess("Kg21 ka83 Pa61").goals("g21").iter().any(|goal| goal.len() > 3));
    // Who stands on the elevator already stays on its level.
    let standing = spacechess("Kf83 ka11 Pa31");
    assert!(standing.goals("f83").iter().all(|goal| goal.len() == 3));
}

#[test]
fn s3_the_ride_must_not_end_on_an_attacked_cell() {
    let case = spacechess("Ke83 ka11 Pa31 ra81");
    assert!(case.allows("e83f83") && case.allows("e83f83f82") && !case.allows("e83f83f81"));
}

#[test]
fn s5_a_runner_is_taken_on_any_cell_that_it_passed() {
    let case = spacechess("Pa21 pb32 pb42 Kh11 kh83").fresh("a21").after("a21a33");
    assert!(case.text().contains(" a33:a22a23a31a32 "));
    let takes = case.goals("b32");
    assert!(takes.is_superset(&set("a22 a31")));
    assert!(case.goals("b42").contains("a32"));
    let taken = case.after("b32a31").text();
    assert!(taken.starts_with("7k/8/8/8/8/8/8/8|"), "{taken}");
    // Only at once.
    let later = case.after("h83g83").after("h11g11");
    assert!(!later.allows("b32a31") && !later.allows("b32a22"));
}

#[test]
fn s5_promotion_may_wait_but_for_the_last_cell() {
    let case = spacechess("Pa72 Kh11 kh33");
    assert_eq!(case.goals("a72"), set("a82 a82b a82n a82q a82r a73 a73b a73n a73q a73r"));
    let stayed = case.after("a72a82").after("h33h43");
    assert_eq!(stayed.goals("a82"), set("a83b a83n a83q a83r"));
    assert_eq!(spacechess("Pa81 Kh11 kh33").goals("a81"), set("a82 a82b a82n a82q a82r"));
    let black = spacechess("pa22 Kh33 kh83").black();
    assert_eq!(black.goals("a22"), set("a12 a12b a12n a12q a12r a21 a21b a21n a21q a21r"));
    let must = spacechess("pa12 Kh33 kh83").black();
    assert_eq!(must.goals("a12"), set("a11b a11n a11q a11r"));
}

/// `chess` writes castling with the king's goal.
#[test]
fn chess_castling_is_written_with_the_kings_goal() {
    let game = Game::named("chess");
    let texts = game.texts(&(game.read)("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    assert!(texts.iter().any(|text| text == "e1g1") && texts.iter().any(|text| text == "e1c1"));
}
