//! Games from files as rule sets: the invariants of every rule set on random games, symmetries, and
//! the games that the program has too, from a file and built in.

use crate::support::board::{generate_moves, join_errors, legal_moves, random_move};
use crate::support::game_files::{self, path};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::process::Command;
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveType, PieceType};
use triskelion::notation::NotationCodec;
use triskelion::position::Position;
use triskelion::profiles::RuleSet;
use triskelion::registry::Variant;
use triskelion::rules::fixed::{AnyGame, FixedBoard};
use triskelion::rules::{
    BuiltIn, ColorSymmetry, GameInfo, GenType, Raumschach, SpaceChess, file_mirrored_places,
    mirrored_move,
};

/// The longest random game.
const PLIES: usize = 100;

fn load(file: &str) -> Variant {
    Variant::from_file(&path(file)).unwrap_or_else(|error| panic!("{error}"))
}

/// Every game of `games/`, and chess as a file.
fn games() -> Vec<Variant> {
    game_files::all().iter().map(|file| load(file)).collect()
}

fn parse<B: RuleSet>(game: &'static GameInfo, fen: &str) -> B {
    B::parse_fen(game, fen).unwrap_or_else(|errors| panic!("{fen}: {}", join_errors(&errors)))
}

/// Calls `check` with each position of random games from the start position.
fn random_games<B: RuleSet>(
    game: &'static GameInfo,
    games: usize,
    mut check: impl FnMut(&Position<B>, &mut ChaCha8Rng),
) {
    let mut random = ChaCha8Rng::seed_from_u64(36);
    for _ in 0..games {
        let mut position = Position::new(B::start(game));
        for _ in 0..PLIES {
            check(&position, &mut random);
            if position.board().variant_outcome().is_some() {
                break;
            }
            let Some(mv) = random_move(position.board(), &mut random) else { break };
            position.make(mv, &mut ());
        }
    }
}

/// Runs a generic check for each game, compiled only for the boards of files.
macro_rules! check_every_game {
    ($($test:ident => $check:ident;)*) => {$(
        #[test]
        fn $test() {
            for variant in games() {
                let game = variant.game();
                match variant {
                    Variant::FromFile(AnyGame::Two(_)) => $check::<FixedBoard<2>>(game),
                    Variant::FromFile(AnyGame::Three(_)) => $check::<FixedBoard<3>>(game),
                    Variant::FromFile(AnyGame::Eight(_)) => $check::<FixedBoard<8>>(game),
                    Variant::Raumschach => $check::<Raumschach>(game),
                    Variant::SpaceChess => $check::<SpaceChess>(game),
                    _ => unreachable!("{variant} is a game from a file"),
                }
            }
        }
    )*};
}

check_every_game! {
    texts_round_trip => check_texts;
    moves_agree_with_each_other => check_moves;
    values_follow_the_moves => check_values;
    irreversible_moves_are_never_undone => check_irreversible_moves;
    removal_leaves_a_consistent_board => check_removal;
    mirrored_positions_have_mirrored_moves => check_mirrors;
}

/// A FEN gives the same board, and every notation the same move.
fn check_texts<B: RuleSet>(game: &'static GameInfo) {
    assert_eq!(B::start(game).to_fen(), game.start_fen);
    random_games::<B>(game, 3, |position, _| {
        let board = position.board();
        let fen = board.to_fen();
        let parsed: B = parse(game, &fen);
        assert_eq!((parsed.to_fen(), parsed.key()), (fen.clone(), board.key()));
        assert_eq!(legal_moves(&parsed), legal_moves(board), "{fen}");
        let codec = NotationCodec::new(board);
        let mut texts = BTreeSet::new();
        for &mv in codec.legal_moves() {
            let text = board.move_to_uci(mv);
            assert_eq!(board.parse_uci_move(&text), Ok(mv), "{text} in {fen}");
            assert!(texts.insert(text.clone()), "two moves are {text} in {fen}");
        }
        for &notation in game.notations {
            for &mv in codec.legal_moves().iter().take(20) {
                let text = codec.format(notation, mv);
                assert_eq!(codec.parse(notation, &text), Ok(mv), "{text} in {fen}");
            }
        }
    });
}

