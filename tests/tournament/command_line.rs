//! Matches on the command line: the games, the output and the errors.

use super::TempDir;
use super::mock_engines::mock_player;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use triskelion::registry::Variant;
use triskelion::tournament::journal::{JournalContents, read};

const PROGRAM: &str = env!("CARGO_BIN_EXE_triskelion");

/// Runs the program until it exits.
fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().expect("the program starts")
}

/// Plays a match in this file, and returns the output and the contents of the file. Plays two games
/// at the same time, which is enough load for a small machine.
fn play_match(path: &Path, arguments: &[&str]) -> (String, JournalContents) {
    let out = path.to_str().expect("a path in UTF-8");
    let fixed = ["match", "--out", out, "--concurrency", "2", "--force-concurrency"];
    let output = run(&[&fixed, arguments].concat());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {error}");
    let replayed = run(&["replay", out]);
    let replay_output = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert!(replayed.status.success(), "{arguments:?}: {replay_output}");
    let text = String::from_utf8(output.stdout).expect("the program writes UTF-8");
    (text, read(path).expect("a match file"))
}

/// Returns the lines of a text that start with `prefix`.
fn lines_starting_with<'a>(text: &'a str, prefix: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.starts_with(prefix)).collect()
}

const A: [&str; 2] = ["--player", "name=A nodes=40 option.Hash=1"];
const B: [&str; 2] = ["--player", "name=B nodes=30 option.Hash=1"];
const C: [&str; 2] = ["--player", "name=C nodes=20 option.Hash=1"];

#[test]
fn two_players_in_every_rule_set() {
    let dir = TempDir::new("two-players");
    for variant in Variant::ALL {
        let name = variant.name();
        let options = ["--variant", name, "--games", "4", "--max-moves", "8"];
        let arguments = [&A[..], &B, &options].concat();
        let (text, contents) = play_match(&dir.file(name), &arguments);
        assert_eq!(contents.games.len(), 4);
        assert!(text.contains("Started game 1 of 4 (A vs B)\n"), "{text}");
        assert!(text.contains("Started game 2 of 4 (B vs A)\n"), "{text}");
        assert_eq!(lines_starting_with(&text, "Finished game 4 (B vs A): ").len(), 1, "{text}");
        assert!(
            lines_starting_with(&text, "Finished").iter().all(|line| line.ends_with('}')),
            "{text}"
        );
        let results = "Results of A vs B (nodes=40 - nodes=30, 1t, 1MB, book):";
        for prefix in [results, "Elo: ", "LOS: ", "Games: 4, Wins: ", "Ptnml(0-2): ["] {
            assert_eq!(lines_starting_with(&text, prefix).len(), 1, "{prefix}: {text}");
        }
        assert!(lines_starting_with(&text, "Elo: ")[0].contains(" +/- "), "{text}");
    }
}

#[test]
fn watching_merge_stops_the_shards_of_a_decided_sprt() {
    let dir = TempDir::new("watch");
    let [stop, parts @ ..] = ["stop", "part1.pgn", "part2.pgn"].map(|name| dir.file(name));
    let [stop, part1, part2] = [&stop, &parts[0], &parts[1]].map(|it| it.to_str().expect("UTF-8"));
    let play = |shard, part| {
        let players = ["--player", "name=A nodes=300", "--player", "name=B nodes=20"];
        let sprt = ["--variant", "chess", "--sprt", "elo1=200 model=logistic"];
        let file = [
            "--games",
            "4000",
            "--shard",
            shard,
            "--out",
            part,
            "--stop-file",
            stop,
            "--concurrency",
            "1",
            "--quiet",
        ];
        let arguments = [&["match"], &players[..], &sprt, &file].concat();
        let command = Command::new(PROGRAM).args(arguments).stdout(Stdio::piped()).spawn();
        command.expect("the program starts")
    };
    let shards = [play("1/2", part1), play("2/2", part2)];
    let watched = run(&["merge", "--watch", "1", "--stop-file", stop, part1, part2]);
    let text = String::from_utf8_lossy(&watched.stdout);
    let conclusion = std::fs::read_to_string(stop).expect("the test is decided");
    assert_eq!(conclusion, "SPRT ([0.00, 200.00]) completed - H1 was accepted\n");
    assert!(watched.status.success() && text.contains(&conclusion), "{text}");
    for shard in shards {
        let output = shard.wait_with_output().expect("a shard ends");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("\nStopped by the file "), "{text}");
    }
}

