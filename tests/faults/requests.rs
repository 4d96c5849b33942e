//! Requests that the machine cannot meet: an error, and the old state stays.

use super::{assert_failed, datagen_arguments, run, run_whole, text, train_arguments};
use crate::protocol::program::Program;
use crate::tournament::TempDir;

/// Sends a line that must be rejected with an error that contains these texts.
fn assert_rejected(program: &mut Program, line: &str, expected: &[&str]) {
    program.send(line);
    let error = program.read_line().expect("an error");
    assert!(error.starts_with("info string error: "), "{line}: {error}");
    for expected in expected {
        assert!(error.contains(expected), "{line}: {error}");
    }
}

/// Searches 2,000 nodes from the start position, and returns the last line before the best move.
fn search(program: &mut Program) -> String {
    program.send("ucinewgame\nposition startpos\ngo nodes 2000");
    let mut last = String::new();
    loop {
        let line = program.read_line().expect("a best move");
        if line.starts_with("bestmove ") {
            let info: Vec<&str> = last.split_whitespace().collect();
            let time = info.iter().position(|&word| word == "nps").unwrap_or(info.len());
            return format!("{} {line}", info[..time].join(" "));
        }
        last = line;
    }
}

#[test]
fn impossible_options_keep_old_values() {
    let mut program = Program::start(&["--variant", "chess", "--option", "Hash=1"]);
    let before = search(&mut program);
    for (line, expected) in [
        ("setoption name Hash value 0", &["option Hash: read '0'", "from 1 to 1048576"][..]),
        ("setoption name Hash value 99999999999", &["option Hash: read '99999999999'"]),
        // A tebibyte.
        ("setoption name Hash value 1048576", &["no memory for a table of 1048576 MiB"]),
        ("setoption name Threads value 0", &["option Threads: read '0'", "from 1 to 1024"]),
        ("setoption name Threads value 10000", &["option Threads: read '10000'"]),
        ("setoption name EvalFile value /missing.net", &["/missing.net", "No such file"]),
        ("setoption name Debug Log File value /missing/log", &["/missing/log", "No such file"]),
    ] {
        assert_rejected(&mut program, line, expected);
        assert_eq!(search(&mut program), before, "{line}");
    }
    program.send("quit");
    assert!(program.finish().success());
}

/// Starts the program with so little address space that neither a large table nor many stacks fit.
#[cfg(target_os = "linux")]
#[test]
fn little_memory_keeps_old_values() {
    let script = "ulimit -v 1500000 && exec \"$0\" \"$@\"";
    let mut program = Program::start_command(std::process::Command::new("sh").args([
        "-c",
        script,
        super::PROGRAM,
        "--variant",
        "chess",
        "--option",
        "Hash=1",
    ]));
    let before = search(&mut program);
    for (line, expected) in [
        ("setoption name Hash value 4096", "no memory for a table of 4096 MiB"),
        ("setoption name Threads value 1024", "could not start 1024 threads"),
    ] {
        assert_rejected(&mut program, line, &[expected]);
        assert_eq!(search(&mut program), before, "{line}");
    }
    program.send("quit");
    assert!(program.finish().success());
}

#[test]
fn training_keeps_files_that_are_not_its_own() {
    let dir = TempDir::new("train-inputs");
    let [games, network, other] = ["games", "net", "other"].map(|name| dir.file(name));
    run_whole(&datagen_arguments(&games, "24"));
    run_whole(&train_arguments(&games, &network, "1"));
    std::fs::write(&other, "notes").expect("a file");
    let files = [&games, &network, &other];
    let old = files.map(|path| std::fs::read(path).expect("a file"));
    let saved_run = dir.file("net.training");
    let [plot, network_plot, run_plot] =
        [&games, &network, &saved_run].map(|path| ["--plot", text(path)]);
    let start = ["--start", text(&network)];
    let other_plot = ["--plot", text(&other)];
    let without_children = ["train", text(&games), "--child-nodes", "5", "--out", text(&network)];
    let same_games = ["train", text(&games), text(&games), "--out", text(&network)];
    for (arguments, expected) in [
        (without_children.to_vec(), "child-nodes: read 5 without --children"),
        (same_games.to_vec(), "games: read twice"),
        (train_arguments(&games, &games, "1"), "expected another with --out"),
        (train_arguments(&games, &other, "1"), "not a network"),
        ([&train_arguments(&games, &network, "1")[..], &start].concat(), "an input of the run"),
        ([&train_arguments(&games, &network, "1")[..], &plot].concat(), "another with --plot"),
        ([&train_arguments(&games, &network, "1")[..], &network_plot].concat(), "for --plot"),
        ([&train_arguments(&games, &network, "1")[..], &run_plot].concat(), "for --plot"),
        ([&train_arguments(&games, &network, "1")[..], &other_plot].concat(), "is not a plot"),
    ] {
        assert_failed(&run(&arguments), &[expected]);
        assert!(files.map(|path| std::fs::read(path).expect("a file")) == old);
    }
    // An older network and an older plot are replaced.
    let plot = dir.file("plot.svg");
    for _ in 0..2 {
        let plot = ["--plot", text(&plot)];
        run_whole(&[&train_arguments(&games, &network, "1")[..], &plot].concat());
    }
}