/// Every way of asking for moves gives the same.
fn check_moves<B: RuleSet>(game: &'static GameInfo) {
    random_games::<B>(game, 6, |position, random| {
        let board = position.board();
        let (fen, all) = (board.to_fen(), legal_moves(board));
        let set: BTreeSet<Move> = all.iter().copied().collect();
        assert_eq!((set.len(), board.count_legal_moves()), (all.len(), all.len() as u64), "{fen}");
        assert!(all.len() <= game.max_moves, "{fen}");
        let [noisy, quiet] = [GenType::Noisy, GenType::Quiet].map(|it| generate_moves(board, it));
        assert!(noisy.iter().all(|&mv| board.is_noisy(mv)), "{fen}");
        assert!(!quiet.iter().any(|&mv| board.is_noisy(mv)), "{fen}");
        assert_eq!(noisy.into_iter().chain(quiet).collect::<BTreeSet<Move>>(), set, "{fen}");
        let info = board.check_info();
        let attacked = board.attacked_cells(&info, board.side_to_move().other());
        let king = board.king_cell(board.side_to_move());
        assert_eq!(attacked.contains(king), board.in_check(), "{fen}");
        for &mv in &all {
            let child = board.make(mv, &mut ());
            assert!(board.is_legal_with(&info, mv) && board.is_pseudo_legal(mv), "{fen} {mv:?}");
            assert_eq!(board.gives_check(mv), child.in_check(), "{fen} {mv:?}");
            assert_eq!(child.key(), child.compute_key(), "{fen} {mv:?}");
            let exchange = [-1000, -100, 0, 100, 1000].map(|it| board.see_ge(&info, mv, it));
            assert!(exchange.is_sorted_by(|a, b| a >= b), "{fen} {mv:?}");
        }
        for _ in 0..200 {
            let mv = random_encodable(game, random);
            assert_eq!(board.is_legal(mv), set.contains(&mv), "{fen} {mv:?}");
        }
        if !board.in_check() {
            let after = board.make_null();
            assert_eq!(after.key(), after.compute_key(), "{fen}");
        }
    });
}

fn random_encodable(game: &GameInfo, random: &mut ChaCha8Rng) -> Move {
    let mut place = || random.random_range(0..512) as Place;
    let (from, to) = (place(), place());
    let kinds = [MoveType::Normal, MoveType::Normal, MoveType::Castling, MoveType::Special];
    let mv = Move::new(from, to, kinds[random.random_range(0..4)]);
    match random.random_range(0..3) {
        0 => mv.with_promotions(PieceType::new(random.random_range(1..16)), None),
        _ => Move::new(from % game.cell_count as Place, to % game.cell_count as Place, mv.kind()),
    }
}

/// The evaluation that follows the moves is that of the board.
fn check_values<B: RuleSet>(game: &'static GameInfo) {
    random_games::<B>(game, 3, |position, _| {
        let board = position.board();
        for mv in legal_moves(board).into_iter().take(8) {
            let mut accumulator = board.new_accumulator();
            let child = board.make(mv, &mut accumulator);
            let fresh = child.evaluate(&child.new_accumulator());
            assert_eq!(child.evaluate(&accumulator), fresh, "{} {mv:?}", board.to_fen());
        }
    });
}

/// No position from before an irreversible move occurs again.
fn check_irreversible_moves<B: RuleSet>(game: &'static GameInfo) {
    let (mut before, mut since) = (HashSet::new(), HashSet::new());
    let mut previous: Option<B> = None;
    random_games::<B>(game, 12, |position, _| {
        let board = *position.board();
        match (previous, position.last_move()) {
            (Some(parent), Some(mv)) => {
                if board.halfmove_clock() == 0 && parent.is_irreversible(mv) {
                    before.extend(since.drain());
                }
            }
            _ => {
                before.clear();
                since.clear();
            }
        }
        assert!(!before.contains(&board.key()), "{}", board.to_fen());
        since.insert(board.key());
        previous = Some(board);
    });
}