#[test]
fn match_without_games_counts_no_terminations() {
    let dir = TempDir::new("no-games");
    let stop = dir.file("stop");
    std::fs::write(&stop, "").expect("a file");
    let options = ["--games", "2", "--stop-file", stop.to_str().expect("a path in UTF-8")];
    let (text, contents) = play_match(&dir.file("match.pgn"), &[&A[..], &B, &options].concat());
    assert_eq!(contents.games.len(), 0);
    assert!(text.contains("\nStopped by the file ") && !text.contains("Terminations"), "{text}");
    assert!(!text.contains("\n\n"), "{text}");
}

#[test]
fn tables_of_endings_adjudicate() {
    let dir = TempDir::new("endgames");
    let openings = dir.file("openings.txt");
    let fens = "8/8/8/8/8/2k5/8/K5R1 w - - 0 1\n8/8/8/8/k7/P7/8/K7 w - - 0 1\n";
    std::fs::write(&openings, fens).expect("a new file");
    let openings = openings.to_str().expect("a path in UTF-8");
    let options = ["--variant", "chess", "--games", "4", "--openings", openings, "--endgames", "3"];
    let (text, contents) = play_match(&dir.file("match.pgn"), &[&A[..], &B, &options].concat());
    assert_eq!(text.matches("1-0 {White wins by adjudication: table of endings}").count(), 2);
    assert_eq!(text.matches("1/2-1/2 {Draw by adjudication: table of endings}").count(), 2);
    assert!(text.contains("Terminations: endgame-adjudication 4\n"), "{text}");
    assert!(contents.games.iter().all(|(.., record)| record.plies.len() == 1));
}

#[test]
fn several_players() {
    let dir = TempDir::new("several-players");
    for (schedule, games) in [("round-robin", 6), ("gauntlet", 4)] {
        let options = ["--games", "2", "--max-moves", "8", "--schedule", schedule];
        let arguments = [&A[..], &B, &C, &options].concat();
        let (text, contents) = play_match(&dir.file(schedule), &arguments);
        assert_eq!(contents.games.len(), games);
        assert_eq!(lines_starting_with(&text, "Rank Name").len(), 1, "{text}");
        for table in ["  1 A:", "  2 B:", "  3 C:"] {
            assert_eq!(lines_starting_with(&text, table).len(), 1, "{text}");
        }
        assert_eq!(lines_starting_with(&text, "  2 B:")[0].contains("3: "), games == 6, "{text}");
    }
}

#[test]
fn json_output_lists_every_event() {
    let dir = TempDir::new("json");
    let options = ["--games", "4", "--max-moves", "8", "--json", "--rating-interval", "2"];
    let (text, _) = play_match(&dir.file("match.pgn"), &[&A[..], &B, &options].concat());
    let values: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let count = |event: &str| values.iter().filter(|value| value["event"] == event).count();
    assert_eq!((count("started"), count("finished"), count("end")), (4, 4, 1), "{text}");
    assert_eq!(count("results"), 2, "{text}");
    let end = &values[values.len() - 1];
    assert_eq!((end["event"].as_str(), end["games"].as_u64()), (Some("end"), Some(4)));
    assert_eq!(end["pairings"][0]["players"], serde_json::json!(["A", "B"]));
}

#[test]
fn finished_sprt_stops_match_and_resumption() {
    let dir = TempDir::new("sprt");
    let path = dir.file("match.pgn");
    let arguments = [
        ["--variant", "chess"],
        ["--player", "name=strong nodes=600 jitter=5 option.Hash=1"],
        ["--player", "name=weak nodes=10 jitter=5 option.Hash=1"],
        ["--sprt", "elo0=0 elo1=150 model=logistic"],
    ];
    let (text, contents) = play_match(&path, &arguments.concat());
    let verdict = "SPRT ([0.00, 150.00]) completed - H1 was accepted";
    assert!(text.contains(verdict) && text.contains("LLR: "), "{text}");
    let resumed = run(&["match", "--resume", path.to_str().expect("a path in UTF-8")]);
    let text = String::from_utf8_lossy(&resumed.stdout);
    assert!(resumed.status.success() && text.contains(verdict), "{text}");
    assert_eq!(lines_starting_with(&text, "Started"), [""; 0]);
    assert_eq!(read(&path).expect("its own file").games.len(), contents.games.len());
}

