//! Malformed FENs of `sixfold`: six platforms without owners, no castling, and early pawns in the
//! sixth field.

use super::assert_rejected_by;
use triskelion::rules::{BuiltIn, Sixfold};

const BOARDS: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4";
const PLATFORMS: &str = "b16+:PP/RQ,b34+:2/2,b82-:rk/pp,e16+:PP/KR,e64-:2/2,e82-:qr/pp";

#[track_caller]
fn assert_rejected(text: &str, field: &str, shown: &str) {
    assert_rejected_by::<Sixfold>(text, field, shown);
}

#[test]
fn field_count() {
    assert_rejected("", "field count", "0");
    assert_rejected(&format!("{BOARDS} {PLATFORMS} w - * * 0"), "field count", "7");
}

#[test]
fn platforms() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("b16+", "b12+")), "platforms", "b12+");
    assert_rejected(
        &with(&PLATFORMS.replace("b34+", "b16+")),
        "platforms",
        "two platforms on `b16+`",
    );
    assert_rejected(
        &with(&PLATFORMS.replace("b34+:2/2,", "")),
        "platforms",
        "5 platforms read, 6 expected",
    );
    assert_rejected(&with(&format!("{PLATFORMS},e82+:2/2")), "platforms", "7 platforms read");
    assert_rejected(&with(&PLATFORMS.replace("b34+", "b34+w")), "platforms", "b34+w");
    assert_rejected(
        &with(&PLATFORMS.replace("b34+:2/2,b82-", "b82-:2/2,b34+")),
        "platforms",
        "order",
    );
}

#[test]
fn kings() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("KR", "1R")), "kings", "0 kings of White");
    assert_rejected(&with(&PLATFORMS.replace("qr", "kr")), "kings", "2 kings of Black");
}

#[test]
fn castling() {
    assert_rejected(&format!("{BOARDS} {PLATFORMS} w K * * 0 1"), "castling", "no castling");
}

#[test]
fn unmoved_pawns() {
    let with = |unmoved: &str| format!("{BOARDS} {PLATFORMS} w - {unmoved} * 0 1");
    assert_rejected(&with("c36"), "unmoved pawns", "c36");
    assert_rejected(&with("c16"), "unmoved pawns", "holds no pawn");
    assert_rejected(&with("b26b26"), "unmoved pawns", "twice");
    let moved = BOARDS.replace("4/4/PPPP", "4/1P2/P1PP");
    assert_rejected(
        &format!("{moved} {PLATFORMS} w - c36 * 0 1"),
        "unmoved pawns",
        "no start cell",
    );
    // A start cell of the other color.
    let crossed = BOARDS.replace("pppp", "Pppp");
    assert_rejected(
        &format!("{crossed} {PLATFORMS} w - b72 - 0 1"),
        "unmoved pawns",
        "no start cell",
    );
}

#[test]
fn early_pawns() {
    let with = |early: &str| format!("{BOARDS} {PLATFORMS} w - * {early} 0 1");
    assert_rejected(&with("b36"), "early", "holds no pawn");
    assert_rejected(&with("b16"), "early", "holds no pawn");
    assert_rejected(&with("z99"), "early", "no cell");
    assert_rejected(&with("a17a17"), "early", "twice");
    // Any pawn may be an early pawn, wherever it stands.
    assert!(Sixfold::from_fen(&with("a17c26c72")).is_ok());
}

#[test]
fn pawns_on_promotion_cells() {
    let boards = BOARDS.replace("pppp", "1Ppp");
    let with = |early: &str| format!("{boards} {PLATFORMS} w - - {early} 0 1");
    assert!(Sixfold::from_fen(&with("-")).is_ok());
    assert_rejected(&with("c72"), "pawns", "c72");
    let boards = BOARDS.replace("nbbn", "nPbn");
    assert_rejected(&format!("{boards} {PLATFORMS} w - - - 0 1"), "pawns", "c82");
    let boards = BOARDS.replace("NBBN", "NpBN");
    assert_rejected(&format!("{boards} {PLATFORMS} w - - - 0 1"), "pawns", "c16");
    let boards = BOARDS.replace("PPPP", "pPPP");
    assert_rejected(&format!("{boards} {PLATFORMS} w - - b26 0 1"), "pawns", "b26");
    assert!(Sixfold::from_fen(&format!("{boards} {PLATFORMS} w - - - 0 1")).is_ok());
}

#[test]
fn opponent_in_check() {
    let pieces = "4/4/4/R2P|4/4/4/4|4/4/4/p2k";
    let platforms = "b16+:2/K1,b34+:2/2,b82-:2/2,e16+:2/2,e46-:2/2,e52-:1r/2";
    assert!(Sixfold::from_fen(&format!("{pieces} {platforms} b - - - 0 1")).is_ok());
    let checked = pieces.replace("4/4/4/p2k", "4/4/4/R2k");
    assert_rejected(&format!("{checked} {platforms} w - - - 0 1"), "side", "Black");
}

/// One parse reports all errors, not only the first.
#[test]
fn all_errors_are_reported() {
    let text = format!("{BOARDS} {PLATFORMS} w K b36 c82 0 1");
    for field in ["castling", "unmoved pawns", "early"] {
        assert_rejected(&text, field, "");
    }
}
