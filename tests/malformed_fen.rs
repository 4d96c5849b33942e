//! Malformed position strings: every fault is told with the field it lies in, and nothing that
//! anybody can write panics the parser.

mod chess;
mod kobayashi;
mod sixfold;
mod spacechess;

use crate::reference::Game;
use crate::support::board;
use crate::support::perft_data;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::notation::{NotationCodec, parse_move};
use triskelion::rules::federation::Board;
use triskelion::rules::{BoardText, Notation};

/// The eight fields of a staircase position, to be spoilt one by one.
const BOARDS: &str = "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN";
const PLATFORMS: &str = "b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp";

/// The faults that a string has, as text.
fn parse_errors<B: BoardText>(text: &str) -> String {
    match B::from_fen(text) {
        Ok(board) => panic!("{text} was read as {}", board.to_fen()),
        Err(faults) => {
            assert!(!faults.is_empty(), "{text} was refused without a reason");
            board::join_errors(&faults)
        }
    }
}

/// The string is refused, and the message names the field and shows what is wrong.
#[track_caller]
fn assert_rejected(text: &str, field: &str, shown: &str) {
    assert_rejected_by::<Board<true>>(text, field, shown);
}

/// The same for any rule set.
#[track_caller]
fn assert_rejected_by<B: BoardText>(text: &str, field: &str, shown: &str) {
    let faults = parse_errors::<B>(text);
    assert!(faults.contains(field), "{text}\n`{faults}` does not name the field `{field}`");
    assert!(faults.contains(shown), "{text}\n`{faults}` does not show `{shown}`");
}

#[test]
fn field_count() {
    assert_rejected("", "field count", "0");
    assert_rejected(BOARDS, "field count", "1");
    assert_rejected(&format!("{BOARDS} {PLATFORMS} w KQkq * - 0"), "field count", "7");
    assert_rejected(&format!("{BOARDS} {PLATFORMS} w KQkq * - 0 1 2"), "field count", "9");
}

#[test]
fn unknown_letters() {
    let boards = BOARDS.replace("nbbn", "nbxn");
    assert_rejected(&format!("{boards} {PLATFORMS} w - - - 0 1"), "boards", "x");
    let platforms = PLATFORMS.replace("RQ", "R?");
    assert_rejected(&format!("{BOARDS} {platforms} w - - - 0 1"), "platforms", "?");
    assert_rejected(&format!("{BOARDS} {PLATFORMS} x - - - 0 1"), "side", "x");
    assert_rejected(&format!("{BOARDS} {PLATFORMS} w Kx - - 0 1"), "castling", "x");
}

#[test]
fn wrong_rank_and_file_counts() {
    for (good, bad) in
        [("nbbn", "nbb"), ("nbbn", "nbbnn"), ("pppp", "ppp2"), ("NBBN", "N12N"), ("pppp/", "")]
    {
        let boards = BOARDS.replacen(good, bad, 1);
        assert_rejected(&format!("{boards} {PLATFORMS} w - - - 0 1"), "boards", "expected");
    }
    assert_rejected(&format!("nbbn/pppp/4/4|4/4/4/4 {PLATFORMS} w - - - 0 1"), "boards", "2");
    let boards = BOARDS.replacen("4/4|", "22/4|", 1);
    assert_rejected(&format!("{boards} {PLATFORMS} w - - - 0 1"), "boards", "22");
    for (good, bad) in [("PP/RQ", "PPP/RQ"), ("PP/RQ", "P/RQ"), ("rq/pp", "rq"), ("rq/pp", "3/pp")]
    {
        let platforms = PLATFORMS.replacen(good, bad, 1);
        assert_rejected(&format!("{BOARDS} {platforms} w - - - 0 1"), "platforms", "expected");
    }
}

#[test]
fn platforms() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("b12+", "b22+")), "platforms", "b22+");
    assert_rejected(&with(&PLATFORMS.replace("b12+", "b12")), "platforms", "b12");
    assert_rejected(&with(&PLATFORMS.replace("b86+", "b12+")), "platforms", "b12+");
    assert_rejected(&with(&PLATFORMS.replace("b12+w", "b12+")), "platforms", "owner");
    assert_rejected(&with(&PLATFORMS.replace("b12+w", "b12+x")), "platforms", "owner");
    assert_rejected(&with("b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR"), "platforms", "3");
    assert_rejected(&with("-"), "platforms", "");
    assert_rejected(&with(&format!("{PLATFORMS},b34+w:2/2")), "platforms", "5");
    let swapped = "b86+b:rq/pp,b12+w:PP/RQ,e12+w:PP/KR,e86+b:kr/pp";
    if let Err(faults) = Board::<true>::from_fen(&with(swapped)) {
        assert!(board::join_errors(&faults).contains("platforms"));
    }
}