#[test]
fn adjudications() {
    let dir = TempDir::new("adjudications");
    let strong = ["--player", "name=strong nodes=600 option.Hash=1"];
    // Some won games may end by mate before both players report a winning score.
    for (rule, value, end, min_games) in [
        ("--resign", "score=100 movecount=1", "wins by adjudication}", 1),
        ("--draw", "movenumber=2 score=100000 movecount=2", "1/2-1/2 {Draw by adjudication}", 6),
        ("--max-moves", "3", "1/2-1/2 {Draw by maximum length}", 6),
    ] {
        let options = ["--variant", "chess", "--games", "6", rule, value];
        let (text, _) = play_match(&dir.file(rule), &[&strong[..], &C, &options].concat());
        let finished = lines_starting_with(&text, "Finished");
        assert_eq!(finished.len(), 6, "{text}");
        let found = finished.iter().filter(|line| line.ends_with(end)).count();
        assert!(found >= min_games, "{text}");
    }
}

/// Different limits and pondering. The generous margin prevents time forfeits on a machine under
/// load.
#[test]
fn clocks_odds_and_pondering() {
    let dir = TempDir::new("clocks");
    let pondering = format!("name=P cmd='{PROGRAM}' ponder=true tc=0.5+0.05 option.Hash=1");
    let timed = "name=T st=0.02 option.Hash=1";
    let options =
        ["--games", "2", "--max-moves", "10", "--time-margin", "20000", "--stall-timeout", "60"];
    for (name, first, second, time_controls) in [
        ("odds", timed, B[1], ["0.02/move", "nodes=30"]),
        ("ponder", &pondering, &pondering.replace("=P", "=Q"), ["0.5+0.05", "0.5+0.05"]),
    ] {
        let arguments = [&["--player", first, "--player", second][..], &options].concat();
        let (text, contents) = play_match(&dir.file(name), &arguments);
        assert_eq!(lines_starting_with(&text, "Fault"), [""; 0], "{text}");
        let (_, end, record) = &contents.games[0];
        assert!(!end.termination.is_fault());
        let mut recorded = record.time_control.clone();
        recorded.sort();
        assert_eq!(recorded, time_controls);
    }
}

#[test]
fn config_file_equals_command_line() {
    let dir = TempDir::new("config-file");
    let toml = r#"
        variant = "kobayashi"
        games = 2
        seed = 9
        max-moves = 4
        schedule = "gauntlet"
        openings = "start"
        notation = "roth"
        time-margin = 100
        stall-timeout = 20.0
        event = "A match"
        resign = { score = 500, movecount = 3 }
        draw = { score = 5 }

        [each]
        nodes = 20
        jitter = 5.0
        option = { Hash = "1" }

        [[player]]
        name = "A"
        nodes = 40

        [[player]]
        name = "B"
    "#;
    let file = dir.file("config.toml");
    std::fs::write(&file, toml).expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let (_, from_file) = play_match(&dir.file("file.pgn"), &["--config", file]);
    #[rustfmt::skip]
    let arguments = [
        "--variant", "kobayashi", "--games", "2", "--seed", "9", "--max-moves", "4",
        "--schedule", "gauntlet", "--openings", "start", "--notation", "roth", "--time-margin", "100",
        "--stall-timeout", "20", "--event", "A match", "--resign", "score=500 movecount=3",
        "--draw", "score=5", "--each", "nodes=20 jitter=5 option.Hash=1",
        "--player", "name=A nodes=40", "--player", "name=B",
    ];
    let (_, from_arguments) = play_match(&dir.file("arguments.pgn"), &arguments);
    assert_eq!(from_file.config, from_arguments.config);
    assert_eq!(
        crate::tournament::timeless_games(&from_file),
        crate::tournament::timeless_games(&from_arguments)
    );
}

#[test]
fn player_faults_are_reported() {
    let dir = TempDir::new("fault-report");
    let mock = mock_player("send_invalid_move", "nodes=9", "fault-report");
    let cmd = mock.cmd.expect("this test");
    let player = format!("name=mock nodes=9 cmd='{cmd}' args='{}'", mock.args.join(" "));
    let options = ["--games", "2", "--openings", "start", "--player", &player];
    let (text, _) = play_match(&dir.file("match.pgn"), &[&A[..], &options].concat());
    assert!(
        text.contains("Finished game 1 (A vs mock): 1-0 {Black makes an illegal move}"),
        "{text}"
    );
    assert!(
        text.contains("Finished game 2 (mock vs A): 0-1 {White makes an illegal move}"),
        "{text}"
    );
    let fault = "Fault in game 1 (A vs mock): mock sent the move 'xyz\\u{1b}[2Jzy': ";
    assert!(text.contains(fault), "{text}");
    assert!(
        text.contains("\n  position startpos moves ") && text.contains("\n  go nodes 9\n"),
        "{text}"
    );
    assert!(text.contains("\nFaults of mock: illegal-move 2\n"), "{text}");
}

