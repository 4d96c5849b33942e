//! Ordinary chess: castling, en passant, promotion, and dead positions under the FIDE laws.

use super::{engine_fen_after, engine_uci_moves};
use crate::support::board;
use triskelion::position::Position;
use triskelion::rules::{BoardText, Chess, EndReason, Outcome, Rules};

/// Returns the destinations of the piece on this square.
fn destinations(position: &str, from: &str) -> Vec<String> {
    let texts = engine_uci_moves("chess", position).expect("the engine plays chess");
    texts.iter().filter_map(|text| text.strip_prefix(from)).map(str::to_owned).collect()
}

fn fen_after(position: &str, text: &str) -> String {
    engine_fen_after("chess", position, text).expect("the engine plays chess")
}

fn key(position: &str) -> u64 {
    board::parse_fen::<Chess>(position).key()
}

#[test]
fn castling_requires_free_and_unattacked_path() {
    let king = |position: &str| destinations(position, "e1");
    let castles = |position: &str| -> Vec<bool> {
        let targets = king(position);
        ["g1", "c1"].iter().map(|target| targets.contains(&(*target).to_owned())).collect()
    };
    assert_eq!(castles("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), [true, true]);
    assert_eq!(castles("4k3/8/8/8/8/8/8/R3K2R w K - 0 1"), [true, false]);
    // In check, across an attacked square, and into check.
    assert_eq!(castles("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1"), [false, false]);
    assert_eq!(castles("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1"), [false, true]);
    assert_eq!(castles("4k3/8/8/8/2r3r1/8/8/R3K2R w KQ - 0 1"), [false, false]);
    // The rook may be attacked and may cross an attacked square.
    assert_eq!(castles("4k3/8/8/8/1r5r/8/8/R3K2R w KQ - 0 1"), [true, true]);
    // Only the rook's path is blocked.
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1"), [true, false]);
}

#[test]
fn king_and_rook_moves_lose_castling_rights() {
    let position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (text, rights) in [("e1e2", " kq "), ("a1b1", " Kkq "), ("h1h8", " Qq "), ("e1g1", " kq ")]
    {
        let found = fen_after(position, text);
        assert!(found.contains(rights), "{text}: {found}");
    }
}

#[test]
fn en_passant_must_not_expose_king() {
    // Both pawns leave the rank at the same time.
    assert!(!destinations("8/8/8/K1Pp3r/8/8/8/4k3 w - d6 0 1", "c5").contains(&"d6".to_owned()));
    // A pawn that gives check may be captured en passant.
    assert_eq!(destinations("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4"), ["d3"]);
    // The capture stays on the line of the pin.
    assert!(destinations("4k3/2b5/8/3pP3/8/8/7K/8 w - d6 0 1", "e5").contains(&"d6".to_owned()));
}

#[test]
fn key_includes_only_legal_en_passant() {
    let key = |cell: &str, pieces: &str| key(&format!("{pieces} b - {cell} 0 1"));
    let none = "4k3/8/8/8/4P3/8/8/4K3";
    let beside = "4k3/8/8/8/3pP3/8/8/4K3";
    let pinned = "3rk3/8/8/8/3pP3/8/8/3QK3";
    let on_the_rank = "8/8/8/8/k2pP2R/8/8/4K3";
    assert_eq!(key("e3", none), key("-", none));
    assert_ne!(key("e3", beside), key("-", beside));
    assert_ne!(key("e3", pinned), key("-", pinned));
    assert_eq!(key("e3", on_the_rank), key("-", on_the_rank));
}

#[test]
fn pawns_promote_to_four_piece_types() {
    assert_eq!(destinations("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7").len(), 8);
    assert_eq!(
        fen_after("7k/4P3/8/8/8/8/8/4K3 w - - 5 9", "e7e8n"),
        "4N2k/8/8/8/8/8/8/4K3 b - - 0 9"
    );
}

#[test]
fn dead_positions_end_game_but_have_moves() {
    let dead = |pieces: &str| {
        let board: Chess = board::parse_fen(&format!("{pieces} w - - 0 1"));
        assert!(board.count_legal_moves() > 0);
        Position::new(board).outcome()
            == Some(Outcome { winner: None, reason: EndReason::DeadPosition })
    };
    for pieces in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/2B1K3",
        "4k1n1/8/8/8/8/8/8/4K3",
        "2b1k3/8/8/8/8/8/8/4KB2",
        "2b1k3/8/8/8/8/3B4/8/3BKB2",
    ] {
        assert!(dead(pieces), "{pieces}");
    }
    for pieces in [
        "4k3/8/8/8/8/8/8/1NN1K3",
        "4k1n1/8/8/8/8/8/8/1N2K3",
        "4k1n1/8/8/8/8/8/8/2B1K3",
        "4kb2/8/8/8/8/8/8/4KB2",
        "4k3/8/8/8/8/8/8/2B1KB2",
        "4k3/8/8/8/8/8/P7/4K3",
        "4k3/8/8/8/8/8/8/R3K3",
    ] {
        assert!(!dead(pieces), "{pieces}");
    }
}

#[test]
fn castling_is_parsed_in_both_forms() {
    let board: Chess = board::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    for (text, same) in [("e8g8", "e8h8"), ("e8c8", "e8a8")] {
        let castling = board.parse_uci_move(text).expect("it is legal");
        assert_eq!(board.parse_uci_move(same), Ok(castling));
        assert_eq!(board.move_to_uci(castling), text);
    }
}
