//! The engine against the data: every count, every list of moves, every position after a special
//! move.

use crate::support::board;
use crate::support::perft_data;
use std::collections::BTreeMap;
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::position::perft::{PerftMode, perft};
use triskelion::rules::chess::Board as Chess;
use triskelion::rules::{BoardText, CastlingMode, GenType, Rules};

/// The counts of a file, each position as deep as the limit of leaves allows; positions that are
/// over by rule count nothing.
fn check_counts<B: BoardText>(file: &str, limit: u64, count: impl Fn(&B, u32) -> u64) {
    for line in perft_data::counts(file) {
        let board: B = board::parse_fen(&line.fen);
        for (depth, expected) in line.depths.into_iter().filter(|(_, count)| *count <= limit) {
            assert_eq!(count(&board, depth), expected, "{} depth {depth}", line.fen);
        }
    }
}

fn perft_file<B: BoardText>() -> String {
    format!("{}.perft", B::NAME)
}

/// Leaves a position when the last ply is only counted: every count there is, but for a few of
/// `chess`.
const MAX_BULK_LEAVES: u64 = 300_000_000;
/// Leaves a position when every move is listed and made.
const MAX_NO_BULK_LEAVES: u64 = 1_200_000;
/// Leaves a position for the slower ways.
const MAX_SLOW_LEAVES: u64 = 60_000;

/// The last ply counted in bulk.
fn bulk<B: BoardText>() {
    check_counts(&perft_file::<B>(), MAX_BULK_LEAVES, |board: &B, depth| {
        perft(board, depth, PerftMode::Bulk)
    });
}

/// The counts beyond that.
fn largest<B: BoardText>() {
    let file = perft_file::<B>();
    check_counts(&file, u64::MAX, |board: &B, depth| perft(board, depth, PerftMode::Bulk));
}

/// Every move listed and made.
fn no_bulk<B: BoardText>() {
    check_counts(&perft_file::<B>(), MAX_NO_BULK_LEAVES, |board: &B, depth| {
        perft(board, depth, PerftMode::NoBulk)
    });
}

/// Through a position's make and unmake, and the parts of generation one after the other: as the
/// move picker walks.
fn by_gen_types<B: BoardText>() {
    fn walk<B: BoardText>(position: &mut Position<B>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        for part in [GenType::Noisy, GenType::Quiet, GenType::Platforms] {
            for mv in board::generate_moves(position.board(), part) {
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

/// By asking `is_legal` of every encodable move: shallow, for there are millions.
fn by_is_legal<B: BoardText>() {
    fn encodable<B: BoardText>() -> impl Iterator<Item = Move> {
        let places = (B::CELLS + B::POSTS) as u32;
        let pair = move |high: u32| {
            (0..places).flat_map(move |to| (0..places).map(move |from| from | to << 8 | high << 16))
        };
        (0..1 << 8).flat_map(pair).filter_map(Move::from_bits)
    }
    fn walk<B: BoardText>(board: &B, depth: u32) -> u64 {
        let legal = encodable::<B>().filter(|mv| board.is_legal(*mv));
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
            // Each node below the root costs a walk through all encodable moves.
            if below.is_none_or(|(_, nodes)| *nodes <= 5) {
                assert_eq!(walk(&board, *depth), *expected, "{} {depth}", line.fen);
            }
        }
    }
}

/// Every list of legal moves, and every check flag.
fn move_lists<B: BoardText>() {
    for line in perft_data::move_lists(B::NAME) {
        let board: B = board::parse_fen(&line.fen);
        assert_eq!(board.to_fen(), line.fen);
        assert_eq!(board.in_check(), line.check, "{}", line.fen);
        assert_eq!(board::uci_moves(&board), line.moves, "{}", line.fen);
    }
}

/// Every position after a special move.
fn special_moves<B: BoardText>() {
    for line in perft_data::special_moves(B::NAME) {
        let board: B = board::parse_fen(&line.fen);
        assert_eq!(board.to_fen(), line.fen);
        assert_eq!(board.in_check(), line.check, "{}", line.fen);
        let mut after = BTreeMap::new();
        for text in line.after.keys() {
            let mv = board.parse_uci_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            after.insert(text.clone(), board.make(mv, &mut ()).to_fen());
        }
        assert_eq!(after, line.after, "{}", line.fen);
    }
}

macro_rules! perft_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            perft_tests! { @each $board: bulk no_bulk by_gen_types by_is_legal move_lists special_moves }

            #[test]
            #[ignore = "takes minutes"]
            fn largest() {
                super::largest::<$board>();
            }
        }
    };
    (@each $board:ty: $($way:ident)*) => {$(
        #[test]
        fn $way() {
            super::$way::<$board>();
        }
    )*};
}

for_every_rule_set!(perft_tests);

/// The six positions that chess programs are checked with first, to depth 5 at least.
#[test]
fn chess_standard() {
    check_counts("chess-standard.perft", u64::MAX, |board: &Chess, depth| {
        perft(board, depth, PerftMode::Bulk)
    });
}

/// Castling from other starts: counts, lists and positions after castling.
mod chess960 {
    use super::*;

    fn parse_fen(text: &str) -> Chess {
        Chess::from_fen_with(text, CastlingMode::Chess960)
            .unwrap_or_else(|faults| panic!("{faults:?}"))
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
        for line in perft_data::move_lists("chess960") {
            let board = parse_fen(&line.fen);
            assert_eq!(board.to_fen(), line.fen);
            assert_eq!(board.in_check(), line.check, "{}", line.fen);
            assert_eq!(board::uci_moves(&board), line.moves, "{}", line.fen);
        }
    }

    #[test]
    fn special_moves() {
        for line in perft_data::special_moves("chess960") {
            let board = parse_fen(&line.fen);
            for (text, after) in &line.after {
                let mv =
                    board.parse_uci_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
                assert_eq!(board.move_to_uci(mv), *text);
                assert_eq!(&board.make(mv, &mut ()).to_fen(), after, "{text} in {}", line.fen);
            }
        }
    }
}

/// The four positions with moved platforms, as deep as the counts go.
#[test]
fn federation_moved() {
    type Board = triskelion::rules::federation::Board<true>;
    check_counts("federation-moved.perft", u64::MAX, |board: &Board, depth| {
        perft(board, depth, PerftMode::Bulk)
    });
}
