//! Random files of games: most are accepted, and the program and the reference generator, which
//! read them independently of each other, agree on random games.

use crate::random_games::play_and_compare;
use crate::reference::from_file::GameFile;
use crate::support::board::legal_moves;
use crate::support::game_files;
use crate::support::random_files::random_file;
use crate::support::random_seed;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::time::Instant;
use triskelion::game::new_game;
use triskelion::profiles::RuleSet;
use triskelion::registry::{Variant, Visitor};
use triskelion::rules::fixed::{AnyGame, FixedBoard};
use triskelion::rules::{BoardText, GameInfo, Raumschach, Rules, SpaceChess};

/// What has been compared.
#[derive(Default, Debug)]
struct Tally {
    files: usize,
    accepted: usize,
    positions: usize,
    moves: usize,
}

/// Prints the text of a file if a test fails on it.
pub(crate) struct PrintOnPanic<'a>(pub(crate) &'a str);

impl Drop for PrintOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

/// Plays games of a file with the board of the program and with the reference.
fn play<B: RuleSet>(
    game: &'static GameInfo,
    text: &str,
    (games, plies): (usize, usize),
    random: &mut ChaCha8Rng,
    tally: &mut Tally,
) {
    let reference = GameFile::read(text, &|base| panic!("inherits {base}"));
    assert_eq!(game.start_fen, reference.start_fen());
    for index in 0..games {
        let reversal_rate = if index % 2 == 0 { 0.4 } else { 0.0 };
        let start = game.start_fen;
        let (positions, moves) =
            play_and_compare::<B, _>(game, &reference, start, plies, reversal_rate, random);
        tally.positions += positions;
        tally.moves += moves;
    }
}

/// Plays games of a file, and returns the name of the type of its board.
struct Play<'a>(&'a str);

impl Visitor for Play<'_> {
    type Output = &'static str;

    fn visit<B: RuleSet>(self, game: &'static GameInfo) -> &'static str {
        let mut random = ChaCha8Rng::seed_from_u64(36);
        play::<B>(game, self.0, (6, 60), &mut random, &mut Tally::default());
        std::any::type_name::<B>()
    }
}

/// Returns the game of a text that has no errors.
fn load(file: &str, text: &str) -> Variant {
    let game = AnyGame::load(file, text, &|_| None);
    Variant::FromFile(game.unwrap_or_else(|errors| panic!("{errors:?}")))
}

/// A file that differs from a game of the program in numbers only is played by the code of that
/// game; one that differs in more is not.
#[test]
fn a_file_like_a_game_of_the_program_has_its_code() {
    let of_file = |name: &str, changes: &[(&str, &str)]| {
        let mut text = game_files::read(&format!("games/{name}.toml"));
        for (old, new) in changes {
            assert!(text.contains(old), "{old} in {name}.toml");
            text = text.replace(old, new);
        }
        load("like.toml", &text).visit(Play(&text))
    };
    use std::any::type_name;
    let start = ("\"8/8/8/8/8/8/PPPPPPPP/RNBQKBNR\"", "\"8/8/8/8/8/8/PPPPPPPP/RBNQKNBR\"");
    let step = ("steps = [\"ahead\", \"up\"]", "steps = [\"ahead\"]");
    assert_eq!(of_file("spacechess", &[start]), type_name::<SpaceChess>());
    assert_eq!(of_file("spacechess", &[start, step]), type_name::<FixedBoard<3>>());
    let start = ("BUQBU", "UBQUB");
    assert_eq!(of_file("raumschach", &[start]), type_name::<Raumschach>());
    assert_eq!(of_file("raumschach", &[start, step]), type_name::<FixedBoard<2>>());
}

/// Games that the format was not made for.
#[test]
fn files_of_strangers() {
    for file in game_files::of_strangers() {
        let text = game_files::read(file);
        load(file, &text).visit(Play(&text));
    }
}

/// A way of a pawn over the cell where it begins is closed, one over the cell where it ends is not,
/// and no pawn is captured en passant on these.
#[test]
fn ways_that_cross_themselves() {
    let text = r#"
name = "crossing"
board = { files = 4, ranks = 8, levels = 1 }
black_reverses = "ranks"
start = "k3/pppp/4/4/4/4/PPPP/3K"

[pieces]
K = { name = "king", royal = true, leaps = ["orthogonal", "diagonal"] }
Q = { name = "queen", slides = ["orthogonal", "diagonal"] }

[pieces.P]
name = "pawn"
captures = "ahead sideways"
moves = [
  { first = "not", steps = "ahead" },
  { first = "only", on = "start", walks = ["ahead", "sideways"], at_most = 3, en_passant = "all" },
]
promotes = { on = "rank 8", to = "Q" }
"#;
    let variant = load("crossing.toml", text);
    variant.visit(Play(text));
    // White's pawn goes from c2 to c3 by b2 and b3, or by c3, b3 and back.
    for (fen, passed) in [
        ("k3/2p1/4/4/4/3p/2P1/3K w c2c7 - 0 1", "b2b3"),
        ("k3/2p1/4/4/4/3p/1pPp/3K w c2c7 - 0 1", "b3"),
    ] {
        let mut game = new_game(variant);
        let set = game.set_position(Some(fen), &["c2c3"]);
        set.unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(game.fen().split(' ').nth(3), Some(passed));
    }
}

