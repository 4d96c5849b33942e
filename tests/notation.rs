//! Notations for people: what is written is read back, to the same move, by itself and among all
//! notations; what is not legal is refused with a reason.

use crate::support::board;
use crate::support::perft_data;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use triskelion::notation::{NotationCodec, parse_move};
use triskelion::rules::{BoardText, Notation};

/// How many positions' moves are written and read.
const POSITIONS: usize = 10_000;

/// Text to move and back, for every legal move of the positions of random games.
fn round_trips<B: BoardText>() {
    assert!(!B::NOTATIONS.contains(&Notation::Uci), "the wire goes without saying");
    let mut random = ChaCha8Rng::seed_from_u64(60);
    let boards =
        board::random_game_boards::<B, _>(&perft_data::fens(B::NAME), 400, 60, &mut random);
    assert!(boards.len() >= POSITIONS);
    for (at, board) in boards.iter().take(POSITIONS).enumerate() {
        let scribe = NotationCodec::new(board);
        for &notation in B::NOTATIONS {
            let mut texts = BTreeSet::new();
            for &mv in scribe.legal_moves() {
                let text = scribe.format(notation, mv);
                assert_eq!(scribe.parse(notation, &text), Ok(mv), "{text} in {}", board.to_fen());
                assert!(!text.contains(char::is_whitespace), "{text} is not one word");
                // The same among all notations, which is slow.
                if at % 50 == 0 {
                    assert_eq!(parse_move(board, &text), Ok(mv), "{text} in {}", board.to_fen());
                }
                assert!(texts.insert(text), "two moves of one text in {}", board.to_fen());
            }
        }
    }
}

/// A text that is legal elsewhere only is refused, and the reason is told.
fn foreign_texts_are_rejected<B: BoardText>() {
    let mut random = ChaCha8Rng::seed_from_u64(61);
    let boards = board::random_game_boards::<B, _>(&perft_data::fens(B::NAME), 10, 60, &mut random);
    let mut elsewhere: Vec<(Notation, String)> = Vec::new();
    for (at, board) in boards.iter().enumerate() {
        let scribe = NotationCodec::new(board);
        for (notation, text) in &elsewhere {
            match scribe.parse(*notation, text) {
                // Signs of check are not asked to be true.
                Ok(mv) => {
                    let bare = text.trim_end_matches(['+', '#']);
                    let written = scribe.format(*notation, mv);
                    assert!(written.contains(bare.get(..1).unwrap_or("?")), "{text}: {written}");
                    assert_eq!(parse_move(board, text), Ok(mv), "{text} in {}", board.to_fen());
                }
                Err(fault) => {
                    assert!(!fault.message.is_empty());
                    parse_move(board, text).expect_err("no notation reads it");
                }
            }
        }
        if at % 40 == 0 {
            let pairs = B::NOTATIONS.iter().flat_map(|&notation| {
                let texts = scribe.legal_moves().iter().map(|&mv| scribe.format(notation, mv));
                texts.map(move |text| (notation, text)).collect::<Vec<_>>()
            });
            elsewhere = pairs.collect();
        }
    }
}

macro_rules! notation_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn round_trips() {
                super::round_trips::<$board>();
            }

            #[test]
            fn foreign_texts_are_rejected() {
                super::foreign_texts_are_rejected::<$board>();
            }
        }
    };
}

for_every_rule_set!(notation_tests);
