//! Sample games: one for each rule set, with its special moves, in every notation.
//!
//! A file `tests/games/NAME.game` has one line for each ply: the move in UCI notation and in each
//! other notation of the rule set, in the order of `NOTATIONS`, separated by tabs. Lines that begin
//! with `#` are comments. Two of them are checked:
//!
//! | comment | meaning |
//! |---|---|
//! | `# result: 1-0 checkmate` | how the game ends, on its last move |
//! | `# shows: castling, en passant` | features of the moves, see [`has_feature`] |
//!
//! To add a game, write the moves in UCI notation. The command `cargo test -- --ignored fill_in`
//! adds the other columns and the result.

use crate::reference::Game;
use crate::reference::federation::needs_path_b;
use crate::reference::space::Cell;
use std::fs;
use std::path::PathBuf;
use triskelion::geometry::Place;
use triskelion::moves::{Move, MoveType, PieceType, Side};
use triskelion::notation::{NotationCodec, parse_move};
use triskelion::position::Position;
use triskelion::rules::{BuiltIn, Notation, Outcome};

fn file<B: BuiltIn>() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    folder.join(B::game_info().name).with_extension("game")
}

fn text<B: BuiltIn>() -> String {
    let path = file::<B>();
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// Returns whether the line is a move rather than a comment.
fn is_move(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// Returns the notations of the columns.
fn columns<B: BuiltIn>() -> Vec<Notation> {
    [Notation::Uci].into_iter().chain(B::game_info().notations.iter().copied()).collect()
}

/// Returns the value of the comment `# name: value`.
fn comment_value<'a>(text: &'a str, name: &str) -> &'a str {
    let mut comments = text.lines().filter_map(|line| line.strip_prefix("# "));
    let found = comments.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("there is no line `# {name}: …`"))
}

fn format_result(outcome: Outcome) -> String {
    let score = match outcome.winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} {}", outcome.reason)
}

/// Returns whether the move has a feature of `# shows:`.
fn has_feature<B: BuiltIn>(feature: &str, board: &B, mv: Move) -> bool {
    let kind = board.moved_piece(mv);
    let captures = board.captured(mv).is_some();
    let at = |place| Cell::from_name(&B::game_info().space.place_name(place));
    let vector = || at(mv.from()).vector_to(at(mv.to()));
    let of_pawn = kind == PieceType::PAWN && mv.kind() == MoveType::Normal;
    let passengers = |mv: Move| {
        let cells = B::game_info().space.covered_cells(mv.from()).into_iter();
        cells.filter(|&cell| board.piece_at(cell).is_some()).count()
    };
    let is_castling = |expected: &str| {
        let text =
            NotationCodec::new(board).format(B::game_info().notations[0], mv).replace('0', "O");
        text.trim_end_matches(['+', '#']) == expected
    };
    match feature {
        "castling" => mv.kind() == MoveType::Castling,
        "short castling" => is_castling("O-O"),
        "long castling" => is_castling("O-O-O"),
        "en passant" => mv.kind() == MoveType::EnPassant,
        "promotion" => of_pawn && mv.is_promotion(),
        "underpromotion" => mv.is_promotion() && mv.promotion() != Some(PieceType::QUEEN),
        "promotion to a unicorn" => {
            mv.promotions().any(|kind| B::game_info().pieces.letter(kind) == 'u')
        }
        "promotion of a waiting pawn" => board.waiting_pawn().is_some(),
        "ride" => mv.kind() == MoveType::Special,
        "platform" => mv.is_platform_move(),
        "empty platform" => mv.is_platform_move() && passengers(mv) == 0,
        "piloted platform" => mv.is_platform_move() && passengers(mv) == 1,
        "loaded platform" => mv.is_platform_move() && passengers(mv) > 1,
        "inversion" => {
            let corner = |place| {
                B::game_info().space.place_name(place).trim_end_matches(['+', '-']).to_owned()
            };
            mv.is_platform_move() && corner(mv.from()) == corner(mv.to())
        }
        "crossing platform" => {
            mv.is_platform_move()
                && B::game_info().space.place_name(mv.from())[..1]
                    != B::game_info().space.place_name(mv.to())[..1]
        }
        "platform promotion" => mv.is_platform_move() && mv.is_promotion(),
        "carried piece" => {
            let carried = |cell: &Place| {
                board.piece_at(*cell).is_some_and(|piece| piece.kind != PieceType::PAWN)
            };
            mv.is_platform_move()
                && B::game_info().space.covered_cells(mv.from()).iter().any(carried)
        }
        "captured platform" => {
            let owners = |board: &B| board.platforms();
            let after = owners(&board.make(mv, &mut ()));
            captures && owners(board) != after
        }
        "path B" => {
            let slides = matches!(kind, PieceType::BISHOP | PieceType::ROOK | PieceType::QUEEN);
            let reference = || (Game::from_name(B::game_info().name).from_fen)(&board.to_fen());
            slides && needs_path_b(&reference(), at(mv.from()), at(mv.to()))
        }
        "inward step" | "sideways step" => {
            of_pawn && !captures && vector().0 != 0 && vector().1 == 0
        }
        "backward capture" => {
            let forward = if board.side_to_move() == Side::White { 1 } else { -1 };
            kind == PieceType::PAWN && captures && vector().1 == -forward
        }
        "capture ahead and up" => {
            let (files, ranks, levels) = vector();
            of_pawn && captures && files == 0 && ranks != 0 && levels != 0
        }
        "vertical step" => of_pawn && !captures && matches!(vector(), (0, 0, _)),
        "vertical en passant" => {
            let victim = board.captured(mv).map(|(_, cell)| at(cell).vector_to(at(mv.to())));
            mv.kind() == MoveType::EnPassant && matches!(victim, Some((0, 0, _)))
        }
        "triple step" => {
            let (files, ranks, levels) = vector();
            of_pawn && !captures && files == 0 && ranks.abs() + levels.abs() == 3
        }
        "reach-through capture" => of_pawn && captures && vector().2.abs() > 1,
        "check" => board.gives_check(mv),
        _ => panic!("no feature is named `{feature}`"),
    }
}

