//! The labels of rules, such as F2, in `src/` and `tests/`: each is an item of `docs/rules.md`.

use crate::architecture::{assert_none, read, rust_files};
use crate::reference::GAMES;
use std::collections::BTreeSet;

/// The letter of labels that name no rule: H0 and H1 are the hypotheses of the SPRT.
const HYPOTHESIS: char = 'H';

/// Returns whether a word is a capital letter followed by one or two digits.
fn is_label(word: &str) -> bool {
    let mut letters = word.chars();
    let is_letter = letters.next().is_some_and(|letter| letter.is_ascii_uppercase());
    let digits = letters.as_str();
    is_letter && matches!(digits.len(), 1 | 2) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns the labels in a line of Rust: those in a comment outside of inline code, and the one
/// with which the name of a function begins, as in `f2_path_b_crosses_platform`.
fn labels_of_line(line: &str) -> Vec<String> {
    let line = line.trim_start();
    if let Some(comment) = line.strip_prefix("//") {
        let prose = comment.split('`').step_by(2);
        let words = prose.flat_map(|prose| prose.split(|letter: char| !letter.is_alphanumeric()));
        let is_rule = |word: &&str| is_label(word) && !word.starts_with(HYPOTHESIS);
        return words.filter(is_rule).map(str::to_owned).collect();
    }
    let name = line.strip_prefix("fn ").and_then(|name| name.split_once('_'));
    name.map(|(label, _)| label.to_uppercase())
        .filter(|label| is_label(label))
        .into_iter()
        .collect()
}

/// Returns the labels that a page defines: items that begin like `- **F2 Lines**`.
fn defined_labels(page: &str) -> Vec<&str> {
    let items = page.lines().filter_map(|line| line.strip_prefix("- **"));
    items.filter_map(|item| item.split(' ').next()).filter(|word| is_label(word)).collect()
}

/// Returns the labels in a file that are not among those defined.
fn undefined_labels(file: &str, text: &str, defined: &[&str]) -> Vec<String> {
    let mut errors = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let labels = labels_of_line(line).into_iter();
        let undefined = labels.filter(|label| !defined.contains(&label.as_str()));
        errors.extend(
            undefined.map(|label| {
                format!("{file}:{number}: docs/rules.md has no item `- **{label} …**`")
            }),
        );
    }
    errors
}

#[test]
fn labels_in_source_are_on_page() {
    let page = read("docs/rules.md");
    let defined = defined_labels(&page);
    let distinct: BTreeSet<_> = defined.iter().collect();
    assert_eq!(distinct.len(), defined.len(), "a label stands twice: {defined:?}");
    let mut files = Vec::new();
    rust_files("src", &mut files);
    rust_files("tests", &mut files);
    let errors = files.iter().flat_map(|file| undefined_labels(file, &read(file), &defined));
    assert_none(&errors.collect::<Vec<_>>());
}

#[test]
fn start_positions_are_on_page() {
    let page = read("docs/rules.md").split_whitespace().collect::<Vec<_>>().join(" ");
    for game in GAMES.iter().filter(|game| game.name != "chess") {
        assert!(page.contains(game.startpos), "{}", game.name);
    }
}

#[test]
fn planted_labels_are_found() {
    let defined = defined_labels("- **F2 Lines** …\n- **Lines**: F4\n- **M1 Posts**: …");
    assert_eq!(defined, ["F2", "M1"]);
    let lines = [
        "//! Rules F2 to F5, and H0.",
        "let fen = \"K7/8\";",
        "    /// S3: rides (M1, R12) in `K7`.",
        "fn x9_planted() {}",
        "fn f2_defined() {}",
        "// A1b, 3D and FEN are none.",
    ];
    let errors = undefined_labels("file", &lines.join("\n"), &defined);
    let found: Vec<_> = errors.iter().filter_map(|error| error.split(": ").next()).collect();
    assert_eq!(found, ["file:1", "file:3", "file:3", "file:4"], "{errors:?}");
}
