//! Use of games from files: the checksum of their rules in records, training data and networks, the
//! network beside a file, and the survey.

use crate::support::networks::{first_line, network_file};
use crate::tournament::TempDir;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use triskelion::eval::network::{NetworkData, NetworkError};
use triskelion::profiles::{default_network, default_network_error};
use triskelion::registry::Variant;
use triskelion::rules::GameInfo;
use triskelion::rules::fixed::GameText;

/// A small game.
const TINY: &str = r#"
name = "tiny"
title = "Tiny Chess"
board = { files = 4, ranks = 4, levels = 2 }
start = ["1kr1/pppp/4/4", "4/4/PPPP/1RK1"]
[pieces]
K = { name = "king", royal = true, leaps = "neighbor" }
R = { name = "rook", slides = "face" }
P = { name = "pawn", steps = ["ahead", "up"], captures = ["ahead sideways", "up sideways"], promotes = { on = "rank 4 of level 2", to = "R" } }
"#;

/// The same game in other words.
const SAME: &str = r#"
# A comment.
title = "The same game"
about = "A text."
start = ["1kr1/pppp/4/4", "4/4/PPPP/1RK1"]
board = { levels = 2, ranks = 4, files = 4 }
name = "tiny"
[pieces.P]
captures = ["up sideways", "ahead sideways"]
steps = ["up", "ahead"]
name = "pawn"
promotes = { to = "R", on = "rank 4 of level 2" }
[pieces.R]
slides = "face"
name = "rook"
value = 480
[pieces.K]
leaps = "neighbor"
royal = true
name = "king"
"#;

