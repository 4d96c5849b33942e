//! Files that are removed during a run, and folders that cannot be written.

use super::{
    Process, assert_failed, datagen_arguments, finished_games, has_records, match_arguments, run,
    run_whole, self_play_games, text, train_arguments, tune_config,
};
use crate::support::processes::wait_until;
use crate::tournament::{TempDir, timeless_games};
use std::fs;
use std::path::{Path, PathBuf};
use triskelion::tournament::journal::read;

/// Waits for the end of a process whose file was removed, and checks its error. Returns what it has
/// printed.
fn finish_without_file(mut process: Process, path: &Path) -> String {
    let code = process.finish().code();
    let printed = process.printed();
    assert_eq!(code, Some(2), "{printed}");
    let error = format!("error: {}: the file was removed while it was in use", path.display());
    assert!(printed.contains(&error), "{printed}");
    printed
}

#[cfg(unix)]
#[test]
fn removed_match_file_is_written_again() {
    let dir = TempDir::new("removed-match");
    let path = dir.file("match.pgn");
    let mut process = Process::start(&match_arguments(&path, "5000"), &dir.file("log"));
    process.wait_for_line("Finished game ");
    fs::remove_file(&path).expect("the file");
    let printed = finish_without_file(process, &path);
    assert!(printed.contains("The match can be resumed with: "), "{printed}");
    let saved = timeless_games(&read(&path).expect("a match file"));
    let finished = finished_games(&printed);
    assert!(!finished.is_empty());
    for game in finished {
        assert!(saved.iter().any(|(saved, _)| saved + 1 == game), "game {game} is lost");
    }
}

#[cfg(unix)]
#[test]
fn removed_training_data_are_written_again() {
    let dir = TempDir::new("removed-datagen");
    let path = dir.file("games");
    let process = Process::start(&datagen_arguments(&path, "5000"), &dir.file("log"));
    wait_until("a game", || has_records(&path) && !self_play_games(&path).is_empty());
    let saved = self_play_games(&path);
    fs::remove_file(&path).expect("the file");
    finish_without_file(process, &path);
    let kept = self_play_games(&path);
    assert!(saved.iter().all(|game| kept.contains(game)), "a game is lost");
}

#[cfg(unix)]
#[test]
fn removed_tuning_journal_is_written_again() {
    let dir = TempDir::new("removed-tune");
    let (config, journal) = (tune_config(&dir.file("")), dir.file("journal"));
    #[rustfmt::skip]
    let arguments = [
        "tune", text(&config), "--journal", text(&journal), "--concurrency", "1",
        "--report-interval", "1",
    ];
    let mut process = Process::start(&arguments, &dir.file("log"));
    process.wait_for_line("1 of 12: ");
    let saved = fs::read_to_string(&journal).expect("a journal");
    fs::remove_file(&journal).expect("the file");
    finish_without_file(process, &journal);
    assert!(fs::read_to_string(&journal).expect("a journal").starts_with(&saved));
    run_whole(&arguments);
    assert_eq!(fs::read_to_string(&journal).expect("a journal").lines().count(), 1 + 12);
}

/// Returns a folder that cannot be written; `None` if there is none. Root may write everywhere but
/// in some file systems of the kernel.
#[cfg(unix)]
fn unwritable_folder(dir: &TempDir) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let folder = dir.file("read-only");
    fs::create_dir(&folder).expect("a folder");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("its owner");
    let folders = [folder, PathBuf::from("/sys"), PathBuf::from("/proc")];
    folders.into_iter().find(|folder| {
        let probe = folder.join("triskelion-probe");
        let is_unwritable = folder.exists() && fs::write(&probe, "").is_err();
        let _ = fs::remove_file(&probe);
        is_unwritable
    })
}

#[cfg(unix)]
#[test]
fn unwritable_folders_are_errors() {
    let dir = TempDir::new("read-only");
    let Some(folder) = unwritable_folder(&dir) else {
        println!("skipped, every folder can be written");
        return;
    };
    let games = dir.file("games");
    run_whole(&datagen_arguments(&games, "24"));
    let (config, file) = (tune_config(&dir.file("")), folder.join("triskelion-file"));
    for arguments in [
        match_arguments(&file, "2"),
        datagen_arguments(&file, "2"),
        train_arguments(&games, &file, "1"),
        vec!["tune", text(&config), "--journal", text(&file)],
        vec!["openings", "--variant", "chess", "--seed", "1", "--count", "1", "--out", text(&file)],
    ] {
        assert_failed(&run(&arguments), &[text(&file)]);
        assert!(!file.exists());
    }
    // Before the training: nothing is saved.
    let network = dir.file("network");
    let plot = ["--plot", text(&file)];
    let arguments = [&train_arguments(&games, &network, "1")[..], &plot].concat();
    assert_failed(&run(&arguments), &[text(&file)]);
    assert!(!dir.file("network.training").exists());
}
