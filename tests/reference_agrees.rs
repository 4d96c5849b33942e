//! The slow generator against the data: that is what makes it a judge of the engine.

use crate::data;
use crate::reference::{GAMES, Game};

/// Every list of legal moves and every check flag.
fn lists(name: &str) {
    let game = Game::named(name);
    for line in data::moves(name) {
        let board = (game.read)(&line.fen);
        assert_eq!((game.write)(&board), line.fen);
        assert_eq!(game.in_check(&board, board.side), line.check, "{}", line.fen);
        assert_eq!(game.texts(&board), line.moves, "{}", line.fen);
    }
}

/// Every position after a special move.
fn special(name: &str) {
    let game = Game::named(name);
    for line in data::special(name) {
        let board = (game.read)(&line.fen);
        assert_eq!((game.write)(&board), line.fen);
        assert_eq!(game.in_check(&board, board.side), line.check, "{}", line.fen);
        for (text, after) in &line.after {
            assert_eq!(&(game.write)(&game.after(&board, text)), after, "{} {text}", line.fen);
        }
    }
}

/// The counts, of each position as deep as the limit of leaves allows.
fn counts(name: &str, file: &str, limit: u64) {
    let game = Game::named(name);
    for line in data::counts(file) {
        let board = (game.read)(&line.position);
        for (depth, count) in line.depths.into_iter().filter(|(_, count)| *count <= limit) {
            assert_eq!(game.perft(&board, depth), count, "{} depth {depth}", line.position);
        }
    }
}

/// A few leaves a position in every run.
const LEAVES: u64 = 30_000;
/// When there is time.
const MANY_LEAVES: u64 = 3_000_000;

macro_rules! agrees {
    ($($module:ident $name:literal)*) => {$(
        mod $module {
            #[test]
            fn move_lists() {
                super::lists($name);
            }

            #[test]
            fn special_moves() {
                super::special($name);
            }

            #[test]
            fn counts() {
                super::counts($name, concat!($name, ".perft"), super::LEAVES);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn deep_counts() {
                super::counts($name, concat!($name, ".perft"), super::MANY_LEAVES);
            }
        }
    )*};
}

agrees! {
    federation "federation"
    federation_plain "federation-plain"
    kobayashi "kobayashi"
    sixfold "sixfold"
    spacechess "spacechess"
}

/// Ordinary chess: positions whose counts have been published many times over.
#[test]
fn chess_counts() {
    let game = Game::named("chess");
    for line in data::counts("chess.perft") {
        let board = (game.read)(&line.position);
        for (depth, count) in line.depths.into_iter().filter(|(_, count)| *count <= LEAVES) {
            assert_eq!(game.perft(&board, depth), count, "{} depth {depth}", line.position);
        }
    }
}

/// The start positions are those of the rules, and canonical.
#[test]
fn starts() {
    for game in GAMES {
        assert_eq!((game.write)(&(game.read)(game.start)), game.start, "{}", game.name);
    }
}
