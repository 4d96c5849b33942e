//! The table of games in `docs/games.md` is made from the files of `games/`.
//! `UPDATE_DOCS=1 cargo test games_page` writes it again.

use crate::support::game_files::{in_folder, path};
use std::fs;
use triskelion::registry::Variant;

/// The lines before and after the table.
const MARKS: [&str; 2] = ["<!-- games: made from games/ -->\n", "<!-- end of games -->\n"];

/// Returns the table of the games of `games/`.
fn table() -> String {
    let row = |file: String| {
        let variant = Variant::from_file(&path(&file)).unwrap_or_else(|error| panic!("{error}"));
        let spec = variant.spec().expect("a game from a file");
        let cells = spec.exists.iter().filter(|&&exists| exists).count();
        format!(
            "| [`{}`](../{file}) | {} | {}×{}×{} | {cells} | {} |\n",
            spec.name,
            spec.title,
            spec.files,
            spec.ranks,
            spec.levels,
            spec.kinds.len()
        )
    };
    let rows: String = in_folder().into_iter().map(row).collect();
    format!(
        "| name | title | files × ranks × levels | cells | kinds of pieces |\n|---|---|---|---|---|\n{rows}"
    )
}

#[test]
fn table_of_games_is_made_from_their_files() {
    let file = path("docs/games.md");
    let page = fs::read_to_string(&file).expect("the page");
    let (before, rest) = page.split_once(MARKS[0]).expect("the mark before the table");
    let (found, after) = rest.split_once(MARKS[1]).expect("the mark after the table");
    let table = format!("\n{}\n", table());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let page = [before, MARKS[0], &table, MARKS[1], after].concat();
        fs::write(&file, page).expect("the page");
    } else {
        assert_eq!(found, table, "`UPDATE_DOCS=1 cargo test games_page` writes the table again");
    }
}
