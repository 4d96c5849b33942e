//! Games from files as rule sets: by name and by path, in every subcommand, and the games that the
//! program has too, from a file and built in.

use crate::protocol::program::Program;
use crate::support::board::{legal_moves, random_move};
use crate::support::game_files::{self, path};
use crate::tournament::TempDir;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::process::Command;
use triskelion::moves::Move;
use triskelion::profiles::RuleSet;
use triskelion::registry::Variant;
use triskelion::rules::fixed::FixedBoard;
use triskelion::rules::{BuiltIn, GameInfo, Raumschach, SpaceChess, file_mirrored_places};

fn uci_moves<B: RuleSet>(board: &B) -> BTreeMap<String, Move> {
    legal_moves(board).into_iter().map(|mv| (board.move_to_uci(mv), mv)).collect()
}

/// Plays random games on the boards of a game with and without its outline as a constant.
fn compare<B: RuleSet, C: RuleSet + BuiltIn>(game: &'static GameInfo) {
    let (files, start) = (file_mirrored_places(game), B::start(game));
    assert_eq!(start.to_fen(), C::startpos().to_fen());
    assert_eq!(
        (game.file_symmetry, game.color_symmetry),
        (C::game_info().file_symmetry, C::game_info().color_symmetry)
    );
    assert_eq!(files, file_mirrored_places(C::game_info()));
    let mut random = ChaCha8Rng::seed_from_u64(1907);
    let (mut keys, mut built_in_keys) = (HashMap::new(), HashMap::new());
    for _ in 0..20 {
        let (mut board, mut other) = (start, C::startpos());
        for _ in 0..100 {
            let (moves, expected) = (uci_moves(&board), uci_moves(&other));
            assert_eq!(board.to_fen(), other.to_fen());
            assert!(moves.keys().eq(expected.keys()), "{}", board.to_fen());
            assert_eq!(board.variant_outcome(), other.variant_outcome(), "{}", board.to_fen());
            // Positions that one board takes for equal, the other does too.
            assert_eq!(*keys.entry(board.key()).or_insert(other.key()), other.key());
            assert_eq!(*built_in_keys.entry(other.key()).or_insert(board.key()), board.key());
            for (text, mv) in &moves {
                let [captured, expected] =
                    [board.captured(*mv).is_some(), other.captured(expected[text]).is_some()];
                assert_eq!(captured, expected, "{text} in {}", board.to_fen());
            }
            if board.variant_outcome().is_some() {
                break;
            }
            let Some(mv) = random_move(&board, &mut random) else { break };
            other = other.make(expected[&board.move_to_uci(mv)], &mut ());
            board = board.make(mv, &mut ());
        }
    }
}

#[test]
fn raumschach_is_the_same_without_its_outline() {
    compare::<FixedBoard<2>, Raumschach>(Raumschach::game_info());
}

#[test]
fn spacechess_is_the_same_without_its_outline() {
    compare::<FixedBoard<3>, SpaceChess>(SpaceChess::game_info());
}

#[test]
fn a_file_is_a_rule_set_by_its_path() {
    let variant: Variant =
        path("games/artemis.toml").display().to_string().parse().expect("a game");
    assert_eq!(variant.name(), "artemis");
    // Another test may have loaded the game by another path before.
    assert_eq!(variant.source().parse::<Variant>().ok(), Some(variant));
    assert_eq!("artemis".parse::<Variant>().ok(), Some(variant));
    assert_eq!(Variant::from_file(&path("games/artemis.toml")).ok(), Some(variant));
    assert!(!Variant::ALL.contains(&variant));
    let missing = "no-such-file.toml".parse::<Variant>().expect_err("no file");
    assert!(missing.to_string().starts_with("no-such-file.toml: "), "{missing}");
    let invalid = path("Cargo.toml").display().to_string().parse::<Variant>();
    let invalid = invalid.expect_err("no game").to_string();
    assert!(invalid.contains("Cargo.toml:1: ") && invalid.lines().count() > 2, "{invalid}");
}

