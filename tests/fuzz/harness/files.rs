//! Harnesses of files: game records, openings, training games, networks and checkpoints.

use super::{TempFile, check_error};
use crate::support::networks::network_file;
use triskelion::eval::EvalStack;
use triskelion::eval::network::{Network, NetworkData};
use triskelion::game::new_game;
use triskelion::profiles::RuleSet;
use triskelion::registry::{Variant, Visitor};
use triskelion::rules::GameInfo;
use triskelion::tournament::openings::{BookError, OpeningBook};
use triskelion::tournament::pgn::replay::{replay, with_notation};
use triskelion::tournament::pgn::{GameRecord, PgnError, PgnItem, PgnReader};
use triskelion::training::game_file::{GameFileErrorKind, GameReader};
use triskelion::training::game_record::{MoveFormat, TrainingGame};
use triskelion::training::network::Checkpoint;
use triskelion::training::verify;

/// A file of game records.
pub(super) fn pgn(data: &[u8]) {
    let lines = 1 + data.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let mut reader = PgnReader::new(data);
    let (mut offset, mut items) = (0, 0);
    while let Some(item) = reader.next() {
        items += 1;
        assert!(items <= data.len(), "more items than bytes");
        assert!((offset..=data.len() as u64).contains(&reader.offset()), "the offset");
        offset = reader.offset();
        match item {
            Ok(PgnItem::Escape(line)) => assert!(!line.contains('\n')),
            Ok(PgnItem::Game(record)) => check_record(&record),
            Err(error) => {
                check_error(&error.to_string());
                match error {
                    PgnError::Unexpected { line, .. } => assert!((1..=lines).contains(&line)),
                    PgnError::Truncated { line, offset } => {
                        assert!((1..=lines).contains(&line) && offset <= data.len() as u64);
                        assert!(reader.next().is_none(), "an item after the end");
                    }
                    PgnError::Io(error) => panic!("bytes in memory: {error}"),
                }
            }
        }
    }
}

/// Checks that a game survives being written, and converts a valid one to some notation, which
/// depends on the text.
fn check_record(record: &GameRecord) {
    let text = record.to_string();
    let items: Vec<_> = PgnReader::new(text.as_bytes()).collect();
    let [Ok(PgnItem::Game(again))] = &items[..] else { panic!("{text}\n{items:?}") };
    assert_eq!(again.to_string(), text);
    assert_eq!(**again, *record, "{text}");
    if let Err(error) = replay(record) {
        return check_error(&error.to_string());
    }
    let notations = new_game(record.variant).notations();
    let notation = notations[text.len() % notations.len()];
    let converted = with_notation(record, notation)
        .unwrap_or_else(|error| panic!("{notation}: {error}\n{text}"));
    replay(&converted).unwrap_or_else(|error| panic!("{notation}: {error}\n{converted}"));
}

/// A file of openings, read by every rule set.
pub(super) fn openings(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for variant in Variant::ALL {
        match OpeningBook::parse(variant, &text) {
            Ok(book) => {
                assert!(!book.openings().is_empty());
                let again = OpeningBook::parse(variant, &book.openings().join("\n"));
                assert_eq!(again.ok().as_ref(), Some(&book), "its own openings");
            }
            Err(error) => {
                check_error(&error.to_string());
                match error {
                    BookError::Line { number, .. } | BookError::GameOver { number, .. } => {
                        assert!((1..=text.lines().count()).contains(&number), "line {number}");
                    }
                    BookError::Empty | BookError::File(_) | BookError::InFile(_) => {}
                }
            }
        }
    }
}

/// Replays a training game in its rule set.
struct Replay<'a>(&'a TrainingGame);

impl Visitor for Replay<'_> {
    type Output = ();

    fn visit<B: RuleSet>(self, game: &'static GameInfo) {
        if let Err(error) = verify::replay::<B>(game, self.0, &mut |_, _| ()) {
            check_error(&error.to_string());
        }
    }
}

/// A file of training games. Since damaged games fail at their checksum, the bytes are also read as
/// one game.
pub(super) fn training_games(data: &[u8]) {
    match GameReader::new(data) {
        Ok(reader) => {
            let variant = reader.config.variant;
            for (count, game) in reader.enumerate() {
                assert!(count <= data.len(), "more games than bytes");
                match game {
                    Ok(game) => check_training_game(&game, variant),
                    Err(GameFileErrorKind::Io(error)) => panic!("bytes in memory: {error}"),
                    Err(error) => check_error(&error.to_string()),
                }
            }
        }
        Err(error) => check_error(&error.to_string()),
    }
    match TrainingGame::decode(data, MoveFormat::Bits29) {
        Ok(game) => Variant::ALL.iter().for_each(|&variant| check_training_game(&game, variant)),
        Err(error) => check_error(&error.to_string()),
    }
}

fn check_training_game(game: &TrainingGame, variant: Variant) {
    let mut bytes = Vec::new();
    game.encode(&mut bytes);
    assert_eq!(TrainingGame::decode(&bytes, MoveFormat::Bits29).as_ref(), Ok(game));
    variant.visit(Replay(game));
}

/// A network file, and one with the first line of the input, the right size and the right checksum.
pub(super) fn network(data: &[u8]) {
    struct Check<'a>(&'a [u8]);
    impl Visitor for Check<'_> {
        type Output = ();

        fn visit<B: RuleSet>(self, game: &'static GameInfo) {
            match NetworkData::parse(game, self.0) {
                Ok(_) => check_network::<B>(game, self.0),
                Err(error) => check_error(&error.to_string()),
            }
            let end = self.0.iter().position(|&byte| byte == b'\n').unwrap_or(self.0.len());
            let (line, weights) = self.0.split_at(end);
            match network_file(game, &String::from_utf8_lossy(line), weights) {
                Ok(file) => check_network::<B>(game, &file),
                Err(error) => check_error(&error.to_string()),
            }
        }
    }
    Variant::ALL.into_iter().for_each(|variant| variant.visit(Check(data)));
}

/// Checks that a network survives being written, and evaluates some positions with it.
fn check_network<B: RuleSet>(game: &'static GameInfo, file: &[u8]) {
    let (data, _) = NetworkData::parse(game, file).expect("a valid file");
    let written = data.to_bytes(game);
    let (again, _) = NetworkData::parse(game, &written).expect("its own file");
    assert_eq!(again, data);
    let network = Network::parse(game, file).expect("a valid file");
    let start = B::start(game);
    for board in [start, start.make_null()] {
        EvalStack::new(game, 1).evaluate_fresh(Some(&network), &board);
    }
}

/// A file of an unfinished training run. The checksum at its end is made right.
pub(super) fn checkpoint(data: &[u8]) {
    let checksum = crc32fast::hash(data).to_le_bytes();
    let file = TempFile::new("checkpoint", &[data, &checksum].concat());
    match Checkpoint::read(&file.0) {
        Ok(checkpoint) => assert_eq!(checkpoint.config().check(), Ok(())),
        Err(error) => check_error(&error.to_string()),
    }
}
