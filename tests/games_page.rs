//! The tables of games in `docs/games.md` are made from the files of `games/`.
//! `UPDATE_DOCS=1 cargo test games_page` writes them again.

use crate::support::game_files::{in_folder, path, read};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use triskelion::registry::Variant;
use triskelion::rules::fixed::spec::Surveyed;

/// The lines before and after a table, and what makes it.
type Table = ([&'static str; 2], fn() -> String);

const TABLES: [Table; 2] = [
    (["<!-- games: made from games/ -->\n", "<!-- end of games -->\n"], table),
    (["<!-- surveys: made from games/ -->\n", "<!-- end of surveys -->\n"], surveys),
];

/// Returns what the surveys of the games of `games/` say.
fn surveys() -> String {
    let row = |file: String| {
        let variant = Variant::from_file(&path(&file)).unwrap_or_else(|error| panic!("{error}"));
        let survey = variant.spec().and_then(|spec| spec.measured.survey);
        let Surveyed { games, white, error, drawn, plies, moves } =
            survey.unwrap_or_else(|| panic!("{file} has no survey"));
        format!("| `{variant}` | {games} | {white} ± {error} % | {drawn} % | {plies} | {moves} |\n")
    };
    let rows: String = in_folder().into_iter().map(row).collect();
    format!(
        "| game | games | White scores | drawn | plies, median | moves a position |\n|---|---|---|---|---|---|\n{rows}"
    )
}

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
fn tables_of_games_are_made_from_their_files() {
    let file = path("docs/games.md");
    let mut page = fs::read_to_string(&file).expect("the page");
    for (marks, table) in TABLES {
        let (before, rest) = page.split_once(marks[0]).expect("the mark before the table");
        let (found, after) = rest.split_once(marks[1]).expect("the mark after the table");
        let table = format!("\n{}\n", table());
        if std::env::var_os("UPDATE_DOCS").is_some() {
            page = [before, marks[0], &table, marks[1], after].concat();
            fs::write(&file, &page).expect("the page");
        } else {
            let message = "`UPDATE_DOCS=1 cargo test games_page` writes the table again";
            assert_eq!(found, table, "{message}");
        }
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
