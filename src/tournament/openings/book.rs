//! Opening books: text with one FEN per line.
//!
//! Blank lines and lines that start with `#` are skipped, as is the text after a `;`. So files in
//! the format of `tests/perft/` are valid books. EPD books of ordinary chess are valid too: a
//! position has the first four fields of a FEN, with or without the two counters, and operations
//! follow.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::files::FileError;
use crate::game::{SetPositionError, new_game};
use crate::registry::Variant;
use crate::rules::Outcome;
use fxhash::FxHashSet;
use std::io;
use std::path::Path;

/// The openings of one rule set, without duplicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningBook {
    variant: Variant,
    openings: Vec<String>,
}

/// The reason why a book cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError<io::Error>),
    /// The file is not a book.
    #[error(transparent)]
    InFile(Box<FileError<BookError>>),
    /// A line is not a position of the rule set.
    #[error("line {number} of the book: {error}")]
    Line {
        /// The line, from 1.
        number: usize,
        /// All errors of the position.
        error: SetPositionError,
    },
    /// The game is over in a position.
    #[error("line {number} of the book: the game is over: {}", .outcome.reason)]
    GameOver {
        /// The line, from 1.
        number: usize,
        /// The outcome of the game.
        outcome: Outcome,
    },
    /// The book has no position.
    #[error("the book is empty, expected one FEN per line")]
    Empty,
}

/// Returns the lines that hold a position, numbered from 1.
fn position_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Returns the FEN of a line without EPD operations.
fn fen_in_line(line: &str, variant: Variant) -> String {
    let Some((before, _)) = line.split_once(';') else { return line.to_owned() };
    if variant != Variant::Chess {
        return before.to_owned();
    }
    // The text before the first `;` includes the first operation. An operation starts with a
    // letter, a counter with a digit.
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let mut fields = before.split_whitespace();
    let mut fen: Vec<&str> = fields.by_ref().take(4).collect();
    fen.extend(fields.take(2).take_while(|field| is_number(field)));
    fen.join(" ")
}

impl OpeningBook {
    /// Parses a book and validates every line. Skips duplicate positions; the counters do not
    /// matter.
    pub fn parse(variant: Variant, text: &str) -> Result<OpeningBook, BookError> {
        let mut game = new_game(variant);
        let mut keys = FxHashSet::default();
        let mut openings = Vec::new();
        for (number, line) in position_lines(text) {
            game.set_position(Some(&fen_in_line(line, variant)), &[])
                .map_err(|error| BookError::Line { number, error })?;
            if let Some(outcome) = game.outcome() {
                return Err(BookError::GameOver { number, outcome });
            }
            if keys.insert(game.key()) {
                openings.push(game.fen());
            }
        }
        match openings.is_empty() {
            true => Err(BookError::Empty),
            false => Ok(OpeningBook { variant, openings }),
        }
    }

    /// Reads a book file; see [`OpeningBook::parse`].
    pub fn open(variant: Variant, path: &Path) -> Result<OpeningBook, BookError> {
        let text = std::fs::read_to_string(path).map_err(|cause| FileError::new(path, cause))?;
        OpeningBook::parse(variant, &text)
            .map_err(|cause| BookError::InFile(Box::new(FileError::new(path, cause))))
    }

    /// Returns the built-in book, whose header has the command that generated it, or the start
    /// position of a game that has none.
    pub fn builtin(variant: Variant) -> OpeningBook {
        // A test validates the built-in books, so no validation is needed here.
        let mut openings: Vec<String> =
            position_lines(variant.book()).map(|(_, line)| line.to_owned()).collect();
        if openings.is_empty() {
            openings.push(variant.game().start_fen.to_owned());
        }
        OpeningBook { variant, openings }
    }

    /// Returns the rule set.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the canonical FENs; at least one.
    pub fn openings(&self) -> &[String] {
        &self.openings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn builtin_books_are_valid() {
        let variants = Variant::names().into_iter().map(|name| name.parse::<Variant>());
        for variant in variants.map(|variant| variant.expect("a rule set")) {
            // A game that is a file alone may have none.
            if variant.book().is_empty() && !Variant::ALL.contains(&variant) {
                continue;
            }
            // `parse` rejects finished games and skips duplicates, and its FENs are canonical.
            let parsed = OpeningBook::parse(variant, variant.book()).expect("a valid book");
            assert_eq!(parsed, OpeningBook::builtin(variant));
            assert!(parsed.openings().len() >= 400, "{variant}: {}", parsed.openings().len());
            let mut game = new_game(variant);
            let start = game.platforms();
            let mut moved = 0;
            for opening in parsed.openings() {
                game.set_position(Some(opening), &[]).expect("a valid opening");
                assert!(!game.in_check(), "{variant}: {opening}");
                let posts = |platforms: &[(String, _)]| {
                    platforms.iter().map(|(post, _)| post.clone()).collect::<Vec<_>>()
                };
                moved += usize::from(posts(&game.platforms()) != posts(&start));
            }
            let expected = if start.is_empty() { 0 } else { parsed.openings().len() / 2 };
            assert_eq!(moved, expected, "{variant}: openings with a platform moved");
        }
    }

    #[test]
    fn comments_blank_lines_and_repetitions_are_skipped() {
        let text = format!(
            "# a book\r\n\r\n  {START_FEN}  \n# more\n{}\n",
            START_FEN.replace("0 1", "3 9")
        );
        let book = OpeningBook::parse(Variant::Chess, &text).expect("a book");
        assert_eq!(book.openings(), [START_FEN]);
        assert_eq!(book.variant(), Variant::Chess);
    }

    #[test]
    fn epd_operations_are_ignored() {
        let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for operations in [
            "",
            " bm e4 d4; id \"start\";",
            " hmvc 0; fmvn 1;",
            " 0 1;",
            " 0 1 ; D1 20",
            " 0 1 bm e4;",
            " ;D1 20",
        ] {
            let book = OpeningBook::parse(Variant::Chess, &format!("{position}{operations}"));
            assert_eq!(book.expect("a book").openings(), [START_FEN], "{operations}");
        }
        let start = new_game(Variant::Sixfold).fen();
        let book = OpeningBook::parse(Variant::Sixfold, &format!("{start} ; D1 16"));
        assert_eq!(book.expect("a book").openings(), [start]);
    }

    #[test]
    fn errors_name_the_line() {
        let error =
            |text: &str| OpeningBook::parse(Variant::Chess, text).expect_err("no book").to_string();
        let invalid = error(&format!("# a book\n{START_FEN}\nrnbq w KQkx - 0 none\n"));
        assert!(invalid.starts_with("line 3 of the book: FEN: board: "), "{invalid}");
        assert!(invalid.contains("none"), "{invalid}");
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(error(mated), "line 1 of the book: the game is over: checkmate");
        assert_eq!(error("# nothing\n"), BookError::Empty.to_string());
        let missing = OpeningBook::open(Variant::Chess, Path::new("missing.epd"));
        let missing = missing.expect_err("a missing file").to_string();
        assert!(missing.starts_with("missing.epd: "), "{missing}");
        let other = OpeningBook::open(Variant::Chess, Path::new("Cargo.toml"));
        let other = other.expect_err("no book").to_string();
        assert!(other.starts_with("Cargo.toml: line "), "{other}");
    }
}
