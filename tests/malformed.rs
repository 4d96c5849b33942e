//! Malformed position strings: every fault is told with the field it lies in, and nothing that
//! anybody can write panics the parser.

mod kobayashi_strings;
#[path = "malformed/chess.rs"]
mod ordinary_chess;
mod six_platforms;
mod spacechess_strings;

use crate::data;
use crate::engine;
use crate::reference::Game;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use triskelion::notation::{Scribe, read_move};
use triskelion::rules::federation::Board;
use triskelion::rules::{Notation, Text};

/// The eight fields of a staircase position, to be spoilt one by one.
const BOARDS: &str = "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN";
const PLATFORMS: &str = "b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR,e86+b:kr/pp";

/// The faults that a string has, as text.
fn faults<B: Text>(text: &str) -> String {
    match B::parse(text) {
        Ok(board) => panic!("{text} was read as {}", board.write()),
        Err(faults) => {
            assert!(!faults.is_empty(), "{text} was refused without a reason");
            engine::listed(&faults)
        }
    }
}

/// The string is refused, and the message names the field and shows what is wrong.
#[track_caller]
fn refused(text: &str, field: &str, shown: &str) {
    refused_by::<Board<true>>(text, field, shown);
}

/// The same for any rule set.
#[track_caller]
fn refused_by<B: Text>(text: &str, field: &str, shown: &str) {
    let faults = faults::<B>(text);
    assert!(faults.contains(field), "{text}\n`{faults}` does not name the field `{field}`");
    assert!(faults.contains(shown), "{text}\n`{faults}` does not show `{shown}`");
}

#[test]
fn field_count() {
    refused("", "field count", "0");
    refused(BOARDS, "field count", "1");
    refused(&format!("{BOARDS} {PLATFORMS} w KQkq * - 0"), "field count", "7");
    refused(&format!("{BOARDS} {PLATFORMS} w KQkq * - 0 1 2"), "field count", "9");
}

#[test]
fn unknown_letters() {
    let boards = BOARDS.replace("nbbn", "nbxn");
    refused(&format!("{boards} {PLATFORMS} w - - - 0 1"), "boards", "x");
    let platforms = PLATFORMS.replace("RQ", "R?");
    refused(&format!("{BOARDS} {platforms} w - - - 0 1"), "platforms", "?");
    refused(&format!("{BOARDS} {PLATFORMS} x - - - 0 1"), "side", "x");
    refused(&format!("{BOARDS} {PLATFORMS} w Kx - - 0 1"), "castling", "x");
}

#[test]
fn ranks_and_files_that_do_not_add_up() {
    for (good, bad) in
        [("nbbn", "nbb"), ("nbbn", "nbbnn"), ("pppp", "ppp2"), ("NBBN", "N12N"), ("pppp/", "")]
    {
        let boards = BOARDS.replacen(good, bad, 1);
        refused(&format!("{boards} {PLATFORMS} w - - - 0 1"), "boards", "expected");
    }
    refused(&format!("nbbn/pppp/4/4|4/4/4/4 {PLATFORMS} w - - - 0 1"), "boards", "2");
    let boards = BOARDS.replacen("4/4|", "22/4|", 1);
    refused(&format!("{boards} {PLATFORMS} w - - - 0 1"), "boards", "22");
    for (good, bad) in [("PP/RQ", "PPP/RQ"), ("PP/RQ", "P/RQ"), ("rq/pp", "rq"), ("rq/pp", "3/pp")]
    {
        let platforms = PLATFORMS.replacen(good, bad, 1);
        refused(&format!("{BOARDS} {platforms} w - - - 0 1"), "platforms", "expected");
    }
}

#[test]
fn platforms() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    refused(&with(&PLATFORMS.replace("b12+", "b22+")), "platforms", "b22+");
    refused(&with(&PLATFORMS.replace("b12+", "b12")), "platforms", "b12");
    refused(&with(&PLATFORMS.replace("b86+", "b12+")), "platforms", "b12+");
    refused(&with(&PLATFORMS.replace("b12+w", "b12+")), "platforms", "owner");
    refused(&with(&PLATFORMS.replace("b12+w", "b12+x")), "platforms", "owner");
    refused(&with("b12+w:PP/RQ,b86+b:rq/pp,e12+w:PP/KR"), "platforms", "3");
    refused(&with("-"), "platforms", "");
    refused(&with(&format!("{PLATFORMS},b34+w:2/2")), "platforms", "5");
    let swapped = "b86+b:rq/pp,b12+w:PP/RQ,e12+w:PP/KR,e86+b:kr/pp";
    if let Err(faults) = Board::<true>::parse(&with(swapped)) {
        assert!(engine::listed(&faults).contains("platforms"));
    }
}

