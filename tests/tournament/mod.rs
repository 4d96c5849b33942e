//! Matches: faulty players, interruption and resumption, shards, and the command line.

mod command_line;
mod identical_players;
mod mock_engines;
mod player_faults;
mod reproducible;
mod resume;
mod strength;

use std::path::{Path, PathBuf};
use triskelion::registry::Variant;
use triskelion::tournament::config::{MatchConfig, OpeningSource, PlayerConfig, ScheduledGame};
use triskelion::tournament::journal::{Journal, JournalContents, read};
use triskelion::tournament::opening_suite::OpeningSuite;
use triskelion::tournament::pgn::GameRecord;
use triskelion::tournament::pgn::replay::replay;
use triskelion::tournament::run::{Match, MatchEvent, StopReason};
use triskelion::tournament::scoreboard::Scoreboard;
use triskelion::tournament::{GameEnd, PlayerFault};

/// A temporary directory, removed on drop.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    /// Creates an empty directory. Each test uses its own name.
    pub(crate) fn new(name: &str) -> TempDir {
        let name = format!("tournament-{name}-{}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("a directory");
        TempDir(path)
    }

    /// Returns the path of a file in the directory.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Parses a player, with a small hash table.
pub(crate) fn player_config(pairs: &str) -> PlayerConfig {
    let pairs = pairs.split_whitespace().chain(["option.Hash=1"]);
    PlayerConfig::from_pairs(pairs).expect("a player")
}

/// Returns the configuration of a match with `games` games per pairing.
pub(crate) fn match_config(variant: Variant, games: u64, players: &[&str]) -> MatchConfig {
    let players = players.iter().map(|pairs| player_config(pairs)).collect();
    MatchConfig { variant, games: Some(games), players, ..MatchConfig::default() }
        .with_defaults()
        .expect("a config")
}

/// A finished match.
pub(crate) struct FinishedMatch {
    pub stop_reason: StopReason,
    /// The games in the order in which they ended.
    pub games: Vec<(ScheduledGame, GameEnd, Option<PlayerFault>)>,
    pub scoreboard: Scoreboard,
    /// The contents of the match file.
    pub contents: JournalContents,
}

/// Plays a match and stores it in this file.
pub(crate) fn play(config: &MatchConfig, concurrency: usize, path: &Path) -> FinishedMatch {
    let opening_suite = &OpeningSuite::from_config(config).expect("openings");
    let mut journal = Journal::create(path, config).expect("a new file");
    let mut scoreboard = Scoreboard::new(config);
    let mut games = Vec::new();
    let interrupts = crossbeam_channel::never();
    let match_ = Match { config, opening_suite, concurrency, interrupts, stop_file: None };
    let mut on_event = |event: MatchEvent<'_>| {
        if let MatchEvent::Finished { scheduled_game, end, fault, .. } = event {
            games.push((scheduled_game, end, fault.cloned()));
        }
    };
    let summary = match_.play(&mut scoreboard, Some(&mut journal), &mut on_event).expect("a match");
    drop(journal);
    let contents = read(path).expect("a match file");
    FinishedMatch { stop_reason: summary.stop_reason, games, scoreboard, contents }
}

/// Returns the same match with every game from the start position.
pub(crate) fn with_startpos(config: MatchConfig) -> MatchConfig {
    MatchConfig { openings: OpeningSource::Start, ..config }
}

/// Returns the games of a file by number, without dates and times. Checks that every game occurs
/// once and is valid.
pub(crate) fn timeless_games(contents: &JournalContents) -> Vec<(u64, GameRecord)> {
    let timeless = |(game, _, record): &(ScheduledGame, GameEnd, GameRecord)| {
        let result = replay(record).expect("a valid game");
        assert_eq!(result.plies, record.plies.len());
        let mut record = GameRecord { date: String::new(), ..record.clone() };
        record.plies.iter_mut().for_each(|ply| ply.time = None);
        (game.game, record)
    };
    let mut games: Vec<(u64, GameRecord)> = contents.games.iter().map(timeless).collect();
    games.sort_by_key(|(game, _)| *game);
    assert!(games.windows(2).all(|two| two[0].0 < two[1].0), "a game occurs twice");
    games
}
