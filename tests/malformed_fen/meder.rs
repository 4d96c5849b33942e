//! Malformed FENs of `meder` (M8), and the error texts of its illegal moves.

use super::{BOARDS, PLATFORMS, assert_rejected_by, parse_errors};
use crate::support::board;
use triskelion::rules::{BoardText, Meder};

#[track_caller]
fn assert_rejected(text: &str, field: &str, shown: &str) {
    assert_rejected_by::<Meder>(text, field, shown);
}

/// Asserts that the FEN is accepted, and that it is canonical.
#[track_caller]
fn assert_accepted(text: &str) {
    assert_eq!(board::parse_fen::<Meder>(text).to_fen(), text);
}

#[test]
fn field_count() {
    assert_rejected("", "field count", "0");
    assert_rejected(&format!("{BOARDS} {PLATFORMS} w KQkq * - 0"), "field count", "7");
    assert_rejected(&format!("{BOARDS} {PLATFORMS} w KQkq * - - 0 1"), "field count", "9");
    assert_accepted(&format!("{BOARDS} {PLATFORMS} w KQkq * - 0 1"));
}

#[test]
fn boards_and_counters() {
    let errors = parse_errors::<Meder>(&format!(
        "{} {PLATFORMS} x Kx * - y 0",
        BOARDS.replacen("4/4|", "22/4|", 1)
    ));
    for field in ["boards", "side", "castling", "halfmove", "move number"] {
        assert!(errors.contains(field), "`{errors}` does not name `{field}`");
    }
    // The unicorn belongs to another rule set.
    let boards = BOARDS.replace("nbbn", "nubn");
    assert_rejected(&format!("{boards} {PLATFORMS} w KQkq * - 0 1"), "boards", "u");
}

#[test]
fn posts_and_owners() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("b12+", "b12-")), "platforms", "b12-");
    assert_rejected(&with(&PLATFORMS.replace("e86+", "e86-")), "platforms", "e86-");
    assert_rejected(&with(&PLATFORMS.replace("b12+", "b22+")), "platforms", "b22+");
    assert_rejected(&with(&PLATFORMS.replace("b86+", "b12+")), "platforms", "b12+");
    assert_rejected(&with(&PLATFORMS.replace("b12+w", "b12+")), "platforms", "owner");
    assert_rejected(&with(&PLATFORMS.replace("b12+w", "b12+x")), "platforms", "owner");
    assert_rejected(&with("b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR"), "platforms", "3");
    assert_rejected(&with(&format!("{PLATFORMS},e64+w:2/2")), "platforms", "5");
    let swapped = "b86+b:rq/pp,b12+w:PP/RQ,e12+w:PP/KR,e86+b:kr/pp";
    assert_rejected(&with(swapped), "platforms", "order");
    // Each side owns two platforms.
    for (post, owner) in [("b12+w", "b12+b"), ("e86+b", "e86+w")] {
        assert_rejected(&with(&PLATFORMS.replace(post, owner)), "platforms", "2 expected");
    }
    let exchanged = PLATFORMS.replace("b12+w", "b12+b").replace("b86+b", "b86+w");
    assert_accepted(&with(&exchanged));
    // A post below a corner is none, so `+` is the only sign.
    let crowded = "b12+w:PP/RQ,b34+b:2/2,b86+b:rq/pp,e12+w:PP/KR";
    assert_rejected(&with(crowded), "king", "0");
}

#[test]
fn kings() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("KR", "QR")), "king", "0");
    assert_rejected(&with(&PLATFORMS.replace("rq", "rk")), "king", "2");
}

#[test]
fn opponent_in_check() {
    // Along the f file, over columns without a cell.
    let gap = "4/4/4/4|4/4/4/4|4/4/4/4 b12+w:2/2,b86+b:2/2,e12+w:2/KR,e86+b:1k/2";
    assert_rejected(&format!("{gap} w - - - 0 1"), "side", "Black");
    assert_accepted(&format!("{gap} b - - - 0 1"));
    // Whatever the level.
    let level = "4/4/4/4|4/4/4/2q1|4/4/4/4 b12+w:2/2,b34+w:K1/2,e12+b:2/2,e86+b:1k/2";
    assert_rejected(&format!("{level} b - - - 0 1"), "side", "White");
}

