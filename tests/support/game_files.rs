//! The files of games: those of `games/`, and chess as a file.

use std::fs;
use std::path::PathBuf;
use triskelion::registry::Variant;

/// Returns the path of a file of the repository.
pub(crate) fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// Reads a file of the repository.
pub(crate) fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns the files of `games/`, sorted.
pub(crate) fn in_folder() -> Vec<String> {
    let entries = fs::read_dir(path("games")).expect("the folder of the games").flatten();
    let files = entries.map(|entry| format!("games/{}", entry.file_name().to_string_lossy()));
    let mut files: Vec<String> = files.filter(|file| file.ends_with(".toml")).collect();
    files.sort();
    files
}

/// Returns the files of `games/`, and chess as a file.
pub(crate) fn all() -> Vec<String> {
    let mut files = in_folder();
    files.push("tests/games/chess.toml".into());
    files
}

/// Returns the files that strangers to the program have written from published rules.
pub(crate) fn of_strangers() -> [&'static str; 3] {
    ["tests/games/flying.toml", "tests/games/kennedy-3dc.toml", "tests/games/parton-cubic.toml"]
}

/// Returns the name of the game of a file.
pub(crate) fn name(file: &str) -> &str {
    let start = file.rfind('/').map_or(0, |slash| slash + 1);
    file[start..].trim_end_matches(".toml")
}

/// Returns the name of a game in the names of its files: chess as a file has those of chess.
pub(crate) fn file_name(game: &str) -> &str {
    game.trim_end_matches("-file")
}

/// Returns the games of these files, without those that are built in.
pub(crate) fn load(files: &[String]) -> Vec<Variant> {
    let load = |file: &String| Variant::from_file(&path(file));
    let games = files.iter().map(|file| load(file).unwrap_or_else(|error| panic!("{error}")));
    games.filter(|game| !Variant::ALL.contains(game)).collect()
}
