//! Notations for people: what is written is read back, to the same move, by itself and among all
//! notations; what is not legal is refused with a reason.

use crate::data;
use crate::engine;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use triskelion::notation::{Scribe, read_move};
use triskelion::rules::{Notation, Text};

/// How many positions' moves are written and read.
const POSITIONS: usize = 10_000;

/// Text to move and back, for every legal move of the positions of random games.
fn round_trips<B: Text>() {
    assert!(!B::NOTATIONS.contains(&Notation::Wire), "the wire goes without saying");
    let mut random = ChaCha8Rng::seed_from_u64(60);
    let boards = engine::walks::<B, _>(&data::positions(B::NAME), 400, 60, &mut random);
    assert!(boards.len() >= POSITIONS);
    for (at, board) in boards.iter().take(POSITIONS).enumerate() {
        let scribe = Scribe::new(board);
        for &notation in B::NOTATIONS {
            let mut texts = BTreeSet::new();
            for &mv in scribe.legal() {
                let text = scribe.write(notation, mv);
                assert_eq!(scribe.read(notation, &text), Ok(mv), "{text} in {}", board.write());
                assert!(!text.contains(char::is_whitespace), "{text} is not one word");
                // The same among all notations, which is slow.
                if at % 50 == 0 {
                    assert_eq!(read_move(board, &text), Ok(mv), "{text} in {}", board.write());
                }
                assert!(texts.insert(text), "two moves of one text in {}", board.write());
            }
        }
    }
}

/// A text that is legal elsewhere only is refused, and the reason is told.
fn foreign_texts_are_refused<B: Text>() {
    let mut random = ChaCha8Rng::seed_from_u64(61);
    let boards = engine::walks::<B, _>(&data::positions(B::NAME), 10, 60, &mut random);
    let mut elsewhere: Vec<(Notation, String)> = Vec::new();
    for (at, board) in boards.iter().enumerate() {
        let scribe = Scribe::new(board);
        for (notation, text) in &elsewhere {
            match scribe.read(*notation, text) {
                // Signs of check are not asked to be true.
                Ok(mv) => {
                    let bare = text.trim_end_matches(['+', '#']);
                    let written = scribe.write(*notation, mv);
                    assert!(written.contains(bare.get(..1).unwrap_or("?")), "{text}: {written}");
                    assert_eq!(read_move(board, text), Ok(mv), "{text} in {}", board.write());
                }
                Err(fault) => {
                    assert!(!fault.fault.is_empty());
                    read_move(board, text).expect_err("no notation reads it");
                }
            }
        }
        if at % 40 == 0 {
            let pairs = B::NOTATIONS.iter().flat_map(|&notation| {
                let texts = scribe.legal().iter().map(|&mv| scribe.write(notation, mv));
                texts.map(move |text| (notation, text)).collect::<Vec<_>>()
            });
            elsewhere = pairs.collect();
        }
    }
}

macro_rules! notations {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn round_trips() {
                super::round_trips::<$board>();
            }

            #[test]
            fn foreign_texts_are_refused() {
                super::foreign_texts_are_refused::<$board>();
            }
        }
    };
}

for_every_rule_set!(notations);
