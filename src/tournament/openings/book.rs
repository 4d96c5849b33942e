//! Books of openings: text with a position string a line.
//!
//! Blank lines and lines that begin with `#` are skipped. What follows a `;` is not read: so the
//! files of `tests/perft/` are books too, and so are the EPD books of ordinary chess, whose
//! positions are the first four fields of FEN, with or without the two counters, and which end in
//! operations.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::game::{SetPositionError, new_game};
use crate::registry::Variant;
use crate::rules::Outcome;
use fxhash::FxHashSet;
use std::io;
use std::path::{Path, PathBuf};

/// Openings of one rule set, each once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningBook {
    variant: Variant,
    openings: Vec<String>,
}

/// Why a text is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("{}: {cause}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A line is no position of the rule set.
    #[error("line {number} of the book: {error}")]
    Line {
        /// The line, from 1.
        number: usize,
        /// Every fault that was found in it.
        error: SetPositionError,
    },
    /// There is nothing left to play in a position.
    #[error("line {number} of the book: the game is over: {}", .outcome.reason)]
    GameOver {
        /// The line, from 1.
        number: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// There is no position at all.
    #[error("the book is empty: position strings expected, one a line")]
    Empty,
}

/// The lines of a book that hold a position, numbered from 1.
fn position_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The position string of a line, without the operations that may follow it.
fn fen_in_line(line: &str, variant: Variant) -> String {
    let Some((before, _)) = line.split_once(';') else { return line.to_owned() };
    if variant != Variant::Chess {
        return before.to_owned();
    }
    // The first operation stands before the first `;`. It begins with a letter, counters do not.
    let is_number = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let mut fields = before.split_whitespace();
    let mut kept: Vec<&str> = fields.by_ref().take(4).collect();
    kept.extend(fields.take(2).take_while(|field| is_number(field)));
    kept.join(" ")
}

impl OpeningBook {
    /// Reads a book and validates every line by the rules. A position that came before, counters
    /// aside, is skipped.
    pub fn parse(variant: Variant, text: &str) -> Result<OpeningBook, BookError> {
        let mut game = new_game(variant);
        let mut keys = FxHashSet::default();
        let mut openings = Vec::new();
        for (number, line) in position_lines(text) {
            game.set_position(Some(&fen_in_line(line, variant)), &[])
                .map_err(|fault| BookError::Line { number, error: fault })?;
            if let Some(ending) = game.outcome() {
                return Err(BookError::GameOver { number, outcome: ending });
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

    /// Reads a file; see [`Book::read`].
    pub fn open(variant: Variant, path: &Path) -> Result<OpeningBook, BookError> {
        let text = std::fs::read_to_string(path)
            .map_err(|cause| BookError::File { path: path.to_owned(), cause })?;
        OpeningBook::parse(variant, &text)
    }

    /// The book that is kept in the program. Its head says by which command it was made.
    pub fn builtin(variant: Variant) -> OpeningBook {
        // These texts are known to be good: a test reads them with all due suspicion.
        let openings =
            position_lines(builtin_text(variant)).map(|(_, line)| line.to_owned()).collect();
        OpeningBook { variant, openings }
    }

    /// The rule set.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The canonical position strings; at least one.
    pub fn openings(&self) -> &[String] {
        &self.openings
    }
}

const fn builtin_text(variant: Variant) -> &'static str {
    match variant {
        Variant::Federation => include_str!("books/federation.txt"),
        Variant::FederationPlain => include_str!("books/federation-plain.txt"),
        Variant::Kobayashi => include_str!("books/kobayashi.txt"),
        Variant::Sixfold => include_str!("books/sixfold.txt"),
        Variant::SpaceChess => include_str!("books/spacechess.txt"),
        Variant::Chess => include_str!("books/chess.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn builtin_books_are_valid() {
        for variant in Variant::ALL {
            // Canonical, not over, none twice.
            let read = OpeningBook::parse(variant, builtin_text(variant)).expect("a good book");
            assert_eq!(read, OpeningBook::builtin(variant));
            assert!(read.openings().len() >= 400, "{variant}: {}", read.openings().len());
            let mut game = new_game(variant);
            let home = game.platforms();
            let mut moved = 0;
            for opening in read.openings() {
                game.set_position(Some(opening), &[]).expect("a good opening");
                assert!(!game.in_check(), "{variant}: {opening}");
                let posts = |platforms: &[(String, _)]| {
                    platforms.iter().map(|(post, _)| post.clone()).collect::<Vec<_>>()
                };
                moved += usize::from(posts(&game.platforms()) != posts(&home));
            }
            let wanted = if home.is_empty() { 0 } else { read.openings().len() / 2 };
            assert_eq!(moved, wanted, "{variant}: openings with a platform moved");
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
        let men = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for operations in [
            "",
            " bm e4 d4; id \"start\";",
            " hmvc 0; fmvn 1;",
            " 0 1;",
            " 0 1 ; D1 20",
            " 0 1 bm e4;",
            " ;D1 20",
        ] {
            let book = OpeningBook::parse(Variant::Chess, &format!("{men}{operations}"));
            assert_eq!(book.expect("a book").openings(), [START_FEN], "{operations}");
        }
        let start = new_game(Variant::Sixfold).fen();
        let book = OpeningBook::parse(Variant::Sixfold, &format!("{start} ; D1 16"));
        assert_eq!(book.expect("a book").openings(), [start]);
    }

    #[test]
    fn errors_name_the_line() {
        let told =
            |text: &str| OpeningBook::parse(Variant::Chess, text).expect_err("no book").to_string();
        let faulty = told(&format!("# a book\n{START_FEN}\nrnbq w KQkx - 0 none\n"));
        assert!(faulty.starts_with("line 3 of the book: FEN: board: "), "{faulty}");
        assert!(faulty.contains("none"), "{faulty}");
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(told(mated), "line 1 of the book: the game is over: checkmate");
        assert_eq!(told("# nothing\n"), BookError::Empty.to_string());
        let missing = OpeningBook::open(Variant::Chess, Path::new("no such book.epd"));
        let missing = missing.expect_err("no such file").to_string();
        assert!(missing.starts_with("no such book.epd: "), "{missing}");
    }
}
