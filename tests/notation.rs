//! Notations for people: a formatted move is parsed back to the same move, by its own notation and
//! among all notations. Illegal moves are rejected with a reason.

use crate::support::{board, perft_data};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use triskelion::notation::{NotationCodec, parse_move};
use triskelion::profiles::RuleSet;
use triskelion::rules::{GameInfo, Notation};

/// The positions whose moves are formatted and parsed.
const POSITIONS: usize = 10_000;

/// Returns the divisor of the number of positions of a game.
fn share(game: &GameInfo) -> usize {
    if game.is_from_file() { 40 } else { 1 }
}

/// Formats and parses every legal move of positions of random games.
fn round_trips<B: RuleSet>(game: &'static GameInfo) {
    assert!(!game.notations.contains(&Notation::Uci), "`NOTATIONS` lists notations for people");
    let mut random = ChaCha8Rng::seed_from_u64(60);
    let boards = board::random_game_boards::<B, _>(
        game,
        &perft_data::fens(game.name),
        400 / share(game),
        60,
        &mut random,
    );
    assert!(boards.len() >= POSITIONS / share(game));
    for (at, board) in boards.iter().take(POSITIONS / share(game)).enumerate() {
        let codec = NotationCodec::new(board);
        for &notation in game.notations {
            let mut texts = BTreeSet::new();
            for &mv in codec.legal_moves() {
                let text = codec.format(notation, mv);
                assert_eq!(codec.parse(notation, &text), Ok(mv), "{text} in {}", board.to_fen());
                assert!(!text.contains(char::is_whitespace), "{text} is not one word");
                // Parsing in any notation is slow, so it is tested on a sample.
                if at % 50 == 0 {
                    assert_eq!(parse_move(board, &text), Ok(mv), "{text} in {}", board.to_fen());
                }
                assert!(texts.insert(text), "{} has two moves with one text", board.to_fen());
            }
        }
    }
}

/// A move that is legal only on another board is rejected with a reason.
fn foreign_texts_are_rejected<B: RuleSet>(game: &'static GameInfo) {
    let mut random = ChaCha8Rng::seed_from_u64(61);
    let boards = board::random_game_boards::<B, _>(
        game,
        &perft_data::fens(game.name),
        10usize.div_ceil(share(game)),
        60,
        &mut random,
    );
    let mut foreign: Vec<(Notation, String)> = Vec::new();
    for (at, board) in boards.iter().enumerate() {
        let codec = NotationCodec::new(board);
        for (notation, text) in &foreign {
            match codec.parse(*notation, text) {
                // The parser does not verify signs of check.
                Ok(mv) => {
                    let bare = text.trim_end_matches(['+', '#']);
                    let formatted = codec.format(*notation, mv);
                    // A longer text than necessary may begin with its origin.
                    assert!(
                        formatted.contains(bare.get(..1).unwrap_or("?"))
                            || bare.contains(formatted.trim_end_matches(['+', '#'])),
                        "{text}: {formatted}"
                    );
                    assert_eq!(parse_move(board, text), Ok(mv), "{text} in {}", board.to_fen());
                }
                Err(error) => {
                    assert!(!error.message.is_empty());
                    parse_move(board, text).expect_err("no notation has this text");
                }
            }
        }
        if at % 40 == 0 {
            let pairs = game.notations.iter().flat_map(|&notation| {
                let texts = codec.legal_moves().iter().map(|&mv| codec.format(notation, mv));
                texts.map(move |text| (notation, text)).collect::<Vec<_>>()
            });
            foreign = pairs.collect();
        }
    }
}

macro_rules! notation_tests {
    ($name:ident: $($board:tt)*) => {
        mod $name {
            #[test]
            fn round_trips() {
                check!(($($board)*) super::round_trips());
            }

            #[test]
            fn foreign_texts_are_rejected() {
                check!(($($board)*) super::foreign_texts_are_rejected());
            }
        }
    };
}

for_every_rule_set!(notation_tests);
notation_tests! { from_files: files in crate::support::game_files::all() }
