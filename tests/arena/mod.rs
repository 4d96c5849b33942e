//! Matches: with players that misbehave, broken off and gone on with, in parts, and through the
//! real program.

mod command_line;
mod faults;
mod interruptions;
mod mocks;
mod reproducible;
mod sameness;
mod strength;

use std::path::{Path, PathBuf};
use triskelion::arena::beginnings::Beginnings;
use triskelion::arena::journal::{Contents, Journal, read};
use triskelion::arena::plan::{Fixture, Openings, Plan, PlayerPlan};
use triskelion::arena::record::Record;
use triskelion::arena::record::replay::replay;
use triskelion::arena::run::{Close, Match, News};
use triskelion::arena::scoreboard::Scoreboard;
use triskelion::arena::{End, Trouble};
use triskelion::rules::registry::Variant;

/// A folder of a test's own, which goes with it.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty one; no two tests use the same name.
    pub fn new(name: &str) -> Folder {
        let folder = format!("arena-{name}-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Folder(folder)
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A player from pairs of key and value, with a small table.
pub fn player(pairs: &str) -> PlayerPlan {
    let pairs = pairs.split_whitespace().chain(["option.Hash=1"]);
    PlayerPlan::from_pairs(pairs).expect("a player")
}

/// A plan of so many games between each two players.
pub fn plan(variant: Variant, games: u64, players: &[&str]) -> Plan {
    let players = players.iter().map(|pairs| player(pairs)).collect();
    Plan { variant, games: Some(games), players, ..Plan::default() }.completed().expect("a plan")
}

/// A match that was played to its end.
pub struct Played {
    pub close: Close,
    /// In the order in which games ended.
    pub games: Vec<(Fixture, End, Option<Trouble>)>,
    pub scoreboard: Scoreboard,
    /// What its file holds.
    pub contents: Contents,
}

/// Plays it, and keeps it in that file.
pub fn play(plan: &Plan, concurrency: usize, path: &Path) -> Played {
    let beginnings = Beginnings::of(plan).expect("openings");
    let mut journal = Journal::create(path, plan).expect("a new file");
    let mut scoreboard = Scoreboard::new(plan);
    let mut games = Vec::new();
    let interrupts = crossbeam_channel::never();
    let contest = Match { plan, beginnings: &beginnings, concurrency, interrupts };
    let mut listen = |news: News<'_>| {
        if let News::Finished { fixture, end, trouble, .. } = news {
            games.push((fixture, end, trouble.cloned()));
        }
    };
    let finish = contest.play(&mut scoreboard, Some(&mut journal), &mut listen).expect("a match");
    drop(journal);
    let contents = read(path).expect("its own file");
    Played { close: finish.close, games, scoreboard, contents }
}

/// The same match with every game from the start position.
pub fn from_start(plan: Plan) -> Plan {
    Plan { openings: Openings::Start, ..plan }
}

/// The games of a file by number, without what differs from one time to the next; every game is
/// once there and every move legal.
pub fn games(contents: &Contents) -> Vec<(u64, Record)> {
    let timeless = |(fixture, _, record): &(Fixture, End, Record)| {
        let replayed = replay(record).expect("a game under the rules");
        assert_eq!(replayed.plies, record.plies.len());
        let mut record = Record { date: String::new(), ..record.clone() };
        record.plies.iter_mut().for_each(|ply| ply.time = None);
        (fixture.game, record)
    };
    let mut games: Vec<(u64, Record)> = contents.games.iter().map(timeless).collect();
    games.sort_by_key(|(game, _)| *game);
    assert!(games.windows(2).all(|two| two[0].0 < two[1].0), "a game is there twice");
    games
}