/// Compares random files until there are this many positions. `games` are the number of games of a
/// file and their longest length.
fn compare(positions: usize, games: (usize, usize), seed: u64) {
    let started = Instant::now();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut tally = Tally::default();
    while tally.positions < positions {
        let text = random_file(&mut |end| random.random_range(0..end));
        let _guard = PrintOnPanic(&text);
        tally.files += 1;
        match AnyGame::load("random.toml", &text, &|_| None) {
            Ok(AnyGame::Two(game)) => {
                play::<FixedBoard<2>>(game.info, &text, games, &mut random, &mut tally)
            }
            Ok(AnyGame::Three(game)) => {
                play::<FixedBoard<3>>(game.info, &text, games, &mut random, &mut tally)
            }
            Ok(AnyGame::Eight(game)) => {
                play::<FixedBoard<8>>(game.info, &text, games, &mut random, &mut tally)
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                assert!(!errors[0].message.contains("not valid TOML"), "{}", errors[0]);
                continue;
            }
        }
        tally.accepted += 1;
    }
    println!("figures: {tally:?} in {:.1} s", started.elapsed().as_secs_f64());
    assert!(2 * tally.accepted > tally.files, "most files are valid: {tally:?}");
}

#[test]
fn short_run() {
    compare(2_500, (2, 24), random_seed(36));
}

#[test]
#[ignore = "takes an hour"]
fn long_run() {
    compare(1_000_000, (4, 120), random_seed(37));
}

/// Kinds of the small files below. The king castles from a1 with the rook on e1.
const KINDS: &str = r#"
name = "found"
black_reverses = "ranks"
[pieces]
K = { name = "king", royal = true, leaps = "neighbor", progress = "always" }
R = { name = "rook", slides = "orthogonal" }
N = { name = "knight", leaps = "2-1" }
F = { name = "freezer", steps = "ahead", freezes = "ahead" }
"#;

const CASTLING: &str = r#"
[[castling]]
right = "K"
king = "a1 c1"
rook = "e1 d1"
"#;

const PAWN: &str = r#"
[pieces.P]
name = "pawn"
captures = "ahead sideways"
promotes = { on = "rank 4", to = "R" }
"#;

/// Returns the FENs after the moves of the start position of a file, on which program and reference
/// agree.
fn children(parts: &[&str]) -> BTreeMap<String, String> {
    let (head, tables) = parts.split_first().expect("a board");
    let text = format!("{head}\n{}", tables.concat());
    let game = AnyGame::load("found.toml", &text, &|_| None);
    let AnyGame::Two(game) = game.unwrap_or_else(|errors| panic!("{errors:?}")) else {
        panic!("a small board")
    };
    let reference = GameFile::read(&text, &|base| panic!("inherits {base}"));
    let board = FixedBoard::<2>::start(game.info);
    let mut found = BTreeMap::new();
    for mv in legal_moves(&board) {
        let (text, child) = (board.move_to_uci(mv), board.make(mv, &mut ()));
        assert_eq!(board.gives_check(mv), child.in_check(), "{text}");
        assert_eq!(found.insert(text, child.to_fen()), None, "{mv:?} twice");
    }
    let expected = reference.legal_moves(&reference.parse_fen(game.info.start_fen));
    let expected = expected.iter().map(|(text, after)| (text.clone(), reference.to_fen(after)));
    assert_eq!(found, expected.collect());
    found
}

/// Returns the beginning of a file with a start position within one level.
fn flat(ranks: usize, start: &str) -> String {
    format!("board = {{ files = 5, ranks = {ranks}, levels = 1 }}\nstart = \"{start}\"")
}

#[test]
fn king_and_rook_arrive_on_empty_cells() {
    let found = children(&[&flat(4, "k3r/5/5/K1N1R"), KINDS, CASTLING]);
    assert!(!found.contains_key("a1e1"), "{found:?}");
    let found = children(&[&flat(4, "k3r/5/5/K3R"), KINDS, CASTLING]);
    // The king's progress resets the clock.
    assert_eq!(found["a1e1"], "k3r/5/5/2KR1 b k 0 1");
}

#[test]
fn a_slide_from_a_region_checks_past_its_end() {
    let kinds: Vec<&str> = KINDS.lines().filter(|line| !line.contains("freezer")).collect();
    let kinds = kinds.join("\n").replace("\"orthogonal\"", "\"orthogonal\", on = \"rank 1\"");
    // The knight opens the file of the rook, which could not slide from the cell of the knight.
    let found = children(&[&flat(4, "4k/5/4N/K3R"), &kinds]);
    assert!(found.contains_key("e2c3"), "{found:?}");
}

