//! `triskelion play`: files and whole games. The transcripts `play_*` show its commands.

use crate::protocol::program::Program;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path of a file that does not exist yet.
fn new_file(name: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&file);
    file
}

/// Sends lines to `play` with these arguments and returns its output.
fn play(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let arguments: Vec<&str> = ["play"].iter().chain(arguments).copied().collect();
    let mut program = Program::start(&arguments);
    lines.iter().for_each(|line| program.send(line));
    program.close_input();
    let output = program.remaining_lines();
    assert!(program.finish().success(), "{arguments:?}");
    output
}

/// Returns the last FEN of an output.
fn last_fen(output: &[String]) -> &str {
    let fen = output
        .iter()
        .rfind(|line| line.ends_with(|c: char| c.is_ascii_digit()) && line.contains('/'));
    fen.unwrap_or_else(|| panic!("no FEN in {output:#?}"))
}

fn has_line(output: &[String], start: &str) -> bool {
    output.iter().any(|line| line.starts_with(start))
}

#[test]
fn saved_game_is_loaded_again() {
    let file = new_file("a saved game.pgn");
    let name = file.to_str().expect("a name in UTF-8");
    let save = format!("save {name}");
    let moves = ["b22b44", "Nb8(6)-c6(4)", "P-Wb3"];
    let lines = [&moves[..], &[&save, "resign", &save, "fen"]].concat();
    let played = play(&["--side", "both"], &lines);
    assert!(has_line(&played, &format!("Saved {name}.")), "{played:#?}");
    assert!(has_line(&played, "Black resigns. 1-0"));
    let text = fs::read_to_string(&file).expect("the file");
    assert!(text.contains("[Result \"1-0\"]") && text.contains("1. Pb2(2)-b4(4)"), "{text}");

    let load = format!("load {name}");
    let lines = [load.as_str(), "fen", &save, "undo", "undo", "redo", "redo", "fen"];
    let loaded = play(&["--variant", "chess", "--side", "both"], &lines);
    assert_eq!(last_fen(&loaded), last_fen(&played));
    assert!(has_line(&loaded, "The record ends here. 1-0"), "{loaded:#?}");
    let exists = loaded.iter().any(|line| line.starts_with("error: ") && line.contains(name));
    assert!(exists, "the file of another game is kept: {loaded:#?}");
    assert_eq!(fs::read_to_string(&file).expect("the file"), text);

    let started = play(&["--load", name, "--side", "both"], &["fen"]);
    assert_eq!(last_fen(&started), last_fen(&played));
    let checked = Program::start(&["replay", name]).remaining_lines();
    assert_eq!(checked, ["1 game, 3 plies, all legal"]);
    fs::remove_file(&file).expect("the file is there");
}

#[test]
fn game_of_another_program_is_loaded() {
    // The moves of `tests/games/federation.game` as Roth's program writes them.
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/federation.game");
    let game = fs::read_to_string(game).expect("the sample game");
    let moves: Vec<&str> = game
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split('\t').nth(1))
        .collect();
    assert!(moves.len() > 20);
    let file = new_file("roth.txt");
    let name = file.to_str().expect("a name in UTF-8");
    let numbered = |separator: &str| {
        let pairs = moves.chunks(2).enumerate();
        let lines = pairs.map(|(index, pair)| format!("{}. {}", index + 1, pair.join(separator)));
        lines.collect::<Vec<_>>()
    };
    for text in [
        numbered(" ").join(" "),
        numbered(" ").join("\r\n"),
        numbered("\n... ").join("\n"),
        numbered(" ").join(" ").replace(" QL", " QL ").replace(" KL", " KL "),
    ] {
        fs::write(&file, text).expect("a file");
        let loaded = play(&["--load", name, "--side", "both"], &["fen"]);
        let end = moves.len().div_ceil(2);
        assert!(has_line(&loaded, &format!("Last move: {end}")), "{loaded:#?}");
        assert!(has_line(&loaded, "Black mates. 0-1"), "{loaded:#?}");
    }

    fs::write(&file, "1. Pb2(2)-b4(2) Nb8(6)-c6(4) 2. Pb4(2)-b9(2)").expect("a file");
    let refused = play(&["--side", "both"], &[&format!("load {name}"), "fen"]);
    let error = format!("error: {name}: in federation: move 2. Pb4(2)-b9(2): ");
    assert!(has_line(&refused, &error), "{refused:#?}");
    assert!(last_fen(&refused).ends_with(" 0 1"), "the game is unchanged");
    fs::remove_file(&file).expect("the file is there");
}

