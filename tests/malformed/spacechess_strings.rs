//! The position strings of Space Chess, spoilt field by field.

use super::{faults, refused_by};
use crate::engine;
use triskelion::rules::Text;
use triskelion::rules::spacechess::Board;

const TOP: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8";
const MIDDLE: &str = "pppppppp/8/8/8/8/8/8/PPPPPPPP";
const BOTTOM: &str = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR";

#[track_caller]
fn refused(text: &str, field: &str, shown: &str) {
    refused_by::<Board>(text, field, shown);
}

fn with(bottom: &str, rest: &str) -> String {
    format!("{TOP}|{MIDDLE}|{bottom} {rest}")
}

#[test]
fn field_count() {
    refused("", "field count", "0");
    refused(&with(BOTTOM, "w KQkq * - 0"), "field count", "6");
    refused(&with(BOTTOM, "w KQkq * - 0 1 2"), "field count", "8");
}

#[test]
fn levels_ranks_and_files() {
    refused(&format!("{TOP}|{MIDDLE} w - - - 0 1"), "levels", "2");
    refused(&with("8/8/8/8/8/8/PPPPPPPP", "w - - - 0 1"), "levels", "level 1: 7 ranks");
    refused(&with(&BOTTOM.replace("RN", "R"), "w - - - 0 1"), "levels", "rank 1: 7 cells");
    refused(&with(&BOTTOM.replacen('8', "44", 1), "w - - - 0 1"), "levels", "44");
    refused(&with(&BOTTOM.replace('Q', "x"), "w - - - 0 1"), "levels", "x");
}

#[test]
fn side_and_counters() {
    let faults = faults::<Board>(&with(BOTTOM, "x Kx * - y 0"));
    for field in ["side", "castling", "halfmove", "move number"] {
        assert!(faults.contains(field), "`{faults}` does not name `{field}`");
    }
}

#[test]
fn kings_and_pawns() {
    refused(&with(&BOTTOM.replace('K', "Q"), "w - - - 0 1"), "kings", "0");
    refused(&with(&BOTTOM.replace('Q', "K"), "w - - - 0 1"), "kings", "2");
    let top = TOP.replace("bn", "bP");
    refused(&format!("{top}|{MIDDLE}|{BOTTOM} w - - - 0 1"), "pawns", "g83");
    refused(&with(&BOTTOM.replace("NR", "pR"), "w - - - 0 1"), "pawns", "g11");
    let checked = "4k3/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|4Q3/8/8/8/8/8/8/4K3";
    refused(&format!("{checked} w - - - 0 1"), "side", "Black");
    assert!(Board::parse(&format!("{checked} b - - - 0 1")).is_ok());
}

#[test]
fn castling_rights() {
    refused(&with(&BOTTOM.replace("NR", "RN"), "w K - - 0 1"), "castling", "K");
    refused(&with(BOTTOM, "w qk - - 0 1"), "castling", "qk");
}

#[test]
fn fresh_pawns() {
    let fresh = |cells: &str| with(BOTTOM, &format!("w KQkq {cells} - 0 1"));
    refused(&fresh("a31"), "fresh", "a31");
    refused(&fresh("a11"), "fresh", "a11");
    refused(&fresh("a21a21"), "fresh", "a21");
    refused(&fresh("a2"), "fresh", "a2");
    assert!(Board::parse(&fresh("a12a21h82")).is_ok());
    let crossed = with(&BOTTOM.replace("PPPPPPPP", "pPPPPPPP"), "w KQkq a21 - 0 1");
    refused(&crossed, "fresh", "a21");
}

#[test]
fn runners() {
    let run = |passed: &str| {
        let middle = MIDDLE.replace("8/8/8/PPPP", "8/P7/8/PPPP");
        let bottom = BOTTOM.replace("PPPPPPPP", "1PPPPPPP");
        format!("{TOP}|{middle}|{bottom} b KQkq * {passed} 0 1")
    };
    // From a21 to a32, ahead and up in either order.
    assert!(engine::board::<Board>(&run("a32:a22a31")).write().contains(" a32:a22a31 "));
    for passed in
        ["a32:a31", "a32:a31a22", "a32:", "a32", "a31:a22", "x:a31", "a32:a22a31a33", "é:é"]
    {
        refused(&run(passed), "en passant", passed.split(':').next().unwrap_or_default());
    }
    let mover = run("a32:a22a31").replacen(" b ", " w ", 1);
    refused(&mover, "en passant", "a32");
}
