//! Matches: with players that misbehave, broken off and gone on with, in parts, and through the
//! real program.

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

/// A folder of a test's own, which goes with it.
pub struct TempDir(PathBuf);

impl TempDir {
    /// An empty one; no two tests use the same name.
    pub fn new(name: &str) -> TempDir {
        let folder = format!("arena-{name}-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        TempDir(folder)
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A player from pairs of key and value, with a small table.
pub fn player_config(pairs: &str) -> PlayerConfig {
    let pairs = pairs.split_whitespace().chain(["option.Hash=1"]);
    PlayerConfig::from_pairs(pairs).expect("a player")
}

/// A plan of so many games between each two players.
pub fn match_config(variant: Variant, games: u64, players: &[&str]) -> MatchConfig {
    let players = players.iter().map(|pairs| player_config(pairs)).collect();
    MatchConfig { variant, games: Some(games), players, ..MatchConfig::default() }
        .with_defaults()
        .expect("a plan")
}

/// A match that was played to its end.
pub struct FinishedMatch {
    pub stop_reason: StopReason,
    /// In the order in which games ended.
    pub games: Vec<(ScheduledGame, GameEnd, Option<PlayerFault>)>,
    pub scoreboard: Scoreboard,
    /// What its file holds.
    pub contents: JournalContents,
}

/// Plays it, and keeps it in that file.
pub fn play(plan: &MatchConfig, concurrency: usize, path: &Path) -> FinishedMatch {
    let beginnings = OpeningSuite::from_config(plan).expect("openings");
    let mut journal = Journal::create(path, plan).expect("a new file");
    let mut scoreboard = Scoreboard::new(plan);
    let mut games = Vec::new();
    let interrupts = crossbeam_channel::never();
    let contest = Match { config: plan, opening_suite: &beginnings, concurrency, interrupts };
    let mut listen = |news: MatchEvent<'_>| {
        if let MatchEvent::Finished { scheduled_game: fixture, end, fault: trouble, .. } = news {
            games.push((fixture, end, trouble.cloned()));
        }
    };
    let finish = contest.play(&mut scoreboard, Some(&mut journal), &mut listen).expect("a match");
    drop(journal);
    let contents = read(path).expect("its own file");
    FinishedMatch { stop_reason: finish.stop_reason, games, scoreboard, contents }
}

/// The same match with every game from the start position.
pub fn with_startpos(plan: MatchConfig) -> MatchConfig {
    MatchConfig { openings: OpeningSource::Start, ..plan }
}

/// The games of a file by number, without what differs from one time to the next; every game is
/// once there and every move legal.
pub fn timeless_games(contents: &JournalContents) -> Vec<(u64, GameRecord)> {
    let timeless = |(fixture, _, record): &(ScheduledGame, GameEnd, GameRecord)| {
        let replayed = replay(record).expect("a game under the rules");
        assert_eq!(replayed.plies, record.plies.len());
        let mut record = GameRecord { date: String::new(), ..record.clone() };
        record.plies.iter_mut().for_each(|ply| ply.time = None);
        (fixture.game, record)
    };
    let mut games: Vec<(u64, GameRecord)> = contents.games.iter().map(timeless).collect();
    games.sort_by_key(|(game, _)| *game);
    assert!(games.windows(2).all(|two| two[0].0 < two[1].0), "a game is there twice");
    games
}
