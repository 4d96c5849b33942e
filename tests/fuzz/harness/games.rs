//! Harnesses of games from files: the text of a file, and FENs, moves and sessions of random valid
//! files.

use super::{TempFile, check_error, conversation, texts};
use crate::support::random_files::random_file;
use std::sync::OnceLock;
use triskelion::profiles::RuleSet;
use triskelion::registry::{Variant, Visitor};
use triskelion::rules::GameInfo;
use triskelion::rules::fixed::{GameError, GameTables, GameText};

/// The text that every file may inherit from, by any name.
const BASE: &str = include_str!("../../../games/raumschach.toml");

/// The number of random files.
const FILES: usize = 48;

/// The text of a file.
pub(super) fn file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let read = || GameText::parse("file.toml", &text, &|_| Some(BASE.to_owned()));
    let lines = text.lines().count().max(BASE.lines().count());
    let check = |errors: Vec<GameError>| {
        assert!(!errors.is_empty(), "rejected without a reason");
        for error in errors {
            assert!(!error.message.is_empty() && error.line <= lines + 1, "{error}");
            check_error(&error.to_string());
        }
    };
    match read() {
        Ok(parsed) => {
            let cells = parsed.spec.cells();
            let built = match cells.div_ceil(64) {
                0..=2 => GameTables::<2>::new(parsed).map(drop),
                3 => GameTables::<3>::new(parsed).map(drop),
                _ => GameTables::<8>::new(parsed).map(drop),
            };
            built.unwrap_or_else(check);
        }
        Err(errors) => check(errors),
    }
}

/// Returns random valid games; always the same ones.
pub(crate) fn games() -> &'static [Variant] {
    static GAMES: OnceLock<Vec<Variant>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut state = 36_u64;
        let mut draw = |end: usize| {
            // The multiplier of Knuth's generator; the high bits are the random ones.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % end
        };
        let mut games = Vec::new();
        while games.len() < FILES {
            let name = format!("name = \"random-{}\"", games.len());
            let text = random_file(&mut draw).replace("name = \"random\"", &name);
            let file = TempFile::new("game", text.as_bytes());
            games.extend(Variant::from_file(&file.0));
        }
        games
    })
}

/// Splits an input into the game that its first word names, or any other, and the rest.
fn split(text: &str) -> (Variant, &str) {
    let (name, rest) = text.split_once([' ', '\n']).unwrap_or((text, ""));
    match games().iter().find(|game| game.name() == name) {
        Some(&game) => (game, rest),
        None => (games()[text.len() % FILES], text),
    }
}

/// A FEN after the name of a random game.
pub(super) fn fen(data: &[u8]) {
    struct Check<'a>(&'a str);
    impl Visitor for Check<'_> {
        type Output = ();

        fn visit<B: RuleSet>(self, game: &'static GameInfo) {
            texts::check_fen::<B>(game, self.0);
        }
    }
    let text = String::from_utf8_lossy(data);
    let (game, fen) = split(&text);
    game.visit(Check(fen));
}

/// Moves after the name of a random game.
pub(super) fn moves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (game, moves) = split(&text);
    texts::moves(format!("{} {moves}", game.name()).as_bytes());
}

/// A conversation that begins with a random game.
pub(super) fn session(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (game, lines) = split(&text);
    let option = format!("setoption name UCI_Variant value {}", game.name());
    conversation::conversation(format!("{option}\n{lines}").as_bytes());
}