#[test]
fn kings() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("KR", "QR")), "king", "0");
    assert_rejected(&with(&PLATFORMS.replace("RQ", "RK")), "king", "2");
    assert_rejected(&with(&PLATFORMS.replace("kr", "1r")), "king", "0");
}

#[test]
fn opponent_in_check() {
    let white = "4/4/4/4|4/4/4/4|4/4/4/4 b12+w:2/2,b86+b:2/2,e12+w:2/K1,e86+b:r1/1k";
    let black = "4/4/4/4|4/4/4/4|4/4/4/4 b12+w:2/2,b86+b:2/2,e12+w:2/RK,e86+b:k1/2";
    assert_rejected(&format!("{white} b - - - 0 1"), "side", "White");
    assert_rejected(&format!("{black} w - - - 0 1"), "side", "Black");
    assert!(Board::<true>::from_fen(&format!("{white} w - - - 0 1")).is_ok());
    assert!(Board::<true>::from_fen(&format!("{black} b - - - 0 1")).is_ok());
}

#[test]
fn castling_rights() {
    let with = |platforms: &str, rights: &str| format!("{BOARDS} {platforms} w {rights} - - 0 1");
    assert_rejected(&with(&PLATFORMS.replace("PP/RQ", "PP/1Q"), "Q"), "castling", "Q");
    assert_rejected(&with(&PLATFORMS.replace("PP/KR", "PP/RK"), "K"), "castling", "K");
    assert_rejected(&with(&PLATFORMS.replace("rq/pp", "qr/pp"), "q"), "castling", "q");
    assert_rejected(&with(PLATFORMS, "KK"), "castling", "KK");
    assert_rejected(&with(PLATFORMS, "qk"), "castling", "qk");
    assert_rejected(&with(PLATFORMS, "AHah"), "castling", "A");
}

#[test]
fn unmoved_pawns() {
    let with = |unmoved: &str| format!("{BOARDS} {PLATFORMS} w KQkq {unmoved} - 0 1");
    assert_rejected(&with("b32"), "unmoved pawns", "b32");
    assert_rejected(&with("b12"), "unmoved pawns", "b12");
    assert_rejected(&with("b2"), "unmoved pawns", "b2");
    assert_rejected(&with("b22b22"), "unmoved pawns", "b22");
    assert_rejected(&with("z99"), "unmoved pawns", "z99");
    assert_rejected(&with("é"), "unmoved pawns", "é");
    let moved = BOARDS.replace("4/4/PPPP", "4/P3/1PPP");
    assert_rejected(&format!("{moved} {PLATFORMS} w KQkq b32 - 0 1"), "unmoved pawns", "b32");
    // A start cell of the other colour.
    let crossed = BOARDS.replace("PPPP/NBBN", "pPPP/NBBN");
    assert_rejected(&format!("{crossed} {PLATFORMS} w KQkq b22 - 0 1"), "unmoved pawns", "b22");
}

#[test]
fn pawns_on_promotion_cells() {
    let boards = BOARDS.replace("nbbn", "nbPn");
    assert_rejected(&format!("{boards} {PLATFORMS} w KQkq - - 0 1"), "pawns", "d86");
    let boards = BOARDS.replace("NBBN", "NpBN");
    assert_rejected(&format!("{boards} {PLATFORMS} w KQkq - - 0 1"), "pawns", "c12");
    let platforms = PLATFORMS.replace("PP/RQ", "PP/pQ");
    assert_rejected(&format!("{BOARDS} {platforms} w - - - 0 1"), "pawns", "a03");
}

#[test]
fn en_passant() {
    let start = |passed: &str| format!("{BOARDS} {PLATFORMS} w KQkq * {passed} 0 1");
    for passed in ["b42:b32", "b42", "b42:", ":b32", "e66:e65", "b22:b32", "x", "b42:b32b33", "é:é"]
    {
        assert_rejected(&start(passed), "en passant", passed.split(':').next().unwrap_or_default());
    }
    let stepped = "nbbn/pppp/4/4|4/4/4/4|P3/4/1PPP/NBBN";
    let after =
        |side: &str, passed: &str| format!("{stepped} {PLATFORMS} {side} KQkq * {passed} 0 1");
    assert!(Board::<true>::from_fen(&after("b", "b42:b32")).is_ok());
    assert_rejected(&after("w", "b42:b32"), "en passant", "b42");
    assert_rejected(&after("b", "b42:b22"), "en passant", "b42");
    assert_rejected(&after("b", "b42:c32"), "en passant", "b42");
    assert_rejected(&after("b", "c22:c32"), "en passant", "c22");
    // The pawn cannot have come from a cell on which another man stands.
    let stands = stepped.replace("4/1PPP", "4/BPPP");
    assert_rejected(&format!("{stands} {PLATFORMS} b - * b42:b32 0 1"), "en passant", "b42");
    // Nor have passed over one.
    let barred = stepped.replace("4/1PPP", "N3/1PPP");
    assert_rejected(&format!("{barred} {PLATFORMS} b - * b42:b32 0 1"), "en passant", "b42");
}