/// Runs the program in the folder of the package. Returns the exit code and what it printed.
fn program(arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_triskelion"));
    let output = command.args(arguments).current_dir(path("")).output().expect("the program");
    let text = [output.stdout, output.stderr].concat();
    let code = output.status.code().expect("an exit code");
    (code, String::from_utf8(text).expect("UTF-8"))
}

#[test]
fn game_check_notes_that_the_start_position_is_over() {
    let dir = TempDir::new("over-at-start");
    let file = dir.file("over.toml");
    let text = r#"
        name = "over"
        board = { files = 3, ranks = 3, levels = 2 }
        start = ["1k1/3/3", "3/3/1K1"]
        [pieces]
        K = { name = "king", royal = true, leaps = "neighbor" }
    "#;
    fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let note = "note: the game is over in the start position: draw by dead-position";
    let expected = format!("{file}: ok\n{file}: {note}\n");
    assert_eq!(program(&["game", "check", file]), (0, expected));
}

#[test]
fn game_check_notes_the_name_of_another_game() {
    let dir = TempDir::new("name-of-other");
    let checked = |name: &str| {
        let text = fs::read_to_string(path("games/artemis.toml")).expect("a game");
        let file = dir.file("own.toml");
        fs::write(&file, text.replace("name = \"artemis\"", &format!("name = \"{name}\"")))
            .expect("a file");
        let file = file.to_str().expect("a path in UTF-8").to_owned();
        let (code, text) = program(&["game", "check", &file]);
        (code, text.replace(&file, "own.toml"))
    };
    for name in ["chess", "dragonchess"] {
        let note = format!(
            "own.toml: note: the program has another `{name}`, and takes records of this one for \
             records of that\n"
        );
        assert_eq!(checked(name), (0, format!("own.toml: ok\n{note}")));
    }
    for name in ["artemis", "my-artemis"] {
        assert_eq!(checked(name), (0, "own.toml: ok\n".to_owned()));
    }
}

#[test]
fn endings_set_platforms_only_where_there_are_some() {
    let fen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    let (code, text) = program(&["endings", "KQ-K", "--variant", "chess", "--fen", fen]);
    assert!(code != 0 && text.contains("`chess` has no platforms"), "{text}");
}

#[test]
fn platforms_have_a_share_only_where_there_are_some() {
    let dir = TempDir::new("platform-share");
    let out = dir.file("out");
    let out = ["--seed", "1", "--platform-share", "0.5", "--out", out.to_str().expect("UTF-8")];
    for (variant, command) in [
        ("chess", &["openings", "--count", "1"]),
        ("games/artemis.toml", &["openings", "--count", "1"]),
        ("chess", &["datagen", "--games", "1"]),
    ] {
        let (code, text) = program(&[&command[..], &out, &["--variant", variant]].concat());
        assert!(code == 2 && text.contains("has no platforms that `--platform-share`"), "{text}");
        assert!(!dir.file("out").exists(), "{text}");
    }
    // A book says how it is made; without platforms the command has no share of them.
    for (variant, has_share) in [("chess", false), ("meder", true)] {
        let made =
            ["openings", "--count", "1", "--seed", "1", "--nodes", "1", "--variant", variant];
        let (code, text) = program(&made);
        assert!(code == 0 && text.contains("--platform-share 0.5") == has_share, "{text}");
    }
}

#[test]
fn printed_commands_name_the_file_of_the_game() {
    let dir = TempDir::new("printed-commands");
    let file = dir.file("a game.toml");
    fs::copy(path("games/artemis.toml"), &file).expect("a file");
    let file = file.to_str().expect("a path in UTF-8");
    let settings = ["--count", "1", "--seed", "1", "--nodes", "1", "--variant", file];
    let (code, text) = program(&[&["openings"], &settings[..]].concat());
    let expected = format!("# triskelion openings --variant '{file}' ");
    assert!(code == 0 && text.contains(&expected), "{text}");
}

