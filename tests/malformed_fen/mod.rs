//! Malformed FENs: every error names its field, and no input panics the parser.

mod chess;
mod from_files;
mod kobayashi;
mod meder;
mod raumschach;
mod sixfold;
mod spacechess;

use crate::reference::Game;
use crate::support::{board, perft_data};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::notation::{NotationCodec, parse_move};
use triskelion::rules::{BuiltIn, Federation, Notation};

/// The first two of the eight fields of a staircase FEN. The tests corrupt one field at a time.
const BOARDS: &str = "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN";
const PLATFORMS: &str = "b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp";

/// Returns the errors of a FEN, joined; panics if it is valid.
fn parse_errors<B: BuiltIn>(text: &str) -> String {
    match B::from_fen(text) {
        Ok(board) => panic!("{text} was parsed as {}", board.to_fen()),
        Err(errors) => {
            assert!(!errors.is_empty(), "{text} was rejected without an error");
            board::join_errors(&errors)
        }
    }
}

/// Asserts that the FEN is rejected, and that the message names `field` and contains `shown`.
#[track_caller]
fn assert_rejected(text: &str, field: &str, shown: &str) {
    assert_rejected_by::<Federation>(text, field, shown);
}

/// Does the same for any rule set.
#[track_caller]
fn assert_rejected_by<B: BuiltIn>(text: &str, field: &str, shown: &str) {
    let errors = parse_errors::<B>(text);
    assert!(errors.contains(field), "{text}\n`{errors}` does not name the field `{field}`");
    assert!(errors.contains(shown), "{text}\n`{errors}` does not contain `{shown}`");
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
    if let Err(errors) = Federation::from_fen(&with(swapped)) {
        assert!(board::join_errors(&errors).contains("platforms"));
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
    assert!(Federation::from_fen(&format!("{white} w - - - 0 1")).is_ok());
    assert!(Federation::from_fen(&format!("{black} b - - - 0 1")).is_ok());
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
    // A start cell of the other color.
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
    let start = |en_passant: &str| format!("{BOARDS} {PLATFORMS} w KQkq * {en_passant} 0 1");
    for en_passant in
        ["b42:b32", "b42", "b42:", ":b32", "e66:e65", "b22:b32", "x", "b42:b32b33", "é:é"]
    {
        assert_rejected(
            &start(en_passant),
            "en passant",
            en_passant.split(':').next().unwrap_or_default(),
        );
    }
    let stepped = "nbbn/pppp/4/4|4/4/4/4|P3/4/1PPP/NBBN";
    let after = |side: &str, en_passant: &str| {
        format!("{stepped} {PLATFORMS} {side} KQkq * {en_passant} 0 1")
    };
    assert!(Federation::from_fen(&after("b", "b42:b32")).is_ok());
    assert_rejected(&after("w", "b42:b32"), "en passant", "b42");
    assert_rejected(&after("b", "b42:b22"), "en passant", "b42");
    assert_rejected(&after("b", "b42:c32"), "en passant", "b42");
    assert_rejected(&after("b", "c22:c32"), "en passant", "c22");
    // A piece stands on the cell from which the pawn would have come.
    let stands = stepped.replace("4/1PPP", "4/BPPP");
    assert_rejected(&format!("{stands} {PLATFORMS} b - * b42:b32 0 1"), "en passant", "b42");
    // A piece stands on the cell that the pawn would have passed.
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

/// One parse reports all errors, not only the first.
#[test]
fn all_errors_are_reported() {
    let errors = parse_errors::<Federation>(&format!("{BOARDS} {PLATFORMS} x Kx * - y 0"));
    for field in ["side", "castling", "halfmove", "move number"] {
        assert!(errors.contains(field), "`{errors}` does not name `{field}`");
    }
}

/// Applies one to three random edits to a text.
fn corrupt(text: &str, random: &mut ChaCha8Rng) -> String {
    const LETTERS: &str = "kqrbnupKQRBNUPwabcdef0123456789+-:/|,* é∞\u{0}";
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
                let slice: Vec<char> = text[at..=end].to_vec();
                text.splice(at..at, slice);
            }
            _ if at < text.len() => text[at] = letter,
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// A corrupted FEN is rejected with errors, or gives a consistent board on which the reference
/// generator finds the same moves.
fn corrupted_fens_do_not_panic<B: BuiltIn>() {
    let game = Game::from_name(B::game_info().name);
    let positions = perft_data::fens(B::game_info().name);
    let mut random = ChaCha8Rng::seed_from_u64(40);
    let mut valid = 0;
    for at in 0..30_000 {
        let text = corrupt(&positions[at % positions.len()], &mut random);
        match B::from_fen(&text) {
            Err(errors) => {
                assert!(!errors.is_empty(), "{text} was rejected without an error");
                assert!(errors.iter().all(|error| !error.field.is_empty()));
            }
            Ok(board) => {
                valid += 1;
                let again = board.to_fen();
                assert_eq!(board::parse_fen::<B>(&again).to_fen(), again, "{text}");
                assert_eq!(board.key(), board.compute_key(), "{text}");
                if board.variant_outcome().is_none() {
                    let reference = (game.from_fen)(&again);
                    assert_eq!(board::uci_moves(&board), game.uci_moves(&reference), "{text}");
                }
            }
        }
    }
    assert!(valid > 1_000, "only {valid} corrupted FENs were valid");
}

/// A corrupted move is rejected with an error, or is a legal move.
fn corrupted_moves_do_not_panic<B: BuiltIn>() {
    let mut random = ChaCha8Rng::seed_from_u64(41);
    for text in perft_data::fens(B::game_info().name).iter().step_by(11) {
        let board: B = board::parse_fen(text);
        let texts = board::uci_moves(&board);
        let codec = NotationCodec::new(&board);
        for &notation in B::game_info().notations.iter().chain([&Notation::Uci]) {
            for &mv in codec.legal_moves() {
                let bad = corrupt(&codec.format(notation, mv), &mut random);
                match parse_move(&board, &bad) {
                    Ok(mv) => assert!(codec.legal_moves().contains(&mv)),
                    Err(error) => assert!(!error.to_string().is_empty()),
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

/// The corruption tests of every rule set. They have a module of their own because modules of
/// single rule sets have the same names.
mod corrupted {
    for_every_rule_set!(corruption_tests);
}