#[test]
fn survey_keeps_its_inputs_and_outputs() {
    let dir = TempDir::new("survey-outputs");
    let [rules, network, report] = ["tiny.toml", "tiny.net", "report"].map(|name| dir.file(name));
    std::fs::copy("games/artemis.toml", &rules).expect("a file");
    let old = std::fs::read(&rules).expect("a file");
    let notes = dir.file("notes");
    std::fs::write(&notes, "notes").expect("a file");
    let folder = dir.file("");
    let [rules_path, network, report, notes, folder] =
        [&rules, &network, &report, &notes, &folder].map(|path| text(path));
    let survey = ["game", "survey", rules_path, "--games", "1"];
    for (arguments, expected) in [
        (&["--page", rules_path][..], "another with --page"),
        (&["--json", network], "another with --json"),
        (&["--out", report, "--json", report], "for --out and for --json"),
        (&["--json", report, "--page", report], "for --json and for --page"),
        (&["--json", notes], "is not a report of a survey; name another with --json"),
        (&["--page", notes], "is not a page of a survey; name another with --page"),
        (&["--json", folder], "directory"),
    ] {
        assert_failed(&run(&[&survey[..], arguments].concat()), &[expected]);
        assert!(std::fs::read(&rules).expect("a file") == old);
        assert_eq!(std::fs::read_to_string(notes).expect("a file"), "notes");
    }
    // Older reports are replaced.
    let [games, json, page] = ["games", "json", "page"].map(|name| dir.file(name));
    #[rustfmt::skip]
    let outputs = [
        "--nodes", "1", "--out", text(&games), "--json", text(&json), "--page", text(&page),
    ];
    for _ in 0..2 {
        run_whole(&[&survey[..], &outputs].concat());
    }
}

#[test]
fn merge_keeps_files_that_do_not_stop_a_match() {
    let dir = TempDir::new("stop-file");
    let (part, notes) = (dir.file("part.pgn"), dir.file("notes"));
    std::fs::write(&notes, "notes").expect("a file");
    let watch = ["merge", text(&part), "--watch", "1", "--stop-file", text(&notes)];
    assert_failed(&run(&watch), &[text(&notes), "is not a stop file of a match"]);
    assert_eq!(std::fs::read_to_string(&notes).expect("a file"), "notes");
}

#[test]
fn missing_files_are_named() {
    let dir = TempDir::new("missing");
    let (missing, out) = (dir.file("missing"), dir.file("out"));
    let (missing, out) = (text(&missing), text(&out));
    let games = ["match", "--games", "2", "--each", "nodes=1", "--player", "", "--player", ""];
    for arguments in [
        &[&games[..], &["--openings", missing, "--out", out]].concat()[..],
        &["match", "--config", missing, "--out", out],
        &["match", "--resume", missing],
        &["merge", missing, "--out", out],
        &["replay", missing],
        &["datagen", "--games", "1", "--seed", "1", "--eval-file", missing, "--out", out],
        &["datagen", "--resume", missing],
        &["data", "info", missing],
        &["train", missing, "--out", out],
        &["train", "--resume", missing, "--out", out],
        &["tune", missing],
        &["wdl", missing],
        &["play", "--load", missing],
        &["--option", &format!("EvalFile={missing}")],
    ] {
        assert_failed(&run(arguments), &[missing, "No such file or directory"]);
        assert!(!dir.file("out").exists(), "{arguments:?} creates a file");
    }
}
