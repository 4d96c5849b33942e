//! Examples for the rules S1 to S5 of `spacechess`.

use super::{Case, case, set};
use crate::reference::Game;

fn spacechess(pieces: &str) -> Case {
    case("spacechess", pieces, "")
}

#[test]
fn s5_pawn_first_move_has_eight_destinations() {
    let case = spacechess("Pa21 Ke11 ke83").with_unmoved_pawns("a21");
    assert_eq!(case.destinations("a21"), set("a31 a41 a51 a22 a32 a42 a23 a33"));
    let moved = spacechess("Pa21 Ke11 ke83");
    assert_eq!(moved.destinations("a21"), set("a31 a22"));
}

#[test]
fn s5_run_passes_all_cells_of_free_paths() {
    let case = spacechess("Pa21 Ke11 ke83").with_unmoved_pawns("a21");
    assert!(case.after("a21a33").fen().contains(" a33:a22a23a31a32 "));
    assert!(case.after("a21a22").fen().contains(" - 0 "));
    let barred = spacechess("Pa21 na22 Ke11 ke83").with_unmoved_pawns("a21");
    assert!(barred.after("a21a33").fen().contains(" a33:a31a32 "));
    let closed = spacechess("Pa21 na22 na31 Ke11 ke83").with_unmoved_pawns("a21");
    assert!(closed.destinations("a21").is_empty());
}

#[test]
fn s3_elevator_ride() {
    let case = spacechess("Ke83 ka11 Pa31");
    assert!(case.destinations("e83").is_superset(&set("f83 f83f82 f83f81")));
    let occupied = spacechess("Ke83 ka11 Pa31 nf82");
    assert!(occupied.is_legal("e83f83f81") && !occupied.is_legal("e83f83f82"));
    let from_below = spacechess("Kf82 ka11 Pa31");
    assert!(from_below.is_legal("f82f83f81") && !from_below.is_legal("f82f83f82"));
    let attacked = spacechess("Ke83 ka11 Pa31 rf13");
    assert!(!attacked.is_legal("e83f83") && !attacked.is_legal("e83f83f81"));
}

#[test]
fn s2_king_captures_where_it_cannot_step() {
    let case = spacechess("Ke42 ka11 Pa31 ne53");
    assert!(case.is_legal("e42e53") && !case.is_legal("e42e33"));
    assert!(case.is_legal("e42e43") && !case.is_legal("e42e41"));
    assert!(case.attacks_from("e42").contains("e33"));
}

#[test]
fn s4_cell_beside_rook_must_not_be_attacked() {
    let pieces = "Ke11 Ra11 Rh11 ke83";
    let case = spacechess(pieces).with_castling("KQ");
    assert!(case.is_legal("e11a11") && case.is_legal("e11h11"));
    let attacked = spacechess(&format!("{pieces} rb71")).with_castling("KQ");
    assert!(!attacked.is_legal("e11a11") && attacked.is_legal("e11h11"));
}

#[test]
fn s2_sliders_and_knights() {
    let middle = spacechess("Bd42 Ka11 kh83");
    assert_eq!(middle.destinations("d42").len(), 13 + 8);
    let bottom = spacechess("Bd41 Ka11 kh83");
    assert!(bottom.destinations("d41").is_superset(&set("d52 d63 e42 f43 d32 d23 c42 b43 e51")));
    let barred = spacechess("Bd41 ne42 Pd52 Ka11 kh83");
    assert!(barred.is_legal("d41e42") && !barred.is_legal("d41f43") && !barred.is_legal("d41d63"));
    assert!(!barred.attacks_from("d41").contains("d63"));
    let rook = spacechess("Rd41 Ka11 kh83");
    assert_eq!(rook.destinations("d41").len(), 14 + 2);
    assert!(!spacechess("Rd41 Pd42 Ka11 kh83").is_legal("d41d43"));
    let knight = spacechess("Nd42 Ka11 kh83");
    assert_eq!(knight.destinations("d42").len(), 16);
    assert!(knight.destinations("d42").is_superset(&set("b43 f41 d63 d21 b52")));
    assert!(spacechess("Nd41 Ka11 kh83").destinations("d41").is_superset(&set("d53 c43 b42 e61")));
}

#[test]
fn s2_piece_pinned_across_levels_captures_only_pinner() {
    let case = spacechess("Kd41 Qd42 Nd52 rd43 bd63 ka83");
    assert_eq!(case.destinations("d42"), set("d43"));
    assert!(case.destinations("d52").is_empty());
}

#[test]
fn s3_elevator_ride_with_capture() {
    let case = spacechess("Ke73 rf83 ka11 Pa31");
    assert!(case.is_legal("e73f83") && case.is_legal("e73f83f81"));
    let after = case.after("e73f83f81").fen();
    assert!(after.starts_with("8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|5K2/") && after.ends_with(" 0 1"));
    // Black's elevator is f11. White's king does not ride there.
    let black = spacechess("kg21 Ka83 pa61").black_to_move();
    assert!(black.destinations("g21").is_superset(&set("f11 f11f12 f11f13")));
    assert!(
        !spacechess("Kg21 ka83 Pa61").destinations("g21").iter().any(|target| target.len() > 3)
    );
    // A king that already stands on the elevator does not ride.
    let standing = spacechess("Kf83 ka11 Pa31");
    assert!(standing.destinations("f83").iter().all(|target| target.len() == 3));
}

#[test]
fn s3_ride_must_not_end_on_attacked_cell() {
    let case = spacechess("Ke83 ka11 Pa31 ra81");
    assert!(case.is_legal("e83f83") && case.is_legal("e83f83f82") && !case.is_legal("e83f83f81"));
}

#[test]
fn s5_en_passant_on_any_passed_cell() {
    let case = spacechess("Pa21 pb32 pb42 Kh11 kh83").with_unmoved_pawns("a21").after("a21a33");
    assert!(case.fen().contains(" a33:a22a23a31a32 "));
    let takes = case.destinations("b32");
    assert!(takes.is_superset(&set("a22 a31")));
    assert!(case.destinations("b42").contains("a32"));
    let taken = case.after("b32a31").fen();
    assert!(taken.starts_with("7k/8/8/8/8/8/8/8|"), "{taken}");
    // En passant is legal only at once.
    let later = case.after("h83g83").after("h11g11");
    assert!(!later.is_legal("b32a31") && !later.is_legal("b32a22"));
}

#[test]
fn s5_promotion_is_optional_before_last_cell() {
    let case = spacechess("Pa72 Kh11 kh33");
    assert_eq!(case.destinations("a72"), set("a82 a82b a82n a82q a82r a73 a73b a73n a73q a73r"));
    let stayed = case.after("a72a82").after("h33h43");
    assert_eq!(stayed.destinations("a82"), set("a83b a83n a83q a83r"));
    assert_eq!(spacechess("Pa81 Kh11 kh33").destinations("a81"), set("a82 a82b a82n a82q a82r"));
    let black = spacechess("pa22 Kh33 kh83").black_to_move();
    assert_eq!(black.destinations("a22"), set("a12 a12b a12n a12q a12r a21 a21b a21n a21q a21r"));
    let must = spacechess("pa12 Kh33 kh83").black_to_move();
    assert_eq!(must.destinations("a12"), set("a11b a11n a11q a11r"));
}

/// UCI notation of `chess` writes castling with the king's destination.
#[test]
fn chess_castling_is_written_with_king_destination() {
    let game = Game::from_name("chess");
    let texts = game.uci_moves(&(game.from_fen)("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    assert!(texts.iter().any(|text| text == "e1g1") && texts.iter().any(|text| text == "e1c1"));
}
