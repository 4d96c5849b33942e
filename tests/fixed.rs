//! The games of `games/`, and chess as a file, against the perft data; what is wrong with files.

use crate::support::game_files::{self, read};
use crate::support::perft_data;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use triskelion::moves::{Move, MoveList};
use triskelion::registry::Variant;
use triskelion::rules::fixed::{AnyGame, FixedBoard, GameTables, GameText};
use triskelion::rules::{BoardText, BulkCount, GenType, Rules};
use triskelion::score::WdlModel;

/// Leaves of a position.
const MAX_LEAVES: u64 = 100_000;
/// Leaves of a position of chess as a file, whose data has only deep counts.
const MAX_CHESS_LEAVES: u64 = 1_000_000;

fn load(name: &str, file: &str) -> AnyGame {
    let find = |base: &str| Some(read(&format!("games/{base}.toml")));
    let game = AnyGame::load(&format!("{name}.toml"), &read(file), &find);
    game.unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn count<const W: usize>(board: &FixedBoard<W>, depth: u32) -> u64 {
    if depth == 1 {
        return board.count_legal_moves();
    }
    let mut moves = MoveList::new();
    board.generate(GenType::All, &mut moves);
    match depth {
        2 => board.count_replies(&moves),
        _ => moves.iter().map(|&mv| count(&board.make(mv, &mut ()), depth - 1)).sum(),
    }
}

/// Parses a canonical FEN.
fn parse<const W: usize>(game: &'static GameTables<W>, fen: &str) -> FixedBoard<W> {
    let board =
        FixedBoard::parse_fen(game.info, fen).unwrap_or_else(|errors| panic!("{fen}: {errors:?}"));
    assert_eq!(board.to_fen(), fen);
    assert_eq!(board.key(), board.compute_key(), "{fen}");
    board
}

/// Compares the moves of a board by every method that gives some.
fn check_moves<const W: usize>(board: &FixedBoard<W>) -> BTreeSet<String> {
    let fen = board.to_fen();
    let of_type = |gen_type: GenType| {
        let mut moves = MoveList::new();
        board.generate(gen_type, &mut moves);
        moves
    };
    let all = of_type(GenType::All);
    let set: BTreeSet<Move> = all.iter().copied().collect();
    assert_eq!(set.len(), all.len(), "{fen}: a move is generated twice");
    assert_eq!(board.count_legal_moves(), all.len() as u64, "{fen}");
    let (noisy, quiet) = (of_type(GenType::Noisy), of_type(GenType::Quiet));
    assert!(noisy.iter().all(|&mv| board.is_noisy(mv)), "{fen}");
    assert!(!quiet.iter().any(|&mv| board.is_noisy(mv)), "{fen}");
    let both: BTreeSet<Move> = noisy.into_iter().chain(quiet).collect();
    assert_eq!(both, set, "{fen}");
    let each = |mv: &Move| board.make(*mv, &mut ()).count_legal_moves();
    assert_eq!(board.count_replies(&all), all.iter().map(each).sum::<u64>(), "{fen}");
    for &mv in &all {
        let text = board.move_to_uci(mv);
        let child = board.make(mv, &mut ());
        assert!(board.is_legal(mv) && board.is_pseudo_legal(mv), "{fen} {text}");
        assert_eq!(board.gives_check(mv), child.in_check(), "{fen} {text}");
        assert_eq!(child.key(), child.compute_key(), "{fen} {text}");
    }
    all.into_iter().map(|mv| board.move_to_uci(mv)).collect()
}

fn check_game<const W: usize>(game: &'static GameTables<W>, data: &str, max_leaves: u64) {
    let counts = perft_data::counts(&format!("{data}.perft"));
    assert_eq!(FixedBoard::<W>::start(game.info).to_fen(), counts[0].fen);
    assert_eq!(game.info.start_fen, counts[0].fen);
    for line in counts {
        let board = parse(game, &line.fen);
        for (depth, expected) in line.depths.into_iter().filter(|(_, count)| *count <= max_leaves) {
            assert_eq!(count(&board, depth), expected, "{} depth {depth}", line.fen);
        }
    }
    for line in perft_data::move_lists(data) {
        let board = parse(game, &line.fen);
        assert_eq!(board.in_check(), line.check, "{}", line.fen);
        let expected: BTreeSet<String> = line.moves.into_iter().collect();
        assert_eq!(check_moves(&board), expected, "{}", line.fen);
    }
    for line in perft_data::special_moves(data) {
        let board = parse(game, &line.fen);
        assert_eq!(board.in_check(), line.check, "{}", line.fen);
        let mut after = BTreeMap::new();
        for text in line.after.keys() {
            let mv = board.parse_uci_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let child = board.make(mv, &mut ());
            assert!(parse(game, &child.to_fen()) == child, "{} {text}", line.fen);
            after.insert(text.clone(), child.to_fen());
        }
        assert_eq!(after, line.after, "{}", line.fen);
    }
}

fn check(game: AnyGame, data: &str, max_leaves: u64) {
    match game {
        AnyGame::Two(game) => check_game(game, data, max_leaves),
        AnyGame::Three(game) => check_game(game, data, max_leaves),
        AnyGame::Eight(game) => check_game(game, data, max_leaves),
    }
}

/// A new game needs its file and its data, and no line here.
#[test]
fn every_game_agrees_with_its_data() {
    thread::scope(|scope| {
        for file in game_files::in_folder() {
            scope.spawn(move || {
                let name = game_files::name(&file);
                check(load(name, &file), name, MAX_LEAVES);
            });
        }
    });
}

/// The counts are those of the built-in rules.
#[test]
fn chess_as_a_file() {
    check(load("chess", "tests/games/chess.toml"), "chess", MAX_CHESS_LEAVES);
}

#[test]
fn the_same_rules_are_loaded_once() {
    let games = [load("a", "games/artemis.toml"), load("b", "games/artemis.toml")];
    assert!(std::ptr::eq(games[0].spec(), games[1].spec()));
}

/// A file may change parts of another one. Errors name the file of the key.
#[test]
fn a_game_inherits_from_another() {
    let find = |base: &str| Some(read(&format!("games/{base}.toml")));
    let text = "inherits = \"raumschach\"\nname = \"short\"\n[pieces.Q]\nat_most = 2\n";
    let game =
        AnyGame::load("short.toml", text, &find).unwrap_or_else(|errors| panic!("{errors:?}"));
    let AnyGame::Two(game) = game else { panic!("125 cells need two words") };
    let queen = game.spec.kinds.iter().find(|kind| kind.letter == 'Q').expect("a queen");
    assert!(queen.rules.iter().all(|rule| rule.at_most == 2));
    let text = "inherits = \"raumschach\"\nboard = { files = 4 }\n";
    let errors = GameText::parse("short.toml", text, &find).err().expect("errors");
    let files: BTreeSet<String> = errors.into_iter().map(|error| error.file).collect();
    assert_eq!(files, BTreeSet::from(["raumschach.toml".into()]));
}

/// Returns the errors of `games/NAME.toml` with a part of its text replaced.
fn errors(name: &str, old: &str, new: &str) -> Vec<String> {
    let text = read(&format!("games/{name}.toml"));
    assert!(text.contains(old), "{name} has no `{old}`");
    let text = text.replacen(old, new, 1);
    let find = |base: &str| (base == "loop").then(|| "inherits = \"loop\"".to_string());
    match AnyGame::load("file.toml", &text, &find) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

macro_rules! error_tests {
    ($($test:ident: $name:literal, $old:literal => $new:literal, $expected:literal;)*) => {$(
        #[test]
        fn $test() {
            let errors = errors($name, $old, $new);
            assert!(errors.iter().any(|error| error == $expected), "{errors:#?}");
        }
    )*};
}

error_tests! {
    broken_toml: "raumschach", "[pieces]" => "[pieces",
        "file.toml:15: not valid TOML: unclosed table, expected `]`";
    open_quote_before_a_broken_table: "raumschach", "name = \"raumschach\"" => "name = \"r\nx = { y = 1 z = 2 }",
        "file.toml:1: not valid TOML: invalid basic string, expected `\"`";
    key_unknown: "raumschach", "promotes = {" => "promots = {",
        "file.toml:27: pieces.P: unknown key `promots`; did you mean `promotes`? expected one of `at_most`, `captures`, `captures_from_afar`, `en_passant`, `first`, `freezes`, `leaps`, `levels`, `moves`, `name`, `on`, `onto`, `progress`, `promotes`, `royal`, `slides`, `slides_to_capture`, `slides_without_capture`, `steps`, `steps_anywhere_on`, `value`, `walks`";
    key_of_the_file_unknown: "raumschach", "title =" => "titel =",
        "file.toml:2: unknown key `titel`; did you mean `title`? expected one of `about`, `bare_king`, `black_reverses`, `board`, `castling`, `dead_material`, `inherits`, `measured`, `move_limit`, `name`, `notation`, `pieces`, `regions`, `repetition`, `rides`, `stalemate`, `start`, `title`, `transfer`";
    word_unknown: "raumschach", "\"files\", " => "\"file\", ",
        "file.toml:6: black_reverses: `file` read, did you mean `files`? expected one of `files`, `ranks`, `levels`";
    vector_unknown: "raumschach", "slides = \"edge\"" => "slides = \"egde\"",
        "file.toml:19: pieces.B.slides: `egde` read, did you mean `edge`? expected one of `ahead`, `back`, `left`, `right`, `up`, `down`, `sideways`, `straight`, `vertical`, `orthogonal`, `diagonal`, `face`, `edge`, `corner`, `knight`, `neighbor`, `2-1`, `3-2-1`, `(0, 1, 2)`";
    vector_with_another_name: "raumschach", "slides = \"edge\"" => "slides = \"triagonal\"",
        "file.toml:19: pieces.B.slides: `triagonal` read, did you mean `corner`? expected one of `ahead`, `back`, `left`, `right`, `up`, `down`, `sideways`, `straight`, `vertical`, `orthogonal`, `diagonal`, `face`, `edge`, `corner`, `knight`, `neighbor`, `2-1`, `3-2-1`, `(0, 1, 2)`";
    type_of_a_text: "raumschach", "name = \"raumschach\"" => "name = 5",
        "file.toml:1: name: `5` read, a text in quotes expected";
    type_of_a_number: "raumschach", "files = 5," => "files = \"5\",",
        "file.toml:5: board.files: `\"5\"` read, a number from 1 to 16 expected";
    type_of_a_flag: "raumschach", "royal = true" => "royal = 1",
        "file.toml:16: pieces.K.royal: `1` read, `true` or `false` expected";
    type_of_a_table: "raumschach", "B = { name = \"bishop\", slides = \"edge\", value = 400 }" => "B = \"edge\"",
        "file.toml:19: pieces.B: `\"edge\"` read, a table expected";
    board_missing: "raumschach", "board = { files = 5, ranks = 5, levels = 5 }" => "",
        "file.toml:1: board: missing; `{ files = 8, ranks = 8, levels = 3 }` or the like expected";
    board_misspelled: "raumschach", "board = {" => "boards = {",
        "file.toml:5: unknown key `boards`; did you mean `board`?";
    name_malformed: "raumschach", "name = \"raumschach\"" => "name = \"Raumschach!\"",
        "file.toml:1: name: `Raumschach!` read, a small letter and at most 31 small letters, digits and `-` expected";
    board_too_large: "raumschach", "files = 5, ranks = 5, levels = 5" => "files = 16, ranks = 9, levels = 9",
        "file.toml:5: board: 16 × 9 × 9 = 1296 cells read, from 2 to 512 expected";
    number_out_of_range: "raumschach", "files = 5," => "files = 17,",
        "file.toml:5: board.files: `17` read, a number from 1 to 16 expected";
    start_without_a_level: "raumschach", "  \"5/5/5/5/5\",\n" => "",
        "file.toml:8: start: 4 levels read, 5 expected, the highest first";
    start_of_one_level: "alice", "  \"8/8/8/8/8/8/8/8\",\n" => "",
        "file.toml:8: start: 1 level read, 2 expected, the highest first";
    start_with_a_short_rank: "raumschach", "rnknr/" => "rnkn/",
        "file.toml:8: start: level 5, rank 5: 4 cells read, 5 expected";
    start_with_an_unknown_letter: "raumschach", "rnknr/" => "rnxnr/",
        "file.toml:8: start: level 5, rank 5: `x` read, the letter of a piece expected";
    start_with_two_kings: "raumschach", "rnknr/" => "rnkkr/",
        "file.toml:7: start: 2 kings of Black read, exactly 1 expected";
    start_with_check: "raumschach", "rnknr/ppppp" => "rnknr/Npppp",
        "file.toml:7: start: the piece on a45 attacks the king on c55, no check by the side to move expected";
    no_royal_piece: "raumschach", "royal = true, " => "",
        "file.toml:15: pieces: 0 kinds with `royal = true` read, exactly 1 expected";
    letter_twice: "raumschach", "U = { name" => "N = { name",
        "file.toml:21: not valid TOML: duplicate key";
    letter_not_a_capital: "raumschach", "U = { name" => "Uu = { name",
        "file.toml:21: pieces: `Uu` read, a capital letter expected";
    promotion_to_an_unknown_letter: "raumschach", "\"QRBNU\"" => "\"QRBX\"",
        "file.toml:27: pieces.P.promotes.to: `X` read, the letter of a piece expected";
    promotion_to_a_pawn: "raumschach", "\"QRBNU\"" => "\"QP\"",
        "file.toml:27: pieces.P.promotes.to: `QP` read, but the first kind with `promotes` is never the result of a promotion";
    promotion_out_of_reach: "raumschach", "on = \"rank 5 of level 5\"" => "on = \"rank 1 of level 1\"",
        "file.toml:27: pieces.P.promotes: no move of the pawn leads to a cell of its promotion";
    levels_of_a_rank: "raumschach", "leaps = \"knight\"" => "leaps = \"knight\", levels = \"rank 1\"",
        "file.toml:20: pieces.N.levels: `\"rank 1\"` read, whole levels such as `level 1` expected";
    levels_and_a_cell: "raumschach", "leaps = \"knight\"" => "leaps = \"knight\", levels = [\"level 1\", \"a12\"]",
        "file.toml:20: pieces.N.levels: a list read, whole levels such as `level 1` expected";
    control_character_in_the_title: "raumschach", "title = \"Raumschach\"" => "title = \"\\u001b[2J\"",
        "file.toml:2: title: `\\u{1b}[2J` read, a text without control characters expected";
    control_character_in_a_name: "raumschach", "\"unicorn\"" => "\"uni\\u0007corn\"",
        "file.toml:21: pieces.U.name: `uni\\u{7}corn` read, a text without control characters expected";
    control_character_in_the_description: "alice", "about = \"" => "about = \"Two lines.\\n\\u009b2J",
        "file.toml:3: about: `Two lines.\\n\\u{9b}2JBy V. R. Parton, 1953. After its move a piece …` read, a text without control characters expected";
    region_without_a_name: "raumschach", "[pieces]" => "[regions]\n\"\" = \"a11\"\n[pieces]",
        "file.toml:16: regions: `` read, a name expected";
    region_with_a_space: "raumschach", "[pieces]" => "[regions]\n\"home \" = \"a11\"\n[pieces]",
        "file.toml:16: regions: `home ` read, a name without spaces at its ends expected";
    region_named_as_a_rank: "raumschach", "[pieces]" => "[regions]\n\"rank 1\" = \"a11\"\n[pieces]",
        "file.toml:16: regions: `rank 1` read, a name that is no cell and no word of regions expected";
    region_named_as_a_cell: "raumschach", "[pieces]" => "[regions]\nb22 = \"a11\"\n[pieces]",
        "file.toml:16: regions: `b22` read, a name that is no cell and no word of regions expected";
    promotion_on_no_rank: "raumschach", "on = \"rank 5 of level 5\"" => "on = \"rank 6\"",
        "file.toml:27: pieces.P.promotes.on: rank `6` read, 1 to 5 expected";
    piece_never_moves: "raumschach", "leaps = \"knight\"" => "leaps = \"9-1\"",
        "file.toml:20: pieces.N: the knight can never move, a move expected";
    two_rules_for_one_move: "raumschach", "slides = \"face\"" => "slides = \"face\", leaps = \"ahead\"",
        "file.toml:18: pieces.R: `slides` and `leaps` lead from a11 to a21, one rule expected";
    slide_with_then: "raumschach", "slides = \"face\"" => "slides = \"up then ahead\"",
        "file.toml:18: pieces.R.slides: a path with `then` read, but a slide repeats one vector";
    path_back_to_its_start: "raumschach", "steps = [\"ahead\", \"up\"]" => "steps = \"up then down\"",
        "file.toml:25: pieces.P.steps: `up then down` read, but it leads back to the cell where it begins";
    number_without_slides: "raumschach", "leaps = \"knight\"" => "leaps = \"knight\", at_most = 2",
        "file.toml:20: pieces.N.at_most: `2` read, but `slides` or `walks` expected beside it";
    slide_of_one_step: "raumschach", "slides = \"face\"" => "slides = \"face\", at_most = 1",
        "file.toml:18: pieces.R.at_most: `1` read, a number from 2 to 64 expected";
    rule_without_moves: "spacechess", "walks = [\"ahead\", \"up\"], " => "",
        "file.toml:29: pieces.P.moves[1].first: `\"only\"` read, but `leaps`, `slides`, `steps` or the like expected beside it";
    capture_by_first_move: "spacechess", "walks = [\"ahead\", \"up\"], at_most = 3" => "captures = \"ahead\"",
        "file.toml:29: pieces.P.moves[1].first: `\"only\"` read, but a capture cannot depend on the first move alone";
    measured_model_in_part: "raumschach", "[measured]" => "[measured]\nwdl = { midpoint = 1 }",
        "file.toml:30: measured.wdl.scale: a number is missing";
    measured_levels_that_fall: "raumschach", "[measured]" => "[measured]\nskill = [400, 9, 8, 7, 6, 5]",
        "file.toml:30: measured.skill: six rising numbers from 400 to 5000 expected";
    measured_survey_in_part: "artemis", "survey = { games = 300, " => "survey = { ",
        "file.toml:43: measured.survey.games: a number is missing";
    walk_too_long: "spacechess", "at_most = 3" => "at_most = 5",
        "file.toml:29: pieces.P.moves[1].walks: 5 steps of 2 vectors read, 2 to 4 steps of at most 6 vectors expected";
    castling_without_rook: "spacechess", "rook = \"h11 f11\"" => "rook = \"g31 f11\"",
        "file.toml:36: castling[1]: no king and rook of White start on e11 and g31";
    castling_with_an_unknown_cell: "spacechess", "empty = \"f11 g11\"" => "empty = \"f11 i11\"",
        "file.toml:40: castling[1].empty: `i11` read, a cell of the board expected";
    castling_over_its_king: "spacechess", "empty = \"f11 g11\"" => "empty = \"e11 f11\"",
        "file.toml:40: castling[1].empty: e11 read, but the king stands there";
    castling_over_its_rook: "spacechess", "empty = \"f11 g11\"" => "empty = \"f11 h11\"",
        "file.toml:40: castling[1].empty: h11 read, but the rook stands there";
    castling_written_as_two_cells: "spacechess", "empty = \"f11 g11\"" => "written = \"g11 f11\"",
        "file.toml:40: castling[1].written: one cell expected";
    castling_written_as_the_king: "spacechess", "empty = \"f11 g11\"" => "written = \"e11\"",
        "file.toml:40: castling[1].written: e11 read, but the king stands there";
    castling_with_a_used_letter: "spacechess", "right = \"Q\"" => "right = \"K\"",
        "file.toml:44: castling[2].right: `K` read, a capital letter that no other castling has expected";
    ride_of_another_piece: "spacechess", "piece = \"K\"" => "piece = \"Q\"",
        "file.toml:51: rides: only the king rides";
    ride_of_two_pieces: "spacechess", "piece = \"K\"" => "piece = \"KQ\"",
        "file.toml:52: rides.piece: `KQ` read, the letter of a piece expected";
    ride_with_two_stops: "spacechess", "stop = \"f83\"" => "stop = \"f83 e83\"",
        "file.toml:53: rides.stop: one cell expected";
    ride_to_nowhere: "spacechess", "end = \"f81 f82\"" => "end = \"\"",
        "file.toml:54: rides.end: one cell or more expected";
    ride_without_an_end: "spacechess", "end = \"f81 f82\"" => "",
        "file.toml:51: rides: `piece`, `stop` and `end` expected";
    ride_back: "spacechess", "end = \"f81 f82\"" => "end = \"f81 f83\"",
        "file.toml:51: rides: a ride does not end where it begins";
    transfer_to_no_level: "alice", "[2, 1]" => "[2, 3]",
        "file.toml:6: transfer: a list read, the 2 levels in another order expected, such as `[2, 1]`";
    transfer_to_the_least_number: "alice", "[2, 1]" => "[2, -9223372036854775808]",
        "file.toml:6: transfer: a list read, the 2 levels in another order expected, such as `[2, 1]`";
    missing_cell_of_one_side: "artemis", "levels = 4 }" => "levels = 4, missing = \"a21\" }",
        "file.toml:4: board.missing: a21 exists for one side only: Black sees it as a34";
    base_unknown: "artemis", "name = \"artemis\"" => "name = \"artemis\"\ninherits = \"nothing\"",
        "file.toml:2: inherits: `nothing` read, which is no game from a file; the name of one beside this file or of the program expected";
    base_of_itself: "artemis", "name = \"artemis\"" => "name = \"artemis\"\ninherits = \"loop\"",
        "loop.toml:1: inherits: more than 8 games read that inherit one from the other";
}

#[test]
fn rules_that_make_one_step_give_a_move_once() {
    let text = read("games/raumschach.toml");
    let twice = "[pieces.P]\nmoves = [{ on = \"rank 2\", steps = \"ahead\" }]";
    let start_moves = |text: &str| match AnyGame::load("file.toml", text, &|_| None) {
        Ok(AnyGame::Two(game)) => check_moves(&parse(game, game.info.start_fen)),
        other => panic!("{other:?}"),
    };
    assert_eq!(start_moves(&text.replacen("[pieces.P]", twice, 1)), start_moves(&text));
}

/// A pawn becomes an archer, and an archer a wizard, who moves to any cell.
#[test]
fn promotions_of_promoted_pieces_count_as_moves() {
    let text = r#"
        name = "chain"
        board = { files = 8, ranks = 8, levels = 8 }
        black_reverses = ["ranks", "levels", "files"]
        start = [
            "k7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/PPPPPPPK",
        ]

        [pieces]
        K = { name = "king", royal = true, leaps = "neighbor" }
        P = { name = "pawn", steps = "up", promotes = { may_on = "anywhere", to = "A" } }
        A = { name = "archer", steps = "up", promotes = { may_on = "anywhere", to = "W" } }
        W = { name = "wizard", steps_anywhere_on = "anywhere" }
    "#;
    let load = |text: &str| AnyGame::load("file.toml", text, &|_| None);
    assert!(load(text).is_ok(), "seven wizards and a king have fewer than 4096 moves");
    let Err(errors) = load(&text.replace("8/PPPPPPPK", "P7/PPPPPPPK")) else {
        panic!("eight wizards have 511 moves each");
    };
    assert_eq!(
        errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["file.toml:5: start: pieces of White for up to 4114 moves read, at most 4096 expected"]
    );
}

/// An error in the start position does not hide those of the pieces, and brings no others with it.
#[test]
fn errors_are_found_together() {
    let old = "RNBQKBNR\",\n]\n\n[pieces]\nQ = { name = \"queen\", slides = [\"face\", \"edge\"]";
    let new = "RNBQKBN\",\n]\n\n[pieces]\nQ = { name = \"queen\", slides = [\"face\", \"egde\"]";
    let errors = errors("spacechess", old, new);
    assert_eq!(errors.len(), 2, "{errors:#?}");
    assert_eq!(errors[0], "file.toml:9: start: level 1, rank 1: 7 cells read, 8 expected");
    assert!(errors[1].starts_with("file.toml:13: pieces.Q.slides: `egde` read"), "{errors:#?}");
}

/// A key that is not read brings no contradictions with those that refer to it.
#[test]
fn contradictions_count_without_other_errors() {
    for (name, old, new, expected) in [
        (
            "alice",
            "black_reverses = \"ranks\"",
            "black_reverses = \"rank\"",
            ":5: black_reverses: ",
        ),
        ("alice", "royal = true", "royal = 1", ":13: pieces.K.royal: "),
        ("alice", "\"e11 g12\"", "\"e11 z12\"", ":28: castling[1].king: `z12` read"),
        ("spacechess", "stop = \"f83\"", "stop = \"z83\"", ":53: rides.stop: "),
        (
            "raumschach",
            "leaps = \"knight\"",
            "leaps = \"knight\", slides = \"egde\", at_most = 2",
            ":20: pieces.N.slides: ",
        ),
        (
            "artemis",
            "levels = 4 }",
            "levels = 4, missing = [\"a31\", \"rank 20\"] }",
            ":4: board.missing: rank `20` read",
        ),
        (
            "raumschach",
            "board = { files = 5, ranks = 5, levels = 5 }",
            "board = [5, 5, 5]",
            ":5: board: a list read, a table expected",
        ),
        (
            "raumschach",
            "[measured]",
            "[measured]\nwdl = 5",
            ":30: measured.wdl: `5` read, a table expected",
        ),
        (
            "raumschach",
            "promotes = { on = \"rank 5 of level 5\", to = \"QRBNU\" }",
            "promotes = \"R\"",
            ":27: pieces.P.promotes: `\"R\"` read, a table expected",
        ),
        (
            "raumschach",
            "[pieces.P]",
            "[piece.P]",
            ":23: unknown key `piece`; did you mean `pieces`?",
        ),
        (
            "raumschach",
            "U = { name = \"unicorn\"",
            "u = { name = \"unicorn\"",
            ":21: pieces: `u` read, a capital letter",
        ),
    ] {
        let errors = errors(name, old, new);
        let [error] = &errors[..] else { panic!("{new}: {errors:#?}") };
        assert!(error.starts_with(&format!("file.toml{expected}")), "{error}");
    }
}

/// Returns the errors of a region in `games/raumschach.toml`.
fn region_errors(region: &str) -> Vec<String> {
    let errors = errors("raumschach", "rank 5 of level 5", region);
    let of_region = |error: &String| {
        let start = "file.toml:27: pieces.P.promotes.on: ";
        error.strip_prefix(start).map(str::to_owned)
    };
    errors.iter().filter_map(of_region).collect()
}

#[test]
fn regions_that_are_not_clear_are_errors() {
    let after = |word: &str| format!("`rank`, `level` or `file` expected after `{word}`");
    let words = "expected one of `rank`, `level`, `file`, `anywhere`, `start` or names of cells";
    for (region, error) in [
        ("", "a region is missing".to_owned()),
        ("rank 5 of", after("of")),
        ("rank 5 of of level 5", after("of")),
        ("ranks 4 and", after("and")),
        ("ranks 4 of 5", after("of")),
        ("of rank 5", format!("`of` read, {words}")),
        ("the far side", format!("`the` read, {words}")),
        ("rank of 4", "rank `of` read, 1 to 5 expected".into()),
        ("rank +4", "rank `+4` read, 1 to 5 expected".into()),
        ("rank", "a number is missing after `rank`".into()),
        ("files of level 5", "files `of` read, a to e expected".into()),
        ("file", "a letter is missing after `file`".into()),
        ("ranks 5-4", "ranks `5-4` read, `4-5` expected".into()),
        ("files d-a", "files `d-a` read, `a-d` expected".into()),
        ("ranks 4 - 5", "ranks `-` read, a range without spaces such as `1-5` expected".into()),
        ("files a- c", "files `a-` read, a range without spaces such as `a-e` expected".into()),
        ("a99", "`a99` read, but the board has no such cell".into()),
        ("a55 b77", "`b77` read, but the board has no such cell".into()),
        ("a55 and b55", "`and` read, a cell of the board expected".into()),
        ("rank 4 of rank 5", "`rank 4 of rank 5` read, which has no cells".into()),
    ] {
        assert_eq!(region_errors(region), [error], "{region}");
    }
    for region in [
        "ranks 4 5 of level 5",
        "ranks 4 and 5 of levels 4-5",
        "rank 5 level 5",
        "file a and rank 5 on level 5",
        "a55 b55",
        "anywhere",
    ] {
        assert_eq!(region_errors(region), [""; 0], "{region}");
    }
}

/// The limits, which keep a file from using up memory or time.
#[test]
fn limits() {
    let numbered = |count: usize, each: &dyn Fn(usize) -> String| -> String {
        (0..count).map(each).collect::<Vec<_>>().join(", ")
    };
    let vector = |n: usize| format!("\"({}, {}, {})\"", n / 225 + 1, n / 15 % 15, n % 15);
    let cases = [
        ("[pieces]", format!("#{}\n[pieces]", "x".repeat(65_536)), ": more than 65536 bytes"),
        ("leaps = \"knight\"", format!("leaps = [{}]", numbered(2100, &vector)), "2000 expected"),
        ("slides = \"edge\"", format!("slides = [{}]", numbered(100, &vector)), "128 expected"),
        (
            "leaps = \"knight\"",
            format!("moves = [{}]", numbered(65, &|_| "{ leaps = \"up\" }".into())),
            "64 expected",
        ),
        (
            "[pieces]",
            format!(
                "[pieces]\n{}",
                ('A'..='Z')
                    .filter(|letter| !"KQRBNUP".contains(*letter))
                    .map(|letter| format!("{letter} = {{ leaps = \"up\" }}\n"))
                    .collect::<String>()
            ),
            "16 expected",
        ),
        ("\"files\", \"ranks\"", numbered(60, &|n| format!("\"axis {n}\"")), "expected one of"),
    ];
    for (old, new, expected) in cases {
        let errors = errors("raumschach", old, &new);
        assert!(errors.iter().any(|error| error.contains(expected)), "{new}: {errors:#?}");
        assert!(errors.len() <= 50);
    }
}

#[test]
fn what_was_measured_is_used_and_no_rule() {
    let text = read("games/alice.toml").replacen("alice", "measured", 1);
    let load = |text: &str| AnyGame::load("a file", text, &|_| None).expect("a game");
    let measured =
        "[measured]\nwdl = { midpoint = 7, scale = 11 }\nskill = [400, 500, 600, 700, 800, 900]\n";
    let without: String = text
        .split_inclusive('\n')
        .filter(|line| {
            let starts = ["[measured]", "wdl =", "skill =", "survey ="];
            !starts.iter().any(|start| line.starts_with(start))
        })
        .collect();
    let with = load(&without.replacen("[pieces]", &format!("{measured}\n[pieces]"), 1));
    let profile = Variant::FromFile(with).profile();
    assert_eq!(profile.wdl_model, WdlModel { midpoint: 7, scale: 11 });
    assert_eq!(profile.skill_elo, [400, 500, 600, 700, 800, 900]);
    let without = load(&without);
    assert_ne!(Variant::FromFile(without).profile(), profile);
    assert_eq!(without.spec().rules_checksum(), with.spec().rules_checksum());
}

/// In the rules as JSON vectors are expanded, regions are cells, and the castlings are those of
/// both sides.
#[test]
fn rules_are_printed_as_json() {
    let rules = |name: &str| {
        let game = load(name, &format!("games/{name}.toml"));
        game.spec().to_json(game.info())
    };
    let dragonchess = rules("dragonchess");
    let piece = |letter: &str| {
        let mut pieces = dragonchess["pieces"].as_array().into_iter().flatten();
        pieces.find(|piece| piece["letter"] == letter).expect("the piece").clone()
    };
    assert_eq!(piece("B")["freezes"], json!([[0, 0, 1]]));
    assert_eq!(piece("S")["levels"], json!([2, 3]));
    assert_eq!(piece("K")["start"], json!({ "w": ["g12"], "b": ["g82"] }));
    assert_eq!(piece("W")["promotion"]["to"], "H");
    assert_eq!(piece("W")["promotion"]["must"].as_array().map(Vec::len), Some(36));
    let slide = json!({
        "mode": "both", "paths": [[[1, 0, 0]], [[-1, 0, 0]], [[0, 1, 0]], [[0, -1, 0]]],
        "at_most": null, "jumps": false, "from": null, "onto": null, "first": "any", "en_passant": "none",
    });
    assert_eq!(piece("O")["moves"], json!([slide]));
    let sylph = &piece("S")["moves"];
    let onto_homes = json!(["a23", "c23", "e23", "g23", "i23", "k23"]);
    assert_eq!((&sylph[3]["jumps"], &sylph[3]["onto"]), (&json!(true), &onto_homes));
    assert_eq!(sylph[3]["from"].as_array().map(Vec::len), Some(96));
    let alice = rules("alice");
    assert_eq!((&alice["transfer"], &alice["about"][0].is_string()), (&json!([2, 1]), &true));
    let black = json!({
        "side": "b", "right": "k", "king": ["e81", "g82"], "rook": ["h81", "f82"],
        "empty": ["f81", "g81", "f82", "g82"], "safe": ["f81", "g81"], "written": "h81",
    });
    assert_eq!(alice["castling"][2], black);
    let spacechess = rules("spacechess");
    let ride = json!({ "side": "b", "piece": "K", "stop": "f11", "end": ["f13", "f12"] });
    assert_eq!(spacechess["rides"][1], ride);
    assert_eq!(rules("millennium")["dead_material"], json!(["K", "KN", "KB"]));
    assert_eq!(rules("strato")["pieces"][0]["moves"][1]["first"], "in check");
}

/// The examples of `docs/games.md`.
fn examples() -> Vec<String> {
    let page = read("docs/games.md");
    let blocks = page.split("```toml\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn examples_of_the_documentation_are_games() {
    let find = |base: &str| Some(read(&format!("games/{base}.toml")));
    assert!(examples().len() >= 5);
    for text in examples() {
        let game = AnyGame::load("games.md", &text, &find);
        game.unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
    }
}

/// The error of an unknown key lists all keys of its table.
#[test]
fn the_documentation_names_every_key() {
    let (page, text) = (read("docs/games.md"), examples().pop().expect("an example"));
    let mut count = 0;
    for (old, new) in [
        ("name = \"castles\"", "unknown = 1\nname = \"castles\""),
        ("levels = 3 }", "levels = 3, unknown = 1 }"),
        ("K = { name", "K = { unknown = 1, name"),
        ("promotes = {", "promotes = { unknown = 1,"),
        ("right = \"K\"", "right = \"K\"\nunknown = 1"),
        ("stop = \"e83\"", "stop = \"e83\"\nunknown = 1"),
    ] {
        assert!(text.contains(old), "{old}");
        let errors = AnyGame::load("games.md", &text.replacen(old, new, 1), &|_| None);
        let errors = errors.expect_err("an unknown key");
        let error = errors.iter().find(|error| error.message.contains("unknown key"));
        let message = &error.unwrap_or_else(|| panic!("{errors:?}")).message;
        let (_, list) = message.split_once("expected one of ").expect("the known keys");
        for key in list.split(", ") {
            assert!(page.contains(key), "{key}");
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}
