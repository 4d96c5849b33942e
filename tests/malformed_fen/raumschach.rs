//! Malformed FENs of Raumschach (R5), and the error texts of its illegal moves.

use super::{assert_rejected_by, parse_errors};
use crate::support::board;
use triskelion::rules::BoardText;
use triskelion::rules::Raumschach;

/// The five levels of the start position, from the top down.
const LEVELS: [&str; 5] = [
    "rnknr/ppppp/5/5/5",
    "ubqub/ppppp/5/5/5",
    "5/5/5/5/5",
    "5/5/5/PPPPP/BUQBU",
    "5/5/5/PPPPP/RNKNR",
];

#[track_caller]
fn assert_rejected(text: &str, field: &str, shown: &str) {
    assert_rejected_by::<Raumschach>(text, field, shown);
}

/// Asserts that the FEN is accepted, and that it is canonical.
#[track_caller]
fn assert_accepted(text: &str) {
    assert_eq!(board::parse_fen::<Raumschach>(text).to_fen(), text);
}

fn fen_with(bottom: &str, rest: &str) -> String {
    let [top, high, middle, low, _] = LEVELS;
    format!("{top}|{high}|{middle}|{low}|{bottom} {rest}")
}

/// Returns a position of these pieces on the bottom level, and both kings above it.
fn fen_of(bottom: &str, side: &str) -> String {
    format!("5/5/5/5/5|5/5/5/5/5|k3K/5/5/5/5|5/5/5/5/5|{bottom} {side} 0 1")
}

#[test]
fn field_count() {
    let levels = LEVELS.join("|");
    assert_rejected("", "field count", "0");
    assert_rejected(&levels, "field count", "1");
    assert_rejected(&format!("{levels} w 0"), "field count", "3");
    assert_rejected(&format!("{levels} w - 0 1"), "field count", "5");
    assert_accepted(&format!("{levels} w 0 1"));
}

#[test]
fn levels_ranks_and_files() {
    let bottom = LEVELS[4];
    assert_rejected(&format!("{} w 0 1", LEVELS[1..].join("|")), "levels", "4");
    assert_rejected(&format!("{}|{bottom} w 0 1", LEVELS.join("|")), "levels", "6");
    assert_rejected(&fen_with("5/5/PPPPP/RNKNR", "w 0 1"), "levels", "level 1: 4 ranks");
    assert_rejected(&fen_with("5/5/5/5/PPPPP/RNKNR", "w 0 1"), "levels", "level 1: 6 ranks");
    assert_rejected(&fen_with("5/5/5/PPPPP/RNKN", "w 0 1"), "levels", "rank 1: 4 cells");
    assert_rejected(&fen_with("5/5/5/PPPPP1/RNKNR", "w 0 1"), "levels", "rank 2: 6 cells");
    assert_rejected(&fen_with("6/5/5/PPPPP/RNKNR", "w 0 1"), "levels", "rank 5: 6 cells");
    assert_rejected(&fen_with("23/5/5/PPPPP/RNKNR", "w 0 1"), "levels", "23");
    assert_rejected(&fen_with("5/5/5//RNKNR", "w 0 1"), "levels", "rank 2");
    for letter in ["x", "0", "é", "-", "A"] {
        let bottom = format!("5/5/5/PPPPP/R{letter}KNR");
        assert_rejected(&fen_with(&bottom, "w 0 1"), "levels", letter);
    }
}

#[test]
fn side_and_counters() {
    let levels = LEVELS.join("|");
    for side in ["x", "W", "white", "-"] {
        assert_rejected(&format!("{levels} {side} 0 1"), "side", side);
    }
    for clock in ["x", "-1", "1.5", "99999999999999999999", "é"] {
        assert_rejected(&format!("{levels} w {clock} 1"), "halfmove", clock);
    }
    for number in ["x", "0", "-1", "99999999999999999999"] {
        assert_rejected(&format!("{levels} w 0 {number}"), "move number", number);
    }
}

#[test]
fn kings() {
    assert_rejected(&fen_with("5/5/5/PPPPP/RN1NR", "w 0 1"), "kings", "0 kings of White");
    assert_rejected(&fen_with("5/5/5/PPPPP/RKKNR", "w 0 1"), "kings", "2 kings of White");
    assert_rejected(&fen_with("5/5/5/PPPPP/RNKNk", "w 0 1"), "kings", "2 kings of Black");
}

