//! Malformed FENs of `kobayashi`, and the error texts of its illegal moves.

use super::assert_rejected_by;
use triskelion::rules::{BoardText, BuiltIn, Kobayashi};

const BOARDS: &str = "bqkb/pppp/4/4|4/4/4/4|4/4/PPPP/BQKB";
const PLATFORMS: &str = "b12-:PP/RN,b86+:rn/pp,e12-:PP/NR,e86+:nr/pp";

#[track_caller]
fn assert_rejected(text: &str, field: &str, shown: &str) {
    assert_rejected_by::<Kobayashi>(text, field, shown);
}

#[track_caller]
fn parse_fen(text: &str) -> Kobayashi {
    Kobayashi::from_fen(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

#[test]
fn platforms_have_no_owners() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("b12-", "b12-w")), "platforms", "b12-w");
    assert_rejected(&with(&PLATFORMS.replace(",e86+:nr/pp", "")), "platforms", "3");
    // All platforms may stand on one side.
    let crowded = "b12-:PP/RN,b34+:2/2,b86+:rn/pp,e12-:PP/NR";
    assert_eq!(parse_fen(&with(crowded)).to_fen(), with(crowded));
}

#[test]
fn castling_right_requires_home_platform() {
    let with = |platforms: &str, rights: &str| format!("{BOARDS} {platforms} w {rights} - - 0 1");
    parse_fen(&with(PLATFORMS, "KQkq"));
    assert_rejected(&with(&PLATFORMS.replace("b12-", "b12+"), "Q"), "castling", "Q");
    assert_rejected(&with(&PLATFORMS.replace("e86+:nr", "e86-:nr"), "k"), "castling", "k");
    assert_rejected(&with(&PLATFORMS.replace("PP/NR", "PP/RN"), "K"), "castling", "K");
}

#[test]
fn carried_pawns_may_be_unmoved() {
    let moved = PLATFORMS.replace("b12-", "b34+");
    let with = |unmoved: &str| format!("{BOARDS} {moved} w K {unmoved} - 0 1");
    assert!(parse_fen(&with("a35b22")).to_fen().contains(" a35b22 "));
    assert_rejected(&with("a11"), "unmoved pawns", "a11");
    assert_rejected(&with("b32"), "unmoved pawns", "b32");
    let stepped = BOARDS.replace("4/PPPP", "P3/1PPP");
    assert_rejected(&format!("{stepped} {PLATFORMS} w KQkq b32 - 0 1"), "unmoved pawns", "b32");
}

#[test]
fn pawns_on_promotion_cells() {
    let boards = BOARDS.replace("bqkb/", "bqkP/");
    assert_rejected(&format!("{boards} {PLATFORMS} w - - - 0 1"), "pawns", "e86");
    let platforms = PLATFORMS.replace("e86+:nr/pp", "e86+:nP/pp");
    assert_rejected(&format!("{BOARDS} {platforms} w - - - 0 1"), "pawns", "f97");
    let platforms = PLATFORMS.replace("b12-:PP/RN", "b12-:PP/pN");
    assert_rejected(&format!("{BOARDS} {platforms} w - - - 0 1"), "pawns", "a01");
    // Promotion cells belong to certain posts. The last rank of another post is not one.
    let platforms = PLATFORMS.replace("e86+:nr/pp", "e86-:nP/pp");
    parse_fen(&format!("{BOARDS} {platforms} w - - - 0 1"));
}

#[test]
fn en_passant_follows_forward_and_vertical_steps() {
    let stepped = BOARDS.replace("4/4/PPPP", "P3/4/1PPP");
    let after = |en_passant: &str| format!("{stepped} {PLATFORMS} b KQkq * {en_passant} 0 1");
    parse_fen(&after("b42:b32"));
    assert_rejected(&after("b42:b22"), "en passant", "b42");
    assert_rejected(&after("b42:c32"), "en passant", "b42");
    let down = |en_passant: &str| {
        format!(
            "2k1/4/4/4|4/4/4/4|4/4/4/2K1 b64+:2/2,b64-:2/1p,e12-:2/2,e86+:2/2 w - - {en_passant} 0 1"
        )
    };
    parse_fen(&down("b63:b64"));
    assert_rejected(&down("b63:b65"), "en passant", "b63");
    // On this fixed board, no pawn can make a first move down.
    let fixed =
        "2k1/4/4/4|4/4/1p2/4|4/4/4/2K1 b64+:2/2,b64-:2/2,e12-:2/2,e86+:2/2 w - - c44:c54 0 1";
    assert_rejected(fixed, "en passant", "c44");
}

#[test]
fn rejected_moves_state_the_reason() {
    let explain = |text: &str, mv: &str| match parse_fen(text).parse_uci_move(mv) {
        Ok(_) => panic!("{mv} was accepted in {text}"),
        Err(error) => error.to_string(),
    };
    let start =
        Kobayashi::from_fen(&format!("{BOARDS} {PLATFORMS} w KQkq * - 0 1")).map(|b| b.to_fen());
    let start = start.expect("the start position");
    for (mv, reason) in [
        ("a11b22", "same side"),
        ("c12c32", "does not reach"),
        ("a03a13", "no platform covers"),
        ("b12+b34-", "no platform stands"),
        ("b86+b86-", "holds a piece of Black"),
        ("b12-b12-", "stands on b12- already"),
        ("b12-b34+", "only to b12+, "),
        ("b12-b42+q", "promotes nothing"),
        ("b22b32q", "promotes nothing"),
    ] {
        let error = explain(&start, mv);
        assert!(error.contains(reason), "{mv}: `{error}` does not contain `{reason}`");
    }
    let ready = "3k/4/4/4|4/4/4/4|4/4/4/2K1 b12-:2/2,b86-:PP/R1,e12-:P1/2,e34+:2/2 w - - - 0 1";
    assert!(explain(ready, "b86-b86+").contains("two letters"));
    assert!(explain(ready, "b86-b86+q").contains("two letters"));
    assert!(explain(ready, "e12-e12+").contains("cannot move now"));
    assert!(parse_fen(ready).parse_uci_move("b86-b86+qn").is_ok());
}