#[test]
fn wdl_says_why_nothing_is_fitted() {
    let dir = TempDir::new("no-fit");
    let game = "[Result \"1-0\"]\n[Reason \"win-adjudication\"]\n\n1. e4 {+0.20/3 0.1s n=5} 1-0\n";
    let adjudicated =
        "chess: no scores; 0 of 1 game ended by the rules (tag Reason), only these count\n";
    for (text, expected) in [("", "no games\n"), (game, adjudicated)] {
        let path = dir.file("games.pgn");
        std::fs::write(&path, text).expect("a file");
        let output = run(&["wdl", path.to_str().expect("a path in UTF-8")]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
}

#[test]
fn errors_name_bad_arguments() {
    let dir = TempDir::new("bad-arguments");
    let missing = dir.file("missing.pgn");
    let missing = missing.to_str().expect("a path in UTF-8");
    let unbuilt = format!("name=A nodes=1 cmd='{missing}'");
    let misspelled = format!("name=A nodes=1 cmd='{PROGRAM}' option.Hsh=1");
    let two = ["--games", "2", "--each", "nodes=1", "--player", "", "--player", ""];
    for (arguments, expected) in [
        (&[][..], "two players or more"),
        (&["--player", "nodes=1", "--player", "nodes=1"], "expected games or sprt"),
        (&["--player", "nodes=1", "--player", "nodes=x"], "nodes: read \"x\""),
        (&["--player", "nodes=1", "--player", "node=1"], "unknown key \"node\""),
        (&["--player", "nodes=1", "--player", "name='x"], "quotation mark"),
        (&["--player", "nodes=1", "--player", "name=x", "--games", "2"], "no search limit"),
        (&["--each", "nodes=1", "--player", "name=x", "--player", "name=x"], "two players have"),
        (&["--each", "nodes=1", "--player", "", "--player", "", "--games", "3"], "even number"),
        (&["--games", "2", "--each", "st=1e300", "--player", "", "--player", ""], "to 1000000"),
        (&["--sprt", "elo0=5 elo1=0"], "expected elo0 (5) below elo1 (0)"),
        (&["--sprt", "elo=5"], "unknown key \"elo\""),
        (&["--resign", "movecount=4"], "missing key score"),
        (&["--draw", "score"], "expected KEY=VALUE"),
        (&["--player", "name=a nodes=5 name=c", "--player", "nodes=1"], "name: read twice"),
        (&["--each", "option.Hash=1 option.hash=2"], "option.hash: read twice"),
        (&["--resign", "score=9 score=8"], "score: read twice"),
        (&["--draw", "score=9 score=8"], "score: read twice"),
        (&["--sprt", "elo1=5 elo1=6"], "elo1: read twice"),
        (&["--shard", "4/3"], "K from 1 to N"),
        (&["--schedule", "swiss"], "round-robin or gauntlet"),
        (&["--notation", "latin"], "latin"),
        (
            &[&two[..], &["--variant", "kobayashi", "--notation", "maack"]].concat(),
            "kobayashi has no notation maack",
        ),
        (&["--variant", "checkers"], "checkers"),
        (&["--config", missing], "missing.pgn"),
        (&["--resume", missing], "missing.pgn"),
        (&["--resume", missing, "--games", "2"], "cannot be used with"),
        (&["--games", "2", "--player", "nodes=1", "--player", &unbuilt], "could not run"),
        (
            &["--games", "2", "--player", "nodes=1", "--player", &misspelled],
            "unknown option \"Hsh\"",
        ),
        (&[&two[..], &["--openings", missing]].concat(), "missing.pgn"),
        (&[&two[..], &["--endgames", "6"]].concat(), "expected 3, 4 or 5 pieces"),
        (&[&two[..], &["--concurrency", "0"]].concat(), "--concurrency"),
        (&[&two[..], &["--concurrency", "9999"]].concat(), "--force-concurrency"),
    ] {
        let path = dir.file("none.pgn");
        let out = ["match", "--out", path.to_str().expect("a path in UTF-8")];
        let out = if arguments.contains(&"--resume") { &out[..1] } else { &out };
        let output = run(&[out, arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert!(!path.exists(), "{arguments:?} creates a file");
    }
}