/// Replays the game: every column formats and parses as the move, the game ends with the stated
/// result on its last move, and it shows the stated features.
fn replay_matches_file<B: BuiltIn>() {
    let text = text::<B>();
    let mut position = Position::new(B::startpos());
    let mut missing: Vec<&str> = comment_value(&text, "shows").split(", ").collect();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| is_move(line)) {
        let place = format!("line {number}, {line}");
        assert_eq!(position.outcome(), None, "{place}: the game is already over");
        let board = *position.board();
        let codec = NotationCodec::new(&board);
        let texts: Vec<&str> = line.split('\t').collect();
        assert_eq!(texts.len(), columns::<B>().len(), "{place}: number of columns");
        let mv = board.parse_uci_move(texts[0]).unwrap_or_else(|error| panic!("{place}: {error}"));
        for (notation, text) in columns::<B>().into_iter().zip(texts) {
            assert_eq!(codec.parse(notation, text), Ok(mv), "{place}: {text} parsed");
            assert_eq!(parse_move(&board, text), Ok(mv), "{place}: {text} parsed in any notation");
            assert_eq!(codec.format(notation, mv), text, "{place}: {text} formatted");
        }
        missing.retain(|feature| !has_feature(feature, &board, mv));
        position.make(mv, &mut ());
    }
    assert_eq!(missing, [""; 0], "features that the game does not show");
    let outcome = position.outcome().expect("the game is over");
    assert_eq!(format_result(outcome), comment_value(&text, "result"));
}

/// Writes the columns and the result of a game's file from its UCI moves.
fn fill_in<B: BuiltIn>() {
    let text = text::<B>();
    let mut position = Position::new(B::startpos());
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("# result: ")) {
        if !is_move(line) {
            lines.push(line.to_owned());
            continue;
        }
        let uci = line.split_whitespace().next().expect("a move");
        let codec = NotationCodec::new(position.board());
        let mv = codec.parse(Notation::Uci, uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
        let texts: Vec<String> =
            columns::<B>().into_iter().map(|notation| codec.format(notation, mv)).collect();
        lines.push(texts.join("\t"));
        position.make(mv, &mut ());
    }
    if let Some(outcome) = position.outcome() {
        let at = lines.iter().position(|line| is_move(line)).expect("a move");
        lines.insert(at, format!("# result: {}", format_result(outcome)));
    }
    fs::write(file::<B>(), lines.join("\n") + "\n").expect("the file can be written");
}

macro_rules! sample_game_tests {
    ($name:ident: $board:ty) => {
        mod $name {
            #[test]
            fn replay_matches_file() {
                super::replay_matches_file::<$board>();
            }

            #[test]
            #[ignore = "writes a file of this repository"]
            fn fill_in() {
                super::fill_in::<$board>();
            }
        }
    };
}

for_every_rule_set!(sample_game_tests);