#[test]
fn pieces_with_the_same_bent_steps_move_once() {
    let board = r#"
        name = "found"
        board = { files = 3, ranks = 4, levels = 2 }
        start = ["2k/3/3/3", "3/3/3/ABK"]
        [pieces]
        K = { name = "king", royal = true, leaps = "neighbor" }
        A = { name = "strider", steps = "up then 2-1" }
        B = { name = "rider", steps = "up then 2-1", slides = "orthogonal" }
    "#;
    let found = children(&[board]);
    assert!(found.contains_key("a11b32") && found.contains_key("b11c32"), "{found:?}");
}

#[test]
fn a_slide_in_a_direction_of_black_alone_is_blocked() {
    let board = r#"
        name = "found"
        board = { files = 4, ranks = 4, levels = 1 }
        start = "b2k/1n2/4/1K2"
        [pieces]
        K = { name = "king", royal = true, leaps = "neighbor" }
        B = { name = "beam", slides = "ahead right" }
        N = { name = "knight", leaps = "2-1" }
    "#;
    // Black's knight on b3 stands in the way of the beam, which slides from a4 to d1.
    let found = children(&[board]);
    assert!(found.contains_key("b1c2"), "{found:?}");
}

#[test]
fn a_frozen_rook_does_not_castle() {
    let found = children(&[&flat(4, "k3r/5/4f/K3R"), KINDS, CASTLING]);
    assert!(!found.contains_key("a1e1"), "{found:?}");
}

#[test]
fn a_promoted_piece_is_not_captured_en_passant() {
    let first =
        "moves = { first = \"only\", steps = \"ahead then ahead\", en_passant = \"all\" }\n";
    let pawn = PAWN.replace("promotes", &format!("{first}promotes"));
    let found = children(&[&flat(4, "4k/5/P4/4K"), KINDS, &pawn]);
    assert_eq!(found["a2a4r"], "R3k/5/5/4K b - - 0 1");
}

#[test]
fn a_slide_passes_cells_for_en_passant() {
    let first = "moves = { first = \"only\", slides_without_capture = \"ahead\", at_most = 3, en_passant = \"all\" }\n";
    let pawn = PAWN.replace("promotes", &format!("{first}promotes")).replace("rank 4", "rank 7");
    let found = children(&[&flat(7, "4k/5/5/5/5/P4/4K"), KINDS, &pawn]);
    assert_eq!(found["a2a5"], "4k/5/P4/5/5/5/4K b - a3a4 0 1");
}

#[test]
fn a_piece_that_stays_on_its_level_captures() {
    let board = r#"
        board = { files = 3, ranks = 1, levels = 3 }
        start = ["k2", "R1n", "2K"]
        transfer = [3, 2, 1]
    "#;
    let kinds = r#"
        name = "found"
        [pieces]
        K = { name = "king", royal = true, leaps = "neighbor" }
        R = { name = "rook", slides = "sideways" }
        N = { name = "knight", leaps = "2 sideways" }
    "#;
    let found = children(&[board, kinds]);
    assert!(found.contains_key("a12c12"), "{found:?}");
}

/// Files that contradict themselves in ways that nothing but a random game shows.
#[test]
fn contradictions_are_errors() {
    let check = |parts: &[&str], expected: &str| {
        let (head, tables) = parts.split_first().expect("a board");
        let text = format!("{head}\n{}", tables.concat());
        let errors = AnyGame::load("found.toml", &text, &|_| None).expect_err("an error");
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(texts.iter().any(|text| text.contains(expected)), "{expected}: {texts:#?}");
    };
    let board = flat(4, "k3r/5/P4/K3R");
    let steps = PAWN.replace("captures", "steps = \"ahead\"\ncaptures");
    check(&[&board, KINDS, &steps.replace("\"R\"", "\"K\"")], "the king is royal");
    check(&[&board, KINDS, &steps.replace("\"R\"", "\"RR\"")], "each letter once expected");
    check(&[&flat(4, "P3k/5/5/K4"), KINDS, &steps], "where it must have promoted");
    let twice = CASTLING.replace("\"K\"", "\"Q\"");
    check(&[&board, KINDS, &steps, CASTLING, &twice], "two ways of castling are written a1e1");
    let near = format!("{CASTLING}written = \"b1\"\n");
    check(&[&board, KINDS, &steps, &near], "a1b1 read, which is also a move of the king");
    let levels = KINDS.replace("orthogonal\" }", "orthogonal\", levels = \"level 1\" }");
    let deep = "board = { files = 3, ranks = 1, levels = 2 }\nstart = [\"k2\", \"1RK\"]";
    // Black's pawn has landed on level 1, the third one for Black.
    let three = "board = { files = 3, ranks = 1, levels = 3 }\nstart = [\"k1p\", \"3\", \"P1K\"]\ntransfer = [3, 1, 2]";
    let kinds = KINDS.replace("\"ranks\"", "[\"files\", \"levels\"]");
    let steps = steps.replace("rank 4", "level 3");
    check(&[three, &kinds, &steps], "pawn on c13 read, where it must have promoted");
    let transfer = format!("{deep}\ntransfer = [2, 1]");
    check(
        &[&transfer, &levels.replace("\"ranks\"", "[\"files\", \"levels\"]")],
        "would leave its levels",
    );
}
