//! The reference generator against the perft data, which makes it trustworthy as a reference.

use crate::reference::{GAMES, Game};
use crate::support::perft_data;

/// Legal moves and check flags.
fn move_lists(name: &str) {
    let game = Game::from_name(name);
    for line in perft_data::move_lists(name) {
        let board = (game.from_fen)(&line.fen);
        assert_eq!((game.to_fen)(&board), line.fen);
        assert_eq!(game.in_check(&board, board.side_to_move), line.check, "{}", line.fen);
        assert_eq!(game.uci_moves(&board), line.moves, "{}", line.fen);
    }
}

/// Positions after special moves.
fn special_moves(name: &str) {
    let game = Game::from_name(name);
    for line in perft_data::special_moves(name) {
        let board = (game.from_fen)(&line.fen);
        assert_eq!((game.to_fen)(&board), line.fen);
        assert_eq!(game.in_check(&board, board.side_to_move), line.check, "{}", line.fen);
        for (text, after) in &line.after {
            assert_eq!(&(game.to_fen)(&game.after(&board, text)), after, "{} {text}", line.fen);
        }
    }
}

/// Compares the counts of a file up to the given number of leaves.
fn counts(name: &str, file: &str, limit: u64) {
    let game = Game::from_name(name);
    for line in perft_data::counts(file) {
        let board = (game.from_fen)(&line.fen);
        for (depth, count) in line.depths.into_iter().filter(|(_, count)| *count <= limit) {
            assert_eq!(game.perft(&board, depth), count, "{} depth {depth}", line.fen);
        }
    }
}

/// Leaves a position in every run.
const MAX_LEAVES: u64 = 30_000;
/// Leaves a position in the long run.
const MAX_DEEP_LEAVES: u64 = 3_000_000;

macro_rules! reference_tests {
    ($($module:ident $name:literal)*) => {$(
        mod $module {
            #[test]
            fn move_lists() {
                super::move_lists($name);
            }

            #[test]
            fn special_moves() {
                super::special_moves($name);
            }

            #[test]
            fn counts() {
                super::counts($name, concat!($name, ".perft"), super::MAX_LEAVES);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn deep_counts() {
                super::counts($name, concat!($name, ".perft"), super::MAX_DEEP_LEAVES);
            }
        }
    )*};
}

reference_tests! {
    federation "federation"
    federation_plain "federation-plain"
    kobayashi "kobayashi"
    sixfold "sixfold"
    spacechess "spacechess"
    raumschach "raumschach"
    meder "meder"
}

/// Ordinary chess: positions with widely published counts.
#[test]
fn chess_counts() {
    counts("chess", "chess.perft", MAX_LEAVES);
}

/// The start positions are canonical FENs.
#[test]
fn start_positions_are_canonical() {
    for game in GAMES {
        assert_eq!((game.to_fen)(&(game.from_fen)(game.startpos)), game.startpos, "{}", game.name);
    }
}