#[test]
fn kings() {
    let with = |platforms: &str| format!("{BOARDS} {platforms} w - - - 0 1");
    refused(&with(&PLATFORMS.replace("KR", "QR")), "king", "0");
    refused(&with(&PLATFORMS.replace("RQ", "RK")), "king", "2");
    refused(&with(&PLATFORMS.replace("kr", "1r")), "king", "0");
}

#[test]
fn the_side_not_to_move_in_check() {
    let white = "4/4/4/4|4/4/4/4|4/4/4/4 b12+w:2/2,b86+b:2/2,e12+w:2/K1,e86+b:r1/1k";
    let black = "4/4/4/4|4/4/4/4|4/4/4/4 b12+w:2/2,b86+b:2/2,e12+w:2/RK,e86+b:k1/2";
    refused(&format!("{white} b - - - 0 1"), "side", "White");
    refused(&format!("{black} w - - - 0 1"), "side", "Black");
    assert!(Board::<true>::parse(&format!("{white} w - - - 0 1")).is_ok());
    assert!(Board::<true>::parse(&format!("{black} b - - - 0 1")).is_ok());
}

#[test]
fn castling_rights() {
    let with = |platforms: &str, rights: &str| format!("{BOARDS} {platforms} w {rights} - - 0 1");
    refused(&with(&PLATFORMS.replace("PP/RQ", "PP/1Q"), "Q"), "castling", "Q");
    refused(&with(&PLATFORMS.replace("PP/KR", "PP/RK"), "K"), "castling", "K");
    refused(&with(&PLATFORMS.replace("rq/pp", "qr/pp"), "q"), "castling", "q");
    refused(&with(PLATFORMS, "KK"), "castling", "KK");
    refused(&with(PLATFORMS, "qk"), "castling", "qk");
    refused(&with(PLATFORMS, "AHah"), "castling", "A");
}

#[test]
fn fresh_pawns() {
    let with = |fresh: &str| format!("{BOARDS} {PLATFORMS} w KQkq {fresh} - 0 1");
    refused(&with("b32"), "fresh", "b32");
    refused(&with("b12"), "fresh", "b12");
    refused(&with("b2"), "fresh", "b2");
    refused(&with("b22b22"), "fresh", "b22");
    refused(&with("z99"), "fresh", "z99");
    refused(&with("é"), "fresh", "é");
    let moved = BOARDS.replace("4/4/PPPP", "4/P3/1PPP");
    refused(&format!("{moved} {PLATFORMS} w KQkq b32 - 0 1"), "fresh", "b32");
    // A start cell of the other colour.
    let crossed = BOARDS.replace("PPPP/NBBN", "pPPP/NBBN");
    refused(&format!("{crossed} {PLATFORMS} w KQkq b22 - 0 1"), "fresh", "b22");
}

#[test]
fn pawns_that_must_have_promoted() {
    let boards = BOARDS.replace("nbbn", "nbPn");
    refused(&format!("{boards} {PLATFORMS} w KQkq - - 0 1"), "pawns", "d86");
    let boards = BOARDS.replace("NBBN", "NpBN");
    refused(&format!("{boards} {PLATFORMS} w KQkq - - 0 1"), "pawns", "c12");
    let platforms = PLATFORMS.replace("PP/RQ", "PP/pQ");
    refused(&format!("{BOARDS} {platforms} w - - - 0 1"), "pawns", "a03");
}

