//! A full disk: the error names the file, and everything that was said to be saved stays.
//!
//! A limit of the file size gives incomplete writes and an error as a full disk does, without root.
//! A small file system in memory is a full disk itself; it needs root.

use super::{
    PROGRAM, assert_failed, datagen_arguments, error_text, finished_games, match_arguments,
    resume_arguments, run_whole, self_play_games, text, train_arguments, tune_config,
};
use crate::protocol::program::Program;
use crate::tournament::{TempDir, timeless_games};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use triskelion::tournament::journal::read;

/// The unit of `ulimit -f`.
const BLOCK: usize = 512;

/// Runs the program with files of at most so many blocks of [`BLOCK`] bytes.
fn run_with_limit(blocks: u32, arguments: &[&str]) -> Output {
    // Without the signal the write fails.
    let script = format!("ulimit -f {blocks} && trap '' XFSZ && exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]).args(arguments).stdin(Stdio::null());
    command.output().expect("a shell")
}

/// Runs the program with a full disk as its output.
fn run_into_full(arguments: &[&str], input: &str) -> Output {
    let script = "printf '%s' \"$0\" | \"$@\" > /dev/full";
    let mut command = Command::new("sh");
    command.args(["-c", script, input, PROGRAM]).args(arguments).stdin(Stdio::null());
    command.output().expect("a shell")
}

/// Checks the file of a match that had no room, resumes the match and checks all games.
fn check_match(path: &Path, output: &Output, whole: &Path) {
    let contents = read(path).expect("a match file");
    let printed = String::from_utf8_lossy(&output.stdout);
    let finished = finished_games(&printed);
    assert!(!finished.is_empty() && finished.len() < 12, "{printed}");
    let saved = timeless_games(&contents);
    for game in finished {
        assert!(saved.iter().any(|(saved, _)| saved + 1 == game), "game {game} is lost");
    }
    let file = fs::read_to_string(path).expect("the file");
    assert!(file.ends_with("\n\n"), "an incomplete game");
    run_whole(&resume_arguments(path));
    let whole = read(whole).expect("a match file");
    let resumed = read(path).expect("a match file");
    assert!(timeless_games(&resumed) == timeless_games(&whole), "the games differ");
}

#[test]
fn match_without_room_resumes() {
    let dir = TempDir::new("full-match");
    let (whole, path) = (dir.file("whole.pgn"), dir.file("match.pgn"));
    run_whole(&match_arguments(&whole, "12"));
    let output = run_with_limit(20, &match_arguments(&path, "12"));
    assert_failed(
        &output,
        &[text(&path), "The match can be resumed with: triskelion match --resume"],
    );
    check_match(&path, &output, &whole);

    // Without room for the first line there is no file.
    let none = dir.file("none.pgn");
    let output = run_with_limit(0, &match_arguments(&none, "12"));
    assert_failed(&output, &[text(&none)]);
    assert!(!none.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn match_on_full_disk_resumes() {
    let dir = TempDir::new("tmpfs-match");
    let (whole, copy, disk) = (dir.file("whole.pgn"), dir.file("match.pgn"), dir.file("disk"));
    run_whole(&match_arguments(&whole, "12"));
    fs::create_dir(&disk).expect("a folder");
    // The file system ends with the process, so its file is copied.
    let script = "mount -t tmpfs -o size=12k none \"$0\" || exit 77; copy=$1; shift; \
                  \"$@\"; code=$?; cp \"$0/match.pgn\" \"$copy\"; exit $code";
    let mut command = Command::new("unshare");
    let path = disk.join("match.pgn");
    command.args(["-m", "sh", "-c", script, text(&disk), text(&copy), PROGRAM]);
    command.args(match_arguments(&path, "12"));
    let output = match command.stdin(Stdio::null()).output() {
        Ok(output) if copy.exists() => output,
        Ok(output) => {
            println!("skipped, no file system could be mounted: {}", error_text(&output));
            return;
        }
        Err(error) => {
            println!("skipped, unshare: {error}");
            return;
        }
    };
    assert_failed(&output, &["match.pgn: No space left on device"]);
    check_match(&copy, &output, &whole);
}

#[test]
fn datagen_without_room_resumes() {
    let dir = TempDir::new("full-datagen");
    let (whole, path) = (dir.file("whole"), dir.file("games"));
    run_whole(&datagen_arguments(&whole, "24"));
    let size = fs::metadata(&whole).expect("the file").len();
    let output = run_with_limit(size as u32 / 2 / BLOCK as u32, &datagen_arguments(&path, "24"));
    assert_failed(&output, &[text(&path)]);
    let saved = self_play_games(&path).len();
    assert!(saved > 0 && saved < 24, "{saved}");
    let info = run_whole(&["data", "info", text(&path)]);
    let state = format!(": chess, {saved} of 24 games of its run\n");
    assert!(String::from_utf8_lossy(&info.stdout).contains(&state), "{info:?}");
    run_whole(&["datagen", "--resume", text(&path)]);
    assert!(self_play_games(&path) == self_play_games(&whole), "the games differ");
}

#[test]
fn training_without_room_keeps_old_files() {
    let dir = TempDir::new("full-train");
    let (games, network) = (dir.file("games"), dir.file("old.net"));
    let checkpoint = dir.file("old.net.training");
    run_whole(&datagen_arguments(&games, "24"));
    run_whole(&train_arguments(&games, &network, "1"));
    let old = [&network, &checkpoint].map(|path| fs::read(path).expect("a file"));
    // Room for neither, then for the network alone, which is smaller.
    for blocks in [1, (old[1].len() / 2 / BLOCK) as u32] {
        let output = run_with_limit(blocks, &train_arguments(&games, &network, "2"));
        assert_failed(&output, &[text(&checkpoint)]);
        assert!([&network, &checkpoint].map(|path| fs::read(path).expect("a file")) == old);
        assert!(!dir.file("old.net.training.new").exists(), "an incomplete file");
    }
    // A finished run writes the network only.
    let output =
        run_with_limit(1, &["train", "--resume", text(&checkpoint), "--out", text(&network)]);
    assert_failed(&output, &[text(&network)]);
    assert!(fs::read(&network).expect("a file") == old[0]);
}

#[test]
fn tuning_without_room_resumes() {
    let dir = TempDir::new("full-tune");
    let config = tune_config(&dir.file(""));
    let journal = dir.file("journal");
    let arguments = ["tune", text(&config), "--journal", text(&journal), "--concurrency", "2"];
    // A shard with one iteration writes the first line.
    run_whole(&["tune", text(&config), "--journal", text(&journal), "--shard", "1/1000"]);
    let journal_text = fs::read_to_string(&journal).expect("a journal");
    let (header, _) = journal_text.split_once('\n').expect("a first line");
    // The next result does not fit completely below the limit. Of an iteration, the first result
    // counts.
    let line = "{\"iteration\":0,\"result\":0}\n";
    let lines = (BLOCK - header.len() - 1) / line.len();
    let results = format!("{header}\n{}", line.repeat(lines));
    assert!(results.len() < BLOCK);
    fs::write(&journal, &results).expect("a file");
    let output = run_with_limit(1, &arguments);
    assert_failed(&output, &[text(&journal)]);
    assert!(fs::read_to_string(&journal).expect("a journal") == results, "an incomplete line");
    run_whole(&arguments);
    // The first line, and the results of the iterations but the first.
    let journal_lines = fs::read_to_string(&journal).expect("a journal").lines().count();
    assert_eq!(journal_lines, 1 + lines + 11);
}

/// A file that is made in one piece is there as a whole or not at all, so that the same command can
/// be started again.
#[test]
fn book_and_merged_match_without_room_leave_no_file() {
    let dir = TempDir::new("full-whole-files");
    let (part, out) = (dir.file("part.pgn"), dir.file("out"));
    run_whole(&match_arguments(&part, "12"));
    let out_text = text(&out);
    #[rustfmt::skip]
    let openings = [
        "openings", "--variant", "chess", "--seed", "1", "--count", "60", "--nodes", "1", "--out",
        out_text,
    ];
    for arguments in [&openings[..], &["merge", text(&part), "--out", out_text]] {
        // Each file is longer than two blocks.
        assert_failed(&run_with_limit(2, arguments), &[out_text]);
        let mut files = fs::read_dir(dir.file("")).expect("a folder");
        let is_part = |file: &fs::DirEntry| file.path() == part;
        assert!(files.all(|file| is_part(&file.expect("a file"))), "{arguments:?} leaves a file");
        run_whole(arguments);
        fs::remove_file(&out).expect("a file");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_without_room_is_an_error() {
    for (arguments, input) in [
        (&["perft", "--depth", "2"][..], ""),
        (&["--variant", "chess"], "uci\n"),
        (&["play", "--side", "both"], "quit\n"),
        (&["openings", "--variant", "chess", "--seed", "1", "--count", "1", "--nodes", "1"], ""),
    ] {
        let output = run_into_full(arguments, input);
        assert_failed(&output, &["could not write the output: no storage space"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn log_without_room_ends_with_an_error() {
    let mut program = Program::start(&[]);
    program.send("setoption name Debug Log File value /dev/full\nisready\nisready\nquit");
    let lines = program.remaining_lines();
    assert_eq!(lines.len(), 3, "{lines:?}");
    let error = "info string error: option Debug Log File: /dev/full: No space left on device";
    assert!(lines[0].starts_with(error), "{lines:?}");
    assert_eq!(lines[1..], ["readyok", "readyok"]);
}
