//! Malformed FENs of Space Chess, one field at a time.

use super::{assert_rejected_by, parse_errors};
use crate::support::board;
use triskelion::rules::SpaceChess;
use triskelion::rules::{BoardText, BuiltIn};

const TOP: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8";
const MIDDLE: &str = "pppppppp/8/8/8/8/8/8/PPPPPPPP";
const BOTTOM: &str = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[track_caller]
fn assert_rejected(text: &str, field: &str, shown: &str) {
    assert_rejected_by::<SpaceChess>(text, field, shown);
}

fn fen_with(bottom: &str, rest: &str) -> String {
    format!("{TOP}|{MIDDLE}|{bottom} {rest}")
}

#[test]
fn field_count() {
    assert_rejected("", "field count", "0");
    assert_rejected(&fen_with(BOTTOM, "w KQkq * - 0"), "field count", "6");
    assert_rejected(&fen_with(BOTTOM, "w KQkq * - 0 1 2"), "field count", "8");
}

#[test]
fn levels_ranks_and_files() {
    assert_rejected(&format!("{TOP}|{MIDDLE} w - - - 0 1"), "levels", "2");
    assert_rejected(&fen_with("8/8/8/8/8/8/PPPPPPPP", "w - - - 0 1"), "levels", "level 1: 7 ranks");
    assert_rejected(
        &fen_with(&BOTTOM.replace("RN", "R"), "w - - - 0 1"),
        "levels",
        "rank 1: 7 cells",
    );
    assert_rejected(&fen_with(&BOTTOM.replacen('8', "44", 1), "w - - - 0 1"), "levels", "44");
    assert_rejected(&fen_with(&BOTTOM.replace('Q', "x"), "w - - - 0 1"), "levels", "x");
}

#[test]
fn side_and_counters() {
    let errors = parse_errors::<SpaceChess>(&fen_with(BOTTOM, "x Kx * - y 0"));
    for field in ["side", "castling", "halfmove", "move number"] {
        assert!(errors.contains(field), "`{errors}` does not name `{field}`");
    }
}

#[test]
fn kings_and_pawns() {
    assert_rejected(&fen_with(&BOTTOM.replace('K', "Q"), "w - - - 0 1"), "kings", "0");
    assert_rejected(&fen_with(&BOTTOM.replace('Q', "K"), "w - - - 0 1"), "kings", "2");
    let top = TOP.replace("bn", "bP");
    assert_rejected(&format!("{top}|{MIDDLE}|{BOTTOM} w - - - 0 1"), "pawns", "g83");
    assert_rejected(&fen_with(&BOTTOM.replace("NR", "pR"), "w - - - 0 1"), "pawns", "g11");
    let checked = "4k3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|4Q3/8/8/8/8/8/8/4K3";
    assert_rejected(&format!("{checked} w - - - 0 1"), "side", "Black");
    assert!(SpaceChess::from_fen(&format!("{checked} b - - - 0 1")).is_ok());
}

#[test]
fn castling_rights() {
    assert_rejected(&fen_with(&BOTTOM.replace("NR", "RN"), "w K - - 0 1"), "castling", "K");
    assert_rejected(&fen_with(BOTTOM, "w qk - - 0 1"), "castling", "qk");
}

#[test]
fn unmoved_pawns() {
    let unmoved = |cells: &str| fen_with(BOTTOM, &format!("w KQkq {cells} - 0 1"));
    assert_rejected(&unmoved("a31"), "unmoved pawns", "a31");
    assert_rejected(&unmoved("a11"), "unmoved pawns", "a11");
    assert_rejected(&unmoved("a21a21"), "unmoved pawns", "a21");
    assert_rejected(&unmoved("a2"), "unmoved pawns", "a2");
    assert!(SpaceChess::from_fen(&unmoved("a12a21h82")).is_ok());
    let crossed = fen_with(&BOTTOM.replace("PPPPPPPP", "pPPPPPPP"), "w KQkq a21 - 0 1");
    assert_rejected(&crossed, "unmoved pawns", "a21");
}

#[test]
fn en_passant() {
    let run = |en_passant: &str| {
        let middle = MIDDLE.replace("8/8/8/PPPP", "8/P7/8/PPPP");
        let bottom = BOTTOM.replace("PPPPPPPP", "1PPPPPPP");
        format!("{TOP}|{middle}|{bottom} b KQkq * {en_passant} 0 1")
    };
    // From a21 to a32: one step forward and one up, in either order.
    assert!(board::parse_fen::<SpaceChess>(&run("a32:a22a31")).to_fen().contains(" a32:a22a31 "));
    for en_passant in
        ["a32:a31", "a32:a31a22", "a32:", "a32", "a31:a22", "x:a31", "a32:a22a31a33", "é:é"]
    {
        assert_rejected(
            &run(en_passant),
            "en passant",
            en_passant.split(':').next().unwrap_or_default(),
        );
    }
    let mover = run("a32:a22a31").replacen(" b ", " w ", 1);
    assert_rejected(&mover, "en passant", "a32");
}