#[test]
fn en_passant() {
    let start = |passed: &str| format!("{BOARDS} {PLATFORMS} w KQkq * {passed} 0 1");
    for passed in ["b42:b32", "b42", "b42:", ":b32", "e66:e65", "b22:b32", "x", "b42:b32b33", "é:é"]
    {
        refused(&start(passed), "en passant", passed.split(':').next().unwrap_or_default());
    }
    let stepped = "nbbn/pppp/4/4|4/4/4/4|P3/4/1PPP/NBBN";
    let after =
        |side: &str, passed: &str| format!("{stepped} {PLATFORMS} {side} KQkq * {passed} 0 1");
    assert!(Board::<true>::parse(&after("b", "b42:b32")).is_ok());
    refused(&after("w", "b42:b32"), "en passant", "b42");
    refused(&after("b", "b42:b22"), "en passant", "b42");
    refused(&after("b", "b42:c32"), "en passant", "b42");
    refused(&after("b", "c22:c32"), "en passant", "c22");
    // The pawn cannot have come from a cell on which another man stands.
    let stands = stepped.replace("4/1PPP", "4/BPPP");
    refused(&format!("{stands} {PLATFORMS} b - * b42:b32 0 1"), "en passant", "b42");
    // Nor have passed over one.
    let barred = stepped.replace("4/1PPP", "N3/1PPP");
    refused(&format!("{barred} {PLATFORMS} b - * b42:b32 0 1"), "en passant", "b42");
}

#[test]
fn counters() {
    let with =
        |clock: &str, number: &str| format!("{BOARDS} {PLATFORMS} w KQkq * - {clock} {number}");
    for clock in ["x", "-1", "1.5", "99999999999999999999", "+", "é"] {
        refused(&with(clock, "1"), "halfmove", clock);
    }
    for number in ["x", "0", "-1", "99999999999999999999"] {
        refused(&with("0", number), "move number", number);
    }
}

/// Every fault that can be told is told.
#[test]
fn several_faults_at_once() {
    let faults = faults::<Board<true>>(&format!("{BOARDS} {PLATFORMS} x Kx * - y 0"));
    for field in ["side", "castling", "halfmove", "move number"] {
        assert!(faults.contains(field), "`{faults}` does not name `{field}`");
    }
}

/// Spoils a text a little.
fn spoil(text: &str, random: &mut ChaCha8Rng) -> String {
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
fn spoilt_strings<B: Text>() {
    let game = Game::named(B::NAME);
    let positions = data::positions(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(40);
    let mut read = 0;
    for at in 0..30_000 {
        let text = spoil(&positions[at % positions.len()], &mut random);
        match B::parse(&text) {
            Err(faults) => {
                assert!(!faults.is_empty(), "{text} was refused without a reason");
                assert!(faults.iter().all(|fault| !fault.field.is_empty()));
            }
            Ok(board) => {
                read += 1;
                let again = board.write();
                assert_eq!(engine::board::<B>(&again).write(), again, "{text}");
                assert_eq!(board.key(), board.key_afresh(), "{text}");
                if board.dead().is_none() {
                    let slow = (game.read)(&again);
                    assert_eq!(engine::texts(&board), game.texts(&slow), "{text}");
                }
            }
        }
    }
    assert!(read > 1_000, "only {read} of the spoilt strings were read");
}

/// Spoilt move texts are refused with a reason, or are legal moves.
fn spoilt_moves<B: Text>() {
    let mut random = ChaCha8Rng::seed_from_u64(41);
    for text in data::positions(B::NAME).iter().step_by(11) {
        let board: B = engine::board(text);
        let texts = engine::texts(&board);
        let scribe = Scribe::new(&board);
        for &notation in B::NOTATIONS.iter().chain([&Notation::Wire]) {
            for &mv in scribe.legal() {
                let bad = spoil(&scribe.write(notation, mv), &mut random);
                match read_move(&board, &bad) {
                    Ok(mv) => assert!(scribe.legal().contains(&mv)),
                    Err(fault) => assert!(!fault.to_string().is_empty()),
                }
            }
        }
        for bad in
            ["", "0000", "b", "b2", "é2", "b22", "b22b", "b22b22", "e2e4", "b12+b12+", "----"]
        {
            assert!(board.parse_move(bad).is_err() || texts.iter().any(|text| text == bad));
        }
    }
}

macro_rules! spoilt {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn spoilt_strings() {
                super::spoilt_strings::<$board>();
            }

            #[test]
            fn spoilt_moves() {
                super::spoilt_moves::<$board>();
            }
        }
    };
}

for_every_rule_set!(spoilt);
