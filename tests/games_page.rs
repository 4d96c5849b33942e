//! The table of games in `docs/games.md` is made from the files of `games/`.
//! `UPDATE_DOCS=1 cargo test games_page` writes it again.

use crate::support::game_files::{in_folder, path, read};
use serde_json::Value;
use std::collections::BTreeSet;
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

/// Adds the keys of an object and of all objects in it, with the keys that lead to them.
fn add_keys(value: &Value, path: &str, keys: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| add_keys(item, path, keys)),
        Value::Object(entries) => {
            for (key, value) in entries {
                let key = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                add_keys(value, &key, keys);
                keys.insert(key);
            }
        }
        _ => {}
    }
}

#[test]
fn every_key_of_the_rules_as_json_is_documented() {
    let page = read("docs/games.md");
    let (_, rest) = page.split_once("## The rules as JSON\n").expect("the section");
    let (section, _) = rest.split_once("\n## ").expect("the next section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let keys =
        rows.flat_map(|row| row.split(" | ").next().unwrap_or(row).split('`').skip(1).step_by(2));
    let documented: BTreeSet<String> = keys.map(str::to_owned).collect();
    let mut printed = BTreeSet::new();
    for file in in_folder() {
        let variant = Variant::from_file(&path(&file)).unwrap_or_else(|error| panic!("{error}"));
        let spec = variant.spec().expect("a game from a file");
        add_keys(&spec.to_json(variant.game()), "", &mut printed);
    }
    assert_eq!(documented, printed);
}
