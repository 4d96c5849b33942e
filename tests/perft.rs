//! The engine against the perft data: counts, move lists and positions after special moves.

use crate::support::{board, perft_data};
use std::collections::BTreeMap;
use triskelion::position::Position;
use triskelion::position::perft::{PerftMode, PerftTable, divide, perft};
use triskelion::profiles::RuleSet;
use triskelion::rules::{BuiltIn, CastlingMode, Chess, GenType};

/// Compares the counts of a file up to the given number of leaves. Positions in which the game is
/// over have no legal moves.
fn check_counts<B: RuleSet + BuiltIn>(file: &str, limit: u64, count: impl Fn(&B, u32) -> u64) {
    for line in perft_data::counts(file) {
        let board: B = board::parse_fen(&line.fen);
        for (depth, expected) in line.depths.into_iter().filter(|(_, count)| *count <= limit) {
            assert_eq!(count(&board, depth), expected, "{} depth {depth}", line.fen);
        }
    }
}

fn perft_file<B: RuleSet + BuiltIn>() -> String {
    format!("{}.perft", B::game_info().name)
}

/// Leaves a position with bulk counting: all counts but a few of `chess`.
const MAX_BULK_LEAVES: u64 = 300_000_000;
/// Leaves a position without bulk counting.
const MAX_NO_BULK_LEAVES: u64 = 1_200_000;
/// Leaves a position for the slower methods.
const MAX_SLOW_LEAVES: u64 = 60_000;

/// Perft with bulk counting.
fn bulk<B: RuleSet + BuiltIn>() {
    check_counts(&perft_file::<B>(), MAX_BULK_LEAVES, |board: &B, depth| {
        perft(board, depth, PerftMode::Bulk)
    });
}

/// The counts above [`MAX_BULK_LEAVES`].
fn largest<B: RuleSet + BuiltIn>() {
    let file = perft_file::<B>();
    check_counts(&file, u64::MAX, |board: &B, depth| perft(board, depth, PerftMode::Bulk));
}

/// Perft that makes every move.
fn no_bulk<B: RuleSet + BuiltIn>() {
    check_counts(&perft_file::<B>(), MAX_NO_BULK_LEAVES, |board: &B, depth| {
        perft(board, depth, PerftMode::NoBulk)
    });
}

/// Perft with a table, on two threads.
fn hashed<B: RuleSet + BuiltIn>() {
    check_counts(&perft_file::<B>(), MAX_NO_BULK_LEAVES, |board: &B, depth| {
        let table = PerftTable::new(1).expect("enough memory");
        let counts = divide(board, depth, PerftMode::Hashed(&table), 2).expect("two threads");
        counts.iter().map(|(_, count)| count).sum()
    });
}

/// Perft through `Position::make` and `unmake` over the generation types in turn, as the move
/// picker generates.
fn by_gen_types<B: RuleSet + BuiltIn>() {
    fn walk<B: RuleSet + BuiltIn>(position: &mut Position<B>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        for gen_type in [GenType::Noisy, GenType::Quiet, GenType::Platforms] {
            for mv in board::generate_moves(position.board(), gen_type) {
                position.make(mv, &mut ());
                sum += walk(position, depth - 1);
                position.unmake();
            }
        }
        sum
    }
    let limit = MAX_SLOW_LEAVES;
    check_counts(&perft_file::<B>(), limit, |board: &B, depth| {
        walk(&mut Position::new(*board), depth)
    });
}