#[test]
fn pawns_on_promotion_cells() {
    let [_, high, middle, low, bottom] = LEVELS;
    for (file, top) in [("a", "Pnknr"), ("c", "rkPnr"), ("e", "rnknP")] {
        let text = format!("{top}/ppppp/5/5/5|{high}|{middle}|{low}|{bottom} w 0 1");
        assert_rejected(&text, "pawns", &format!("{file}55"));
    }
    assert_rejected(&fen_with("5/5/5/PPPPP/RNKpR", "w 0 1"), "pawns", "d11");
    // On rank 5 of a lower level and on level 5 of a lower rank a pawn goes on; nor does a pawn
    // promote where the other side's pawns do.
    assert_accepted("p3k/P4/5/5/5|P4/5/5/5/5|5/5/5/5/5|4K/5/5/5/5|5/5/5/4p/P4 w 0 1");
}

#[test]
fn opponent_in_check() {
    for (bottom, side, checked) in
        [("R4/5/5/5/5", "w", "Black"), ("4r/5/5/5/5", "b", "White"), ("2B2/5/5/5/5", "w", "Black")]
    {
        assert_rejected(&fen_of(bottom, side), "side", checked);
        let other = if side == "w" { "b" } else { "w" };
        assert_accepted(&fen_of(bottom, other));
    }
    assert_accepted(&fen_of("2U2/5/5/5/5", "w"));
    // The kings stand side by side.
    assert_rejected("5/5/5/5/5|5/5/5/5/5|5/5/2k2/5/5|5/5/3K1/5/5|5/5/5/5/5 w 0 1", "side", "Black");
}

/// Nothing that the rules allow is rejected because no game leads there.
#[test]
fn unreachable_positions_are_accepted() {
    assert_accepted("5/5/5/5/4k|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|QQQQQ/QQQQQ/QQQQQ/QQQQQ/KPPPP b 0 1");
    assert_accepted(&format!("{} b 100 1", LEVELS.join("|")));
    assert_accepted(&format!("{} w 4000 3000", LEVELS.join("|")));
    assert_accepted("5/5/5/5/4k|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1");
}

/// One parse reports all errors, not only the first.
#[test]
fn all_errors_are_reported() {
    let errors = parse_errors::<Raumschach>(&fen_with("5/5/5/PPPPP/RNxNR", "x y 0"));
    for field in ["levels", "side", "halfmove", "move number"] {
        assert!(errors.contains(field), "`{errors}` does not name `{field}`");
    }
}

#[test]
fn rejected_moves_state_the_reason() {
    let explain = |fen: &str, mv: &str| match board::parse_fen::<Raumschach>(fen).parse_uci_move(mv)
    {
        Ok(_) => panic!("{mv} was accepted in {fen}"),
        Err(error) => error.to_string(),
    };
    let start = format!("{} w 0 1", LEVELS.join("|"));
    let ready = "5/5/5/5/4k|P4/5/5/5/5|5/5/5/5/5|r3K/5/5/B4/5|5/5/5/5/5 w 0 1";
    for (fen, mv, reason) in [
        (&*start, "c33c34", "no piece stands on c33"),
        (&*start, "c44c43", "Black"),
        (&*start, "c12c22", "same side"),
        (&*start, "c22c42", "does not reach c42"),
        (&*start, "b11b33", "does not reach b33"),
        (&*start, "c22c32q", "promotes nothing"),
        (&*start, "c22c32k", "k"),
        (&*start, "c22f32", "f32"),
        (&*start, "c22", "c22"),
        (ready, "a54a55", "promote"),
        (ready, "a22b23", "leaves the king attacked"),
    ] {
        let error = explain(fen, mv);
        assert!(error.contains(reason), "{mv}: `{error}` does not contain `{reason}`");
    }
    for letter in ["q", "r", "b", "u", "n"] {
        assert!(
            board::parse_fen::<Raumschach>(
                "5/5/5/5/4k|P4/5/5/5/5|5/5/5/5/5|4K/5/5/B4/5|5/5/5/5/5 w 0 1"
            )
            .parse_uci_move(&format!("a54a55{letter}"))
            .is_ok(),
            "{letter}"
        );
    }
}
