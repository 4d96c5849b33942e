//! The engine against the data: every count, every list of moves, every position after a special
//! move.

use crate::data;
use crate::engine;
use std::collections::BTreeMap;
use triskelion::moves::Move;
use triskelion::position::Position;
use triskelion::position::perft::{Counting, perft};
use triskelion::rules::chess::Board as Chess;
use triskelion::rules::{Conventions, Part, Play, Text};

/// The counts of a file, each position as deep as the limit of leaves allows; positions that are
/// over by rule count nothing.
fn counts<B: Text>(file: &str, limit: u64, count: impl Fn(&B, u32) -> u64) {
    for line in data::counts(file) {
        let board: B = engine::board(&line.position);
        for (depth, expected) in line.depths.into_iter().filter(|(_, count)| *count <= limit) {
            assert_eq!(count(&board, depth), expected, "{} depth {depth}", line.position);
        }
    }
}

fn own_file<B: Text>() -> String {
    format!("{}.perft", B::NAME)
}

/// Leaves a position when the last ply is only counted: every count there is, but for a few of
/// `chess`.
const BULK_LEAVES: u64 = 300_000_000;
/// Leaves a position when every move is listed and made.
const PLAIN_LEAVES: u64 = 1_200_000;
/// Leaves a position for the slower ways.
const FEW_LEAVES: u64 = 60_000;

/// The last ply counted in bulk.
fn bulk<B: Text>() {
    counts(&own_file::<B>(), BULK_LEAVES, |board: &B, depth| perft(board, depth, Counting::Bulk));
}

/// The counts beyond that.
fn largest<B: Text>() {
    let file = own_file::<B>();
    counts(&file, u64::MAX, |board: &B, depth| perft(board, depth, Counting::Bulk));
}

/// Every move listed and made.
fn plain<B: Text>() {
    counts(&own_file::<B>(), PLAIN_LEAVES, |board: &B, depth| perft(board, depth, Counting::Plain));
}

/// Through a position's make and unmake, and the parts of generation one after the other: as the
/// move picker walks.
fn by_parts<B: Text>() {
    fn walk<B: Text>(position: &mut Position<B>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        for part in [Part::Noisy, Part::Quiet, Part::Platforms] {
            for mv in engine::part(position.board(), part) {
                position.make(mv, &mut ());
                sum += walk(position, depth - 1);
                position.unmake();
            }
        }
        sum
    }
    let limit = FEW_LEAVES;
    counts(&own_file::<B>(), limit, |board: &B, depth| walk(&mut Position::new(*board), depth));
}

/// By asking `is_legal` of every encodable move: shallow, for there are millions.
fn by_legality<B: Text>() {
    fn encodable<B: Text>() -> impl Iterator<Item = Move> {
        let places = (B::CELLS + B::POSTS) as u32;
        let pair = move |high: u32| {
            (0..places).flat_map(move |to| (0..places).map(move |from| from | to << 8 | high << 16))
        };
        (0..1 << 8).flat_map(pair).filter_map(Move::unpack)
    }
    fn walk<B: Text>(board: &B, depth: u32) -> u64 {
        let legal = encodable::<B>().filter(|mv| board.is_legal(*mv));
        match depth {
            1 => legal.count() as u64,
            _ => legal.map(|mv| walk(&board.make(mv, &mut ()), depth - 1)).sum(),
        }
    }
    for line in data::counts(&own_file::<B>()) {
        let board: B = engine::board(&line.position);
        let shallow =
            line.depths.iter().filter(|(depth, count)| *depth == 1 || *depth == 2 && *count <= 150);
        for (depth, expected) in shallow {
            let below = line.depths.iter().find(|(other, _)| other + 1 == *depth);
            // Each node below the root costs a walk through all encodable moves.
            if below.is_none_or(|(_, nodes)| *nodes <= 5) {
                assert_eq!(walk(&board, *depth), *expected, "{} {depth}", line.position);
            }
        }
    }
}

/// Every list of legal moves, and every check flag.
fn lists<B: Text>() {
    for line in data::moves(B::NAME) {
        let board: B = engine::board(&line.fen);
        assert_eq!(board.write(), line.fen);
        assert_eq!(board.in_check(), line.check, "{}", line.fen);
        assert_eq!(engine::texts(&board), line.moves, "{}", line.fen);
    }
}

/// Every position after a special move.
fn special<B: Text>() {
    for line in data::special(B::NAME) {
        let board: B = engine::board(&line.fen);
        assert_eq!(board.write(), line.fen);
        assert_eq!(board.in_check(), line.check, "{}", line.fen);
        let mut after = BTreeMap::new();
        for text in line.after.keys() {
            let mv = board.parse_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            after.insert(text.clone(), board.make(mv, &mut ()).write());
        }
        assert_eq!(after, line.after, "{}", line.fen);
    }
}

macro_rules! against_the_data {
    ($name:ident: $board:ty) => {
        mod $name {
            against_the_data! { @each $board: bulk plain by_parts by_legality lists special }

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

for_every_rule_set!(against_the_data);

/// The six positions that chess programs are checked with first, to depth 5 at least.
#[test]
fn chess_standard() {
    counts("chess-standard.perft", u64::MAX, |board: &Chess, depth| {
        perft(board, depth, Counting::Bulk)
    });
}

/// Castling from other starts: counts, lists and positions after castling.
mod chess960 {
    use super::*;

    const FREE: Conventions = Conventions { king_takes_rook: true };

    fn board(text: &str) -> Chess {
        Chess::parse_under(text, FREE).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    #[test]
    fn bulk() {
        for line in data::counts("chess960.perft") {
            let board = board(&line.position);
            for (depth, expected) in line.depths {
                let found = perft(&board, depth, Counting::Bulk);
                assert_eq!(found, expected, "{} depth {depth}", line.position);
            }
        }
    }

    #[test]
    fn lists() {
        for line in data::moves("chess960") {
            let board = board(&line.fen);
            assert_eq!(board.write(), line.fen);
            assert_eq!(board.in_check(), line.check, "{}", line.fen);
            assert_eq!(engine::texts(&board), line.moves, "{}", line.fen);
        }
    }

    #[test]
    fn special() {
        for line in data::special("chess960") {
            let board = board(&line.fen);
            for (text, after) in &line.after {
                let mv = board.parse_move(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
                assert_eq!(board.move_text(mv), *text);
                assert_eq!(&board.make(mv, &mut ()).write(), after, "{text} in {}", line.fen);
            }
        }
    }
}

/// The four positions with moved platforms, as deep as the counts go.
#[test]
fn federation_moved() {
    type Board = triskelion::rules::federation::Board<true>;
    counts("federation-moved.perft", u64::MAX, |board: &Board, depth| {
        perft(board, depth, Counting::Bulk)
    });
}
