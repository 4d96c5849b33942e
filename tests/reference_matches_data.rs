//! The reference generator against the perft data, which makes it trustworthy as a reference.

use crate::reference::from_file::GameFile;
use crate::reference::{GAMES, Game, Reference};
use crate::support::game_files;
use crate::support::perft_data;
use std::collections::BTreeMap;

/// Legal moves and check flags.
fn move_lists(game: &impl Reference, name: &str) {
    for line in perft_data::move_lists(name) {
        let position = game.parse(&line.fen);
        assert_eq!(game.format(&position), line.fen);
        assert_eq!(game.is_check(&position), line.check, "{}", line.fen);
        assert_eq!(game.texts(&position), line.moves, "{}", line.fen);
    }
}

/// Positions after special moves.
fn special_moves(game: &impl Reference, name: &str) {
    for line in perft_data::special_moves(name) {
        let position = game.parse(&line.fen);
        assert_eq!(game.format(&position), line.fen);
        assert_eq!(game.is_check(&position), line.check, "{}", line.fen);
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        for (text, after) in game.children(&position) {
            if line.after.contains_key(&text) {
                found.insert(text, game.format(&after));
            }
        }
        assert_eq!(found, line.after, "{}", line.fen);
    }
}

/// Compares the counts of a file up to the given number of leaves.
fn counts(game: &impl Reference, file: &str, limit: u64) {
    for line in perft_data::counts(file) {
        let position = game.parse(&line.fen);
        for (depth, count) in line.depths.into_iter().filter(|(_, count)| *count <= limit) {
            assert_eq!(game.perft(&position, depth), count, "{} depth {depth}", line.fen);
        }
    }
}

/// Leaves a position in every run.
const MAX_LEAVES: u64 = 30_000;
/// Leaves a position in the long run.
const MAX_DEEP_LEAVES: u64 = 3_000_000;

macro_rules! reference_tests {
    ($game:ident: $($module:ident $name:literal)*) => {$(
        mod $module {
            use crate::reference_matches_data as checks;

            #[test]
            fn move_lists() {
                checks::move_lists(&checks::$game($name), $name);
            }

            #[test]
            fn special_moves() {
                checks::special_moves(&checks::$game($name), $name);
            }

            #[test]
            fn counts() {
                let file = concat!($name, ".perft");
                checks::counts(&checks::$game($name), file, checks::MAX_LEAVES);
            }

            #[test]
            #[ignore = "takes minutes"]
            fn deep_counts() {
                let file = concat!($name, ".perft");
                checks::counts(&checks::$game($name), file, checks::MAX_DEEP_LEAVES);
            }
        }
    )*};
}

/// Returns the reference of a rule set of the program.
fn built_in(name: &str) -> Game {
    Game::from_name(name)
}

/// Returns the reference of a game of `games/`, or of chess as a file.
fn from_file(name: &str) -> GameFile {
    let file = match name {
        "chess" => "tests/games/chess.toml".into(),
        _ => format!("games/{name}.toml"),
    };
    GameFile::read(&game_files::read(&file), &|base| {
        game_files::read(&format!("games/{base}.toml"))
    })
}

reference_tests! {
    built_in:
    federation "federation"
    federation_plain "federation-plain"
    kobayashi "kobayashi"
    sixfold "sixfold"
    spacechess "spacechess"
    raumschach "raumschach"
    meder "meder"
}

/// The reference of games from files.
mod files {
    reference_tests! {
        from_file:
        alice "alice"
        artemis "artemis"
        chess "chess"
        cubic "cubic"
        dragonchess "dragonchess"
        jocly3d "jocly3d"
        millennium "millennium"
        raumschach "raumschach"
        spacechess "spacechess"
        strato "strato"
    }
}

/// Ordinary chess: positions with widely published counts.
#[test]
fn chess_counts() {
    counts(&Game::from_name("chess"), "chess.perft", MAX_LEAVES);
}

/// The start positions are canonical FENs.
#[test]
fn start_positions_are_canonical() {
    for game in GAMES {
        assert_eq!((game.to_fen)(&(game.from_fen)(game.startpos)), game.startpos, "{}", game.name);
    }
}
