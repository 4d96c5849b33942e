//! The sample games: one of each rule set, played out by its special moves, in every notation.
//!
//! A file `tests/games/NAME.game` has a line for each ply: the move in wire notation and in each
//! notation for people that the rule set has, in the order of `NOTATIONS`, parted by tabs. Lines
//! that begin with `#` are remarks; two of them bind:
//!
//! | remark | meaning |
//! |---|---|
//! | `# result: 1-0 checkmate` | how the game ends, and not before its last move |
//! | `# shows: castling, en passant` | what moves the game has to contain; see [`is`] |
//!
//! Whoever writes a game gives the moves in wire notation; the other columns and the result are
//! filled in by `cargo test -- --ignored fill_in`.

use crate::reference::Game;
use crate::reference::federation::needs_path_b;
use crate::reference::space::Cell;
use std::fs;
use std::path::PathBuf;
use triskelion::moves::{Move, MoveType, PieceType, Side};
use triskelion::notation::{NotationCodec, parse_move};
use triskelion::position::Position;
use triskelion::rules::{BoardText, Notation, Outcome};

fn file<B: BoardText>() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    folder.join(B::NAME).with_extension("game")
}

fn text<B: BoardText>() -> String {
    let path = file::<B>();
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// Is this line a move, not a remark?
fn is_move(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// The notations of the columns.
fn columns<B: BoardText>() -> Vec<Notation> {
    [Notation::Uci].into_iter().chain(B::NOTATIONS.iter().copied()).collect()
}

/// What follows a remark of that name.
fn comment_value<'a>(text: &'a str, name: &str) -> &'a str {
    let mut remarks = text.lines().filter_map(|line| line.strip_prefix("# "));
    let found = remarks.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("there is no line `# {name}: …`"))
}

fn format_result(ending: Outcome) -> String {
    let score = match ending.winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} {}", ending.reason)
}

/// Has the move that feature? The names are those of `# shows:`.
fn has_feature<B: BoardText>(feature: &str, board: &B, mv: Move) -> bool {
    let kind = board.moved_piece(mv);
    let captures = board.captured(mv).is_some();
    let at = |place| Cell::from_name(&B::place_name(place));
    let vector = || at(mv.from()).vector_to(at(mv.to()));
    let of_pawn = kind == PieceType::Pawn && mv.kind() == MoveType::Normal;
    let crew = |mv: Move| {
        let cells = B::covered_cells(mv.from()).into_iter();
        cells.filter(|&cell| board.piece_at(cell).is_some()).count()
    };
    match feature {
        "castling" => mv.kind() == MoveType::Castling,
        "short castling" => {
            NotationCodec::new(board).format(B::NOTATIONS[0], mv).starts_with("O-O")
        }
        "long castling" => {
            NotationCodec::new(board).format(B::NOTATIONS[0], mv).starts_with("O-O-O")
        }
        "en passant" => mv.kind() == MoveType::EnPassant,
        "promotion" => of_pawn && mv.is_promotion(),
        "underpromotion" => mv.is_promotion() && mv.promotion() != Some(PieceType::Queen),
        "ride" => mv.kind() == MoveType::ElevatorRide,
        "platform" => mv.is_platform_move(),
        "empty platform" => mv.is_platform_move() && crew(mv) == 0,
        "piloted platform" => mv.is_platform_move() && crew(mv) == 1,
        "loaded platform" => mv.is_platform_move() && crew(mv) > 1,
        "inversion" => {
            let corner = |place| B::place_name(place).trim_end_matches(['+', '-']).to_owned();
            mv.is_platform_move() && corner(mv.from()) == corner(mv.to())
        }
        "crossing platform" => {
            mv.is_platform_move() && B::place_name(mv.from())[..1] != B::place_name(mv.to())[..1]
        }
        "platform promotion" => mv.is_platform_move() && mv.is_promotion(),
        "captured platform" => {
            let owners = |board: &B| board.platforms();
            let after = owners(&board.make(mv, &mut ()));
            captures && owners(board) != after
        }
        "path B" => {
            let slides = matches!(kind, PieceType::Bishop | PieceType::Rook | PieceType::Queen);
            let slow = || (Game::from_name(B::NAME).from_fen)(&board.to_fen());
            slides && needs_path_b(&slow(), at(mv.from()), at(mv.to()))
        }
        "inward step" | "sideways step" => {
            of_pawn && !captures && vector().0 != 0 && vector().1 == 0
        }
        "backward capture" => {
            let forward = if board.side_to_move() == Side::White { 1 } else { -1 };
            kind == PieceType::Pawn && captures && vector().1 == -forward
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
        _ => panic!("nothing is known to be called `{feature}`"),
    }
}

/// Plays the game over: every column is the move, is what is written of it, and is read back; the
/// game ends where and as it says, and shows what it promises.
fn replay_matches_file<B: BoardText>() {
    let text = text::<B>();
    let mut position = Position::new(B::startpos());
    let mut promised: Vec<&str> = comment_value(&text, "shows").split(", ").collect();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| is_move(line)) {
        let place = format!("line {number}, {line}");
        assert_eq!(position.outcome(), None, "{place}: the game was over before");
        let board = *position.board();
        let scribe = NotationCodec::new(&board);
        let texts: Vec<&str> = line.split('\t').collect();
        assert_eq!(texts.len(), columns::<B>().len(), "{place}: the columns");
        let mv = board.parse_uci_move(texts[0]).unwrap_or_else(|fault| panic!("{place}: {fault}"));
        for (notation, text) in columns::<B>().into_iter().zip(texts) {
            assert_eq!(scribe.parse(notation, text), Ok(mv), "{place}: {text} read");
            assert_eq!(parse_move(&board, text), Ok(mv), "{place}: {text} read in any notation");
            assert_eq!(scribe.format(notation, mv), text, "{place}: {text} written");
        }
        promised.retain(|feature| !has_feature(feature, &board, mv));
        position.make(mv, &mut ());
    }
    assert_eq!(promised, [""; 0], "promised, and not shown");
    let ending = position.outcome().expect("the game is over");
    assert_eq!(format_result(ending), comment_value(&text, "result"));
}

/// Writes the columns and the result of the game's file from the wire moves in it.
fn fill_in<B: BoardText>() {
    let text = text::<B>();
    let mut position = Position::new(B::startpos());
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("# result: ")) {
        if !is_move(line) {
            lines.push(line.to_owned());
            continue;
        }
        let wire = line.split_whitespace().next().expect("a move");
        let scribe = NotationCodec::new(position.board());
        let mv =
            scribe.parse(Notation::Uci, wire).unwrap_or_else(|fault| panic!("{wire}: {fault}"));
        let texts: Vec<String> =
            columns::<B>().into_iter().map(|notation| scribe.format(notation, mv)).collect();
        lines.push(texts.join("\t"));
        position.make(mv, &mut ());
    }
    if let Some(ending) = position.outcome() {
        let at = lines.iter().position(|line| is_move(line)).expect("a move");
        lines.insert(at, format!("# result: {}", format_result(ending)));
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
