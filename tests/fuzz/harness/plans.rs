//! Harnesses of the plans of matches and tuning runs, and of the file of a match.

use super::{TempFile, check_error};
use triskelion::tournament::config::{MatchConfig, PlayerConfig, Shard, TimeControl};
use triskelion::tournament::journal::{Journal, JournalErrorKind, read};
use triskelion::tournament::openings::PlyRange;
use triskelion::tuner::runner::{TuneConfig, Tuner};

/// The configuration of a match, of a tuning run, and of a player on the command line.
pub(super) fn plan(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match MatchConfig::from_toml(&text).and_then(MatchConfig::with_defaults) {
        Ok(config) => check_config(&config),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match TuneConfig::from_toml(&text).and_then(Tuner::new) {
        Ok(tuner) => {
            for (name, value, _) in tuner.values() {
                assert!(value.is_finite(), "{name} is {value}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Err(error) = PlayerConfig::from_pairs(text.lines()) {
        assert!(!error.to_string().is_empty());
    }
    for word in text.split_whitespace() {
        if let Ok(control) = word.parse::<TimeControl>() {
            assert_eq!(control.to_string().parse(), Ok(control), "{word:?}");
        }
        if let Ok(range) = word.parse::<PlyRange>() {
            assert_eq!(range.to_string().parse(), Ok(range), "{word:?}");
            assert!(!range.range().is_empty(), "{word:?}");
        }
        if let Ok(shard) = word.parse::<Shard>() {
            assert_eq!(shard.to_string().parse(), Ok(shard), "{word:?}");
        }
    }
}

/// Checks that a configuration survives being written, and that its first games have the players
/// and the order that they should.
fn check_config(config: &MatchConfig) {
    let json = serde_json::to_string(config).expect("a configuration is JSON");
    let again: MatchConfig =
        serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
    assert_eq!(again, *config, "{json}");
    let again = again.with_defaults().expect("it has been checked");
    assert_eq!(again, *config, "defaults applied again: {json}");
    let total = config.total_games();
    for number in (0..4).chain(total.map(|total| total - 1)) {
        match config.scheduled_game(number) {
            Some(game) => {
                assert_eq!(game.game, number);
                let [white, black] = game.players;
                assert!(white != black && white.max(black) < config.players.len(), "{json}");
            }
            None => assert!(total.is_some_and(|total| number >= total), "{number} of {json}"),
        }
    }
    config.shard.map(|shard| shard.contains(1));
    if let Some(total) = total {
        assert_eq!(config.scheduled_game(total), None, "{json}");
    }
}

/// The file of a match. An interrupted match resumes with the games that can be read.
pub(super) fn journal(data: &[u8]) {
    let file = TempFile::new("journal", data);
    let contents = match read(&file.0) {
        Ok(contents) => contents,
        Err(error) => {
            // The errors of a configuration show the line that they are about.
            if !matches!(error.cause, JournalErrorKind::Config(_)) {
                check_error(&error.to_string());
            }
            let left = std::fs::read(&file.0).expect("the file is still there");
            assert!(left == data, "an unreadable file was changed");
            return;
        }
    };
    // A game may be there twice, which is found when the match resumes.
    let (journal, resumed) = Journal::resume(&file.0).expect("it can be read");
    assert_eq!(resumed.games, contents.games);
    drop(journal);
    let bytes = std::fs::read(&file.0).expect("the file is still there");
    assert!(bytes.ends_with(b"\n\n"));
    let kept = data.len().min(bytes.len() - 2);
    assert!(data[..kept] == bytes[..kept], "the games that can be read were changed");
    let (mut journal, again) = Journal::resume(&file.0).expect("it has been resumed");
    assert_eq!(again.games, contents.games);
    assert!(std::fs::read(&file.0).expect("a file") == bytes, "resuming again changes the file");
    if let Some((game, end, record)) = contents.games.last() {
        journal.append(record).expect("the file is open");
        let mut appended = read(&file.0).expect("a game was appended");
        let (again, again_end, again_record) = appended.games.pop().expect("a game");
        assert_eq!(appended.games.len(), contents.games.len());
        assert_eq!((&again, &again_end), (game, end));
        // Control characters in tags are written as spaces.
        assert_eq!(again_record.to_string(), record.to_string());
    }
}
