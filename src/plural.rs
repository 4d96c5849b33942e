//! Counts with their nouns.

use std::fmt::Display;

/// Returns a count with its noun, which is given in the singular: `1 game`, `2 games`, `0 plies`.
pub(crate) fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    match noun.strip_suffix('y') {
        _ if count == "1" => format!("{count} {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn nouns_agree_with_their_counts() {
        let texts = [0, 1, 2, 11].map(|count| [counted(count, "game"), counted(count, "ply")]);
        let expected = ["0 games", "0 plies", "1 game", "1 ply", "2 games", "2 plies"];
        assert_eq!(texts.concat()[..6], expected);
        assert_eq!(texts[3], ["11 games", "11 plies"]);
    }
}