/// A king with other leaps.
fn other_rules() -> String {
    TINY.replace(r#"leaps = "neighbor""#, r#"leaps = ["face", "edge"]"#)
}

fn checksum(text: &str) -> String {
    let find = |_: &str| Some(TINY.to_owned());
    let text = GameText::parse("tiny.toml", text, &find);
    text.unwrap_or_else(|errors| panic!("{errors:#?}")).spec.rules_checksum().to_string()
}

#[test]
fn checksum_is_that_of_the_rules_alone() {
    let expected = checksum(TINY);
    assert_eq!(checksum(SAME), expected);
    assert_eq!(checksum("name = \"tiny\"\ninherits = \"tiny\"\n"), expected);
    for (read, write) in [
        (r#"slides = "face""#, r#"slides = "edge""#),
        ("1RK1", "1R1K"),
        (r#"on = "rank 4 of level 2""#, r#"on = "rank 4""#),
        ("levels = 2 }", "levels = 2 }\nmove_limit = 80"),
        ("levels = 2 }", "levels = 2 }\nstalemate = \"loss\""),
        ("levels = 2 }", "levels = 2 }\nblack_reverses = [\"ranks\"]"),
    ] {
        let changed = TINY.replace(read, write);
        assert!(changed != TINY && checksum(&changed) != expected, "{write}");
    }
    assert_ne!(checksum(&other_rules()), expected);
}

/// Files of users have these numbers.
#[test]
fn checksums_are_those_of_earlier_releases() {
    let games = ["dragonchess", "cubic", "strato"].map(|name| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/{name}.toml"));
        Variant::from_file(&file).unwrap_or_else(|error| panic!("{error}")).game()
    });
    let checksums = games.map(|game| game.rules.map(String::from).unwrap_or_default());
    assert_eq!(checksums, ["e4d79b91", "3f33f2eb", "9d41d0c4"]);
}

/// Writes the files of two games with the same name and other rules, and loads both.
fn two_games(dir: &TempDir) -> [(PathBuf, Variant); 2] {
    [("made-for", TINY), ("other", &other_rules())].map(|(folder, text)| {
        fs::create_dir_all(dir.file(folder)).expect("a folder");
        let file = dir.file(folder).join("tiny.toml");
        fs::write(&file, text).expect("a file");
        let variant = Variant::from_file(&file).unwrap_or_else(|error| panic!("{error}"));
        (file, variant)
    })
}

/// The bytes of a network of the game.
fn network_of(game: &GameInfo) -> Vec<u8> {
    let bytes = network_file(game, &first_line(game, "none", 8, 1), &[3, 0, 1]);
    let (data, _) = NetworkData::parse(game, &bytes.expect("a network")).expect("a network");
    data.to_bytes(game)
}

fn run(arguments: &[&str], input: &str, dir: &TempDir) -> Output {
    let file = dir.file("input");
    fs::write(&file, input).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_triskelion"));
    command.args(arguments).stdin(fs::File::open(&file).expect("a file"));
    command.output().expect("the program")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path of this test")
}

#[test]
fn network_of_other_rules_is_refused() {
    let dir = TempDir::new("rules-network");
    let [game, other] = two_games(&dir).map(|(_, variant)| variant.game());
    let bytes = network_of(game);
    assert!(NetworkData::parse(game, &bytes).is_ok());
    let error = NetworkData::parse(other, &bytes).expect_err("other rules");
    assert!(matches!(error, NetworkError::OtherRules(_)), "{error}");
    let [read, expected] = [game, other].map(|game| game.rules.expect("a checksum"));
    let words = format!("made for other rules of tiny: checksum {read} read, {expected} expected");
    assert_eq!(error.to_string(), words);
}

#[test]
fn network_beside_the_file_is_loaded_or_reported() {
    let dir = TempDir::new("rules-beside");
    let [(file, variant), (other_file, other)] = two_games(&dir);
    assert!(default_network(variant.game()).is_none());
    assert_eq!(default_network_error(variant.game()), None);
    for file in [&file, &other_file] {
        fs::write(file.with_extension("net"), network_of(variant.game())).expect("a file");
        Variant::from_file(file).unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(default_network(variant.game()).is_some());
    assert!(default_network(other.game()).is_none());
    let error = default_network_error(other.game()).expect("an error");
    assert!(error.contains("tiny.net: made for other rules of tiny"), "{error}");

    let session = "setoption name UCI_Variant value tiny\neval json\ngo depth 1\nwait\n";
    let eval = |file: &Path, input: &str| {
        let output = stdout(&run(&["--variant", text(file)], input, &dir));
        assert!(output.contains("bestmove "), "{output}");
        let is_error = output.contains("made for other rules of tiny");
        let value = output.lines().find(|line| line.starts_with("eval "));
        (is_error, value.map(str::to_owned).unwrap_or(output))
    };
    let hand = format!("setoption name EvalFile value <hand>\n{session}");
    let (with, without) = (eval(&file, session), eval(&file, &hand));
    assert!(!with.0 && with.1 != without.1, "{with:?} {without:?}");
    assert!(eval(&other_file, session).0);
    let bench = run(&["bench", "--variant", text(&other_file)], "", &dir);
    assert!(bench.status.success() && stderr(&bench).contains("warning: "), "{bench:?}");
}

#[test]
fn games_of_other_rules_are_refused() {
    let dir = TempDir::new("rules-data");
    let [(file, _), (other_file, _)] = two_games(&dir);
    let games = dir.file("games");
    let datagen = run(
        &[
            "datagen",
            "--variant",
            text(&file),
            "--games",
            "2",
            "--seed",
            "1",
            "--soft-nodes",
            "20",
            "--out",
            text(&games),
        ],
        "",
        &dir,
    );
    assert!(datagen.status.success(), "{datagen:?}");
    let info = run(&["data", "--variant", text(&file), "info", text(&games)], "", &dir);
    assert!(info.status.success(), "{info:?}");
    let info = run(&["data", "--variant", text(&other_file), "info", text(&games)], "", &dir);
    assert!(!info.status.success(), "{info:?}");
    assert!(stderr(&info).contains("made for other rules of tiny: checksum"), "{info:?}");
}

#[test]
fn record_of_other_rules_is_reported() {
    let dir = TempDir::new("rules-record");
    let [(file, _), (other_file, _)] = two_games(&dir);
    let record = dir.file("match.pgn");
    let played = run(
        &[
            "match",
            "--variant",
            text(&file),
            "--games",
            "2",
            "--openings",
            "start",
            "--each",
            "nodes=20 option.Hash=1",
            "--player",
            "name=a",
            "--player",
            "name=b",
            "--out",
            text(&record),
        ],
        "",
        &dir,
    );
    assert!(played.status.success(), "{played:?}");
    assert!(fs::read_to_string(&record).expect("a file").contains("\n[Rules \""));
    let replay = |file: &Path| run(&["replay", "--variant", text(file), text(&record)], "", &dir);
    let same = replay(&file);
    assert!(same.status.success() && !stdout(&same).contains("warning"), "{same:?}");
    let warned = stdout(&replay(&other_file));
    assert!(warned.contains("warning: ") && warned.contains("made for other rules"), "{warned}");
    let show = run(&["game", "show", text(&file)], "", &dir);
    assert!(stdout(&show).contains(&format!("Rules: checksum {}", checksum(TINY))), "{show:?}");
}

/// Plays a survey of ten games in a file and returns its report as text, as JSON and as a page.
fn survey(game: &Path, games: &Path, threads: &str, dir: &TempDir) -> [String; 3] {
    let (json, page) = (games.with_extension("json"), games.with_extension("html"));
    #[rustfmt::skip]
    let output = run(
        &[
            "game", "survey", text(game), "--games", "10", "--nodes", "20", "--threads", threads,
            "--out", text(games), "--json", text(&json), "--page", text(&page),
        ],
        "",
        dir,
    );
    assert!(output.status.success(), "{output:?}");
    let [json, page] = [json, page].map(|file| fs::read_to_string(file).expect("a report"));
    let report = stdout(&output);
    let (report, _) = report.split_once("Saved to: ").expect("the name of the file");
    [report.to_owned(), json, page]
}

#[test]
fn survey_reports_the_same_after_an_interruption() {
    let dir = TempDir::new("survey");
    let [(game, _), _] = two_games(&dir);
    let whole = dir.file("whole");
    let report = survey(&game, &whole, "2", &dir);
    let [text_report, json, page] = &report;
    for part in ["tiny: 10 games", "Length: ", "White scores ", "K king", "R rook", "P pawn"] {
        assert_eq!(text_report.contains(part), part != "K king", "{part} in {text_report}");
    }
    let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(
        (json["games"].as_u64(), json["rules"].as_str()),
        (Some(10), Some(&*checksum(TINY)))
    );
    assert_eq!(json["lengths"].as_array().map(Vec::len), Some(10));
    let shares = ["white_wins", "draws", "black_wins"].map(|key| json[key]["count"].as_u64());
    assert_eq!(shares.iter().flatten().sum::<u64>(), 10);
    assert!(page.starts_with("<!DOCTYPE html>") && page.matches("<svg").count() == 5, "{page}");
    assert!(!page.contains("http://") || page.matches("http://www.w3.org").count() == 5);

    // The interrupted run is cut off within its last game.
    let part = dir.file("part");
    let bytes = fs::read(&whole).expect("a file");
    fs::write(&part, &bytes[..bytes.len() * 2 / 3]).expect("a file");
    assert_eq!(survey(&game, &part, "1", &dir), report);
    let other = run(&["game", "survey", text(&game), "--out", text(&part)], "", &dir);
    assert!(stderr(&other).contains("games with other settings"), "{other:?}");
}

/// Black has no rook.
#[test]
fn survey_finds_who_wins() {
    let dir = TempDir::new("survey-wins");
    let file = dir.file("tiny.toml");
    fs::write(&file, TINY.replace("1kr1", "1k2")).expect("a file");
    let [_, json, _] = survey(&file, &dir.file("games"), "1", &dir);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(json["white_score"]["value"].as_f64() > Some(0.5), "{json}");
}

/// Black is stalemated by every first move, so that no random opening is left.
#[test]
fn survey_ends_where_random_openings_all_end() {
    const STALEMATE: &str = r#"
name = "stalemate"
board = { files = 3, ranks = 4, levels = 1 }
start = ["ks1/ss1/3/2K"]

[pieces]
K = { name = "king", royal = true, leaps = "neighbor" }
S = { name = "stone", captures = "ahead" }
"#;
    let dir = TempDir::new("survey-stalemate");
    let file = dir.file("stalemate.toml");
    fs::write(&file, STALEMATE).expect("a file");
    let [report, json, _] = survey(&file, &dir.file("games"), "1", &dir);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["lengths"], serde_json::json!(vec![1; 10]), "{report}");
}
