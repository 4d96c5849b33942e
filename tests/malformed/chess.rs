//! Odd and malformed positions of ordinary chess: a public suite, and each fault once.

use crate::engine;
use triskelion::rules::chess::Board;
use triskelion::rules::{Conventions, Text};

const FREE: Conventions = Conventions { king_takes_rook: true };

/// Every line of the suite is read, or refused for the fault of that field.
#[test]
fn the_public_suite() {
    for line in include_str!("chess.epd").lines().filter(|line| !line.starts_with('#')) {
        let (expected, rest) = line.split_once("; ").expect("a field");
        let text = rest.split(';').next().expect("a position");
        match Board::parse(text) {
            Ok(_) => assert_eq!(expected, "fine", "{text} was read"),
            Err(faults) => {
                let fields: Vec<_> = faults.iter().map(|fault| fault.field).collect();
                assert!(fields.contains(&expected), "{text}: {}", engine::listed(&faults));
            }
        }
    }
}

#[track_caller]
fn refused(text: &str, conventions: Conventions, field: &str, shown: &str) {
    let faults = match Board::parse_under(text, conventions) {
        Ok(board) => panic!("{text} was read as {}", board.write()),
        Err(faults) => engine::listed(&faults),
    };
    assert!(faults.contains(field) && faults.contains(shown), "{text}\n{faults}");
}

#[track_caller]
fn written(text: &str, conventions: Conventions, canonical: &str) {
    match Board::parse_under(text, conventions) {
        Ok(board) => assert_eq!(board.write(), canonical),
        Err(faults) => panic!("{text}: {}", engine::listed(&faults)),
    }
}

const CLASSICAL: Conventions = Conventions { king_takes_rook: false };

#[test]
fn castling_rights() {
    let with = |rights: &str| format!("1r2k2r/8/8/8/8/8/8/R3KR2 w {rights} - 0 1");
    for rights in ["K", "q", "F", "b", "KQkq"] {
        refused(&with(rights), CLASSICAL, "castling", &rights[..1]);
    }
    for rights in ["QA", "FF", "FK"] {
        refused(&with(rights), FREE, "castling", rights);
    }
}

#[test]
fn x_fen_is_written() {
    let with = |rights: &str| format!("r3k1rr/8/8/8/8/8/8/RR2KR2 w {rights} - 0 1");
    for (read, write) in [("FAha", "KQkq"), ("Bg", "Bg"), ("qKQ", "KQq"), ("-", "-"), ("Gg", "")] {
        match write {
            "" => refused(&with(read), FREE, "castling", "G"),
            _ => written(&with(read), FREE, &with(write)),
        }
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    written(&start.replace("KQkq", "HAha"), CLASSICAL, start);
    written(&start.replace("KQkq", "HAha"), FREE, start);
    written("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", CLASSICAL, start);
}

#[test]
fn en_passant() {
    let with = |side: &str, cell: &str| format!("4k3/8/8/4p3/3PP3/8/8/4K3 {side} - {cell} 0 1");
    for (side, cell) in
        [("w", "e3"), ("w", "d6"), ("b", "e6"), ("b", "c3"), ("w", "e9"), ("b", "x")]
    {
        refused(&with(side, cell), CLASSICAL, "en passant", cell);
    }
    for (side, cell) in [("w", "e6"), ("b", "d3"), ("b", "e3")] {
        written(&with(side, cell), CLASSICAL, &with(side, cell));
    }
    // Somebody stands where the pawn came from, or where it passed.
    refused("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", CLASSICAL, "en passant", "e6");
    refused("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", CLASSICAL, "en passant", "e6");
}

#[test]
fn counters() {
    let with = |counters: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - {counters}");
    refused(&with("x 1"), CLASSICAL, "halfmove clock", "x");
    refused(&with("0 0"), CLASSICAL, "move number", "0");
    refused(&with("-1 70000"), CLASSICAL, "move number", "70000");
    refused(&with("0"), CLASSICAL, "field count", "5");
    written(&with("400 500"), CLASSICAL, &with("400 500"));
}