#[test]
fn files_of_unknown_games_say_how_the_game_is_given() {
    let dir = TempDir::new("unknown-game");
    let paths = ["own.toml", "own.games", "own.pgn", "merged", "own.net"].map(|it| dir.file(it));
    let [file, games, record, merged, network] =
        paths.each_ref().map(|path| path.to_str().expect("a path in UTF-8"));
    let text = game_files::read("games/artemis.toml");
    fs::write(file, text.replace("name = \"artemis\"", "name = \"own\"")).expect("a file");
    let variant = ["--variant", file];
    let datagen = ["datagen", "--games", "2", "--seed", "1", "--soft-nodes", "5", "--out", games];
    let players = ["match", "--each", "nodes=5", "--player", "", "--player", "", "--games", "2"];
    let limits = ["--max-moves", "2", "--concurrency", "1", "--out", record];
    for arguments in [datagen.to_vec(), [&players[..], &limits].concat()] {
        let (code, text) = program(&[&arguments[..], &variant].concat());
        assert_eq!(code, 0, "{text}");
    }
    for (arguments, expected) in [
        (&["data", "info", games][..], 2),
        (&["data", "merge", games, "--out", merged], 2),
        (&["datagen", "--resume", games], 2),
        (&["train", games, "--out", network], 2),
        (&["match", "--resume", record], 2),
        (&["merge", record], 2),
        (&["replay", record], 1),
        (&["wdl", record], 2),
    ] {
        let (code, text) = program(arguments);
        assert_eq!(code, expected, "{text}");
        let hint = "; if it is a game from a file, give the file as `--variant FILE`";
        assert!(text.contains(hint) && !text.contains("column"), "{text}");
        let (_, text) = program(&[arguments, &variant].concat());
        let is_known = !text.lines().any(|line| line.starts_with("error: "));
        assert!(is_known && !text.contains(hint), "{arguments:?}: {text}");
    }
}

#[test]
fn game_checks_shows_and_lists_files() {
    let (code, text) = program(&["game", "check", "games/artemis.toml", "games/alice.toml"]);
    assert_eq!((code, text.as_str()), (0, "games/artemis.toml: ok\ngames/alice.toml: ok\n"));
    let (code, text) = program(&["game", "check", "Cargo.toml", "games/alice.toml"]);
    assert_eq!(code, 1);
    assert!(text.starts_with("Cargo.toml:1: "), "{text}");
    assert!(text.ends_with("games/alice.toml: ok\n"), "{text}");
    let (code, text) = program(&["game", "list", "games"]);
    assert_eq!((code, text.lines().count()), (0, game_files::in_folder().len()), "{text}");
    assert!(text.contains("raumschach           5×5×5    Raumschach\n"), "{text}");
    let (code, text) = program(&["game", "show", "games/dragonchess.toml"]);
    assert_eq!(code, 0);
    for part in [
        "Dragonchess (dragonchess), 12×8×3 cells\nBy Gary Gygax, 1985.",
        "level 3",
        "S sylph",
        "Fen: 2g3r3g1/",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(program(&["game", "show", "dragonchess"]), (0, text));
    let (_, text) = program(&["game", "show", "artemis"]);
    // The pawn on c22: steps, twice at first, and captures.
    let pawn = "
    . . o . | . . . . | . . . .
    . x o x | . . x . | . . . .
    . . P . | . . o . | . . o .
    . . . . | . . . . | . . . .
    level 2 | level 3 | level 4
";
    assert!(text.contains(pawn), "{text}");
    let (_, text) = program(&["game", "show", "spacechess"]);
    for line in [
        "Black sees ranks and levels in reverse",
        "White castles by e11h11: king e11 to g11, rook h11 to f11; empty: f11 g11; not attacked: f11 g11; right K",
        "a king of Black that reaches f11 may go on to one of f13 f12",
        "a side with no legal move and not in check draws",
        "a draw if only kings are left",
        "a draw after 100 plies without capture or progress",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    let (code, text) = program(&["game", "show", "artemis", "--json"]);
    let rules: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, text.lines().count(), &rules["name"]), (0, 1, &"artemis".into()));
    let (code, text) = program(&["game", "show", "chess"]);
    assert_eq!((code, text.as_str()), (2, "error: chess is no game from a file\n"));
}