#[test]
fn counters() {
    let with =
        |clock: &str, number: &str| format!("{BOARDS} {PLATFORMS} w KQkq * - {clock} {number}");
    for clock in ["x", "-1", "1.5", "99999999999999999999", "+", "é"] {
        assert_rejected(&with(clock, "1"), "halfmove", clock);
    }
    for number in ["x", "0", "-1", "99999999999999999999"] {
        assert_rejected(&with("0", number), "move number", number);
    }
}

/// Every fault that can be told is told.
#[test]
fn all_errors_are_reported() {
    let faults = parse_errors::<Board<true>>(&format!("{BOARDS} {PLATFORMS} x Kx * - y 0"));
    for field in ["side", "castling", "halfmove", "move number"] {
        assert!(faults.contains(field), "`{faults}` does not name `{field}`");
    }
}

/// Spoils a text a little.
fn corrupt(text: &str, random: &mut ChaCha8Rng) -> String {
    const LETTERS: &str = "kqrbnpKQRBNPwabcdef0123456789+-:/|,* é∞\u{0}";
    let letters: Vec<char> = LETTERS.chars().collect();
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..random.random_range(1..=3) {
        let letter = letters[random.random_range(0..letters.len())];
        let at = random.random_range(0..=text.len());
        match random.random_range(0..6) {
            0 if at < text.len() => drop(text.remove(at)),
            1 => text.insert(at, letter),
            2 => text.truncate(at),
            3 if !text.is_empty() => {
                let other = random.random_range(0..text.len());
                text.swap(at.min(other), other);
            }
            4 if at < text.len() => {
                let end = random.random_range(at..text.len());
                let piece: Vec<char> = text[at..=end].to_vec();
                text.splice(at..at, piece);
            }
            _ if at < text.len() => text[at] = letter,
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// What is spoilt is refused with a reason or read as a position that is good in every respect.
fn corrupted_fens_do_not_panic<B: BoardText>() {
    let game = Game::from_name(B::NAME);
    let positions = perft_data::fens(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(40);
    let mut read = 0;
    for at in 0..30_000 {
        let text = corrupt(&positions[at % positions.len()], &mut random);
        match B::from_fen(&text) {
            Err(faults) => {
                assert!(!faults.is_empty(), "{text} was refused without a reason");
                assert!(faults.iter().all(|fault| !fault.field.is_empty()));
            }
            Ok(board) => {
                read += 1;
                let again = board.to_fen();
                assert_eq!(board::parse_fen::<B>(&again).to_fen(), again, "{text}");
                assert_eq!(board.key(), board.compute_key(), "{text}");
                if board.variant_outcome().is_none() {
                    let slow = (game.from_fen)(&again);
                    assert_eq!(board::uci_moves(&board), game.uci_moves(&slow), "{text}");
                }
            }
        }
    }
    assert!(read > 1_000, "only {read} of the spoilt strings were read");
}

/// Spoilt move texts are refused with a reason, or are legal moves.
fn corrupted_moves_do_not_panic<B: BoardText>() {
    let mut random = ChaCha8Rng::seed_from_u64(41);
    for text in perft_data::fens(B::NAME).iter().step_by(11) {
        let board: B = board::parse_fen(text);
        let texts = board::uci_moves(&board);
        let scribe = NotationCodec::new(&board);
        for &notation in B::NOTATIONS.iter().chain([&Notation::Uci]) {
            for &mv in scribe.legal_moves() {
                let bad = corrupt(&scribe.format(notation, mv), &mut random);
                match parse_move(&board, &bad) {
                    Ok(mv) => assert!(scribe.legal_moves().contains(&mv)),
                    Err(fault) => assert!(!fault.to_string().is_empty()),
                }
            }
        }
        for bad in
            ["", "0000", "b", "b2", "é2", "b22", "b22b", "b22b22", "e2e4", "b12+b12+", "----"]
        {
            assert!(board.parse_uci_move(bad).is_err() || texts.iter().any(|text| text == bad));
        }
    }
}

macro_rules! corruption_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn corrupted_fens_do_not_panic() {
                super::super::corrupted_fens_do_not_panic::<$board>();
            }

            #[test]
            fn corrupted_moves_do_not_panic() {
                super::super::corrupted_moves_do_not_panic::<$board>();
            }
        }
    };
}

/// The same tests for every rule set, apart from the modules of single rule sets.
mod corrupted {
    for_every_rule_set!(corruption_tests);
}
