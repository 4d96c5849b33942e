//! Examples for what all rule sets share: the ends of the game and repetition, on the board of
//! `federation`.

use super::{Case, case, play};
use triskelion::moves::Side;
use triskelion::position::Position;
use triskelion::rules::{BuiltIn, EndReason, Federation, Outcome, Rules};

fn position(case: &Case) -> Position<Federation> {
    case.position()
}

fn draw_by(reason: EndReason) -> Option<Outcome> {
    Some(Outcome { winner: None, reason })
}

const PLATFORMS: &str = "b12+w b86+b e12+w e86+b";

/// The queen mates on c64, protected by the king.
fn before_mate() -> Case {
    case("federation", "Kd54 Qc34 kb64", "b12-w b34+w e12+w e86+b")
}

#[test]
fn no_legal_move_in_check_is_checkmate() {
    let mated = before_mate().after("c34c64");
    assert!(
        mated.uci_moves().is_empty() && mated.game.in_check(&mated.board, mated.board.side_to_move)
    );
    let won = Outcome { winner: Some(Side::White), reason: EndReason::Checkmate };
    assert_eq!(position(&mated).outcome(), Some(won));
}

#[test]
fn no_legal_move_without_check_is_stalemate() {
    let platforms = "b42-b b86+w e12+w e86-b";
    let stalemate = case("federation", "Kc64 Qc86 ka97", platforms).black_to_move();
    assert!(stalemate.uci_moves().is_empty());
    assert_eq!(position(&stalemate).outcome(), draw_by(EndReason::Stalemate));
}

#[test]
fn third_occurrence_is_draw() {
    let mut position = Position::new(Federation::startpos());
    for round in 1..=2 {
        for text in ["b12c32", "b86c66", "c32b12", "c66b86"] {
            assert_eq!(position.outcome(), None);
            play(&mut position, text);
        }
        assert_eq!(position.repetitions(), round);
    }
    assert_eq!(position.outcome(), draw_by(EndReason::Repetition));
}

/// A platform that moves away and back costs its pawn the first move, so the position does not
/// repeat.
#[test]
fn lost_first_move_changes_position() {
    let pieces = "Ke03 ke97 Pa13";
    let mut position = position(&case("federation", pieces, PLATFORMS).with_unmoved_pawns("a13"));
    let first = position.board().key();
    for text in ["b12+b12-", "e97f97", "b12-b12+", "f97e97"] {
        play(&mut position, text);
    }
    assert_ne!(position.board().key(), first);
    assert_eq!(position.repetitions(), 0);
    for round in 1..=2 {
        for text in ["b12+b12-", "e97f97", "b12-b12+", "f97e97"] {
            play(&mut position, text);
        }
        assert_eq!(position.repetitions(), round);
    }
    assert_eq!(position.outcome(), draw_by(EndReason::Repetition));
}

/// Two identical platforms that have swapped places give the same position.
#[test]
fn exchanged_identical_platforms_repeat_position() {
    let pieces = "Ke03 ke97 Pc22";
    let mut position = position(&case("federation", pieces, "b12+w b34+w e12+w e86+b"));
    let first = position.board().key();
    for text in ["b12+b12-", "e97f97", "b34+b12+", "f97e86", "b12-b34+", "e86e97"] {
        play(&mut position, text);
    }
    assert_eq!(position.board().key(), first);
    assert_eq!(position.repetitions(), 1);
}

#[test]
fn hundred_half_moves_draw_except_on_mate() {
    let mut quiet = case("federation", "Ke03 ke97 Rb22", PLATFORMS);
    quiet.board.halfmove_clock = 99;
    let mut drawn_out = position(&quiet);
    assert_eq!(drawn_out.outcome(), None);
    play(&mut drawn_out, "b22c22");
    assert_eq!(drawn_out.outcome(), draw_by(EndReason::FiftyMoves));
    let mut mates = before_mate();
    mates.board.halfmove_clock = 99;
    for (text, reason) in [("c34c64", EndReason::Checkmate), ("c34c22", EndReason::FiftyMoves)] {
        let mut position = position(&mates);
        play(&mut position, text);
        assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(reason), "{text}");
    }
}

#[test]
fn irreversible_moves_reset_halfmove_clock() {
    let mut case = case("federation", "Ke03 ke97 Pa13 Pc22 nd32 Rb22", PLATFORMS);
    case.board.halfmove_clock = 7;
    for (text, clock) in
        [("b22b32", 8), ("c22c32", 0), ("c22d32", 0), ("b12+b12-", 8), ("b12+b34-", 8)]
    {
        assert_eq!(case.after(text).board.halfmove_clock, clock, "{text}");
    }
    let mut promotes = super::case("federation", "Ke03 kf97 Pa75", "b64+w b12+w e12+w e86+b");
    promotes.board.halfmove_clock = 7;
    assert_eq!(promotes.after("b64+b86+q").board.halfmove_clock, 0);
}

#[test]
fn only_king_against_king_is_dead() {
    assert_eq!(
        position(&case("federation", "Ke03 ke97", PLATFORMS)).outcome(),
        draw_by(EndReason::DeadPosition)
    );
    for piece in ["Bc22", "Nc22", "nc22", "Pc22"] {
        let pieces = format!("Ke03 ke97 {piece}");
        assert_eq!(position(&case("federation", &pieces, PLATFORMS)).outcome(), None, "{piece}");
    }
}