/// Perft that tests every encodable move with `is_legal`. There are millions of them, so it is
/// shallow.
fn by_is_legal<B: RuleSet + BuiltIn>() {
    fn walk<B: RuleSet + BuiltIn>(board: &B, depth: u32) -> u64 {
        let types = board::encodable_types(B::game_info()).into_iter();
        let legal = types
            .flat_map(|of_type| board::encodable_moves(B::game_info(), of_type))
            .filter(|mv| board.is_legal(*mv));
        match depth {
            1 => legal.count() as u64,
            _ => legal.map(|mv| walk(&board.make(mv, &mut ()), depth - 1)).sum(),
        }
    }
    for line in perft_data::counts(&perft_file::<B>()) {
        let board: B = board::parse_fen(&line.fen);
        let shallow =
            line.depths.iter().filter(|(depth, count)| *depth == 1 || *depth == 2 && *count <= 150);
        for (depth, expected) in shallow {
            let below = line.depths.iter().find(|(other, _)| other + 1 == *depth);
            // Each node below the root tests all encodable moves.
            if below.is_none_or(|(_, nodes)| *nodes <= 5) {
                assert_eq!(walk(&board, *depth), *expected, "{} {depth}", line.fen);
            }
        }
    }
}

/// Legal moves and check flags.
fn move_lists<B: RuleSet + BuiltIn>() {
    check_move_lists::<B>(B::game_info().name, |fen| board::parse_fen(fen));
}

fn check_move_lists<B: RuleSet + BuiltIn>(name: &str, parse_fen: impl Fn(&str) -> B) {
    for line in perft_data::move_lists(name) {
        let board = parse_fen(&line.fen);
        assert_eq!(board.to_fen(), line.fen);
        assert_eq!(board.in_check(), line.check, "{}", line.fen);
        assert_eq!(board::uci_moves(&board), line.moves, "{}", line.fen);
    }
}

/// Positions after special moves.
fn special_moves<B: RuleSet + BuiltIn>() {
    check_special_moves::<B>(B::game_info().name, |fen| board::parse_fen(fen));
}

fn check_special_moves<B: RuleSet + BuiltIn>(name: &str, parse_fen: impl Fn(&str) -> B) {
    for line in perft_data::special_moves(name) {
        let board = parse_fen(&line.fen);
        assert_eq!(board.to_fen(), line.fen);
        assert_eq!(board.in_check(), line.check, "{}", line.fen);
        let mut after = BTreeMap::new();
        for text in line.after.keys() {
            let mv = board.parse_uci_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(board.move_to_uci(mv), *text);
            after.insert(text.clone(), board.make(mv, &mut ()).to_fen());
        }
        assert_eq!(after, line.after, "{}", line.fen);
    }
}

macro_rules! perft_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            perft_tests! { @each $board: bulk no_bulk hashed by_gen_types by_is_legal move_lists special_moves }

            #[test]
            #[ignore = "takes minutes"]
            fn largest() {
                super::largest::<$board>();
            }
        }
    };
    (@each $board:ty: $($method:ident)*) => {$(
        #[test]
        fn $method() {
            super::$method::<$board>();
        }
    )*};
}

for_every_rule_set!(perft_tests);

/// The six standard perft positions of ordinary chess, to depth 5 at least.
#[test]
fn chess_standard() {
    check_counts("chess-standard.perft", u64::MAX, |board: &Chess, depth| {
        perft(board, depth, PerftMode::Bulk)
    });
}

/// Chess960: counts, lists and positions after castling.
mod chess960 {
    use super::*;

    fn parse_fen(text: &str) -> Chess {
        Chess::from_fen_with(text, CastlingMode::Chess960)
            .unwrap_or_else(|errors| panic!("{errors:?}"))
    }

    #[test]
    fn bulk() {
        for line in perft_data::counts("chess960.perft") {
            let board = parse_fen(&line.fen);
            for (depth, expected) in line.depths {
                let found = perft(&board, depth, PerftMode::Bulk);
                assert_eq!(found, expected, "{} depth {depth}", line.fen);
            }
        }
    }

    #[test]
    fn move_lists() {
        check_move_lists("chess960", parse_fen);
    }

    #[test]
    fn special_moves() {
        check_special_moves("chess960", parse_fen);
    }
}

/// The four positions with moved platforms, to the full depth of their counts.
#[test]
fn federation_moved() {
    type Board = triskelion::rules::Federation;
    check_counts("federation-moved.perft", u64::MAX, |board: &Board, depth| {
        perft(board, depth, PerftMode::Bulk)
    });
}
