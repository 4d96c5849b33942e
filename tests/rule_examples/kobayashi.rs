//! Examples for the rules K2 to K6 of `kobayashi`.

use super::{Case, case, set, startpos};
use std::collections::BTreeSet;

fn kobayashi(pieces: &str, platforms: &str) -> Case {
    case("kobayashi", pieces, platforms)
}

fn start() -> Case {
    startpos("kobayashi")
}

#[test]
fn k2_rook_cannot_change_level_at_start() {
    assert!(start().attacks_from("a01").iter().all(|to| to.ends_with('1')));
}

#[test]
fn k2_rook_moves_down_through_platforms() {
    let case = kobayashi("Re56 Kc12 kc86", "b12- b86+ e42+ e56-");
    let down: BTreeSet<String> =
        case.destinations("e56").into_iter().filter(|to| to.starts_with("e5")).collect();
    assert_eq!(down, set("e55 e54 e53"));
}

#[test]
fn k2_bishop_changes_level_by_triagonal_step() {
    let on = |cell: &str| {
        let pieces = format!("B{cell} Ke12 kd86");
        kobayashi(&pieces, "b42+ b86+ e12- e86+").destinations(cell)
    };
    assert!(on("c32").contains("b43"));
    assert!(on("b42").contains("a53"));
    assert!(on("b53").is_superset(&set("c42 c44 c64")));
}

#[test]
fn k3_knights_at_start() {
    assert_eq!(start().attacks_from("b01"), set("b22"));
}

#[test]
fn k3_knights_move_through_connected_cells() {
    let knight = |cell: &str, platforms: &str| {
        kobayashi(&format!("N{cell} Kd12 kd86"), platforms).attacks_from(cell)
    };
    assert!(knight("b01", "b12+ b12- e12- e86+").is_superset(&set("a03 b13 b22")));
    assert_eq!(knight("b43", "b42+ b86+ e12- e86+"), set("b22 d42 b64 d44"));
    assert!(knight("e42", "b12- b86+ e42+ e86+").is_superset(&set("d44 e54 e34")));
    assert!(knight("e22", "b12- b86+ e34- e86+").contains("e34"));
    assert!(knight("a03", "b12+ b34- e12- e86+").contains("b23"));
}

#[test]
fn k4_pawns_at_start() {
    let mut start = start();
    assert!(start.destinations("a11").is_empty());
    assert_eq!(start.attacks_from("a11"), set("b22"));
    assert_eq!(start.attacks_from("b11"), set("c22"));
    start.board.pieces.remove(&crate::reference::space::Cell::from_name("b12"));
    assert!(start.is_legal("b11b12"));
    let beside = kobayashi("Pd42 Kd12 kd86", "b12- b86+ e42+ e86+");
    assert!(beside.attacks_from("d42").contains("e53"));
}

#[test]
fn k4_en_passant_after_horizontal_double_step() {
    let case = kobayashi("Pc22 pb43 Kd12 kd86", "b42+ b86+ e12- e86+").with_unmoved_pawns("c22");
    let after = case.after("c22c42");
    assert!(after.fen().contains(" c42:c32 "));
    assert!(after.is_legal("b43c32"));
}

#[test]
fn k4_en_passant_after_vertical_double_step_of_carried_pawn() {
    let case = kobayashi("pb65 Pc54 Kd12 kd86", "b64+ b64- e12- e86+")
        .with_unmoved_pawns("b65")
        .black_to_move();
    let after = case.after("b65b63");
    assert!(after.fen().contains(" b63:b64 "));
    assert!(after.is_legal("c54b64"));
    // A pawn that its platform carries keeps its first move.
    let carried = kobayashi("pb87 rb97 Kd12 kd86", "b86+ b12- e12- e86+")
        .with_unmoved_pawns("b87")
        .black_to_move();
    assert_eq!(carried.after("b86+b86-").board.unmoved_pawns.len(), 1);
}

#[test]
fn k5_platform_blocks_slide() {
    let pieces = "Ba01 Kd12 kd86";
    assert!(kobayashi(pieces, "b12- b86+ e12- e86+").is_legal("b12-b56-"));
    assert!(!kobayashi(pieces, "b12- b34- e12- e86+").is_legal("b12-b56-"));
    assert!(!kobayashi("Ba01 pb11 Kd12 kd86", "b12- b86+ e12- e86+").is_legal("b12-b34-"));
}

#[test]
fn k5_commanders_combine() {
    let targets = |pieces: &str| {
        kobayashi(&format!("{pieces} Kd12 kd86"), "b12- b86+ e12- e86+").destinations("b12-")
    };
    assert_eq!(targets("Nb01"), set("b42+"));
    assert_eq!(targets("Ra01"), set("b12+"));
    assert!(targets("Nb01 Ra01").is_superset(&set("b42+ b12+")));
    assert_eq!(targets("Pa01"), set(""));
}

#[test]
fn k6_castling_requires_unattacked_cells_and_unmoved_platform() {
    let pieces = "Kd12 Rf01 Ra01 kd86";
    let platforms = "b12- b86+ e12- e86+";
    let case = kobayashi(pieces, platforms).with_castling("KQ");
    let king = case.after("d12f01");
    assert!(king.fen().contains("e12-:2/K1"), "{}", king.fen());
    let queen = case.after("d12a01");
    assert!(queen.fen().contains("b12-:2/1K"), "{}", queen.fen());
    assert!(case.after("e12-e12+").board.castling.iter().eq(['Q'].iter()));
}