/// Their arguments are the games.
#[test]
fn subcommands_of_game_take_no_variant() {
    for (name, argument, instead) in [
        ("check", "games/alice.toml", "files"),
        ("show", "games/alice.toml", "a file or a name"),
        ("survey", "games/alice.toml", "a file or a name"),
        ("list", "games", "a folder"),
    ] {
        let error = format!("--variant: not expected; `game {name}` takes {instead} instead");
        for arguments in [
            ["--variant", "chess", "game", name, argument],
            ["game", name, argument, "--variant", "chess"],
        ] {
            assert_eq!(program(&arguments), (2, format!("error: {error}\n")), "{arguments:?}");
        }
    }
}

#[test]
fn subcommands_take_a_file() {
    let (code, text) = program(&["--variant", "games/artemis.toml", "perft", "--depth", "2"]);
    assert!(code == 0 && text.contains("Nodes searched: "), "{text}");
    let (code, text) = program(&["bench", "--variant", "games/alice.toml"]);
    assert!(code == 0 && text.contains("alice 1/") && text.contains(" nps"), "{text}");
    let (code, text) = program(&["perft", "--variant", "Cargo.toml"]);
    assert!(code == 2 && text.contains("\nCargo.toml:1: name: "), "{text}");
    let (code, text) = program(&["perft", "--variant", "no-such.toml"]);
    assert!(code == 2 && text.contains("no-such.toml: "), "{text}");
}

#[test]
fn two_files_with_one_name_are_an_error() {
    let dir = TempDir::new("one-name");
    for (file, game) in [("a.toml", "alice"), ("b.toml", "artemis"), ("c.toml", "strato")] {
        let text = game_files::read(&format!("games/{game}.toml"));
        let name = if game == "strato" { "three" } else { "two" };
        let text = text.replace(&format!("name = \"{game}\""), &format!("name = \"{name}\""));
        fs::write(dir.file(file), text).expect("a file");
    }
    let folder = dir.file("").display().to_string();
    let (code, text) = program(&["game", "list", &folder]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(code == 0 && lines[0].starts_with("two ") && lines[2].starts_with("three "), "{text}");
    assert!(lines[1].contains("b.toml: name: `two` read, "), "{text}");
    let mut program = Program::start(&[]);
    program.send(&format!("setoption name VariantPath value {folder}"));
    let error = format!("info string error: option VariantPath: {}", lines[1]);
    assert_eq!(program.read_line(), Some(error));
    program.send("setoption name UCI_Variant value two");
    assert!(program.read_line().is_some_and(|line| line.contains(" files 8 ranks 8 levels 2 ")));
}

#[test]
fn options_of_the_command_line_select_a_game_of_a_file() {
    let dir = TempDir::new("path-and-name");
    let text = game_files::read("games/artemis.toml");
    let file = dir.file("other.toml");
    fs::write(&file, text.replace("name = \"artemis\"", "name = \"other\"")).expect("a file");
    let path = format!("VariantPath={}", file.display());
    for options in [[path.as_str(), "UCI_Variant=other"], ["UCI_Variant=other", &path]] {
        let mut program = Program::start(&["--option", options[0], "--option", options[1]]);
        program.send("uci");
        program.close_input();
        let lines = program.remaining_lines();
        let option = "option name UCI_Variant type combo default other var ";
        assert!(lines.iter().any(|line| line.starts_with(option)), "{lines:#?}");
    }
}
