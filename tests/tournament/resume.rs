//! Interrupted and killed matches resume, and every game occurs once.

use super::{TempDir, match_config, play, player_config, timeless_games};
use crate::protocol::program::Program;
use std::io::Write;
use std::path::Path;
use triskelion::registry::Variant;
use triskelion::tournament::config::MatchConfig;
use triskelion::tournament::journal::{Journal, JournalErrorKind, read};
use triskelion::tournament::opening_suite::OpeningSuite;

/// Players with short games.
const QUICK_PLAYERS: [&str; 2] =
    ["name=A nodes=150 jitter=9 option.Hash=1", "name=B nodes=100 jitter=9 option.Hash=1"];
/// Players whose games do not end within a test.
const ENDLESS_PLAYERS: [&str; 2] = ["name=A st=600 option.Hash=1", "name=B st=600 option.Hash=1"];

/// Returns the arguments of a match in this file.
fn match_arguments<'a>(
    path: &'a Path,
    [first, second]: [&'a str; 2],
    games: &'a str,
) -> Vec<&'a str> {
    let out = path.to_str().expect("a path in UTF-8");
    let players = ["--player", first, "--player", second];
    let always = ["match", "--out", out, "--concurrency", "2", "--force-concurrency"];
    [&always[..], &players, &["--games", games]].concat()
}

fn resume_arguments(path: &Path) -> [&str; 6] {
    let file = path.to_str().expect("a path in UTF-8");
    ["match", "--resume", file, "--concurrency", "2", "--force-concurrency"]
}

/// Reads lines up to the next finished game, and appends them to `lines`. Returns `false` at the
/// end of the output.
fn read_finished_game(program: &mut Program, lines: &mut Vec<String>) -> bool {
    while let Some(line) = program.read_line() {
        let is_finished = line.starts_with("Finished");
        lines.push(line);
        if is_finished {
            return true;
        }
    }
    false
}