/// A board without one of its pieces answers as any other.
fn check_removal<B: RuleSet>(game: &'static GameInfo) {
    random_games::<B>(game, 1, |position, _| {
        let board = position.board();
        for cell in game.cells() {
            if board.piece_at(cell).is_some_and(|piece| piece.kind != game.king) {
                let without = board.without_piece(cell);
                assert_eq!(without.piece_at(cell), None);
                assert_eq!(without.key(), without.compute_key(), "{}", without.to_fen());
                legal_moves(&without);
            }
        }
    });
}

/// Returns a FEN without rights, and that of the mirrored position: files, ranks and levels reversed
/// where the flags say so, and the colors exchanged if `swaps`.
fn without_rights_and_mirrored(
    game: &GameInfo,
    fen: &str,
    [files, ranks, levels]: [bool; 3],
    swaps: bool,
) -> [String; 2] {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut rows: Vec<Vec<String>> =
        fields[0].split('|').map(|level| level.split('/').map(str::to_owned).collect()).collect();
    if levels {
        rows.reverse();
    }
    for row in &mut rows {
        if ranks {
            row.reverse();
        }
        for text in row {
            *text = mirrored_row(text, files, swaps);
        }
    }
    let rows: Vec<String> = rows.into_iter().map(|level| level.join("/")).collect();
    let rights = vec!["-"; game.fen.fields.len() - 4].join(" ");
    let rest = |side: &str| [side, &rights, "0 1"].join(" ").replace("  ", " ");
    let other = match (fields[1], swaps) {
        ("w", true) => "b",
        ("b", true) => "w",
        (side, _) => side,
    };
    [format!("{} {}", fields[0], rest(fields[1])), format!("{} {}", rows.join("|"), rest(other))]
}

fn mirrored_row(text: &str, reversed: bool, swaps: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    for letter in text.chars() {
        match parts.last_mut() {
            Some(last)
                if letter.is_ascii_digit() && last.ends_with(|it: char| it.is_ascii_digit()) =>
            {
                last.push(letter);
            }
            _ if swaps && letter.is_ascii_uppercase() => {
                parts.push(letter.to_lowercase().to_string())
            }
            _ if swaps => parts.push(letter.to_uppercase().to_string()),
            _ => parts.push(letter.to_string()),
        }
    }
    if reversed {
        parts.reverse();
    }
    parts.concat()
}

/// The symmetries that were found map the moves of positions onto each other.
fn check_mirrors<B: RuleSet>(game: &'static GameInfo) {
    let color = game.color_symmetry.expect("a game of two equal armies");
    let ColorSymmetry { files, ranks, levels } = color;
    let mut symmetries = vec![(color.places(game), [files, ranks, levels], true)];
    if game.file_symmetry {
        symmetries.push((file_mirrored_places(game), [true, false, false], false));
    }
    random_games::<B>(game, 2, |position, _| {
        let fen = position.board().to_fen();
        for (places, reversed, swaps) in &symmetries {
            let fens = without_rights_and_mirrored(game, &fen, *reversed, *swaps);
            let [board, mirror]: [B; 2] = fens.each_ref().map(|fen| parse(game, fen));
            let moves = |board: &B| -> BTreeSet<Move> {
                let moves = legal_moves(board).into_iter();
                moves.filter(|mv| mv.kind() != MoveType::Castling).collect()
            };
            let mirrored =
                moves(&board).into_iter().map(|mv| mirrored_move(mv, places, reversed[0]));
            assert_eq!(mirrored.collect::<BTreeSet<Move>>(), moves(&mirror), "{fens:?}");
        }
    });
}

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
        for _ in 0..PLIES {
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
    for part in ["Dragonchess (dragonchess), 12×8×3 cells", "level 3", "S sylph", "Fen: 2g3r3g1/"]
    {
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
    let (code, text) = program(&["game", "show", "chess"]);
    assert_eq!((code, text.as_str()), (2, "error: chess is no game from a file\n"));
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
