//! The reference generator against the perft data, which makes it trustworthy as a reference.

use crate::reference::from_file::GameFile;
use crate::reference::{GAMES, Game, Reference};
use crate::support::{game_files, perft_data};
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

/// Compares the counts up to the given number of leaves.
fn counts(game: &impl Reference, name: &str, limit: u64) {
    for line in perft_data::counts(&format!("{name}.perft")) {
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
    ($($module:ident: $games:expr;)*) => {$(
        mod $module {
            use super::*;

            #[test]
            fn move_lists() {
                $games.into_iter().for_each(|(name, game)| super::move_lists(&game, &name));
            }

            #[test]
            fn special_moves() {
                $games.into_iter().for_each(|(name, game)| super::special_moves(&game, &name));
            }

            #[test]
            fn counts() {
                $games.into_iter().for_each(|(name, game)| super::counts(&game, &name, MAX_LEAVES));
            }

            #[test]
            #[ignore = "takes minutes"]
            fn deep_counts() {
                let games = $games.into_iter();
                games.for_each(|(name, game)| super::counts(&game, &name, MAX_DEEP_LEAVES));
            }
        }
    )*};
}

/// Returns the name and the reference of a rule set of the program.
fn built_in(name: &str) -> [(&str, Game); 1] {
    [(name, Game::from_name(name))]
}

/// Returns the names of all games of files, and their references as such.
fn from_files() -> Vec<(String, GameFile)> {
    let names = game_files::all().into_iter().map(|file| game_files::name(&file).to_owned());
    names.map(|name| (name.clone(), GameFile::from_name(&name))).collect()
}

reference_tests! {
    federation: built_in("federation");
    federation_plain: built_in("federation-plain");
    kobayashi: built_in("kobayashi");
    sixfold: built_in("sixfold");
    spacechess: built_in("spacechess");
    raumschach: built_in("raumschach");
    meder: built_in("meder");
    files: from_files();
}

/// Ordinary chess: positions with widely published counts.
#[test]
fn chess_counts() {
    counts(&Game::from_name("chess"), "chess", MAX_LEAVES);
}

/// The start positions are canonical FENs.
#[test]
fn start_positions_are_canonical() {
    for game in GAMES {
        assert_eq!((game.to_fen)(&(game.from_fen)(game.startpos)), game.startpos, "{}", game.name);
    }
}