#[test]
fn castling_rights() {
    let with = |platforms: &str, rights: &str| format!("{BOARDS} {platforms} w {rights} - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("PP/RQ", "PP/1Q"), "Q"), "castling", "Q");
    assert_rejected(&with(&PLATFORMS.replace("PP/KR", "PP/RK"), "K"), "castling", "K");
    assert_rejected(&with(&PLATFORMS.replace("rq/pp", "qr/pp"), "q"), "castling", "q");
    let carried = "b34+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp";
    assert_rejected(&with(carried, "KQkq"), "castling", "Q");
    assert_rejected(&with(PLATFORMS, "qk"), "castling", "qk");
    // Rights may be held while move number 1 forbids their use.
    assert_accepted(&with(PLATFORMS, "KQkq"));
}

#[test]
fn unmoved_pawns() {
    let with = |unmoved: &str| format!("{BOARDS} {PLATFORMS} w KQkq {unmoved} - 0 1");
    for cells in ["b32", "b12", "b2", "b22b22", "z99", "é"] {
        assert_rejected(&with(cells), "unmoved pawns", &cells[..cells.len().min(3)]);
    }
    let moved = BOARDS.replace("4/4/PPPP", "4/P3/1PPP");
    assert_rejected(&format!("{moved} {PLATFORMS} w KQkq b32 - 0 1"), "unmoved pawns", "b32");
    let crossed = BOARDS.replace("PPPP/NBBN", "pPPP/NBBN");
    assert_rejected(&format!("{crossed} {PLATFORMS} w KQkq b22 - 0 1"), "unmoved pawns", "b22");
    // A carried pawn has lost its double step.
    let carried = PLATFORMS.replace("b12+w:PP/RQ", "b34+w:PP/RQ");
    assert_rejected(&format!("{BOARDS} {carried} w K a35 - 0 1"), "unmoved pawns", "a35");
    assert_accepted(&with("a13b22f87"));
}

/// Returns a position with both kings, these boards, and these pieces on the left platforms.
fn corner_fen(boards: &str, left: &str, side: &str, en_passant: &str) -> String {
    format!("{boards} {left},e42+b:2/1K,e64+b:1k/2 {side} - - {en_passant} 3 9")
}

#[test]
fn pawns_on_furthest_ranks() {
    const EMPTY: &str = "4/4/4/4|4/4/4/4|4/4/4/4";
    let covered = "b12+w:2/2,b86+w:2/2";
    for (boards, cell) in [
        ("1P2/4/4/4|4/4/4/4|4/4/4/4", "c86"),
        ("2P1/4/4/4|4/4/4/4|4/4/4/4", "d86"),
        ("4/4/4/4|4/4/4/4|4/4/4/1p2", "c12"),
        ("4/4/4/4|4/4/4/4|4/4/4/2p1", "d12"),
    ] {
        for side in ["w", "b"] {
            assert_rejected(&corner_fen(boards, covered, side, "-"), "pawns", cell);
        }
    }
    for (left, cell) in [
        ("b12+w:2/2,b86+w:P1/2", "a97"),
        ("b12+w:2/2,b86+w:1P/2", "b97"),
        ("b12+w:2/p1,b86+w:2/2", "a03"),
        ("b12+w:2/1p,b86+w:2/2", "b03"),
    ] {
        for side in ["w", "b"] {
            assert_rejected(&corner_fen(EMPTY, left, side, "-"), "pawns", cell);
        }
    }
    // In the corners under a platform a pawn has a rank to go.
    assert_accepted(&corner_fen("P3/4/4/4|4/4/4/4|4/4/4/p3", covered, "w", "-"));
    assert_accepted(&corner_fen(EMPTY, "b12+w:2/2,b86+w:2/PP", "w", "-"));
    // A pawn goes on where the other side's pawns promote.
    assert_accepted(&corner_fen("1p2/4/4/4|4/4/4/4|4/4/4/1P2", covered, "w", "-"));
}

/// A pawn in a corner without a platform above it, and its side to move.
#[test]
fn waiting_pawns() {
    const LEFT: &str = "b34+w:2/2,b64+w:2/2";
    let white = "P3/4/4/4|4/4/4/4|4/4/4/4";
    let black = "4/4/4/4|4/4/4/4|4/4/4/3p";
    assert_accepted(&corner_fen(white, LEFT, "w", "-"));
    assert_accepted(&corner_fen(black, LEFT, "b", "-"));
    // Of the side that is not to move, it must have promoted.
    assert_rejected(&corner_fen(white, LEFT, "b", "-"), "pawns", "b86");
    assert_rejected(&corner_fen(black, LEFT, "w", "-"), "pawns", "e12");
    assert_rejected(&corner_fen("P3/4/4/4|4/4/4/4|4/4/4/3p", LEFT, "w", "-"), "pawns", "e12");
    // At most one waits.
    let two = corner_fen("P2P/4/4/4|4/4/4/4|4/4/4/4", LEFT, "w", "-");
    assert_rejected(&two, "pawns", "two");
}

#[test]
fn waiting_pawn_threatens_no_king() {
    let with =
        |pieces: &str| format!("{pieces} b34+w:2/2,b64+w:2/2,e34+b:K1/2,e42+b:2/2 w - - - 3 9");
    // As a queen it would attack b66, as a knight c66.
    for boards in ["P3/4/k3/4|4/4/4/4|4/4/4/4", "P3/4/1k2/4|4/4/4/4|4/4/4/4"] {
        assert_rejected(&with(boards), "pawns", "b86");
    }
    let shielded = "P3/n3/k3/4|4/4/4/4|4/4/4/4";
    assert_accepted(&with(shielded));
}

#[test]
fn en_passant() {
    let stepped = "nbbn/pppp/4/4|4/4/4/4|P3/4/1PPP/NBBN";
    let after = |side: &str, en_passant: &str| {
        format!("{stepped} {PLATFORMS} {side} KQkq * {en_passant} 0 1")
    };
    assert_accepted(&after("b", "b42:b32b34"));
    // Every live cell of the column passed, ascending.
    let wrong = "b42:b32 b42:b34 b42:b34b32 b42:b32b34b35 b42:b32b34b34 b42:b32b33 b42:b32b34b \
                 b42:b22 b42:c32c34 b42: b42 :b32b34 c22:c32c34 x é:é";
    for en_passant in wrong.split_whitespace() {
        let shown = en_passant.split(':').next().unwrap_or_default();
        assert_rejected(&after("b", en_passant), "en passant", shown);
    }
    assert_rejected(&after("w", "b42:b32b34"), "en passant", "b42");
    // A piece stands on the cell from which the pawn came, or on one that it passed.
    for (good, bad) in [("4/1PPP", "4/BPPP"), ("4/1PPP", "N3/1PPP")] {
        let boards = stepped.replace(good, bad);
        let text = format!("{boards} {PLATFORMS} b - * b42:b32b34 0 1");
        assert_rejected(&text, "en passant", "b42");
    }
    let above = stepped.replace("|4/4/4/4|", "|4/4/4/N3|");
    let text = format!("{above} {PLATFORMS} b - * b42:b32b34 0 1");
    assert_rejected(&text, "en passant", "b42");
    // A pawn from b13 passes b22; no pawn starts on c12.
    let rook_pawn = "nbbn/pppp/4/4|4/4/4/4|4/P3/1PPP/NBBN";
    let platforms = PLATFORMS.replace("PP/RQ", "P1/RQ");
    assert_accepted(&format!("{rook_pawn} {platforms} b KQkq * b32:b22 0 1"));
    let other = "nbbn/pppp/4/4|4/4/4/4|4/1P2/P1PP/N1BN";
    assert_rejected(&format!("{other} {PLATFORMS} b - - c32:c22 0 1"), "en passant", "c32");
    // The cells of a platform above the column belong to it.
    let platforms = "b12+w:PP/RQ,b34+b:2/2,e12+w:PP/KR,e86+b:kr/pp";
    let boards = "nbb1/1ppp/4/4|4/4/4/4|P3/4/1PPP/NBBN";
    assert_accepted(&format!("{boards} {platforms} b KQk - b42:b32b34b35 0 1"));
    assert_rejected(&format!("{boards} {platforms} b KQk - b42:b32b34 0 1"), "en passant", "b42");
}

/// The move before a waiting pawn's promotion was a platform's.
#[test]
fn en_passant_excludes_waiting_pawn() {
    let boards = "4/4/4/4|4/4/4/4|P3/4/4/3p";
    let platforms = "b12+w:2/K1,b64+w:2/2,e34+b:2/2,e86+b:k1/2";
    let fen = |en_passant: &str| format!("{boards} {platforms} b - - {en_passant} 0 9");
    assert_accepted(&fen("-"));
    assert_rejected(&fen("b42:b32b34"), "en passant", "b42");
}

#[test]
fn rejected_moves_state_the_reason() {
    let explain = |fen: &str, mv: &str| match board::parse_fen::<Meder>(fen).parse_uci_move(mv) {
        Ok(_) => panic!("{mv} was accepted in {fen}"),
        Err(error) => error.to_string(),
    };
    let start = format!("{BOARDS} {PLATFORMS} w KQkq * - 0 1");
    let waiting = corner_fen("P3/4/4/4|4/4/4/4|4/4/4/4", "b34+w:2/2,b64+w:2/2", "w", "-");
    for (fen, mv, reason) in [
        (&start, "c32c34", "no piece stands on c32"),
        (&start, "c76c66", "Black"),
        (&start, "b03b12", "same side"),
        (&start, "c12b22", "same side"),
        (&start, "e12e22", "same side"),
        (&start, "b12b34", "does not reach b34"),
        (&start, "b22b32q", "promotes nothing"),
        (&start, "e03f03", "cannot castle with the rook on f03"),
        (&start, "b34+b56+", "no platform stands on b34+"),
        (&start, "b12+e12+", "a platform stands on e12+ already"),
        (&start, "b12+b34+", "cannot move now"),
        (&start, "b12+b56+", "b12+"),
        (&waiting, "f43f53", "b86 promotes first"),
        (&waiting, "f43f53k", "k"),
        (&waiting, "b64+b86-q", "b86-"),
    ] {
        let error = explain(fen, mv);
        assert!(error.contains(reason), "{mv}: `{error}` does not contain `{reason}`");
    }
}