#[test]
fn chess960_castles_with_the_rook_that_the_fen_names() {
    let fen = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1";
    let arguments = ["--variant", "chess", "--side", "both", "--chess960", "--fen", fen];
    let output = play(&arguments, &["O-O-O", "fen"]);
    assert!(last_fen(&output).starts_with("4k3/8/8/8/8/8/8/2KR4 b - -"), "{output:#?}");
}

/// The editor of lines switches the terminal to raw mode while it waits.
#[cfg(unix)]
#[test]
fn termination_at_the_prompt_restores_the_terminal() {
    use nix::pty::openpty;
    use nix::sys::termios::{LocalFlags, tcgetattr};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let terminal = openpty(None, None).expect("a pseudo-terminal");
    let is_raw = || {
        let settings = tcgetattr(&terminal.slave).expect("the settings of the terminal");
        !settings.local_flags.contains(LocalFlags::ICANON)
    };
    let stream = || Stdio::from(terminal.slave.try_clone().expect("another descriptor"));
    let mut program = Command::new(env!("CARGO_BIN_EXE_triskelion"))
        .args(["play", "--side", "both"])
        .env("TERM", "xterm")
        .stdin(stream())
        .stdout(stream())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    while !is_raw() {
        assert!(started.elapsed() < Duration::from_secs(60), "no prompt before the timeout");
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = program.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().expect("kill runs");
    assert!(sent.success());
    assert_eq!(program.wait().expect("it ends").code(), Some(130));
    assert!(!is_raw());
}

#[test]
fn engine_plays_a_game_against_itself() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let output = play(
        &["--variant", "chess", "--side", "none", "--fen", fen, "--movetime", "100"],
        &["undo", "moves a1", "fen"],
    );
    assert!(has_line(&output, "White mates. 1-0"), "{output:#?}");
    assert!(has_line(&output, "The engine played Ra8# for White (mate in 1"), "{output:#?}");
    assert_eq!(last_fen(&output), fen, "after the game is over, commands are executed");
}

#[test]
fn bad_arguments_and_files_are_errors() {
    for arguments in [
        &["--side", "both", "--level", "hero"][..],
        &["--movetime", "0"],
        &["--fen", "nonsense"],
        &["--variant", "kobayashi", "--chess960"],
        &["--load", "no such file.pgn"],
        &["--side", "green"],
    ] {
        let arguments: Vec<&str> = ["play"].iter().chain(arguments).copied().collect();
        assert_eq!(Program::start(&arguments).finish().code(), Some(2), "{arguments:?}");
    }
    let output = play(&["--side", "both"], &["load no such file.pgn", "save /", "load", "fen"]);
    let errors = output.iter().filter(|line| line.starts_with("error: ")).count();
    assert_eq!(errors, 3, "{output:#?}");
}

#[test]
fn invalid_input_does_not_end_the_program() {
    let mut program = Program::start(&["play", "--side", "both"]);
    program.send_bytes(b"\xff\xfe\x00\n   \n#\n\x1b[31m\n()\nlevel \xf0\n");
    program.send(&"x".repeat(2 << 20));
    program.send("fen");
    program.close_input();
    let output = program.remaining_lines();
    assert!(last_fen(&output).ends_with(" 0 1"));
    assert!(output.iter().all(|line| !line.contains(char::is_control)), "{output:#?}");
    assert!(program.finish().success());
}
