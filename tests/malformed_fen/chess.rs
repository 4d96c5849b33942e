//! Malformed FENs of ordinary chess: a public suite, and each error once.

use crate::support::board;
use triskelion::rules::CastlingMode::{self, Chess960, Standard};
use triskelion::rules::{BoardText, BuiltIn, Chess};

/// Each line of the suite is parsed, or rejected with an error in the expected field.
#[test]
fn public_suite_is_read_or_rejected() {
    for line in include_str!("chess.epd").lines().filter(|line| !line.starts_with('#')) {
        let (expected, rest) = line.split_once("; ").expect("a field");
        let text = rest.split(';').next().expect("a position");
        match Chess::from_fen(text) {
            Ok(_) => assert_eq!(expected, "fine", "{text} was accepted"),
            Err(errors) => {
                let fields: Vec<_> = errors.iter().map(|error| error.field).collect();
                assert!(fields.contains(&expected), "{text}: {}", board::join_errors(&errors));
            }
        }
    }
}

#[track_caller]
fn assert_rejected(text: &str, mode: CastlingMode, field: &str, shown: &str) {
    let errors = match Chess::from_fen_with(text, mode) {
        Ok(board) => panic!("{text} was parsed as {}", board.to_fen()),
        Err(errors) => board::join_errors(&errors),
    };
    assert!(errors.contains(field) && errors.contains(shown), "{text}\n{errors}");
}

#[track_caller]
fn assert_canonical(text: &str, mode: CastlingMode, canonical: &str) {
    match Chess::from_fen_with(text, mode) {
        Ok(board) => assert_eq!(board.to_fen(), canonical),
        Err(errors) => panic!("{text}: {}", board::join_errors(&errors)),
    }
}

#[test]
fn castling_rights() {
    let with = |rights: &str| format!("1r2k2r/8/8/8/8/8/8/R3KR2 w {rights} - 0 1");
    for rights in ["K", "q", "F", "b", "KQkq"] {
        assert_rejected(&with(rights), Standard, "castling", &rights[..1]);
    }
    for rights in ["QA", "FF", "FK"] {
        assert_rejected(&with(rights), Chess960, "castling", rights);
    }
}

#[test]
fn castling_rights_are_written_as_x_fen() {
    let with = |rights: &str| format!("r3k1rr/8/8/8/8/8/8/RR2KR2 w {rights} - 0 1");
    for (read, write) in [("FAha", "KQkq"), ("Bg", "Bg"), ("qKQ", "KQq"), ("-", "-"), ("Gg", "")] {
        match write {
            "" => assert_rejected(&with(read), Chess960, "castling", "G"),
            _ => assert_canonical(&with(read), Chess960, &with(write)),
        }
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_canonical(&start.replace("KQkq", "HAha"), Standard, start);
    assert_canonical(&start.replace("KQkq", "HAha"), Chess960, start);
    assert_canonical("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Standard, start);
}

#[test]
fn en_passant() {
    let with = |side: &str, cell: &str| format!("4k3/8/8/4p3/3PP3/8/8/4K3 {side} - {cell} 0 1");
    for (side, cell) in
        [("w", "e3"), ("w", "d6"), ("b", "e6"), ("b", "c3"), ("w", "e9"), ("b", "x")]
    {
        assert_rejected(&with(side, cell), Standard, "en passant", cell);
    }
    for (side, cell) in [("w", "e6"), ("b", "d3"), ("b", "e3")] {
        assert_canonical(&with(side, cell), Standard, &with(side, cell));
    }
    // A piece stands on the pawn's start square, or on the square that it passed.
    assert_rejected("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", Standard, "en passant", "e6");
    assert_rejected("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", Standard, "en passant", "e6");
}

#[test]
fn counters() {
    let with = |counters: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - {counters}");
    assert_rejected(&with("x 1"), Standard, "halfmove clock", "x");
    assert_rejected(&with("0 0"), Standard, "move number", "0");
    assert_rejected(&with("-1 70000"), Standard, "move number", "70000");
    assert_rejected(&with("0"), Standard, "field count", "5");
    assert_canonical(&with("400 500"), Standard, &with("400 500"));
}