#[test]
fn killed_match_resumes() {
    let dir = TempDir::new("killed");
    let path = dir.file("match.pgn");
    let options = ["--variant", "chess", "--max-moves", "30", "--seed", "3"];
    let mut program =
        Program::start(&[&match_arguments(&path, QUICK_PLAYERS, "20")[..], &options].concat());
    let mut lines = Vec::new();
    while (0..3).all(|_| read_finished_game(&mut program, &mut lines)) {
        // Dropping the program kills it.
        drop(program);
        program = Program::start(&resume_arguments(&path));
    }
    assert!(program.finish().success(), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Games: 20, ")), "{lines:?}");
    let contents = read(&path).expect("its own file");
    let whole =
        play(&MatchConfig { book_hash: None, ..contents.config.clone() }, 2, &dir.file("whole"));
    assert_eq!(timeless_games(&contents).len(), 20);
    assert_eq!(timeless_games(&contents), timeless_games(&whole.contents));
}

#[test]
fn journal_resumes_after_truncation_anywhere() {
    let dir = TempDir::new("truncated");
    let short = match_config(Variant::Sixfold, 4, &["nodes=20 jitter=9", "nodes=30"]);
    let short = MatchConfig { max_moves: Some(3), ..short };
    let path = dir.file("whole.pgn");
    let finished = play(&short, 1, &path);
    let text = std::fs::read(&path).expect("its own file");
    let last = text.windows(8).rposition(|bytes| bytes == b"[Event \"").expect("a game");
    let (.., record) = finished.contents.games.last().expect("a game");
    let cut = dir.file("cut.pgn");
    for end in last..=text.len() {
        std::fs::write(&cut, &text[..end]).expect("a file");
        let (mut journal, contents) = Journal::resume(&cut).expect("a match");
        assert_eq!(contents.games[..], finished.contents.games[..contents.games.len()], "{end}");
        match contents.games.len() {
            3 => journal.append(record).expect("room"),
            games => assert_eq!((games, end + 2 >= text.len()), (4, true), "{end}"),
        }
        drop(journal);
        assert_eq!(std::fs::read(&cut).expect("a file"), text, "{end}");
    }
    for end in 0..text.len().min(60) {
        std::fs::write(&cut, &text[..end]).expect("a file");
        assert!(Journal::resume(&cut).is_err(), "an incomplete configuration");
        assert_eq!(std::fs::read(&cut).expect("a file"), text[..end], "the file is unchanged");
    }
}

#[test]
fn foreign_journal_is_rejected() {
    let dir = TempDir::new("foreign");
    let path = dir.file("match.pgn");
    let quick = match_config(Variant::Chess, 2, &["name=A nodes=9", "name=B nodes=9"]);
    play(&MatchConfig { max_moves: Some(2), ..quick.clone() }, 1, &path);
    let text = std::fs::read_to_string(&path).expect("its own file");
    let error = Journal::create(&path, &quick).expect_err("an existing file");
    assert!(matches!(error.cause, JournalErrorKind::Exists), "{error}");
    for (old, new, expected) in [
        ("%triskelion match", "%another match", "expected the configuration of a match"),
        ("\"games\":2", "\"games\":3", "expected an even number"),
        ("[White \"A\"]", "[White \"C\"]", "is not a finished game of this match"),
        ("[Round \"1.2\"]", "[Round \"2.2\"]", "is not a finished game of this match"),
        ("[Variant \"chess\"]", "[Variant \"checkers\"]", "expected a rule set"),
    ] {
        let changed = text.replace(old, new);
        assert_ne!(changed, text, "{old}");
        std::fs::write(&path, changed).expect("a file");
        let error = read(&path).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn only_one_process_opens_journal() {
    let dir = TempDir::new("two-processes");
    let path = dir.file("match.pgn");
    let mut first = Program::start(&match_arguments(&path, ENDLESS_PLAYERS, "2"));
    first.read_until(|line| line.starts_with("Started"));
    let mut second = Program::start(&resume_arguments(&path));
    assert_eq!(second.finish().code(), Some(2));
    let busy = Journal::resume(&path).expect_err("a locked file");
    assert!(matches!(busy.cause, JournalErrorKind::Busy), "{busy}");
    drop(first);
    Journal::resume(&path).expect("an unlocked file");
}

/// Sends a keyboard interrupt.
#[cfg(unix)]
fn send_interrupt(program: &Program) {
    let id = program.id().to_string();
    let status = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(status.expect("the command is there").success());
}

#[cfg(unix)]
#[test]
fn interrupt_lets_running_games_finish() {
    let dir = TempDir::new("interrupted");
    // The command that resumes the match must quote a space.
    let path = dir.file("a match.pgn");
    let options = ["--max-moves", "30"];
    let mut program =
        Program::start(&[&match_arguments(&path, QUICK_PLAYERS, "5000")[..], &options].concat());
    let mut lines = vec![program.read_until(|line| line.starts_with("Started"))];
    send_interrupt(&program);
    lines.extend(program.remaining_lines());
    assert_eq!(program.finish().code(), Some(130));
    let count = |beginning| lines.iter().filter(|line| line.starts_with(beginning)).count();
    assert_eq!((count("Interrupted: "), count("Fault")), (1, 0), "{lines:?}");
    assert_eq!(count("Started"), count("Finished"), "every started game is finished");
    let quoted = format!("triskelion match --resume '{}'", path.display());
    assert!(lines.iter().any(|line| line.ends_with(&quoted)), "{lines:?}");
    let games = timeless_games(&read(&path).expect("its own file"));
    assert_eq!(games.len(), count("Finished"));
    assert!(!games.is_empty() && games.len() < 5000);
}

#[cfg(unix)]
#[test]
fn second_interrupt_stops_match_at_once() {
    let dir = TempDir::new("stopped");
    let program = env!("CARGO_BIN_EXE_triskelion");
    let processes = ENDLESS_PLAYERS.map(|player| format!("{player} cmd='{program}'"));
    let processes = processes.each_ref().map(String::as_str);
    for (name, players) in [("in-process", ENDLESS_PLAYERS), ("processes", processes)] {
        let path = dir.file(name);
        let mut program = Program::start(&match_arguments(&path, players, "2"));
        program.read_until(|line| line.starts_with("Started"));
        send_interrupt(&program);
        program.read_until(|line| line.starts_with("Interrupted: "));
        send_interrupt(&program);
        let remaining = program.remaining_lines();
        assert_eq!(program.finish().code(), Some(130), "{remaining:?}");
        assert_eq!(read(&path).expect("its own file").games.len(), 0);
    }
}

#[test]
fn resumption_requires_same_openings() {
    let dir = TempDir::new("openings");
    let (path, book) = (dir.file("match.pgn"), dir.file("book.txt"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::fs::write(&book, format!("{start}\n")).expect("a file");
    let mut config = match_config(Variant::Chess, 2, &["nodes=9"; 2]);
    config.players = vec![player_config("name=A nodes=9"), player_config("name=B nodes=9")];
    config.openings = triskelion::tournament::config::OpeningSource::File(book.clone());
    config.book_hash = Some(OpeningSuite::from_config(&config).expect("a book").hash());
    drop(Journal::create(&path, &config).expect("a new file"));
    let mut file = std::fs::File::options().append(true).open(&book).expect("the book");
    let other = start.replace("w KQkq - 0 1", "b KQkq - 0 1");
    writeln!(file, "{other}").expect("room");
    let mut program = Program::start(&resume_arguments(&path));
    assert_eq!((program.remaining_lines(), program.finish().code()), (Vec::new(), Some(2)));
}
